/* Memory for results: freed blocks are kept, up to a bound, for the next result of about that size, because the first
 * touch of fresh pages costs more than computing what goes into them. No Python here. */
#ifndef ISC_RECYCLE_H
#define ISC_RECYCLE_H

#include <stddef.h>

#define ISC_RECYCLE_LEAD 3072 /* bytes by which a block may be moved */

/* At least `bytes` bytes, aligned to 64; the contents are arbitrary. NULL if there is no memory. */
void *isc_recycle_take(size_t bytes);

/* A block that has just been taken, beginning `lead` bytes later: a multiple of 64, at most ISC_RECYCLE_LEAD. */
void *isc_recycle_move(void *block, size_t lead);

/* Takes back a block of isc_recycle_take's; NULL is allowed. */
void isc_recycle_give(void *block);

/* How many bytes a block has room for. */
size_t isc_recycle_room(const void *block);

/* How many bytes may be kept, and how many are. Setting the bound gives back what is over it; 0 keeps nothing. */
void isc_recycle_set_bound(size_t bytes);
size_t isc_recycle_bound(void);
size_t isc_recycle_kept(void);

#endif
