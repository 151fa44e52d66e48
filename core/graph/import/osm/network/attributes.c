/* attributes: what roads are called and are, each kind and each text once. */
#include "core/graph/import/osm/network/attributes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

enum { SIZE = sizeof(struct road_attributes) };

/* They are compared and kept byte by byte. */
_Static_assert(SIZE == 36, "road_attributes have gaps");

static int add_text(struct attribute_pool *pool, const char *text,
                    uint32_t *ret_offset)
{
    return text ? intern_pool_add(&pool->text, text, strlen(text) + 1,
                                  ret_offset)
                : 0;
}

/* "a;b", which is told as "a; b" where signs would have it. */
static int add_list(struct attribute_pool *pool, const char *list,
                    bool as_signs, uint32_t *ret_offset)
{
    int r;

    if (!list || !as_signs)
        return add_text(pool, list, ret_offset);
    sign_text_clear(&pool->sign);
    r = sign_text_add_list(&pool->sign, list, ";", "; ");
    return r ? r : add_text(pool, pool->sign.text, ret_offset);
}

static int add_destinations(struct attribute_pool *pool,
                            const struct way_rules *rules, uint32_t *ret_offset)
{
    int r;

    if (!rules->as_signs)
        return add_text(pool, rules->destinations, ret_offset);
    sign_text_clear(&pool->sign);
    r = sign_text_add_destinations(&pool->sign, rules->destination_refs,
                                   rules->destinations);
    return r ? r : add_text(pool, pool->sign.text, ret_offset);
}

/* The text at 0 is the one of nothing. */
static int add_texts(struct attribute_pool *pool, const struct way_rules *rules,
                     struct road_attributes *at)
{
    uint32_t none;
    int r = add_text(pool, "", &none);

    r = r ? r : add_text(pool, rules->name, &at->name);
    r = r ? r : add_list(pool, rules->ref, rules->as_signs, &at->ref);
    r = r ? r : add_destinations(pool, rules, &at->destinations);
    r = r ? r : add_list(pool, rules->exits, rules->as_signs, &at->exits);
    r = r ? r : add_text(pool, rules->lanes[0], &at->lanes[0]);
    r = r ? r : add_text(pool, rules->lanes[1], &at->lanes[1]);
    return r ? r : add_text(pool, rules->pronunciation, &at->pronunciation);
}

static void turn_around(struct road_attributes *at)
{
    uint32_t lanes = at->lanes[0];
    uint8_t mode = at->mode[0];

    at->lanes[0] = at->lanes[1];
    at->lanes[1] = lanes;
    at->mode[0] = at->mode[1];
    at->mode[1] = mode;
}

int attribute_pool_add(struct attribute_pool *pool,
                       const struct way_rules *rules, uint32_t ret_index[2])
{
    struct road_attributes at = {
        .class_bits = rules->class_bits,
        .mode = {rules->mode[0], rules->mode[1]},
        .road_class = rules->road_class,
        .priority = rules->priority,
        .flags = rules->flags,
    };
    uint32_t offset[2];
    int r = add_texts(pool, rules, &at);

    for (int i = 0; i < 2 && !r; i++) {
        r = intern_pool_add(&pool->item, &at, SIZE, &offset[i]);
        turn_around(&at);
    }
    if (r)
        return r;
    ret_index[0] = offset[0] / SIZE;
    ret_index[1] = offset[1] / SIZE;
    return 0;
}

const struct road_attributes *
attribute_pool_get(const struct attribute_pool *pool, uint32_t index)
{
    return (const struct road_attributes *)pool->item.bytes + index;
}

/* Numbers them by the first piece that has each. */
static uint32_t renumber(struct road_network *network, uint32_t *number,
                         uint32_t count)
{
    uint32_t used = 0;

    memset(number, 0xff, count * sizeof(*number));
    for (uint32_t p = 0; p < network->piece_count; p++) {
        uint32_t *at = &number[network->piece_attributes[p]];

        if (*at == UINT32_MAX)
            *at = used++;
        network->piece_attributes[p] = *at;
    }
    return used;
}

int attribute_pool_give(struct attribute_pool *pool,
                        struct road_network *network)
{
    uint32_t count = (uint32_t)(pool->item.size / SIZE);
    uint32_t *number = array_alloc(count, sizeof(*number));
    uint32_t none;
    int r = intern_pool_add(&pool->text, "", 1, &none);

    if (r || !number)
        goto out;
    network->attributes_count = renumber(network, number, count);
    network->attributes = array_alloc(network->attributes_count, SIZE);
    if (!network->attributes)
        goto out;
    for (uint32_t i = 0; i < count; i++) {
        if (number[i] != UINT32_MAX)
            network->attributes[number[i]] = *attribute_pool_get(pool, i);
    }
    network->text = pool->text.bytes;
    network->text_size = pool->text.size;
    pool->text.bytes = NULL;
out:
    free(number);
    return r ? r : network->text ? 0 : -ENOMEM;
}

void attribute_pool_finish(struct attribute_pool *pool)
{
    intern_pool_finish(&pool->text);
    intern_pool_finish(&pool->item);
    sign_text_finish(&pool->sign);
}
