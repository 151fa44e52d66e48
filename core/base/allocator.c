#include "core/base/allocator.h"

#include <malloc.h>

#include "core/base/parallel.h"

/* Blocks of at least this size, such as strips of tables, get their own
 * mappings and return to the system when freed. Without this call glibc would
 * raise the limit to the largest block ever freed. */
static const int mapped_from_bytes = 4 << 20;

/* How many bytes of smaller blocks a heap keeps for the next batch. */
static const int kept_bytes = 16 << 20;

/* Threads share a heap, so that one thread reuses what another freed; more
 * cores get more heaps. */
enum { CORES_PER_HEAP = 8 };

/* free() joins small blocks with their neighbours at once. glibc would join
 * many of them later, all at once and with the heap locked: after the JSON of a
 * long body every thread would wait for that, the loops too. */
static const int joined_later_bytes = 0;

void allocator_set_up(void)
{
    mallopt(M_MMAP_THRESHOLD, mapped_from_bytes);
    mallopt(M_TRIM_THRESHOLD, kept_bytes);
    mallopt(M_MXFAST, joined_later_bytes);
    mallopt(M_ARENA_MAX, 1 + (int)parallel_core_count() / CORES_PER_HEAP);
}
