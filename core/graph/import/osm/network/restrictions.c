/* restrictions: relations that forbid turns, in terms of darts. */
#include "core/graph/import/osm/network/restrictions.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/graph/import/osm/network/restriction_members.h"
#include "core/graph/import/osm/network/via_ways.h"

struct reading {
    const struct courses *courses;
    struct restriction_list *list;
    struct members members;
    bool only;
    int failure; /* -ENOMEM: nothing is tried again after that */
};

/* From one way to where it goes on by the last members. */
struct approach_by {
    uint32_t way;
    uint32_t from;       /* dart */
    uint32_t spot;       /* from which the last members lead */
    const uint32_t *via; /* [via_count] passages */
    uint32_t via_count;
    bool arrives;
    bool several; /* more darts of that way arrive */
};

static void append(struct reading *reading, const struct approach_by *by,
                   uint32_t from, const uint32_t *to, uint32_t to_count)
{
    struct restriction_list *list = reading->list;
    size_t parts = list->part_count + by->via_count + to_count;
    int r = reading->failure;

    r = r ? r
          : array_reserve((void **)&list->part, &list->part_capacity, parts,
                          sizeof(*list->part));
    r = r ? r
          : array_reserve((void **)&list->item, &list->capacity,
                          list->count + 1, sizeof(*list->item));
    if (r) {
        reading->failure = r;
        return;
    }
    list->item[list->count++] = (struct restriction){
        reading->only, from, by->via_count, to_count, list->part_count};
    for (uint32_t i = 0; i < by->via_count; i++)
        list->part[list->part_count++] = by->via[i];
    for (uint32_t i = 0; i < to_count; i++)
        list->part[list->part_count++] = to[i];
}

/* From each side of a way into that side; who goes on along it does not turn.
 */
static void forbid_turning_back(struct reading *reading,
                                const struct approach_by *by)
{
    uint32_t dart;

    for (uint32_t n = 0;
         !reading->failure &&
         way_arriving(reading->courses, by->way, by->spot, n, &dart);
         n++) {
        uint32_t back = dart ^ 1;

        append(reading, by, dart, &back, 1);
    }
}

/* One of the last members: `ret_dart` where there is one to go on by. */
static enum import_count find_to(const struct reading *reading,
                                 const struct approach_by *by, uint32_t way,
                                 uint32_t *ret_dart, bool *ret_leaves)
{
    const struct courses *courses = reading->courses;
    uint32_t second;

    *ret_leaves = false;
    if (!way_touches(courses, way, by->spot))
        return COUNT_RESTRICTIONS_APART;
    if (by->several || way_leaving(courses, way, by->spot, 1, &second))
        return COUNT_RESTRICTIONS_UNCLEAR;
    *ret_leaves = way_leaving(courses, way, by->spot, 0, ret_dart);
    return COUNT_RESTRICTIONS;
}

/* The one in force, else the first that was found out. */
static enum import_count better(enum import_count one, enum import_count other)
{
    return one == COUNT_KINDS || other == COUNT_RESTRICTIONS ? other : one;
}

/* What is forbidden holds where nobody could do it, too. */
static enum import_count forbid(struct reading *reading,
                                const struct approach_by *by)
{
    const struct member_ways *to = &reading->members.to;
    uint32_t *dart = reading->members.room + 2 * reading->members.via.count;
    enum import_count best = COUNT_KINDS;
    uint32_t count = 0;

    for (uint32_t i = 0; i < to->count; i++) {
        enum import_count one = COUNT_RESTRICTIONS;
        bool leaves = false;

        if (to->used[i] == by->way && by->via_count == 0)
            forbid_turning_back(reading, by);
        else
            one = find_to(reading, by, to->used[i], &dart[count], &leaves);
        count += leaves;
        best = better(best, one);
    }
    if (count > 0 && by->arrives)
        append(reading, by, by->from, dart, count);
    return best;
}

/* What alone is allowed has to be possible, lest nobody get on at all. */
static enum import_count allow(struct reading *reading,
                               const struct approach_by *by)
{
    const struct member_ways *to = &reading->members.to;
    uint32_t *dart = reading->members.room + 2 * reading->members.via.count;
    enum import_count best = COUNT_KINDS;
    uint32_t count = 0;

    for (uint32_t i = 0; i < to->count; i++) {
        bool leaves;
        enum import_count one =
            find_to(reading, by, to->used[i], &dart[count], &leaves);

        if (one == COUNT_RESTRICTIONS_UNCLEAR)
            return one;
        count += leaves;
        if (one == COUNT_RESTRICTIONS && !leaves)
            one = COUNT_RESTRICTIONS_MISSING;
        best = better(best, one);
    }
    if (best == COUNT_RESTRICTIONS && by->arrives)
        append(reading, by, by->from, dart, count);
    return best;
}

static enum import_count conclude(struct reading *reading,
                                  const struct approach_by *by)
{
    return reading->only ? allow(reading, by) : forbid(reading, by);
}

/* How one comes to a spot by a way that touches it. */
static struct approach_by approach_by(const struct reading *reading,
                                      uint32_t way, uint32_t spot)
{
    struct approach_by by = {.way = way, .spot = spot};
    uint32_t second;

    by.arrives = way_arriving(reading->courses, way, spot, 0, &by.from);
    by.several = way_arriving(reading->courses, way, spot, 1, &second);
    return by;
}

static enum import_count resolve_by_node(struct reading *reading, uint32_t way)
{
    const struct courses *courses = reading->courses;
    const uint32_t *spot_of = courses->spot_of[courses->way[way].layer];
    uint32_t spot = spot_of ? spot_of[reading->members.node] : SPOT_NONE;
    struct approach_by by;

    if (spot == SPOT_NONE || !way_touches(courses, way, spot))
        return COUNT_RESTRICTIONS_APART;
    by = approach_by(reading, way, spot);
    return conclude(reading, &by);
}

/* ---- By way ------------------------------------------------------------- */

static enum import_count resolve_by_ways(struct reading *reading, uint32_t way)
{
    const struct courses *courses = reading->courses;
    uint32_t *passage = reading->members.room;
    uint32_t count = reading->members.via.count;
    uint32_t possible;
    uint32_t found =
        via_ways_join(courses, &reading->members, way, passage, &possible);
    struct approach_by by;

    if (found == 0)
        return COUNT_RESTRICTIONS_APART;
    if (possible > 1)
        return COUNT_RESTRICTIONS_UNCLEAR;
    by = approach_by(reading, way, passage_tail(courses, passage[0]));
    by.spot = passage_head(courses, passage[count - 1]);
    by.via = passage;
    by.via_count = count;
    by.arrives &= via_ways_are_open(courses, passage, count);
    return conclude(reading, &by);
}

/* ---- All ---------------------------------------------------------------- */

static enum import_count resolve(struct reading *reading)
{
    const struct members *members = &reading->members;
    enum import_count best = members_check(reading->courses, members);

    if (best != COUNT_RESTRICTIONS)
        return best;
    best = COUNT_KINDS;
    for (uint32_t i = 0; i < members->from.count && !reading->failure; i++) {
        uint32_t way = members->from.used[i];

        best = better(best, members->via.count ? resolve_by_ways(reading, way)
                                               : resolve_by_node(reading, way));
    }
    return best;
}

int restrictions_read(const struct osm_data *data,
                      const struct profile *profile,
                      const struct courses *courses,
                      struct restriction_list *list,
                      struct import_report *report)
{
    struct reading reading = {.courses = courses, .list = list};

    for (uint32_t i = 0; i < data->relation_count && !reading.failure; i++) {
        struct tags tags = osm_relation_tags(data, i);
        enum restriction_rule rule = profile_restriction(profile, &tags);
        enum import_count result;

        if (rule >= RESTRICTION_IGNORED) {
            report->count[COUNT_RESTRICTIONS_IGNORED +
                          (rule - RESTRICTION_IGNORED)]++;
            continue;
        }
        reading.only = rule == RESTRICTION_ONLY;
        reading.failure = members_read(data, courses, i, &reading.members);
        if (reading.failure)
            break;
        result = resolve(&reading);
        report->count[result]++;
    }
    members_finish(&reading.members);
    return reading.failure;
}

void restrictions_mark(const struct restriction_list *list,
                       const struct courses *courses,
                       struct junctions *junctions)
{
    const uint8_t ruled = SPOT_JUNCTION | SPOT_RULED;

    for (size_t i = 0; i < list->count; i++) {
        const struct restriction *item = &list->item[i];
        const uint32_t *via = restriction_via(list, item);

        junctions->mark[dart_head(courses, item->from)] |= ruled;
        for (uint32_t k = 0; k < item->via_count; k++) {
            uint32_t course = via[k] / 2;

            for (uint32_t ref = courses->first_ref[course];
                 ref < courses->first_ref[course + 1]; ref++)
                junctions->mark[courses->ref_spot[ref]] |= SPOT_RULED;
            junctions->mark[passage_tail(courses, via[k])] |= ruled;
            junctions->mark[passage_head(courses, via[k])] |= ruled;
        }
    }
}

void restrictions_finish(struct restriction_list *list)
{
    free(list->item);
    free(list->part);
    *list = (struct restriction_list){0};
}
