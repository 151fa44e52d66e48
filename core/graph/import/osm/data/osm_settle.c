/* osm_gathering: data while it is made: what has come is put together, and what
 * has not is counted. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/key_order.h"
#include "core/graph/import/osm/data/osm_gathering.h"

/* ---- Ways and relations that are gone ------------------------------------ */

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

/* Of an array what belongs to the objects that stay. */
static void drop_items(const uint64_t *first, uint32_t count, const bool *gone,
                       void *items, size_t size)
{
    char *item = items;
    uint64_t to = 0;

    for (uint32_t i = 0; i < count; i++) {
        uint64_t own = first[i + 1] - first[i];

        if (gone[i])
            continue;
        memmove(item + to * size, item + first[i] * size, own * size);
        to += own;
    }
}

static void drop_firsts(uint64_t *first, uint32_t count, const bool *gone)
{
    uint32_t kept = 0;
    uint64_t sum = 0;

    for (uint32_t i = 0; i < count; i++) {
        uint64_t own = first[i + 1] - first[i];

        if (gone[i])
            continue;
        first[kept++] = sum;
        sum += own;
    }
    first[kept] = sum;
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

    drop_items(data->first_ref, count, gone, data->way_ref,
               sizeof(*data->way_ref));
    drop_items(data->first_way_tag, count, gone, data->way_tag,
               sizeof(*data->way_tag));
    drop_firsts(data->first_ref, count, gone);
    drop_firsts(data->first_way_tag, count, gone);
    data->way_count = drop_ids(data->way_id, count, gone);

    gone = data->gathering->relation_gone;
    count = data->relation_count;
    drop_items(data->first_member, count, gone, data->member,
               sizeof(*data->member));
    drop_items(data->first_relation_tag, count, gone, data->relation_tag,
               sizeof(*data->relation_tag));
    drop_firsts(data->first_member, count, gone);
    drop_firsts(data->first_relation_tag, count, gone);
    data->relation_count = drop_ids(data->relation_id, count, gone);
}

/* ---- Nodes -------------------------------------------------------------- */

static bool matters(uint8_t state)
{
    return state & NODE_PASSED || (state & NODE_KEPT && state & NODE_WANTED);
}

/* Numbers those that stay; `number` takes the place of the versions. */
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

/* `index`: of what came with tags, by ascending node; of one node the last
 * counts. */
static void take_tags(struct osm_data *data, const uint32_t *number,
                      const uint32_t *index)
{
    const struct osm_gathering *gathering = data->gathering;
    const struct osm_tagged *tagged = gathering->tagged;
    uint64_t tag_count = 0;
    uint32_t count = 0;

    for (size_t i = 0; i < gathering->tagged_count; i++) {
        const struct osm_tagged *own = &tagged[index[i]];
        bool last = i + 1 == gathering->tagged_count ||
                    tagged[index[i + 1]].node != own->node;

        if (!last || !own->tag_count || number[own->node] == OSM_NODE_MISSING)
            continue;
        data->tagged_node[count] = number[own->node];
        data->first_node_tag[count++] = tag_count;
        memcpy(data->node_tag + tag_count, gathering->tag + own->first_tag,
               own->tag_count * sizeof(*data->node_tag));
        tag_count += own->tag_count;
    }
    data->first_node_tag[count] = tag_count;
    data->tagged_count = count;
}

static int order_tagged(const struct osm_gathering *gathering,
                        uint32_t **ret_index)
{
    size_t count = gathering->tagged_count;
    uint64_t *key =
        count < UINT32_MAX ? array_alloc(count, sizeof(*key)) : NULL;
    int r;

    if (!key)
        return count < UINT32_MAX ? -ENOMEM : -EINVAL;
    for (size_t i = 0; i < count; i++)
        key[i] = gathering->tagged[i].node;
    r = key_order(key, (uint32_t)count, 0, ret_index);
    free(key);
    return r;
}

static int settle_tags(struct osm_data *data, const uint32_t *number)
{
    struct osm_gathering *gathering = data->gathering;
    size_t count = gathering->tagged_count;
    uint32_t *index;
    bool all;
    int r = order_tagged(gathering, &index);

    if (r)
        return r;
    data->tagged_node = array_alloc(count, sizeof(*data->tagged_node));
    data->first_node_tag = array_alloc(count + 1, sizeof(uint64_t));
    data->node_tag = array_alloc(gathering->tag_count, sizeof(*data->node_tag));
    all = data->tagged_node && data->first_node_tag && data->node_tag;
    if (all)
        take_tags(data, number, index);
    free(index);
    return all ? 0 : -ENOMEM;
}

/* ---- All ---------------------------------------------------------------- */

/* Gives back what an array has too much. */
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

/* The data is done, but for the size of its arrays. */
static void end_gathering(struct osm_data *data)
{
    struct osm_gathering *gathering = data->gathering;

    data->text = gathering->texts.pool.bytes;
    data->text_size = gathering->texts.pool.size;
    gathering->texts.pool.bytes = NULL;
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
        r = osm_texts_add(&data->gathering->texts, "", &unused);
    if (!r)
        end_gathering(data);
    if (!r && !fit_all(data))
        r = -ENOMEM;
    return r ? osm_gathering_failed(r, error) : 0;
}
