/* pool: memory that is given back all at once. */
#include "tests/pictures/pool.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pool_block {
    struct pool_block *before;
    max_align_t bytes[];
};

void pool_finish(struct pool *pool)
{
    while (pool->last) {
        struct pool_block *before = pool->last->before;

        free(pool->last);
        pool->last = before;
    }
}

void *pool_zero(struct pool *pool, size_t size)
{
    struct pool_block *block = calloc(1, sizeof(*block) + size);

    if (!block)
        abort();
    block->before = pool->last;
    pool->last = block;
    return block->bytes;
}

char *pool_text(struct pool *pool, const char *begin, const char *end)
{
    size_t size = (size_t)(end - begin);
    char *text = pool_zero(pool, size + 1);

    memcpy(text, begin, size);
    return text;
}

char *pool_print(struct pool *pool, const char *format, ...)
{
    va_list arguments;
    char *printed;
    char *text;
    int size;

    va_start(arguments, format);
    size = vasprintf(&printed, format, arguments);
    va_end(arguments);
    if (size < 0)
        abort();
    text = pool_text(pool, printed, printed + size);
    free(printed);
    return text;
}

void *pool_grow(struct pool *pool, void *items, size_t count, size_t size)
{
    void *grown;

    /* Full at powers of two. */
    if (count & (count - 1))
        return items;
    grown = pool_zero(pool, (count ? 2 * count : 1) * size);
    if (count)
        memcpy(grown, items, count * size);
    return grown;
}
