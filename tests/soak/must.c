/* must: what the load program cannot go on without. */
#include "tests/soak/must.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

void die(const char *words)
{
    fprintf(stderr, "soak: %s: %s\n", words, strerror(errno));
    exit(2);
}

void *must_have(void *pointer)
{
    if (!pointer)
        die("memory");
    return pointer;
}

void must_reserve(void **items, size_t *capacity, size_t needed, size_t size)
{
    if (array_reserve(items, capacity, needed, size))
        die("memory");
}
