#include "core/base/key_search.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

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

/* The searches of a group: the place wanted is in [place, end]. */
struct group {
    uint64_t wanted[KEY_GROUP]; /* flipped */
    uint32_t place[KEY_GROUP];
    uint32_t end[KEY_GROUP];
    uint32_t count;
};

static uint32_t power_of_two_within(uint32_t count)
{
    return count ? UINT32_C(1) << (31 - __builtin_clz(count)) : 0;
}

/* `step` where both are true, without a branch that would be mispredicted. */
static uint32_t step_if(uint32_t step, bool a, bool b)
{
    return step & -(uint32_t)(a & b);
}

/* How many keys of the sample are less than wanted becomes place. */
static void search_sample(const struct key_search *search, struct group *group)
{
    uint32_t samples = search->sample_count;

    for (uint32_t step = power_of_two_within(samples); step; step /= 2) {
        for (uint32_t i = 0; i < group->count; i++) {
            uint32_t next = group->place[i] + step;
            bool within = next <= samples;
            uint64_t key = search->sample[within ? next - 1 : 0];

            group->place[i] += step_if(step, within, key < group->wanted[i]);
        }
    }
}

static void begin(const struct key_search *search, const uint64_t *wanted,
                  struct group *group)
{
    for (uint32_t i = 0; i < group->count; i++) {
        group->wanted[i] = wanted[i] ^ search->flip;
        group->place[i] = 0;
        group->end[i] = search->count;
    }
    if (!search->sample)
        return;
    search_sample(search, group);
    for (uint32_t i = 0; i < group->count; i++) {
        size_t place = (size_t)group->place[i] * STRIDE;

        group->end[i] = (uint32_t)size_min(place, search->count);
        group->place[i] = place ? (uint32_t)place - STRIDE + 1 : 0;
    }
}

static void take_step(const struct key_search *search, struct group *group,
                      uint32_t step)
{
    uint32_t item[KEY_GROUP];

    for (uint32_t i = 0; i < group->count; i++) {
        size_t at = (size_t)group->place[i] + step - 1;

        item[i] = search->index[size_min(at, search->count - 1)];
        __builtin_prefetch(&search->key[item[i]]);
    }
    for (uint32_t i = 0; i < group->count; i++) {
        bool within = (uint64_t)group->place[i] + step <= group->end[i];
        uint64_t key = search->key[item[i]] ^ search->flip;

        group->place[i] += step_if(step, within, key < group->wanted[i]);
    }
}

void key_search_find(const struct key_search *search, const uint64_t *wanted,
                     uint32_t count, uint32_t *ret_place)
{
    struct group group;
    uint32_t step =
        search->sample ? STRIDE / 2 : power_of_two_within(search->count);

    group.count = count;
    begin(search, wanted, &group);
    for (; step; step /= 2)
        take_step(search, &group, step);
    memcpy(ret_place, group.place, count * sizeof(*ret_place));
}
