/* Copies of elements of one width, the words of any type of that size: included by copy.c once per width.
 * ISC_WORD is the word, ISC_NAME(x) the name of its function. Strides are in words; sizes are at least 1.
 *
 * Clauses: access, exact, B7, bit-copy */

/* Runs of eight words and more are filled and copied eight at a time, the last eight again if they are not a whole
 * eight: no loop over what remains. */
static inline void ISC_NAME(fill8)(ISC_WORD word, ISC_WORD *restrict z)
{
    for (isc_idx i = 0; i < 8; i++) z[i] = word;
}

static void ISC_NAME(fill)(isc_idx n, ISC_WORD word, ISC_WORD *restrict z)
{
    if (n < 8) {
        for (isc_idx i = 0; i < n; i++) z[i] = word;
        return;
    }
    for (isc_idx i = 0; i < n - 8; i += 8) ISC_NAME(fill8)(word, z + i);
    ISC_NAME(fill8)(word, z + (n - 8));
}

static void ISC_NAME(run)(isc_idx n, const ISC_WORD *restrict x, ISC_WORD *restrict z)
{
    for (isc_idx i = 0; i < n; i++) z[i] = x[i];
}

/* n words, any strides, four at a time. */
static void ISC_NAME(gather)(isc_idx n, const ISC_WORD *restrict x, isc_idx sx, ISC_WORD *restrict z, isc_idx sz)
{
    isc_idx i = 0;
    for (; i < n - 3; i += 4) {
        z[0] = x[0];
        z[sz] = x[sx];
        z[2 * sz] = x[2 * sx];
        z[3 * sz] = x[3 * sx];
        x += 4 * sx;
        z += 4 * sz;
    }
    for (; i < n; i++) {
        *z = *x;
        x += sx;
        z += sz;
    }
}

static inline void ISC_NAME(pieces)(isc_idx m, isc_idx n, const ISC_WORD *restrict x, isc_idx sm, isc_idx sn,
                                    ISC_WORD *restrict z, isc_idx pitch)
{
    for (isc_idx i = 0; i < m; i++) {
        for (isc_idx k = 0; k < n; k++) z[k] = x[k * sn];
        x += sm;
        z += pitch;
    }
}

/* m pieces of n words, where sn is 0 (one word repeated) or 1 (n words). Literal lengths let the compiler unroll. */
static inline int ISC_NAME(short_pieces)(isc_idx m, isc_idx n, const ISC_WORD *x, isc_idx sm, isc_idx sn, ISC_WORD *z)
{
    switch (n) {
    case 2: ISC_NAME(pieces)(m, 2, x, sm, sn, z, 2); return 1;
    case 3: ISC_NAME(pieces)(m, 3, x, sm, sn, z, 3); return 1;
    case 4: ISC_NAME(pieces)(m, 4, x, sm, sn, z, 4); return 1;
    case 5: ISC_NAME(pieces)(m, 5, x, sm, sn, z, 5); return 1;
    case 6: ISC_NAME(pieces)(m, 6, x, sm, sn, z, 6); return 1;
    case 7: ISC_NAME(pieces)(m, 7, x, sm, sn, z, 7); return 1;
    case 8: ISC_NAME(pieces)(m, 8, x, sm, sn, z, 8); return 1;
    case 16: ISC_NAME(pieces)(m, 16, x, sm, sn, z, 16); return 1;
    case 32: ISC_NAME(pieces)(m, 32, x, sm, sn, z, 32); return 1;
    default: return 0;
    }
}

/* Repeats each of m words n times. */
static void ISC_NAME(repeat)(isc_idx m, isc_idx n, const ISC_WORD *x, isc_idx sm, ISC_WORD *z)
{
    if (n == 8 && sm == 1) {
        isc_eight_times_find((int)sizeof(ISC_WORD))(m, x, z);
        return;
    }
    if (ISC_NAME(short_pieces)(m, n, x, sm, 0, z)) return;
    for (isc_idx i = 0; i < m; i++) {
        ISC_NAME(fill)(n, *x, z);
        x += sm;
        z += n;
    }
}

/* m rows of n words that lie side by side. */
static void ISC_NAME(rows)(isc_idx m, isc_idx n, const ISC_WORD *x, isc_idx sm, ISC_WORD *z)
{
    if (ISC_NAME(short_pieces)(m, n, x, sm, 1, z)) return;
    for (isc_idx i = 0; i < m; i++) {
        ISC_NAME(run)(n, x, z);
        x += sm;
        z += n;
    }
}

/* Makes `count` copies of a block of n words, itself the first; each pass copies all there is so far. */
static void ISC_NAME(replicate)(isc_idx count, isc_idx n, ISC_WORD *z)
{
    const isc_idx end = count * n;
    isc_idx done = n;
    while (done < end) {
        const isc_idx more = done < end - done ? done : end - done;
        ISC_NAME(run)(more, z, z + done);
        done += more;
    }
}

/* Four by four words, columns to rows. */
static inline void ISC_NAME(turn)(const ISC_WORD *restrict x, isc_idx sn, ISC_WORD *restrict z, isc_idx n)
{
    ISC_WORD words[4][4];
    for (isc_idx k = 0; k < 4; k++) {
        for (isc_idx i = 0; i < 4; i++) words[i][k] = x[k * sn + i];
    }
    for (isc_idx i = 0; i < 4; i++) {
        for (isc_idx k = 0; k < 4; k++) z[i * n + k] = words[i][k];
    }
}

/* At most a line of rows, column by column: each line of x is read once and whole, and asked for in time. */
static void ISC_NAME(band)(isc_idx m, isc_idx n, const ISC_WORD *x, isc_idx sm, isc_idx sn, ISC_WORD *z)
{
    isc_idx k = 0;
    for (; sm == 1 && m % 4 == 0 && k + 4 <= n; k += 4) {
        for (isc_idx ahead = 16; ahead < 20 && k + ahead < n; ahead++) ISC_PREFETCH(x + ahead * sn);
        for (isc_idx i = 0; i < m; i += 4) ISC_NAME(turn)(x + i, sn, z + i * n, n);
        x += 4 * sn;
        z += 4;
    }
    for (; k < n; k++) {
        ISC_NAME(gather)(m, x, sm, z, n);
        x += sn;
        z++;
    }
}

/* m rows of n words, any strides, where neighbours in memory are in different rows. */
static void ISC_NAME(across)(isc_idx m, isc_idx n, const ISC_WORD *x, isc_idx sm, isc_idx sn, ISC_WORD *z)
{
    const isc_idx line = 64 / (isc_idx)sizeof(ISC_WORD);
    for (isc_idx i = 0; i < m; i += line) {
        ISC_NAME(band)(m - i < line ? m - i : line, n, x, sm, sn, z);
        x += sm * line;
        z += n * line;
    }
}

static inline void ISC_NAME(reversed)(isc_idx n, const ISC_WORD *restrict x, ISC_WORD *restrict z)
{
    for (isc_idx i = 0; i < n; i++) z[i] = x[-i];
}

/* One row of n words. A literal stride lets the compiler shuffle whole vectors, if words are narrow enough. */
static void ISC_NAME(row)(isc_idx n, const ISC_WORD *x, isc_idx sn, ISC_WORD *z)
{
    const int narrow = sizeof(ISC_WORD) <= 4;
    if (sn == 0) {
        ISC_NAME(fill)(n, *x, z);
    } else if (sn == 1) {
        ISC_NAME(run)(n, x, z);
    } else if (sn == -1 && narrow) {
        ISC_NAME(reversed)(n, x, z);
    } else if (sn == 2) {
        isc_every_other_find((int)sizeof(ISC_WORD))(n, x, z);
    } else {
        ISC_NAME(gather)(n, x, sn, z, 1);
    }
}

/* m rows of n words, any strides, row by row. */
static void ISC_NAME(along)(isc_idx m, isc_idx n, const ISC_WORD *x, isc_idx sm, isc_idx sn, ISC_WORD *z)
{
    for (isc_idx i = 0; i < m; i++) {
        ISC_NAME(row)(n, x, sn, z);
        x += sm;
        z += n;
    }
}

/* One row of n words, m times. */
static void ISC_NAME(again)(isc_idx m, isc_idx n, const ISC_WORD *x, isc_idx sn, ISC_WORD *z)
{
    if (sn == 1 && m <= 16 && ISC_NAME(short_pieces)(m, n, x, 0, 1, z)) return;
    ISC_NAME(row)(n, x, sn, z);
    ISC_NAME(replicate)(m, n, z);
}

/* m rows of n words, any strides. */
static void ISC_NAME(plane)(isc_idx m, isc_idx n, const ISC_WORD *x, isc_idx sm, isc_idx sn, ISC_WORD *z)
{
    const isc_idx down = sm < 0 ? -sm : sm;
    const isc_idx right = sn < 0 ? -sn : sn;
    if (sn == 0) {
        ISC_NAME(repeat)(m, n, x, sm, z);
    } else if (sm == 0) {
        ISC_NAME(again)(m, n, x, sn, z);
    } else if (sn == 1) {
        ISC_NAME(rows)(m, n, x, sm, z);
    } else if (down < right || n < 4) {
        ISC_NAME(across)(m, n, x, sm, sn, z);
    } else {
        ISC_NAME(along)(m, n, x, sm, sn, z);
    }
}

/* Lays the words of axes k..rank-1 in a row, and returns where the row ends. A stretched axis is copied once and
 * then replicated. */
static ISC_WORD *ISC_NAME(expand)(isc_idx k, isc_idx rank, const isc_idx *dims, const isc_idx *strides,
                                  const ISC_WORD *x, ISC_WORD *z)
{
    if (rank - k == 2) {
        ISC_NAME(plane)(dims[k], dims[k + 1], x, strides[k], strides[k + 1], z);
        return z + dims[k] * dims[k + 1];
    }
    if (rank - k == 1) {
        ISC_NAME(row)(dims[k], x, strides[k], z);
        return z + dims[k];
    }
    if (rank == k) {
        *z = *x;
        return z + 1;
    }
    ISC_WORD *end = z;
    const isc_idx count = strides[k] == 0 ? 1 : dims[k];
    for (isc_idx i = 0; i < count; i++) {
        end = ISC_NAME(expand)(k + 1, rank, dims, strides, x, end);
        x += strides[k];
    }
    if (count < dims[k]) {
        ISC_NAME(replicate)(dims[k], end - z, z);
        end = z + dims[k] * (end - z);
    }
    return end;
}

/* The reverse: words in a row to the strides of axes k..rank-1; returns where the row ends. */
static const ISC_WORD *ISC_NAME(scatter)(isc_idx k, isc_idx rank, const isc_idx *dims, const isc_idx *strides,
                                         const ISC_WORD *x, ISC_WORD *z)
{
    if (rank == k) {
        *z = *x;
        return x + 1;
    }
    if (rank - k == 1) {
        ISC_NAME(gather)(dims[k], x, 1, z, strides[k]);
        return x + dims[k];
    }
    for (isc_idx i = 0; i < dims[k]; i++) {
        x = ISC_NAME(scatter)(k + 1, rank, dims, strides, x, z);
        z += strides[k];
    }
    return x;
}
