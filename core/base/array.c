/* array: heap arrays whose size in bytes cannot overflow. */
#include "core/base/array.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

void *array_alloc(size_t count, size_t size)
{
    size_t bytes;

    if (__builtin_mul_overflow(count, size, &bytes))
        return NULL;
    return malloc(bytes ? bytes : 1);
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
