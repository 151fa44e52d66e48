/* osm_gathering: data while it is made: which objects count, and which nodes
 * matter to them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/key_order.h"
#include "core/graph/import/osm/data/osm_gathering.h"

/* Tags of an object go to the end of others'. */
static void take_tags(const struct osm_pile *pile, uint32_t object,
                      struct osm_tag *tags, uint64_t *tag_count)
{
    uint64_t first = pile->entry[object].first_tag;
    uint64_t count = osm_pile_tag_end(pile, object) - first;

    if (count)
        memcpy(tags + *tag_count, pile->tag + first, count * sizeof(*tags));
    *tag_count += count;
}

/* Each node but once in a row. Returns how many there are. */
static uint64_t take_refs(struct osm_data *data, uint32_t object, int64_t *refs)
{
    const struct osm_pile *pile = &data->gathering->ways;
    const int64_t *from = pile->item;
    uint64_t end = osm_pile_item_end(pile, object);
    uint64_t count = 0;

    for (uint64_t i = pile->entry[object].first_item; i < end; i++) {
        if (count && refs[count - 1] == from[i])
            data->report.count[COUNT_REFS_REPEATED]++;
        else
            refs[count++] = from[i];
    }
    return count;
}

static void take_ways(struct osm_data *data, const uint32_t *index,
                      uint32_t count, int64_t *refs)
{
    struct osm_gathering *gathering = data->gathering;
    const struct osm_pile *pile = &gathering->ways;
    uint64_t ref_count = 0;
    uint64_t tag_count = 0;
    uint32_t way = 0;

    for (uint32_t i = 0; i < count; i++) {
        uint64_t taken = take_refs(data, index[i], refs + ref_count);

        if (taken < 2) {
            data->report.count[COUNT_WAYS_SHORT]++;
            continue;
        }
        data->way_id[way] = pile->id[index[i]];
        gathering->way_stamp[way] = pile->entry[index[i]].stamp;
        data->first_ref[way] = ref_count;
        data->first_way_tag[way++] = tag_count;
        ref_count += taken;
        take_tags(pile, index[i], data->way_tag, &tag_count);
    }
    data->first_ref[way] = ref_count;
    data->first_way_tag[way] = tag_count;
    data->way_count = way;
}

/* `ret_refs`: [all the refs that were added, and as many as are kept]. */
static int choose_ways(struct osm_data *data, int64_t **ret_refs)
{
    struct osm_gathering *gathering = data->gathering;
    struct osm_pile *pile = &gathering->ways;
    size_t room = pile->item_count + gathering->kept_count;
    int64_t *refs = NULL;
    uint32_t *index;
    uint32_t count;

    if (osm_pile_choose(pile, &index, &count))
        return -ENOMEM;
    data->report.count[COUNT_WAYS_TWICE] += pile->count - count;
    data->way_id = array_alloc(count, sizeof(*data->way_id));
    data->first_ref = array_alloc(count + 1, sizeof(*data->first_ref));
    data->first_way_tag = array_alloc(count + 1, sizeof(uint64_t));
    data->way_tag = array_alloc(pile->tag_count, sizeof(*data->way_tag));
    gathering->way_stamp = array_alloc(count, sizeof(struct osm_stamp));
    gathering->way_gone = array_zero(count, sizeof(bool));
    if (data->way_id && data->first_ref && data->first_way_tag &&
        data->way_tag && gathering->way_stamp && gathering->way_gone)
        refs = array_alloc(room, sizeof(*refs));
    if (refs)
        take_ways(data, index, count, refs);
    free(index);
    osm_pile_finish(pile);
    *ret_refs = refs;
    return refs ? 0 : -ENOMEM;
}

static void take_relations(struct osm_data *data, const uint32_t *index)
{
    const struct osm_pile *pile = &data->gathering->relations;
    const struct osm_member *members = pile->item;
    uint64_t member_count = 0;
    uint64_t tag_count = 0;

    for (uint32_t i = 0; i < data->relation_count; i++) {
        uint64_t first = pile->entry[index[i]].first_item;
        uint64_t taken = osm_pile_item_end(pile, index[i]) - first;

        data->relation_id[i] = pile->id[index[i]];
        data->gathering->relation_stamp[i] = pile->entry[index[i]].stamp;
        data->first_member[i] = member_count;
        data->first_relation_tag[i] = tag_count;
        if (taken)
            memcpy(data->member + member_count, members + first,
                   taken * sizeof(*members));
        member_count += taken;
        take_tags(pile, index[i], data->relation_tag, &tag_count);
    }
    data->first_member[data->relation_count] = member_count;
    data->first_relation_tag[data->relation_count] = tag_count;
}

static int choose_relations(struct osm_data *data)
{
    struct osm_gathering *gathering = data->gathering;
    struct osm_pile *pile = &gathering->relations;
    uint32_t *index;
    uint32_t count;
    bool all;

    if (osm_pile_choose(pile, &index, &count))
        return -ENOMEM;
    data->report.count[COUNT_RELATIONS_TWICE] += pile->count - count;
    data->relation_count = count;
    data->relation_id = array_alloc(count, sizeof(*data->relation_id));
    data->first_member = array_alloc(count + 1, sizeof(uint64_t));
    data->member = array_alloc(pile->item_count, sizeof(*data->member));
    data->first_relation_tag = array_alloc(count + 1, sizeof(uint64_t));
    data->relation_tag = array_alloc(pile->tag_count, sizeof(struct osm_tag));
    gathering->relation_stamp = array_alloc(count, sizeof(struct osm_stamp));
    gathering->relation_gone = array_zero(count, sizeof(bool));
    all = data->relation_id && data->first_member && data->member &&
          data->first_relation_tag && data->relation_tag &&
          gathering->relation_stamp && gathering->relation_gone;
    if (all)
        take_relations(data, index);
    free(index);
    osm_pile_finish(pile);
    return all ? 0 : -ENOMEM;
}

/* Gives each id its node, which ways then pass. `refs`: the ways', then those
 * to keep. */
static void number_nodes(struct osm_data *data, const int64_t *refs,
                         const uint32_t *index, uint32_t count)
{
    uint64_t ref_count = data->first_ref[data->way_count];
    uint32_t nodes = 0;

    for (uint32_t i = 0; i < count; i++) {
        int64_t id = refs[index[i]];

        if (!nodes || data->node_id[nodes - 1] != id)
            data->node_id[nodes++] = id;
        if (index[i] < ref_count)
            data->way_ref[index[i]] = nodes - 1;
    }
    data->node_count = nodes;
}

static int find_nodes(struct osm_data *data, int64_t *refs)
{
    struct osm_gathering *gathering = data->gathering;
    uint64_t ref_count = data->first_ref[data->way_count];
    uint64_t count = ref_count + gathering->kept_count;
    uint32_t *index;

    if (count >= UINT32_MAX)
        return -EINVAL;
    if (gathering->kept_count)
        memcpy(refs + ref_count, gathering->kept,
               gathering->kept_count * sizeof(*refs));
    if (key_order(refs, (uint32_t)count, KEY_SIGNED, &index))
        return -ENOMEM;
    data->way_ref = array_alloc(ref_count, sizeof(*data->way_ref));
    data->node_id = array_alloc(count, sizeof(*data->node_id));
    if (data->way_ref && data->node_id)
        number_nodes(data, refs, index, (uint32_t)count);
    free(index);
    return data->way_ref && data->node_id ? 0 : -ENOMEM;
}

/* What nodes need to come. */
static int expect_nodes(struct osm_data *data)
{
    struct osm_gathering *gathering = data->gathering;
    uint32_t count = data->node_count;
    int64_t *ids = realloc(data->node_id, (count ? count : 1) * sizeof(*ids));

    if (!ids)
        return -ENOMEM;
    data->node_id = ids;
    data->node_position = array_alloc(count, sizeof(*data->node_position));
    gathering->node_version = array_alloc(count, sizeof(uint32_t));
    gathering->node_state = array_zero(count, sizeof(uint8_t));
    if (!data->node_position || !gathering->node_version ||
        !gathering->node_state)
        return -ENOMEM;
    for (size_t i = 0; i < gathering->kept_count; i++)
        gathering->node_state[osm_lower_bound(data->node_id, count,
                                              gathering->kept[i])] = NODE_KEPT;
    return 0;
}

int osm_gathering_choose(struct osm_data *data, struct error *error)
{
    int64_t *refs = NULL;
    int r = choose_ways(data, &refs);

    if (!r)
        r = choose_relations(data);
    if (!r)
        r = find_nodes(data, refs);
    free(refs);
    if (!r)
        r = expect_nodes(data);
    if (r)
        return osm_gathering_failed(r, error);
    data->gathering->chosen = true;
    return 0;
}
