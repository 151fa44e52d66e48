/* osm_gathering: texts and piles, and incoming objects. */
#include "core/graph/import/osm/data/osm_gathering.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/text.h"

/* ---- Texts --------------------------------------------------------------- */

static int add_line(struct intern_pool *texts, const char *text, size_t length,
                    uint32_t *ret_offset)
{
    uint32_t none;
    int r = texts->size ? 0 : intern_pool_add(texts, "", 1, &none);

    return r ? r : intern_pool_add(texts, text, length + 1, ret_offset);
}

int osm_gathering_text(struct osm_data *data, const char *text,
                       uint32_t *ret_offset)
{
    struct osm_gathering *gathering = data->gathering;
    size_t length = strlen(text);

    if (text_is_line(text, length))
        return add_line(&gathering->texts, text, length, ret_offset);
    if (array_reserve(&gathering->mended, &gathering->mended_capacity,
                      length + 1, 1))
        return -ENOMEM;
    text_copy_line(gathering->mended, length + 1, text);
    data->report.count[COUNT_TEXTS_MENDED]++;
    return add_line(&gathering->texts, gathering->mended,
                    strlen(gathering->mended), ret_offset);
}

/* ---- Piles of objects ---------------------------------------------------- */

bool osm_stamp_beats(const struct osm_stamp *stamp,
                     const struct osm_stamp *other)
{
    if (stamp->version != other->version)
        return stamp->version > other->version;
    return stamp->ordinal > other->ordinal;
}

/* Begins an object, to which the next items and tags belong. 0, -ENOMEM;
 * -EINVAL: more than can be counted. */
static int osm_pile_begin(struct osm_pile *pile, int64_t id,
                          const struct osm_stamp *stamp)
{
    size_t needed = (size_t)pile->count + 1;

    if (needed == UINT32_MAX)
        return -EINVAL;
    if (array_reserve(&pile->id, &pile->id_capacity, needed,
                      sizeof(*pile->id)) ||
        array_reserve(&pile->entry, &pile->entry_capacity, needed,
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

static int osm_pile_put_items(struct osm_pile *pile, const void *items,
                              size_t count, size_t size)
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

/* ---- Gathering ----------------------------------------------------------- */

int osm_gathering_failed(int code, struct error *error)
{
    return code == -ENOMEM
               ? error_no_memory(error)
               : error_set(error, code,
                           "more objects, nodes of ways or texts of tags than "
                           "32 bits can count: take a smaller extract");
}

int osm_gathering_begin(struct osm_data *data, struct error *error)
{
    data->gathering = calloc(1, sizeof(*data->gathering));
    return data->gathering ? 0 : error_no_memory(error);
}

void osm_gathering_destroy(struct osm_gathering *gathering)
{
    if (!gathering)
        return;
    intern_pool_finish(&gathering->texts);
    free(gathering->mended);
    osm_pile_finish(&gathering->ways);
    osm_pile_finish(&gathering->relations);
    free(gathering->kept);
    free(gathering->way_stamp);
    free(gathering->way_gone);
    free(gathering->relation_stamp);
    free(gathering->relation_gone);
    free(gathering->node_version);
    free(gathering->node_state);
    osm_pile_finish(&gathering->tagged);
    free(gathering);
}

/* Adds the tags of the pile's last object. */
static int pile_tags(struct osm_data *data, struct osm_pile *pile,
                     const struct osm_object *object)
{
    int r = 0;

    data->report.count[COUNT_TAGS_TWICE] += object->tags_twice;
    for (size_t i = 0; i < object->tag_count && !r; i++) {
        struct osm_tag tag;

        r = osm_gathering_text(data, object->tags[i].key, &tag.key);
        if (!r)
            r = osm_gathering_text(data, object->tags[i].value, &tag.value);
        if (!r)
            r = array_append(&pile->tag, &pile->tag_count, &pile->tag_capacity,
                             &tag, sizeof(tag));
    }
    return r;
}

static int pile_object(struct osm_data *data, struct osm_pile *pile,
                       const struct osm_object *object, const void *items,
                       size_t item_count, size_t item_size, struct error *error)
{
    int r = osm_pile_begin(pile, object->id, &object->stamp);

    if (!r)
        r = osm_pile_put_items(pile, items, item_count, item_size);
    if (!r)
        r = pile_tags(data, pile, object);
    return r ? osm_gathering_failed(r, error) : 0;
}

int osm_gathering_pile(struct osm_data *data, const struct osm_object *object,
                       struct error *error)
{
    struct osm_gathering *gathering = data->gathering;

    if (object->kind == OSM_WAY)
        return pile_object(data, &gathering->ways, object, object->refs,
                           object->ref_count, sizeof(*object->refs), error);
    return pile_object(data, &gathering->relations, object, object->members,
                       object->member_count, sizeof(*object->members), error);
}

int osm_gathering_keep(struct osm_data *data, int64_t id, struct error *error)
{
    struct osm_gathering *gathering = data->gathering;

    if (array_append(&gathering->kept, &gathering->kept_count,
                     &gathering->kept_capacity, &id, sizeof(id)))
        return error_no_memory(error);
    return 0;
}

/* ---- Nodes -------------------------------------------------------------- */

uint32_t osm_lower_bound(const int64_t *ids, uint32_t count, int64_t id)
{
    uint32_t low = 0;

    while (low < count) {
        uint32_t middle = low + (count - low) / 2;

        if (ids[middle] < id)
            low = middle + 1;
        else
            count = middle;
    }
    return low;
}

/* osm_lower_bound() with an exponential search from the last result: nodes
 * mostly arrive by ascending id. */
static uint32_t search_near(const struct osm_data *data, int64_t id)
{
    const int64_t *ids = data->node_id;
    uint32_t low = data->gathering->near;
    uint32_t step = 1;

    if (low && ids[low - 1] >= id)
        return osm_lower_bound(ids, low, id);
    while (step < data->node_count - low && ids[low + step - 1] < id) {
        low += step;
        step *= 2;
    }
    if (step > data->node_count - low)
        step = data->node_count - low;
    return low + osm_lower_bound(ids + low, step, id);
}

static uint8_t state_of(const struct osm_object *object, bool wanted,
                        uint8_t before)
{
    uint8_t state = NODE_SEEN | (before & (NODE_TAGGED | NODE_KEPT));

    if (object->deleted)
        state |= NODE_DELETED;
    else if (!position_on_earth(object->position))
        state |= NODE_NOWHERE;
    if (wanted)
        state |= NODE_WANTED;
    if (object->tag_count)
        state |= NODE_TAGGED;
    return state;
}

bool osm_gathering_expects(struct osm_data *data, int64_t id)
{
    uint32_t node = search_near(data, id);

    data->gathering->near = node;
    return node < data->node_count && data->node_id[node] == id;
}

/* Records a node that matters and supersedes earlier versions. True if any of
 * them had tags; `*ret_tagged` is then the header of its tags, which replace
 * earlier ones even if there are none. */
static bool accept_node(struct osm_data *data, const struct osm_object *object,
                        bool wanted, struct osm_object *ret_tagged)
{
    struct osm_gathering *gathering = data->gathering;
    uint32_t node;
    uint8_t before;

    if (!osm_gathering_expects(data, object->id))
        return false;
    node = gathering->near;
    before = gathering->node_state[node];
    if (before & NODE_SEEN) {
        data->report.count[COUNT_NODES_TWICE]++;
        if (object->stamp.version < gathering->node_version[node])
            return false;
    }
    gathering->node_version[node] = object->stamp.version;
    gathering->node_state[node] = state_of(object, wanted, before);
    data->node_position[node] = object->position;
    *ret_tagged = *object;
    ret_tagged->id = node;
    ret_tagged->stamp = (struct osm_stamp){.ordinal = gathering->tagged.count};
    return gathering->node_state[node] & NODE_TAGGED;
}

int osm_gathering_node(struct osm_data *data, const struct osm_object *object,
                       bool wanted, struct error *error)
{
    struct osm_object tagged;

    if (!accept_node(data, object, wanted, &tagged))
        return 0;
    return pile_object(data, &data->gathering->tagged, &tagged, NULL, 0, 0,
                       error);
}
