#include "core/base/key_search.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"

/* Keys by order from one in the sample to the next. */
enum { STRIDE = 32 };

int key_search_init(struct key_search *search, const void *key,
                    const uint32_t *index, uint32_t count, uint64_t flip,
                    size_t searches)
{
    uint32_t samples = count / STRIDE + (count % STRIDE != 0);

    *search = (struct key_search){
        .key = key, .index = index, .count = count, .flip = flip};
    if (searches < samples || !count)
        return 0;
    search->sample = array_alloc_huge(samples, sizeof(*search->sample));
    if (!search->sample)
        return -ENOMEM;
    for (uint32_t i = 0; i < samples; i++)
        search->sample[i] = search->key[index[(size_t)i * STRIDE]] ^ flip;
    search->sample_count = samples;
    return 0;
}

void key_search_finish(struct key_search *search)
{
    free(search->sample);
    *search = (struct key_search){0};
}

/* Where a search goes on: the place wanted is in [place, end]. */
struct lane {
    uint64_t wanted; /* flipped */
    uint32_t place;
    uint32_t end;
    uint32_t item; /* whose key comes next */
};

static uint32_t power_of_two_within(uint32_t count)
{
    return count ? UINT32_C(1) << (31 - __builtin_clz(count)) : 0;
}

/* How many keys of the sample are less than wanted becomes place. */
static void search_sample(const struct key_search *search, struct lane *lane,
                          uint32_t count)
{
    uint32_t samples = search->sample_count;

    for (uint32_t step = power_of_two_within(samples); step; step /= 2) {
        for (uint32_t i = 0; i < count; i++) {
            uint32_t next = lane[i].place + step;

            if (next <= samples && search->sample[next - 1] < lane[i].wanted)
                lane[i].place = next;
        }
    }
}

static void begin(const struct key_search *search, struct lane *lane,
                  uint32_t count)
{
    if (search->sample)
        search_sample(search, lane, count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t samples = lane[i].place;

        lane[i].end = search->count;
        if (!search->sample)
            continue;
        lane[i].end =
            (uint32_t)size_min((size_t)samples * STRIDE, search->count);
        lane[i].place = samples ? (samples - 1) * STRIDE + 1 : 0;
    }
}

static void fetch(const struct key_search *search, struct lane *lane,
                  uint32_t count, uint32_t step)
{
    for (uint32_t i = 0; i < count; i++) {
        size_t at = (size_t)lane[i].place + step - 1;

        lane[i].item = search->index[size_min(at, search->count - 1)];
        __builtin_prefetch(&search->key[lane[i].item]);
    }
}

void key_search_find(const struct key_search *search, const uint64_t *wanted,
                     uint32_t count, uint32_t *ret_place)
{
    struct lane lane[KEY_GROUP];
    uint32_t step =
        search->sample ? STRIDE / 2 : power_of_two_within(search->count);

    for (uint32_t i = 0; i < count; i++)
        lane[i] = (struct lane){.wanted = wanted[i] ^ search->flip};
    begin(search, lane, count);
    for (; step; step /= 2) {
        fetch(search, lane, count, step);
        for (uint32_t i = 0; i < count; i++) {
            uint64_t key = search->key[lane[i].item] ^ search->flip;

            if ((uint64_t)lane[i].place + step <= lane[i].end &&
                key < lane[i].wanted)
                lane[i].place += step;
        }
    }
    for (uint32_t i = 0; i < count; i++)
        ret_place[i] = lane[i].place;
}
