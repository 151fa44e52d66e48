/* heap: how malloc() works in the daemon, whose threads share what is freed. */
#include "daemon/heap.h"

#include <malloc.h>

#include "core/base/parallel.h"

/* Blocks from this size on, as strips of tables, have mappings of their own and
 * go back to the system when they are freed. Said once, it stays: else glibc
 * takes the largest block that was ever freed for small from then on. */
static const int mapped_from_bytes = 4 << 20;

/* What a heap keeps of smaller ones, for the next batch. */
static const int kept_bytes = 16 << 20;

/* Threads share a heap, so that what one gives back another takes, and an
 * answer is freed where it was made; more cores get more of them. */
enum { CORES_PER_HEAP = 8 };

/* Small blocks are joined with their neighbours as they are freed. glibc would
 * put that off and then join them all at once, with the heap locked: after a
 * long body's JSON everyone, the loop as well, would wait for it. */
static const int joined_later_bytes = 0;

void heap_set_up(void)
{
    mallopt(M_MMAP_THRESHOLD, mapped_from_bytes);
    mallopt(M_TRIM_THRESHOLD, kept_bytes);
    mallopt(M_MXFAST, joined_later_bytes);
    mallopt(M_ARENA_MAX, 1 + (int)parallel_core_count() / CORES_PER_HEAP);
}
