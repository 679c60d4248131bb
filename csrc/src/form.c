/* How the elements of an operand lie in memory. */
#include "drivers.h"

/* Whether the most significant byte comes first, on a machine of either order. */
/*@ terminates \true;
    assigns \nothing;
    ensures \result == isc_order_of(big_endian, swapped);
*/
static int isc_order(int big_endian, int swapped)
{
    return big_endian ? !swapped : swapped != 0;
}

isc_form isc_form_of(isocast_type type, int swapped)
{
    isc_form form;
    form.width = isc_type_bytes(type);
    form.high_first = isc_order(ISC_BIG_ENDIAN, swapped);
    return form;
}
