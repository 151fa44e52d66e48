/* osm_pile: objects of one kind as they are added. */
#include "core/graph/import/osm/data/osm_pile.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/key_order.h"

bool osm_stamp_beats(const struct osm_stamp *stamp,
                     const struct osm_stamp *other)
{
    if (stamp->version != other->version)
        return stamp->version > other->version;
    return stamp->ordinal > other->ordinal;
}

int osm_pile_begin(struct osm_pile *pile, int64_t id,
                   const struct osm_stamp *stamp)
{
    size_t needed = (size_t)pile->count + 1;

    if (needed == UINT32_MAX)
        return -EINVAL;
    if (array_reserve((void **)&pile->id, &pile->id_capacity, needed,
                      sizeof(*pile->id)) ||
        array_reserve((void **)&pile->entry, &pile->entry_capacity, needed,
                      sizeof(*pile->entry)))
        return -ENOMEM;
    pile->id[pile->count] = id;
    pile->entry[pile->count] = (struct osm_entry){
        .stamp = *stamp,
        .first_item = pile->item_count,
        .first_tag = pile->tag_count,
    };
    pile->count++;
    return 0;
}

int osm_pile_put_items(struct osm_pile *pile, const void *items, size_t count,
                       size_t size)
{
    if (!count)
        return 0;
    if (array_reserve(&pile->item, &pile->item_capacity,
                      pile->item_count + count, size))
        return -ENOMEM;
    memcpy((char *)pile->item + pile->item_count * size, items, count * size);
    pile->item_count += count;
    return 0;
}

int osm_pile_put_tag(struct osm_pile *pile, struct osm_tag tag)
{
    if (array_reserve((void **)&pile->tag, &pile->tag_capacity,
                      pile->tag_count + 1, sizeof(tag)))
        return -ENOMEM;
    pile->tag[pile->tag_count++] = tag;
    return 0;
}

uint64_t osm_pile_item_end(const struct osm_pile *pile, uint32_t i)
{
    return i + 1 < pile->count ? pile->entry[i + 1].first_item
                               : pile->item_count;
}

uint64_t osm_pile_tag_end(const struct osm_pile *pile, uint32_t i)
{
    return i + 1 < pile->count ? pile->entry[i + 1].first_tag : pile->tag_count;
}

int osm_pile_choose(const struct osm_pile *pile, uint32_t **ret_index,
                    uint32_t *ret_count)
{
    uint32_t *index;
    uint32_t chosen = 0;
    int r = key_order(pile->id, pile->count, KEY_SIGNED, &index);

    if (r)
        return r;
    for (uint32_t i = 0; i < pile->count; i++) {
        uint32_t object = index[i];

        if (!chosen || pile->id[index[chosen - 1]] != pile->id[object])
            index[chosen++] = object;
        else if (osm_stamp_beats(&pile->entry[object].stamp,
                                 &pile->entry[index[chosen - 1]].stamp))
            index[chosen - 1] = object;
    }
    *ret_index = index;
    *ret_count = chosen;
    return 0;
}

void osm_pile_finish(struct osm_pile *pile)
{
    free(pile->id);
    free(pile->entry);
    free(pile->item);
    free(pile->tag);
    *pile = (struct osm_pile){0};
}
