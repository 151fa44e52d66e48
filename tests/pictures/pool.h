/* pool: memory that is given back all at once. Out of memory ends the program.
 */
#ifndef RELAXD_TESTS_PICTURES_POOL_H
#define RELAXD_TESTS_PICTURES_POOL_H

#include <stddef.h>

struct pool_block;

/* Zeroed is empty. One thread. */
struct pool {
    struct pool_block *last;
};

void pool_finish(struct pool *pool);

/* Zeroed bytes, aligned for anything. */
void *pool_zero(struct pool *pool, size_t size);

/* [begin, end) with a NUL. */
char *pool_text(struct pool *pool, const char *begin, const char *end);
char *pool_print(struct pool *pool, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A growable array: room for one more behind `count` elements; what it was
 * before stays until the pool is finished. Returns the array. */
void *pool_grow(struct pool *pool, void *items, size_t count, size_t size);

/* A place for one more at the end of an array `items` of `count`. */
#define POOL_APPEND(pool, items, count)                                        \
    ((items) = pool_grow((pool), (items), (count), sizeof(*(items))),          \
     &(items)[(count)++])

#endif
