#include "core/base/array.h"

#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "core/base/clock.h"

/* Those of x86-64; wrong values elsewhere cost nothing. */
static const size_t huge_page_bytes = (size_t)2 << 20;
static const size_t line_bytes = 64;

void *array_alloc(size_t count, size_t size)
{
    size_t bytes;

    if (__builtin_mul_overflow(count, size, &bytes))
        return NULL;
    return malloc(bytes ? bytes : 1);
}

/* ---- Huge arrays --------------------------------------------------------- */

#ifdef __SANITIZE_ADDRESS__
enum { RECYCLED_ARRAYS = 1 };
static const size_t recycled_most = 0;
#else
enum { RECYCLED_ARRAYS = 64 };
static const size_t recycled_most = (size_t)1 << 30; /* bytes of all */
#endif
static const size_t recycled_least = (size_t)1 << 20; /* bytes of one */

enum { UNUSED_US = 1000000 }; /* for so long: array_trim_unused() frees it */

static struct {
    pthread_mutex_t lock;
    void *array[RECYCLED_ARRAYS]; /* [count] */
    size_t count;
    size_t bytes;
    uint64_t used_us; /* when an array last came or went */
} recycled = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* The caller holds the lock. */
static void *take_recycled(size_t i)
{
    void *array = recycled.array[i];

    recycled.bytes -= malloc_usable_size(array);
    recycled.used_us = clock_now_us();
    recycled.array[i] = recycled.array[--recycled.count];
    return array;
}

/* One that is not much too large; NULL: none. */
static void *find_recycled(size_t bytes)
{
    size_t most = bytes + bytes / 8 + huge_page_bytes;
    void *found = NULL;

    if (bytes < recycled_least)
        return NULL;
    pthread_mutex_lock(&recycled.lock);
    for (size_t i = recycled.count; !found && i-- > 0;) {
        size_t usable = malloc_usable_size(recycled.array[i]);

        if (usable >= bytes && usable <= most)
            found = take_recycled(i);
    }
    pthread_mutex_unlock(&recycled.lock);
    return found;
}

/* False: there is no room; or the address sanitizer, which would not see uses
 * after the end any more. */
static bool keep_recycled(void *array)
{
    size_t bytes = malloc_usable_size(array);
    bool keeps;

    pthread_mutex_lock(&recycled.lock);
    keeps = bytes >= recycled_least && recycled.count < RECYCLED_ARRAYS &&
            bytes <= recycled_most - recycled.bytes;
    if (keeps) {
        recycled.array[recycled.count++] = array;
        recycled.bytes += bytes;
        recycled.used_us = clock_now_us();
    }
    pthread_mutex_unlock(&recycled.lock);
    return keeps;
}

void array_recycle(void *array)
{
    if (array && !keep_recycled(array))
        free(array);
}

/* NULL: there is none. */
static void *take_last(void)
{
    void *array;

    pthread_mutex_lock(&recycled.lock);
    array = recycled.count ? take_recycled(recycled.count - 1) : NULL;
    pthread_mutex_unlock(&recycled.lock);
    return array;
}

void array_trim(void)
{
    void *array;

    while ((array = take_last()))
        free(array);
}

void array_trim_unused(void)
{
    bool unused;

    pthread_mutex_lock(&recycled.lock);
    unused = clock_now_us() - recycled.used_us > UNUSED_US;
    pthread_mutex_unlock(&recycled.lock);
    if (unused)
        array_trim();
}

void *array_alloc_huge(size_t count, size_t size)
{
    size_t page = huge_page_bytes;
    size_t bytes;
    void *array;

    if (__builtin_mul_overflow(count, size, &bytes) || bytes > SIZE_MAX - page)
        return NULL;
    array = find_recycled(bytes);
    if (array)
        return array;
    bytes = (bytes + line_bytes - 1) / line_bytes * line_bytes;
    if (bytes < 2 * page)
        return aligned_alloc(line_bytes, bytes ? bytes : line_bytes);
    if (posix_memalign(&array, page, bytes)) {
        array_trim();
        if (posix_memalign(&array, page, bytes))
            return NULL;
    }
    madvise(array, bytes / page * page, MADV_HUGEPAGE);
    return array;
}

/* ---- Others -------------------------------------------------------------- */

void *array_zero(size_t count, size_t size)
{
    return calloc(count ? count : 1, size ? size : 1);
}

int array_reserve(void *items, size_t *capacity, size_t needed, size_t size)
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
    memcpy(&moved, items, sizeof(moved));
    moved = realloc(moved, bytes);
    if (!moved)
        return -ENOMEM;
    memcpy(items, &moved, sizeof(moved));
    *capacity = grown;
    return 0;
}

/* No branch in the loop: an unpredictable one costs more. */
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

size_t array_range(const uint32_t *words, size_t count, uint32_t at)
{
    size_t low = 0;

    while (count - low > 1) {
        size_t middle = low + (count - low) / 2;

        if (words[middle] <= at)
            low = middle;
        else
            count = middle;
    }
    return low;
}

int compare_u32(const void *a, const void *b)
{
    return compare_numbers(*(const uint32_t *)a, *(const uint32_t *)b);
}

int compare_u64(const void *a, const void *b)
{
    return compare_numbers(*(const uint64_t *)a, *(const uint64_t *)b);
}

enum { SORT_MANY = 1024, SORT_BITS = 11, SORT_DIGITS = 1 << SORT_BITS };

/* A counting sort by one digit. */
static void sort_by(const uint32_t *from, uint32_t *to, size_t count,
                    unsigned shift)
{
    size_t first[SORT_DIGITS + 1] = {0};

    for (size_t i = 0; i < count; i++)
        first[(from[i] >> shift) % SORT_DIGITS + 1]++;
    for (size_t digit = 1; digit < SORT_DIGITS; digit++)
        first[digit] += first[digit - 1];
    for (size_t i = 0; i < count; i++)
        to[first[(from[i] >> shift) % SORT_DIGITS]++] = from[i];
}

int array_sort(uint32_t *number, size_t count)
{
    uint32_t *other;

    if (count < SORT_MANY) {
        if (count)
            qsort(number, count, sizeof(*number), compare_u32);
        return 0;
    }
    other = array_alloc(count, sizeof(*other));
    if (!other)
        return -ENOMEM;
    sort_by(number, other, count, 0);
    sort_by(other, number, count, SORT_BITS);
    sort_by(number, other, count, 2 * SORT_BITS);
    memcpy(number, other, count * sizeof(*number));
    free(other);
    return 0;
}

/* ---- Groups -------------------------------------------------------------- */

/* A counting sort. Filled from its end, each group ends with its first place in
 * `ret_first`. */
void array_group(const uint32_t *group, uint32_t count, uint32_t groups,
                 uint32_t *ret_first, uint32_t *ret_member)
{
    memset(ret_first, 0, ((size_t)groups + 1) * sizeof(*ret_first));
    for (uint32_t i = 0; i < count; i++) {
        if (group[i] != UINT32_MAX)
            ret_first[group[i]]++;
    }
    for (uint32_t g = 0, sum = 0; g <= groups; g++) {
        sum += ret_first[g];
        ret_first[g] = sum;
    }
    for (uint32_t i = count; i-- > 0;) {
        if (group[i] != UINT32_MAX)
            ret_member[--ret_first[group[i]]] = i;
    }
}

/* ---- Order of keys ------------------------------------------------------- */

enum { DIGIT_BITS = 11, DIGIT_COUNT = 1 << DIGIT_BITS };

static uint32_t digit_of(uint64_t key, unsigned shift)
{
    return (uint32_t)(key >> shift) & (DIGIT_COUNT - 1);
}

/* Moves the indices `from` to `to`, stable, sorted by one digit of their
 * keys. */
static void sort_digit(const uint64_t *key, uint32_t count, uint64_t flip,
                       unsigned shift, const uint32_t *from, uint32_t *to)
{
    uint32_t place[DIGIT_COUNT] = {0};
    uint32_t sum = 0;

    for (uint32_t i = 0; i < count; i++)
        place[digit_of(key[i] ^ flip, shift)]++;
    for (uint32_t d = 0; d < DIGIT_COUNT; d++) {
        uint32_t size = place[d];

        place[d] = sum;
        sum += size;
    }
    for (uint32_t i = 0; i < count; i++)
        to[place[digit_of(key[from[i]] ^ flip, shift)]++] = from[i];
}

/* The bits in which keys differ; also 0 if the keys ascend already. */
static uint64_t differing_bits(const uint64_t *key, uint32_t count,
                               uint64_t flip)
{
    uint64_t bits = 0;
    bool ascends = true;

    for (uint32_t i = 1; i < count; i++) {
        bits |= key[i] ^ key[0];
        ascends &= (key[i - 1] ^ flip) <= (key[i] ^ flip);
    }
    return ascends ? 0 : bits;
}

int key_order(const void *key, uint32_t count, uint64_t flip,
              uint32_t **ret_index)
{
    uint32_t *index = array_alloc(count, sizeof(*index));
    uint32_t *other = array_alloc(count, sizeof(*other));
    uint64_t bits = differing_bits(key, count, flip);

    if (!index || !other) {
        free(index);
        free(other);
        return -ENOMEM;
    }
    for (uint32_t i = 0; i < count; i++)
        index[i] = i;
    for (unsigned shift = 0; shift < 64; shift += DIGIT_BITS) {
        uint32_t *sorted = other;

        if (!digit_of(bits, shift))
            continue;
        sort_digit(key, count, flip, shift, index, sorted);
        other = index;
        index = sorted;
    }
    free(other);
    *ret_index = index;
    return 0;
}

uint32_t key_lower_bound(const void *key, const uint32_t *index, uint32_t count,
                         uint64_t flip, uint64_t least)
{
    const uint64_t *keys = key;
    uint32_t low = 0;

    while (low < count) {
        uint32_t middle = low + (count - low) / 2;

        if ((keys[index[middle]] ^ flip) < (least ^ flip))
            low = middle + 1;
        else
            count = middle;
    }
    return low;
}
