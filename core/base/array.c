/* array: heap arrays whose size in bytes cannot overflow. */
#include "core/base/array.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

/* Those of x86-64; where they are others, nothing is lost. */
static const size_t huge_page_bytes = (size_t)2 << 20;
static const size_t line_bytes = 64;

void *array_alloc(size_t count, size_t size)
{
    size_t bytes;

    if (__builtin_mul_overflow(count, size, &bytes))
        return NULL;
    return malloc(bytes ? bytes : 1);
}

void *array_alloc_huge(size_t count, size_t size)
{
    size_t page = huge_page_bytes;
    size_t bytes;
    void *array;

    if (__builtin_mul_overflow(count, size, &bytes) || bytes > SIZE_MAX - page)
        return NULL;
    bytes = (bytes + line_bytes - 1) / line_bytes * line_bytes;
    if (bytes < 2 * page)
        return aligned_alloc(line_bytes, bytes ? bytes : line_bytes);
    if (posix_memalign(&array, page, bytes))
        return NULL;
    madvise(array, bytes / page * page, MADV_HUGEPAGE);
    return array;
}

void *array_zero(size_t count, size_t size)
{
    return calloc(count ? count : 1, size ? size : 1);
}

int array_reserve(void **items, size_t *capacity, size_t needed, size_t size)
{
    size_t grown = *capacity + *capacity / 2 + 8;
    size_t bytes;
    void *moved;

    if (needed <= *capacity)
        return 0;
    if (grown < needed)
        grown = needed;
    if (__builtin_mul_overflow(grown, size, &bytes))
        return -ENOMEM;
    moved = realloc(*items, bytes);
    if (!moved)
        return -ENOMEM;
    *items = moved;
    *capacity = grown;
    return 0;
}

/* Without a branch in the loop: one that goes either way costs more. */
size_t array_find(const uint32_t *words, size_t count, uint32_t word)
{
    size_t low = 0;

    for (size_t left = count; left > 1;) {
        size_t half = left / 2;

        if (words[low + half] <= word)
            low += half;
        left -= half;
    }
    return count && words[low] == word ? low : count;
}
