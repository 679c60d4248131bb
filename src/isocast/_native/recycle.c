/* Recycled blocks: see recycle.h. A block carries its size in the 64 bytes before it. Large blocks are mapped so that
 * they begin on a huge page, and ask for huge pages; the others come from the C library. */
#define _DEFAULT_SOURCE

#include "recycle.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define ISC_HEADER 64
#define ISC_PAGE ((size_t)65536) /* a multiple of every page size in use */
#define ISC_HUGE ((size_t)2 << 20)
#define ISC_MAPPED_FROM ISC_HUGE /* blocks this large are mapped */
#define ISC_SLOTS 64             /* how many blocks are kept at most */

typedef struct {
    size_t room;   /* bytes of the block */
    size_t mapped; /* bytes mapped from `ISC_PAGE` before the block, or 0 if the C library gave it */
    size_t lead;   /* bytes by which the block was moved */
} isc_header;

static struct {
    pthread_mutex_t lock;
    size_t bound, kept;
    int count;
    void *blocks[ISC_SLOTS]; /* the oldest first */
    size_t rooms[ISC_SLOTS];
} shelf = {.lock = PTHREAD_MUTEX_INITIALIZER, .bound = (size_t)256 << 20};

static isc_header *isc_header_of(const void *block)
{
    return (isc_header *)(void *)((char *)(uintptr_t)block - ISC_HEADER);
}

static void *isc_map(size_t room)
{
    size_t span = room + ISC_PAGE, all = span + ISC_HUGE;
    char *map = mmap(NULL, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED)
        return NULL;
    uintptr_t first = (uintptr_t)map + ISC_PAGE;
    size_t lead = (ISC_HUGE - first % ISC_HUGE) % ISC_HUGE;
    if (lead)
        munmap(map, lead);
    munmap(map + lead + span, all - lead - span);
    char *block = map + lead + ISC_PAGE;
#ifdef MADV_HUGEPAGE
    /* Only whole huge pages: a last one that is partly used would be paid for in full. */
    madvise(block, room - room % ISC_HUGE, MADV_HUGEPAGE);
#endif
    *isc_header_of(block) = (isc_header){room, span, 0};
    return block;
}

static void *isc_allocate(size_t bytes)
{
    if (bytes >= ISC_MAPPED_FROM)
        return isc_map((bytes + ISC_PAGE - 1) / ISC_PAGE * ISC_PAGE);
    void *start = NULL;
    if (posix_memalign(&start, 64, bytes + ISC_HEADER) != 0)
        return NULL;
    char *block = (char *)start + ISC_HEADER;
    *isc_header_of(block) = (isc_header){bytes, 0, 0};
    return block;
}

static void isc_release(void *block)
{
    isc_header *header = isc_header_of(block);
    if (header->mapped)
        munmap((char *)block - ISC_PAGE, header->mapped);
    else
        free(header);
}

/* Under the lock: takes a block off the shelf. */
static void *isc_unshelve(int slot)
{
    void *block = shelf.blocks[slot];
    shelf.kept -= shelf.rooms[slot];
    shelf.count--;
    size_t later = (size_t)(shelf.count - slot);
    memmove(&shelf.blocks[slot], &shelf.blocks[slot + 1], later * sizeof *shelf.blocks);
    memmove(&shelf.rooms[slot], &shelf.rooms[slot + 1], later * sizeof *shelf.rooms);
    return block;
}

/* Under the lock: gives back the oldest blocks until `bytes` more fit under the bound. */
static void isc_make_room(size_t bytes)
{
    while (shelf.count > 0 && (shelf.count == ISC_SLOTS || shelf.kept + bytes > shelf.bound))
        isc_release(isc_unshelve(0));
}

/* The newest block, which is the warmest, that is large enough and not more than a quarter too large; or -1. */
static int isc_best_slot(size_t bytes)
{
    for (int slot = shelf.count - 1; slot >= 0; --slot)
        if (shelf.rooms[slot] >= bytes && shelf.rooms[slot] - bytes <= bytes / 4)
            return slot;
    return -1;
}

static pthread_once_t isc_once = PTHREAD_ONCE_INIT;

static void isc_lock(void)
{
    pthread_mutex_lock(&shelf.lock);
}

static void isc_unlock(void)
{
    pthread_mutex_unlock(&shelf.lock);
}

static void isc_prepare(void)
{
    pthread_atfork(isc_lock, isc_unlock, isc_unlock); /* a fork must not leave the child a locked shelf */
}

void *isc_recycle_take(size_t bytes)
{
    if (bytes > SIZE_MAX / 2)
        return NULL;
    bytes += ISC_RECYCLE_LEAD;
    pthread_once(&isc_once, isc_prepare);
    isc_lock();
    int slot = isc_best_slot(bytes);
    void *block = slot >= 0 ? isc_unshelve(slot) : NULL;
    isc_unlock();
    return block ? block : isc_allocate(bytes);
}

void *isc_recycle_move(void *block, size_t lead)
{
    isc_header header = *isc_header_of(block);
    void *moved = (char *)block + lead;
    *isc_header_of(moved) = (isc_header){header.room - lead, header.mapped, lead};
    return moved;
}

void isc_recycle_give(void *moved)
{
    if (!moved)
        return;
    void *block = (char *)moved - isc_header_of(moved)->lead;
    size_t room = isc_recycle_room(block);
    isc_lock();
    int keep = room <= shelf.bound;
    if (keep) {
        isc_make_room(room);
        shelf.blocks[shelf.count] = block;
        shelf.rooms[shelf.count] = room;
        shelf.kept += room;
        shelf.count++;
    }
    isc_unlock();
    if (!keep)
        isc_release(block);
}

size_t isc_recycle_room(const void *block)
{
    return isc_header_of(block)->room;
}

void isc_recycle_set_bound(size_t bytes)
{
    isc_lock();
    shelf.bound = bytes;
    isc_make_room(0);
    if (bytes == 0)
        while (shelf.count > 0)
            isc_release(isc_unshelve(0));
    isc_unlock();
}

size_t isc_recycle_bound(void)
{
    isc_lock();
    size_t bound = shelf.bound;
    isc_unlock();
    return bound;
}

size_t isc_recycle_kept(void)
{
    isc_lock();
    size_t kept = shelf.kept;
    isc_unlock();
    return kept;
}
