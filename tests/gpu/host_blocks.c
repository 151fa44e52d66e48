/* host_blocks: counts malloc and free through the linker's wrappers. */
#include "tests/gpu/host_blocks.h"

#include <stdatomic.h>
#include <stdlib.h>

static atomic_long blocks;

/* The linker's names (ld, --wrap). */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
int __real_posix_memalign(void **ret_memory, size_t alignment, size_t size);
void __real_free(void *memory);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
int __wrap_posix_memalign(void **ret_memory, size_t alignment, size_t size);
void __wrap_free(void *memory);

static void *counted(void *memory)
{
    atomic_fetch_add(&blocks, memory != NULL);
    return memory;
}

void *__wrap_malloc(size_t size)
{
    return counted(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    return counted(__real_calloc(count, size));
}

void *__wrap_realloc(void *old, size_t size)
{
    return old ? __real_realloc(old, size) : counted(__real_realloc(old, size));
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return counted(__real_aligned_alloc(alignment, size));
}

int __wrap_posix_memalign(void **ret_memory, size_t alignment, size_t size)
{
    int r = __real_posix_memalign(ret_memory, alignment, size);

    atomic_fetch_add(&blocks, r == 0);
    return r;
}

void __wrap_free(void *memory)
{
    atomic_fetch_sub(&blocks, memory != NULL);
    __real_free(memory);
}

long host_blocks(void)
{
    return atomic_load(&blocks);
}
