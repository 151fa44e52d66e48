/* side: the rows or the columns of a table, on their way to the device. */
#include "gpu/cch/side.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

enum { RADIX_BITS = 11, RADIX = 1 << RADIX_BITS };

enum { SUMS_WORDS = sizeof(struct cch_sums) / sizeof(uint32_t) };

/* Before the sums. */
static size_t plain_words(uint32_t count, uint32_t group_count)
{
    size_t words = 5 * (size_t)count + 2 * (size_t)group_count + 1;

    return words + words % 2;
}

size_t cch_side_words(uint32_t count, uint32_t group_count, bool with_sums)
{
    return plain_words(count, group_count) +
           (with_sums ? SUMS_WORDS * (size_t)count : 0);
}

void cch_side_init(struct cch_side *side, uint32_t count, uint32_t group_count,
                   bool with_sums)
{
    side->count = count;
    side->group_count = group_count;
    side->with_sums = with_sums;
    side->words = cch_side_words(count, group_count, with_sums);
}

void cch_side_finish(struct cch_side *side)
{
    free(side->keys);
}

static struct cch_side_arrays arrays_at(const struct cch_side *side,
                                        uint32_t *words)
{
    size_t count = side->count;

    return (struct cch_side_arrays){
        .adjustments = (int64_t *)words,
        .starts = (struct kernel_seed *)(words + 2 * count),
        .place = words + 4 * count,
        .first = words + 5 * count,
        .bound = words + 5 * count + side->group_count + 1,
        .sums =
            side->with_sums
                ? (struct cch_sums *)(words + plain_words(side->count,
                                                          side->group_count))
                : NULL,
    };
}

void cch_side_place(struct cch_side *side, struct exchange exchange, size_t at)
{
    side->host = arrays_at(side, exchange.host + at);
    side->device = arrays_at(side, exchange.device + at);
}

static int reserve_keys(struct cch_side *side, struct error *error)
{
    size_t count = 2 * (size_t)side->count;

    if (count <= side->key_count && side->keys)
        return 0;
    free(side->keys);
    side->key_count = count;
    side->keys = array_alloc(count, sizeof(*side->keys));
    return side->keys ? 0 : error_no_memory(error);
}

/* One digit of the vertices, from one array to the other. */
static void sort_digit(const uint64_t *from, uint64_t *to, uint32_t count,
                       unsigned shift)
{
    uint32_t first[RADIX + 1] = {0};

    for (uint32_t i = 0; i < count; i++)
        first[1 + (from[i] >> shift) % RADIX]++;
    for (int digit = 0; digit < RADIX; digit++)
        first[digit + 1] += first[digit];
    for (uint32_t i = 0; i < count; i++)
        to[first[(from[i] >> shift) % RADIX]++] = from[i];
}

/* A vertex and its place in one key; three digits hold a vertex. */
static uint64_t *sort_keys(struct cch_side *side)
{
    uint64_t *from = side->keys;
    uint64_t *to = side->keys + side->count;

    for (uint32_t i = 0; i < side->count; i++)
        from[i] = (uint64_t)side->host.starts[i].vertex << 32 | i;
    for (unsigned shift = 32; shift < 64; shift += RADIX_BITS) {
        uint64_t *sorted = to;

        sort_digit(from, to, side->count, shift);
        to = from;
        from = sorted;
    }
    return from;
}

int cch_side_sort(struct cch_side *side, struct error *error)
{
    const uint64_t *keys;
    uint32_t *costs;
    int r = reserve_keys(side, error);

    if (r)
        return r;
    keys = sort_keys(side);
    /* Costs by place, where the sorted places will stand. */
    costs = side->host.place;
    for (uint32_t i = 0; i < side->count; i++)
        costs[i] = side->host.starts[i].cost;
    for (uint32_t i = 0; i < side->count; i++)
        side->host.starts[i] = (struct kernel_seed){(uint32_t)(keys[i] >> 32),
                                                    costs[(uint32_t)keys[i]]};
    for (uint32_t i = 0; i < side->count; i++)
        side->host.place[i] = (uint32_t)keys[i];
    return 0;
}

cudaError_t cch_side_upload(const struct cch_side *side, cudaStream_t stream)
{
    return cudaMemcpyAsync(side->device.adjustments, side->host.adjustments,
                           side->words * sizeof(uint32_t),
                           cudaMemcpyHostToDevice, stream);
}
