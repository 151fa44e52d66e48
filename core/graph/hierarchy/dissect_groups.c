/* dissect_groups: an elimination order that keeps groups of vertices together.
 */
#include "core/graph/hierarchy/dissect_groups.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/graph/hierarchy/dissect.h"

struct grouping {
    const struct topology *topology;
    const uint32_t *group;
    uint32_t group_count;
    uint32_t *first;     /* [group_count + 1] into member */
    uint32_t *member;    /* [vertex_count] vertices by group */
    uint32_t *size;      /* [group_count] vertices */
    uint32_t *first_out; /* [group_count + 1] of the graph of groups */
    uint32_t *head;      /* arcs within groups are left out */
};

static void grouping_finish(struct grouping *grouping)
{
    free(grouping->first);
    free(grouping->member);
    free(grouping->size);
    free(grouping->first_out);
    free(grouping->head);
}

static int make_room(struct grouping *grouping)
{
    size_t groups = grouping->group_count;
    const struct topology *topology = grouping->topology;

    grouping->first = array_zero(groups + 1, sizeof(uint32_t));
    grouping->member = array_alloc(topology->vertex_count, sizeof(uint32_t));
    grouping->size = array_zero(groups, sizeof(uint32_t));
    grouping->first_out = array_alloc(groups + 1, sizeof(uint32_t));
    grouping->head = array_alloc(topology->arc_count, sizeof(uint32_t));
    return grouping->first && grouping->member && grouping->size &&
                   grouping->first_out && grouping->head
               ? 0
               : -ENOMEM;
}

/* Counting sort; vertices ascend in each group. */
static void list_members(struct grouping *grouping)
{
    uint32_t n = grouping->topology->vertex_count;
    uint32_t sum = 0;

    for (uint32_t v = 0; v < n; v++)
        grouping->size[grouping->group[v]]++;
    for (uint32_t g = 0; g < grouping->group_count; g++) {
        sum += grouping->size[g];
        grouping->first[g] = sum;
    }
    grouping->first[grouping->group_count] = n;
    for (uint32_t v = n; v-- > 0;)
        grouping->member[--grouping->first[grouping->group[v]]] = v;
}

static void join_groups(struct grouping *grouping)
{
    const struct topology *topology = grouping->topology;
    uint32_t count = 0;

    for (uint32_t g = 0; g < grouping->group_count; g++) {
        grouping->first_out[g] = count;
        for (uint32_t i = grouping->first[g]; i < grouping->first[g + 1]; i++) {
            uint32_t v = grouping->member[i];

            for (uint32_t a = topology->first_out[v];
                 a < topology->first_out[v + 1]; a++) {
                uint32_t other = grouping->group[topology->head[a]];

                if (other != g)
                    grouping->head[count++] = other;
            }
        }
    }
    grouping->first_out[grouping->group_count] = count;
}

static uint32_t *expand(const struct grouping *grouping, const uint32_t *groups)
{
    uint32_t *order =
        array_alloc(grouping->topology->vertex_count, sizeof(*order));
    uint32_t at = 0;

    for (uint32_t i = 0; order && i < grouping->group_count; i++) {
        uint32_t g = groups[i];

        for (uint32_t m = grouping->first[g]; m < grouping->first[g + 1]; m++)
            order[at++] = grouping->member[m];
    }
    return order;
}

static int order_groups(struct grouping *grouping, uint32_t **ret_order,
                        struct error *error)
{
    struct topology graph;
    uint32_t *groups;
    int r;

    if (make_room(grouping))
        return error_no_memory(error);
    list_members(grouping);
    join_groups(grouping);
    graph = (struct topology){
        .vertex_count = grouping->group_count,
        .arc_count = grouping->first_out[grouping->group_count],
        .first_out = grouping->first_out,
        .head = grouping->head,
    };
    r = dissect_weighted(&graph, grouping->size, &groups, error);
    if (r)
        return r;
    *ret_order = expand(grouping, groups);
    free(groups);
    return *ret_order ? 0 : error_no_memory(error);
}

int dissect_groups(const struct topology *topology, const uint32_t *group,
                   uint32_t group_count, uint32_t **ret_order,
                   struct error *error)
{
    struct grouping grouping = {
        .topology = topology,
        .group = group,
        .group_count = group_count,
    };
    uint32_t *order = NULL;
    int r = order_groups(&grouping, &order, error);

    grouping_finish(&grouping);
    if (!r)
        *ret_order = order;
    return r;
}
