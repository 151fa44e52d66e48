/* array: heap arrays whose size in bytes cannot overflow, sorting of keys, and
 * arithmetic of sizes. */
#ifndef RELAXD_BASE_ARRAY_H
#define RELAXD_BASE_ARRAY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* `count` elements of `size` bytes, not initialized; never NULL for count 0.
 * NULL if memory is short or the product overflows. Free it with free(). */
void *array_alloc(size_t count, size_t size);

/* The same, aligned to a cache line, for arrays of megabytes that are written
 * or read throughout. Whole huge pages are used where the system has them,
 * which saves most of the time of the first touch. Free it with free(), or with
 * array_recycle() if another as large will soon be wanted. */
void *array_alloc_huge(size_t count, size_t size);

/* Frees such an array, but keeps its pages for a next one, up to a GiB of all:
 * the system clears fresh pages, which costs more than most uses of an array.
 * NULL is fine. Any thread. */
void array_recycle(void *array);

/* Gives back to the system what array_recycle() keeps. Any thread. */
void array_trim(void);

/* The same, unless one was recycled or used again within the last second. */
void array_trim_unused(void);

/* array_alloc(), all bytes zero. */
void *array_zero(size_t count, size_t size);

/* Makes room for `needed` elements in a growable array of `*capacity` elements
 * of `size` bytes. `items` is the address of the pointer to it, of any type;
 * the array may move. It grows by at least half, so appending takes amortized
 * constant time. 0 or -ENOMEM, which changes nothing. */
int array_reserve(void *items, size_t *capacity, size_t needed, size_t size);

/* Appends a copy of `item`, which does not lie in it, to such an array of
 * `*count` elements. */
static inline int array_append(void *items, size_t *count, size_t *capacity,
                               const void *item, size_t size)
{
    int r = array_reserve(items, capacity, *count + 1, size);
    char *array;

    if (r)
        return r;
    memcpy(&array, items, sizeof(array));
    memcpy(array + (*count)++ * size, item, size);
    return 0;
}

/* The index of `word` in an ascending array; `count` if it is absent. */
size_t array_find(const uint32_t *words, size_t count, uint32_t word);

/* The items have `size` bytes and ascend by a word at `offset` in each. Returns
 * the index of the first whose word is at least `least`; `count` if none is. */
static inline size_t array_lower_bound(const void *items, size_t size,
                                       size_t offset, size_t count,
                                       uint32_t least)
{
    size_t low = 0;

    while (low < count) {
        size_t middle = low + (count - low) / 2;
        uint32_t word;

        memcpy(&word, (const char *)items + middle * size + offset,
               sizeof(word));
        if (word < least)
            low = middle + 1;
        else
            count = middle;
    }
    return low;
}

/* Ranges begin at `words`, which ascend. The index of the last one that begins
 * at or before `at`, which is at least words[0]. */
size_t array_range(const uint32_t *words, size_t count, uint32_t at);

/* Lists items by their groups. `group`: [count], each below `groups`, or
 * UINT32_MAX, which leaves the item out. Group g becomes
 * ret_member[ret_first[g]] to before ret_member[ret_first[g + 1]], its items
 * ascending; `ret_first`: [groups + 1], `ret_member`: [count] at most. */
void array_group(const uint32_t *group, uint32_t count, uint32_t groups,
                 uint32_t *ret_first, uint32_t *ret_member);

static inline size_t size_min(size_t a, size_t b)
{
    return a < b ? a : b;
}

static inline size_t size_max(size_t a, size_t b)
{
    return a > b ? a : b;
}

static inline size_t size_divide_up(size_t a, size_t b)
{
    return a / b + (a % b != 0);
}

/* Below 0, 0 or above 0, as a is less than, equal to or more than b. */
static inline int compare_numbers(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* For qsort(): ascending, of items that begin with such a number. */
int compare_u32(const void *a, const void *b);
int compare_u64(const void *a, const void *b);

/* Sorts numbers in place, ascending; many in linear time, with as much memory
 * again while it runs. 0 or -ENOMEM. */
int array_sort(uint32_t *number, size_t count);

/* Sorts many 64-bit keys without moving them: a radix sort that skips digits in
 * which all keys agree, in linear time and 8 bytes a key while it runs.
 * `ret_index`: [count], free()d by the caller: indices of keys by ascending
 * `key ^ flip`, equal keys by ascending index. `flip`: KEY_SIGNED for int64_t,
 * which `key` may point to, else 0. 0 or -ENOMEM. */
#define KEY_SIGNED ((uint64_t)1 << 63)
int key_order(const void *key, uint32_t count, uint64_t flip,
              uint32_t **ret_index);

/* The first place in such an index whose key is at least `least`; `count` if
 * none is. */
uint32_t key_lower_bound(const void *key, const uint32_t *index, uint32_t count,
                         uint64_t flip, uint64_t least);

#endif
