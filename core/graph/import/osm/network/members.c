/* members: from ids to used ways, each once. */
#include "core/graph/import/osm/network/restrictions_private.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"

/* Darts that one restriction may produce: for each `from` all of via and
 * `to`. */
enum { RESTRICTION_DARTS_MAX = 4096 };

static int add_way(const struct osm_data *data, const struct courses *courses,
                   struct member_ways *ways, int64_t id)
{
    uint32_t way;
    uint32_t used;
    int r;

    if (!osm_find_way(data, id, &way) || !courses_find(courses, way, &used)) {
        ways->missing++;
        return 0;
    }
    r = array_reserve(&ways->used, &ways->capacity, (size_t)ways->count + 1,
                      sizeof(used));
    if (!r)
        ways->used[ways->count++] = used;
    return r;
}

static void add_node(const struct osm_data *data, struct members *members,
                     int64_t id)
{
    if (osm_find_node(data, id, &members->node))
        members->node_count++;
    else
        members->node_missing++;
}

/* Keeps the first occurrence of each way. */
static int keep_once(struct members *members, struct member_ways *ways)
{
    uint32_t count = ways->count;
    uint64_t *listed;
    uint64_t last = 0;
    uint32_t kept = 0;

    if (count < 2)
        return 0;
    if (array_reserve(&members->listed, &members->listed_capacity, count,
                      sizeof(*listed)))
        return -ENOMEM;
    listed = members->listed;
    for (uint32_t i = 0; i < count; i++)
        listed[i] = (uint64_t)ways->used[i] << 32 | i;
    qsort(listed, count, sizeof(*listed), compare_u64);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t used = listed[i] >> 32;

        if (i == 0 || used != last)
            listed[kept++] = listed[i] << 32 | used;
        last = used;
    }
    qsort(listed, kept, sizeof(*listed), compare_u64);
    for (uint32_t i = 0; i < kept; i++)
        ways->used[i] = (uint32_t)listed[i];
    ways->count = kept;
    return 0;
}

int members_read(const struct osm_data *data, const struct courses *courses,
                 uint32_t relation, struct members *members)
{
    struct member_ways *const ways[] = {
        [ROLE_FROM] = &members->from,
        [ROLE_VIA] = &members->via,
        [ROLE_TO] = &members->to,
    };
    int r = 0;

    for (int role = ROLE_FROM; role <= ROLE_TO; role++)
        ways[role]->count = ways[role]->missing = 0;
    members->node_count = members->node_missing = 0;
    for (uint64_t i = data->first_member[relation];
         i < data->first_member[relation + 1] && !r; i++) {
        const struct osm_member *member = &data->member[i];

        if (member->kind == OSM_WAY)
            r = add_way(data, courses, ways[member->role], member->id);
        else if (member->kind == OSM_NODE && member->role == ROLE_VIA)
            add_node(data, members, member->id);
    }
    r = r ? r : keep_once(members, &members->from);
    r = r ? r : keep_once(members, &members->to);
    return r ? r
             : array_reserve(&members->room, &members->room_capacity,
                             2 * (size_t)members->via.count + members->to.count,
                             sizeof(*members->room));
}

/* Via ways are passed from end to end, so none may have a gap, and a closed one
 * must be the only one. */
static enum import_count check_via(const struct courses *courses,
                                   const struct member_ways *via)
{
    for (uint32_t i = 0; i < via->count; i++) {
        uint32_t first = courses->way[via->used[i]].first_course;

        if (way_course_end(courses, via->used[i]) != first + 1)
            return COUNT_RESTRICTIONS_MISSING;
        if (via->count > 1 && passage_tail(courses, 2 * first) ==
                                  passage_head(courses, 2 * first))
            return COUNT_RESTRICTIONS_UNCLEAR;
    }
    return COUNT_RESTRICTIONS;
}

enum import_count members_check(const struct courses *courses,
                                const struct members *members)
{
    uint32_t nodes = members->node_count + members->node_missing;
    uint32_t ways = members->via.count + members->via.missing;

    if (members->from.count + members->from.missing == 0 ||
        members->to.count + members->to.missing == 0 || nodes + ways == 0)
        return COUNT_RESTRICTIONS_NO_MEMBER;
    if (members->from.count == 0 || members->to.count == 0 ||
        members->via.missing || members->node_missing)
        return COUNT_RESTRICTIONS_MISSING;
    if (nodes > 1 || (nodes && ways))
        return COUNT_RESTRICTIONS_UNCLEAR;
    if ((uint64_t)members->from.count *
            ((uint64_t)members->via.count + members->to.count) >
        RESTRICTION_DARTS_MAX)
        return COUNT_RESTRICTIONS_CROWDED;
    return check_via(courses, &members->via);
}

void members_finish(struct members *members)
{
    free(members->from.used);
    free(members->via.used);
    free(members->to.used);
    free(members->room);
    free(members->listed);
}
