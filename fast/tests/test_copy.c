/* The copies alone: views of any axes and strides, into and out of memory of exactly the right size. */
#include "driver.h"
#include "harness.h"

#include <string.h>

#define MOST_AXES 5

static isc_idx choose_size(void)
{
    static const isc_idx borders[] = {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 64};
    return harness_chance(2) ? borders[harness_between(0, 14)] : harness_between(1, 20);
}

/* A view whose words lie apart from one another, unless `stretch` allows strides of 0. Returns words from first to last
 * and, in `base`, how many of them come before the view's first. */
static isc_idx choose_view(isc_view *view, int stretch, isc_idx *base)
{
    isc_idx order[MOST_AXES];
    isc_idx extent = 1, count = 1;
    view->rank = harness_between(0, MOST_AXES);
    view->width = (isc_idx)1 << harness_between(0, 4);
    *base = 0;
    for (isc_idx k = 0; k < view->rank; k++) {
        view->dims[k] = count > 2000 ? harness_between(1, 2) : choose_size();
        count *= view->dims[k];
        order[k] = k;
    }
    for (isc_idx k = view->rank; k > 0; k--) {
        const isc_idx other = harness_chance(2) ? k - 1 : harness_between(0, k - 1);
        const isc_idx axis = order[other];
        order[other] = order[k - 1];
        const isc_idx gap = harness_chance(4) ? harness_between(0, 3) : 0;
        view->strides[axis] = stretch && harness_chance(3) ? 0 : extent + gap;
        extent += view->strides[axis] * (view->dims[axis] - 1);
        if (harness_chance(5)) {
            *base += view->strides[axis] * (view->dims[axis] - 1);
            view->strides[axis] = -view->strides[axis];
        }
    }
    return extent;
}

static isc_idx count_words(const isc_view *view)
{
    return isc_count(view->rank, view->dims, PTRDIFF_MAX);
}

/* The place of word i of the row among the view's words. */
static isc_idx place(const isc_view *view, isc_idx i)
{
    isc_idx at = 0;
    for (isc_idx axis = view->rank; axis > 0; axis--) {
        at += i % view->dims[axis - 1] * view->strides[axis - 1];
        i /= view->dims[axis - 1];
    }
    return at;
}

static char *make_words(isc_idx words, isc_idx width)
{
    char *made = malloc((size_t)(words * width));
    for (isc_idx i = 0; i < words * width; i++) made[i] = (char)harness_random();
    return made;
}

/* Clauses: access, exact, B7, bit-copy */
static void test_expand(void)
{
    isc_view view;
    isc_idx base;
    const isc_idx extent = choose_view(&view, 1, &base);
    const isc_idx n = count_words(&view);
    char *x = make_words(extent, view.width);
    char *z = make_words(n, view.width);
    isc_expand(&view, x + base * view.width, z);
    int same = 1;
    for (isc_idx i = 0; i < n; i++) {
        same &= memcmp(z + i * view.width, x + (base + place(&view, i)) * view.width, (size_t)view.width) == 0;
    }
    CHECK(same, "rank %td width %td words %td", view.rank, view.width, n);
    free(x);
    free(z);
}

/* Clauses: exact, B7, bit-copy */
static void test_scatter(void)
{
    isc_view view;
    isc_idx base;
    const isc_idx extent = choose_view(&view, 0, &base);
    const isc_idx n = count_words(&view);
    char *x = make_words(n, view.width);
    char *z = make_words(extent, view.width);
    char *expected = malloc((size_t)(extent * view.width));
    memcpy(expected, z, (size_t)(extent * view.width));
    for (isc_idx i = 0; i < n; i++) {
        memcpy(expected + (base + place(&view, i)) * view.width, x + i * view.width, (size_t)view.width);
    }
    isc_scatter(&view, x, z + base * view.width);
    CHECK(memcmp(z, expected, (size_t)(extent * view.width)) == 0, "rank %td width %td", view.rank, view.width);
    free(x);
    free(z);
    free(expected);
}

static void test_swap(void)
{
    const isc_idx unit = (isc_idx)2 << harness_between(0, 2);
    const isc_idx n = harness_between(1, 70);
    char *z = make_words(n, unit);
    char *before = malloc((size_t)(n * unit));
    memcpy(before, z, (size_t)(n * unit));
    isc_swap(unit, n, z);
    int reversed = 1;
    for (isc_idx i = 0; i < n * unit; i++) reversed &= z[i] == before[i / unit * unit + unit - 1 - i % unit];
    CHECK(reversed, "unit %td words %td", unit, n);
    free(z);
    free(before);
}

static void test_stream(void)
{
    const isc_idx n = harness_between(0, 400), from = harness_between(0, 70), to = harness_between(0, 70);
    char *x = make_words(from + n + 1, 1);
    char *z = make_words(to + n + 1, 1);
    const char first = z[0], last = z[to + n];
    isc_stream_find()(n, x + from, z + to);
    isc_stream_end();
    CHECK(memcmp(z + to, x + from, (size_t)n) == 0, "bytes %td", n);
    CHECK((to == 0 || z[0] == first) && z[to + n] == last, "bytes %td", n);
    free(x);
    free(z);
}

int main(void)
{
    for (int trial = 0; trial < 4000; trial++) {
        isocast_set_isa(trial % ISC_LEVELS); /* stores past the cache differ by instruction set */
        test_expand();
        test_scatter();
        test_swap();
        test_stream();
    }
    return harness_report();
}
