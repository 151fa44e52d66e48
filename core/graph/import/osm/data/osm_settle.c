/* osm_settle: decides which objects count, and brings the rest into its final
 * form. */
#include "core/graph/import/osm/data/osm_gathering.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

/* ---- The choice ---------------------------------------------------------- */

/* Appends an object's tags to those of others. */
static void choose_tags(const struct osm_pile *pile, uint32_t object,
                        struct osm_tag *tags, uint64_t *tag_count)
{
    uint64_t first = pile->entry[object].first_tag;
    uint64_t count = osm_pile_tag_end(pile, object) - first;

    if (count)
        memcpy(tags + *tag_count, pile->tag + first, count * sizeof(*tags));
    *tag_count += count;
}

/* Drops consecutive duplicates. Returns the number of refs. */
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
        choose_tags(pile, index[i], data->way_tag, &tag_count);
    }
    data->first_ref[way] = ref_count;
    data->first_way_tag[way] = tag_count;
    data->way_count = way;
}

/* `ret_refs`: [all refs that were added, plus as many as are kept]. */
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
        choose_tags(pile, index[i], data->relation_tag, &tag_count);
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

/* Replaces each id by its node, which ways then pass. `refs`: those of the
 * ways, then the ids to keep. */
static void expect_node_numbers(struct osm_data *data, const int64_t *refs,
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
        expect_node_numbers(data, refs, index, (uint32_t)count);
    free(index);
    return data->way_ref && data->node_id ? 0 : -ENOMEM;
}

/* Allocates the arrays for nodes. */
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
    return r ? osm_gathering_failed(r, error) : 0;
}

/* ---- Deleted ways and relations ------------------------------------------ */

static void supersede(const int64_t *ids, uint32_t count, int64_t id,
                      const struct osm_stamp *stamp,
                      const struct osm_stamp *stamps, bool *gone,
                      uint64_t *twice)
{
    uint32_t i = osm_lower_bound(ids, count, id);

    if (i == count || ids[i] != id)
        return;
    ++*twice;
    if (osm_stamp_beats(stamp, &stamps[i]))
        gone[i] = true;
}

void osm_gathering_supersede(struct osm_data *data, enum osm_kind kind,
                             int64_t id, const struct osm_stamp *stamp)
{
    struct osm_gathering *gathering = data->gathering;

    if (kind == OSM_WAY)
        supersede(data->way_id, data->way_count, id, stamp,
                  gathering->way_stamp, gathering->way_gone,
                  &data->report.count[COUNT_WAYS_TWICE]);
    else if (kind == OSM_RELATION)
        supersede(data->relation_id, data->relation_count, id, stamp,
                  gathering->relation_stamp, gathering->relation_gone,
                  &data->report.count[COUNT_RELATIONS_TWICE]);
}

/* Keeps only the lists of remaining objects: `first` [count + 1] into items. */
static void drop_lists(uint64_t *first, uint32_t count, const bool *gone,
                       void *items, size_t size)
{
    char *item = items;
    uint32_t kept = 0;
    uint64_t from = 0;
    uint64_t to = 0;

    for (uint32_t i = 0; i < count; i++) {
        uint64_t own = first[i + 1] - from;

        if (!gone[i]) {
            memmove(item + to * size, item + from * size, own * size);
            first[kept++] = to;
            to += own;
        }
        from += own;
    }
    first[kept] = to;
}

static uint32_t drop_ids(int64_t *ids, uint32_t count, const bool *gone)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < count; i++) {
        if (!gone[i])
            ids[kept++] = ids[i];
    }
    return kept;
}

static void drop_gone(struct osm_data *data)
{
    const bool *gone = data->gathering->way_gone;
    uint32_t count = data->way_count;

    drop_lists(data->first_ref, count, gone, data->way_ref,
               sizeof(*data->way_ref));
    drop_lists(data->first_way_tag, count, gone, data->way_tag,
               sizeof(*data->way_tag));
    data->way_count = drop_ids(data->way_id, count, gone);

    gone = data->gathering->relation_gone;
    count = data->relation_count;
    drop_lists(data->first_member, count, gone, data->member,
               sizeof(*data->member));
    drop_lists(data->first_relation_tag, count, gone, data->relation_tag,
               sizeof(*data->relation_tag));
    data->relation_count = drop_ids(data->relation_id, count, gone);
}

/* ---- Nodes -------------------------------------------------------------- */

static bool matters(uint8_t state)
{
    return state & NODE_PASSED || (state & NODE_KEPT && state & NODE_WANTED);
}

/* Numbers the remaining nodes; `number` reuses the array of versions. */
static uint32_t *number_nodes(struct osm_data *data)
{
    struct osm_gathering *gathering = data->gathering;
    uint32_t *number = gathering->node_version;
    uint32_t kept = 0;

    for (uint32_t n = 0; n < data->node_count; n++) {
        uint8_t state = gathering->node_state[n];

        number[n] = OSM_NODE_MISSING;
        if (!matters(state) || !(state & NODE_SEEN) || state & NODE_DELETED)
            continue;
        if (state & NODE_NOWHERE) {
            data->report.count[COUNT_NODES_NOWHERE]++;
            continue;
        }
        number[n] = kept;
        data->node_id[kept] = data->node_id[n];
        data->node_position[kept++] = data->node_position[n];
    }
    data->node_count = kept;
    return number;
}

static uint32_t *resolve_nodes(struct osm_data *data)
{
    uint8_t *state = data->gathering->node_state;
    uint64_t ref_count = data->first_ref[data->way_count];
    uint32_t *number;

    for (uint64_t i = 0; i < ref_count; i++)
        state[data->way_ref[i]] |= NODE_PASSED;
    number = number_nodes(data);
    for (uint64_t i = 0; i < ref_count; i++) {
        data->way_ref[i] = number[data->way_ref[i]];
        if (data->way_ref[i] == OSM_NODE_MISSING)
            data->report.count[COUNT_REFS_MISSING]++;
    }
    return number;
}

/* ---- Tags of nodes ------------------------------------------------------- */

/* `index`: of the entries that count, by ascending node. */
static void take_tags(struct osm_data *data, const uint32_t *number,
                      const uint32_t *index, uint32_t index_count)
{
    const struct osm_pile *pile = &data->gathering->tagged;
    uint64_t tag_count = 0;
    uint32_t count = 0;

    for (uint32_t i = 0; i < index_count; i++) {
        uint32_t node = number[pile->id[index[i]]];
        uint64_t before = tag_count;

        if (node == OSM_NODE_MISSING)
            continue;
        choose_tags(pile, index[i], data->node_tag, &tag_count);
        if (tag_count == before)
            continue;
        data->tagged_node[count] = node;
        data->first_node_tag[count++] = before;
    }
    data->first_node_tag[count] = tag_count;
    data->tagged_count = count;
}

static int settle_tags(struct osm_data *data, const uint32_t *number)
{
    const struct osm_pile *pile = &data->gathering->tagged;
    uint32_t *index;
    uint32_t count;
    bool all;

    if (osm_pile_choose(pile, &index, &count))
        return -ENOMEM;
    data->tagged_node = array_alloc(count, sizeof(*data->tagged_node));
    data->first_node_tag = array_alloc((size_t)count + 1, sizeof(uint64_t));
    data->node_tag = array_alloc(pile->tag_count, sizeof(*data->node_tag));
    all = data->tagged_node && data->first_node_tag && data->node_tag;
    if (all)
        take_tags(data, number, index, count);
    free(index);
    return all ? 0 : -ENOMEM;
}

/* ---- All ---------------------------------------------------------------- */

/* Shrinks an array to its final size. */
static bool fit(void *array, uint64_t count, size_t size)
{
    void **items = array;
    void *moved = realloc(*items, count ? count * size : 1);

    if (moved)
        *items = moved;
    return moved;
}

static bool fit_all(struct osm_data *data)
{
    uint64_t refs = data->first_ref[data->way_count];
    uint64_t tags = data->first_way_tag[data->way_count];
    uint64_t firsts = data->way_count + 1ull;
    size_t position = sizeof(*data->node_position);

    return fit(&data->way_id, data->way_count, sizeof(*data->way_id)) &&
           fit(&data->first_ref, firsts, sizeof(*data->first_ref)) &&
           fit(&data->first_way_tag, firsts, sizeof(*data->first_way_tag)) &&
           fit(&data->way_ref, refs, sizeof(*data->way_ref)) &&
           fit(&data->way_tag, tags, sizeof(*data->way_tag)) &&
           fit(&data->node_id, data->node_count, sizeof(*data->node_id)) &&
           fit(&data->node_position, data->node_count, position) &&
           fit(&data->text, data->text_size, 1);
}

/* The data is complete except for the sizes of its arrays. */
static void end_gathering(struct osm_data *data)
{
    struct osm_gathering *gathering = data->gathering;

    data->text = gathering->texts.bytes;
    data->text_size = gathering->texts.size;
    gathering->texts.bytes = NULL;
    osm_gathering_destroy(gathering);
    data->gathering = NULL;
}

int osm_gathering_settle(struct osm_data *data, struct error *error)
{
    uint32_t unused;
    int r;

    drop_gone(data);
    r = settle_tags(data, resolve_nodes(data));
    if (!r)
        r = osm_gathering_text(data, "", &unused);
    if (!r)
        end_gathering(data);
    if (!r && !fit_all(data))
        r = -ENOMEM;
    return r ? osm_gathering_failed(r, error) : 0;
}
