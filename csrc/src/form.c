/* How the elements of an operand lie in memory. */
#include "drivers.h"

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
