/* Elements between memory and words, byte by byte: no alignment, no type of C's, either order of bytes. */
#include "drivers.h"

static uint64_t isc_two(unsigned char high, unsigned char low)
{
    return (uint64_t)high * 256u + low;
}

static uint64_t isc_four(unsigned char a, unsigned char b, unsigned char c, unsigned char d)
{
    return isc_two(a, b) * 65536u + isc_two(c, d);
}

/* The word that `width` bytes make. */
uint64_t isc_load(const unsigned char *p, isc_idx width, int high_first)
{
    if (width == 1) return p[0];
    if (width == 2) return high_first ? isc_two(p[0], p[1]) : isc_two(p[1], p[0]);
    if (width == 4) return high_first ? isc_four(p[0], p[1], p[2], p[3]) : isc_four(p[3], p[2], p[1], p[0]);
    if (high_first) return isc_four(p[0], p[1], p[2], p[3]) * 4294967296u + isc_four(p[4], p[5], p[6], p[7]);
    return isc_four(p[7], p[6], p[5], p[4]) * 4294967296u + isc_four(p[3], p[2], p[1], p[0]);
}

/* Digit `place` of a word in base 256. */
static unsigned char isc_digit(uint64_t word, isc_idx place)
{
    switch (place) {
    case 0: return (unsigned char)(word % 256u);
    case 1: return (unsigned char)(word / 256u % 256u);
    case 2: return (unsigned char)(word / 65536u % 256u);
    case 3: return (unsigned char)(word / 16777216u % 256u);
    case 4: return (unsigned char)(word / 4294967296u % 256u);
    case 5: return (unsigned char)(word / 1099511627776u % 256u);
    case 6: return (unsigned char)(word / 281474976710656u % 256u);
    default: return (unsigned char)(word / 72057594037927936u % 256u);
    }
}

/* The last `width` bytes of a word. */
void isc_store(unsigned char *p, isc_idx width, int high_first, uint64_t word)
{
    for (isc_idx j = 0; j < width; j++) p[j] = isc_digit(word, high_first ? width - 1 - j : j);
}

isc_form isc_form_of(isocast_type type, int swapped)
{
    isc_form form;
    form.width = isc_type_bytes(type);
#if defined(__BYTE_ORDER__) && defined(__ORDER_BIG_ENDIAN__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    form.high_first = !swapped;
#else
    form.high_first = swapped != 0;
#endif
    return form;
}
