/* memory: allocations that may fail. */
#include <stdlib.h>
#include <sys/mman.h>

#include "tests/fault/interpose/call.h"
#include "tests/fault/interpose/next.h"

enum { EARLY_BYTES = 8192 }; /* what dlsym() may ask for */

static char early[EARLY_BYTES];
static size_t early_used;

static void *early_alloc(size_t size)
{
    void *memory = early + early_used;

    size = (size + 15) & ~(size_t)15;
    if (size > sizeof(early) - early_used)
        return NULL;
    early_used += size;
    return memory;
}

static bool is_early(const void *memory)
{
    return (const char *)memory >= early &&
           (const char *)memory < early + sizeof(early);
}

void *malloc(size_t size)
{
    if (next_is_looked_for())
        return early_alloc(size);
    NEXT(malloc);
    if (call_fails(ALLOC, "malloc")) {
        errno = ENOMEM;
        return NULL;
    }
    return next(size);
}

void *calloc(size_t count, size_t size)
{
    if (next_is_looked_for())
        return early_alloc(count * size);
    NEXT(calloc);
    if (call_fails(ALLOC, "calloc")) {
        errno = ENOMEM;
        return NULL;
    }
    return next(count, size);
}

void *realloc(void *memory, size_t size)
{
    NEXT(realloc);
    if (call_fails(ALLOC, "realloc")) {
        errno = ENOMEM;
        return NULL;
    }
    return next(memory, size);
}

void free(void *memory)
{
    if (next_is_looked_for() || is_early(memory))
        return;
    NEXT(free);
    next(memory);
}

int posix_memalign(void **ret_memory, size_t alignment, size_t size)
{
    NEXT(posix_memalign);
    return call_fails(ALLOC, "posix_memalign")
               ? ENOMEM
               : next(ret_memory, alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    NEXT(aligned_alloc);
    FAILS_AS(ALLOC, "aligned_alloc", NULL, ENOMEM);
    return next(alignment, size);
}

void *mmap(void *address, size_t length, int protection, int flags, int fd,
           off_t offset)
{
    NEXT(mmap);
    FAILS_AS(fd < 0 ? ALLOC : FILES, "mmap", MAP_FAILED, ENOMEM);
    return next(address, length, protection, flags, fd, offset);
}

void *mmap64(void *address, size_t length, int protection, int flags, int fd,
             off64_t offset)
{
    NEXT(mmap64);
    FAILS_AS(fd < 0 ? ALLOC : FILES, "mmap", MAP_FAILED, ENOMEM);
    return next(address, length, protection, flags, fd, offset);
}
