/* restrictions: from members to darts, then merges those with the same past. */
#include "core/graph/import/osm/network/restrictions.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/graph/import/osm/network/restrictions_private.h"

/* Refs that all restrictions over ways may spell out, beside one for each ref
 * of the courses: those of via, for each way on that they forbid. */
enum { REFS_SPARE = 1 << 18 };

/* ---- Ways that lead over ------------------------------------------------- */

/* Joins the via ways end to end, in the listed order or reversed, starting with
 * either direction of the first; false: they do not meet. */
static bool join_via(const struct courses *courses,
                     const struct members *members, uint32_t variant,
                     uint32_t *ret_passage)
{
    const struct member_ways *via = &members->via;
    uint32_t at = 0;

    for (uint32_t i = 0; i < via->count; i++) {
        uint32_t k = variant / 2 ? via->count - 1 - i : i;
        uint32_t passage = 2 * courses->way[via->used[k]].first_course;

        if (i == 0)
            passage += variant % 2;
        else if (passage_tail(courses, passage) != at)
            passage++;
        if (i > 0 && passage_tail(courses, passage) != at)
            return false;
        at = passage_head(courses, passage);
        ret_passage[i] = passage;
    }
    return true;
}

static bool reaches_any_to(const struct spot_links *links,
                           const struct members *members, uint32_t spot)
{
    for (uint32_t i = 0; i < members->to.count; i++) {
        if (way_touches(links, members->to.used[i], spot))
            return true;
    }
    return false;
}

static bool leaves_by_any_to(const struct spot_links *links,
                             const struct members *members, uint32_t spot)
{
    uint32_t dart;

    for (uint32_t i = 0; i < members->to.count; i++) {
        if (find_dart(links, members->to.used[i], spot, LEAVING, 0, &dart))
            return true;
    }
    return false;
}

static bool passage_is_there(const struct courses *courses, uint32_t passage)
{
    uint32_t used = courses->ref_way[courses->first_ref[passage / 2]];

    return courses->way[used].access[passage % 2] != EDGE_ABSENT;
}

static bool passages_are_there(const struct courses *courses,
                               const uint32_t *passage, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!passage_is_there(courses, passage[i]))
            return false;
    }
    return true;
}

/* Whether a vehicle could arrive by the way and pass them. */
static bool can_pass(const struct spot_links *links,
                     const struct members *members, uint32_t way,
                     const uint32_t *passage)
{
    const struct courses *courses = links->courses;
    uint32_t last = passage[members->via.count - 1];
    uint32_t dart;

    return find_dart(links, way, passage_tail(courses, passage[0]), ARRIVING, 0,
                     &dart) &&
           passages_are_there(courses, passage, members->via.count) &&
           leaves_by_any_to(links, members, passage_head(courses, last));
}

/* In how many variants via joins a `from` way to any of the `to` ways, end to
 * end, in the listed order or reversed; `ret_possible`: how many of them can be
 * driven. `ret_passage`, [via.count], is a possible one, else any. Uses the
 * second via.count words of the members' room. */
static uint32_t join_via_ways(const struct spot_links *links,
                              const struct members *members, uint32_t way,
                              uint32_t *ret_passage, uint32_t *ret_possible)
{
    const struct courses *courses = links->courses;
    uint32_t count = members->via.count;
    uint32_t *passage = members->room + count;
    uint32_t found = 0;

    *ret_possible = 0;
    for (uint32_t variant = 0; variant < (count > 1 ? 4 : 2); variant++) {
        bool can;

        if (!join_via(courses, members, variant, passage) ||
            !way_touches(links, way, passage_tail(courses, passage[0])) ||
            !reaches_any_to(links, members,
                            passage_head(courses, passage[count - 1])))
            continue;
        can = can_pass(links, members, way, passage);
        if (found++ == 0 || can)
            memcpy(ret_passage, passage, count * sizeof(*passage));
        *ret_possible += can;
    }
    return found;
}

/* ---- Restrictions -------------------------------------------------------- */

/* No turning back at a spot on a way. */
struct no_return {
    uint64_t place; /* way, spot */
    const char *condition;
};

struct reading {
    struct spot_links links;
    struct restriction_list *list;
    struct members members;
    struct no_return *back; /* [back_count] */
    size_t back_count;
    size_t back_capacity;
    uint64_t refs_left;
    const char *condition; /* of the current one */
    bool only;
    int failure; /* -ENOMEM: everything after it is skipped */
};

/* The arrival by one way at the start of the last members. */
struct approach_by {
    uint32_t way;
    uint32_t from;       /* dart */
    uint32_t spot;       /* where the last members start */
    const uint32_t *via; /* [via_count] passages */
    uint32_t via_count;
    bool arrives;
    bool several; /* more darts of that way arrive */
};

static void append_part(struct reading *reading, const struct approach_by *by,
                        uint32_t from, const uint32_t *to, uint32_t to_count)
{
    struct restriction_list *list = reading->list;
    size_t parts = list->part_count + by->via_count + to_count;
    int r = reading->failure;

    r = r ? r
          : array_reserve(&list->part, &list->part_capacity, parts,
                          sizeof(*list->part));
    r = r ? r
          : array_reserve(&list->item, &list->capacity, list->count + 1,
                          sizeof(*list->item));
    if (r) {
        reading->failure = r;
        return;
    }
    list->item[list->count++] = (struct restriction){
        reading->condition, reading->only, from,
        by->via_count,      to_count,      list->part_count};
    for (uint32_t i = 0; i < by->via_count; i++)
        list->part[list->part_count++] = by->via[i];
    for (uint32_t i = 0; i < to_count; i++)
        list->part[list->part_count++] = to[i];
}

/* Forbids U-turns from each side of a way; going on along it is not a turn.
 * Only notes it, because each of many restrictions may say so of many darts. */
static void forbid_turning_back(struct reading *reading,
                                const struct approach_by *by)
{
    const struct no_return back = {
        (uint64_t)by->way << 32 | by->spot,
        reading->condition,
    };

    if (!reading->failure)
        reading->failure =
            array_append(&reading->back, &reading->back_count,
                         &reading->back_capacity, &back, sizeof(back));
}

/* NULL first. */
static int compare_conditions(const char *one, const char *other)
{
    if (one == other)
        return 0;
    return !one ? -1 : !other ? 1 : strcmp(one, other);
}

static int compare_returns(const void *a, const void *b)
{
    const struct no_return *one = a;
    const struct no_return *other = b;

    if (one->place != other->place)
        return one->place < other->place ? -1 : 1;
    return compare_conditions(one->condition, other->condition);
}

static void append_turns_back(struct reading *reading)
{
    reading->only = false;
    if (reading->back_count > 0 && !reading->failure)
        qsort(reading->back, reading->back_count, sizeof(*reading->back),
              compare_returns);
    for (size_t i = 0; i < reading->back_count; i++) {
        const struct approach_by by = {.via_count = 0};
        uint32_t way = (uint32_t)(reading->back[i].place >> 32);
        uint32_t spot = (uint32_t)reading->back[i].place;
        uint32_t dart;

        if (i > 0 && !compare_returns(&reading->back[i], &reading->back[i - 1]))
            continue;
        reading->condition = reading->back[i].condition;
        for (size_t n = 0;
             !reading->failure &&
             find_dart(&reading->links, way, spot, ARRIVING, n, &dart);
             n++) {
            uint32_t back = dart ^ 1;

            append_part(reading, &by, dart, &back, 1);
        }
    }
}

/* One of the last members: `ret_dart` if there is a dart to continue by. */
static enum import_count find_to(const struct reading *reading,
                                 const struct approach_by *by, uint32_t way,
                                 uint32_t *ret_dart, bool *ret_leaves)
{
    const struct spot_links *links = &reading->links;
    uint32_t second;

    *ret_leaves = false;
    if (!way_touches(links, way, by->spot))
        return COUNT_RESTRICTIONS_APART;
    if (by->several || find_dart(links, way, by->spot, LEAVING, 1, &second))
        return COUNT_RESTRICTIONS_UNCLEAR;
    *ret_leaves = find_dart(links, way, by->spot, LEAVING, 0, ret_dart);
    return COUNT_RESTRICTIONS;
}

/* The one in force, else the first reason found. */
static enum import_count better(enum import_count one, enum import_count other)
{
    return one == COUNT_KINDS || other == COUNT_RESTRICTIONS ? other : one;
}

/* Whether some vehicle could go nowhere, if it may only go on by that dart: the
 * profile's is too large for it. */
static bool is_trap(const struct courses *courses, uint32_t from, uint32_t to)
{
    return dart_access(courses, from) == EDGE_OPEN &&
           dart_access(courses, to) != EDGE_OPEN;
}

/* A prohibition also holds where nothing could be driven; the only allowed way
 * on must be possible, otherwise nothing could pass. */
static enum import_count conclude(struct reading *reading,
                                  const struct approach_by *by)
{
    const struct member_ways *to = &reading->members.to;
    uint32_t *dart = reading->members.room + 2 * reading->members.via.count;
    enum import_count best = COUNT_KINDS;
    uint32_t count = 0;

    for (uint32_t i = 0; i < to->count; i++) {
        enum import_count one = COUNT_RESTRICTIONS;
        bool leaves = false;

        if (!reading->only && to->used[i] == by->way && by->via_count == 0)
            forbid_turning_back(reading, by);
        else
            one = find_to(reading, by, to->used[i], &dart[count], &leaves);
        if (reading->only && one == COUNT_RESTRICTIONS_UNCLEAR)
            return one;
        if (reading->only && leaves && by->arrives)
            leaves = !is_trap(reading->links.courses, by->from, dart[count]);
        if (reading->only && one == COUNT_RESTRICTIONS && !leaves)
            one = COUNT_RESTRICTIONS_MISSING;
        count += leaves;
        best = better(best, one);
    }
    if (by->arrives && (reading->only ? best == COUNT_RESTRICTIONS : count > 0))
        append_part(reading, by, by->from, dart, count);
    return best;
}

/* The arrival at a spot by a way that touches it. */
static struct approach_by approach_by(const struct reading *reading,
                                      uint32_t way, uint32_t spot)
{
    struct approach_by by = {.way = way, .spot = spot};
    uint32_t second;

    by.arrives = find_dart(&reading->links, way, spot, ARRIVING, 0, &by.from);
    by.several = find_dart(&reading->links, way, spot, ARRIVING, 1, &second);
    return by;
}

/* Whether there is room for the edges that a restriction spells out, at most:
 * each way on that it forbids after its passages or, at a node, after `from`;
 * takes it. */
static bool take_refs(struct reading *reading, const struct approach_by *by)
{
    const struct courses *courses = reading->links.courses;
    uint32_t *const *first = reading->links.first;
    uint32_t spot = by->spot;
    uint64_t on = reading->only
                      ? (uint64_t)first[0][spot + 1] - first[0][spot] +
                            first[1][spot + 1] - first[1][spot]
                      : reading->members.to.count;
    uint64_t refs = by->via_count ? 0 : 1;

    for (uint32_t i = 0; i < by->via_count; i++) {
        uint32_t course = by->via[i] / 2;

        refs += courses->first_ref[course + 1] - courses->first_ref[course];
    }
    if (refs * on > reading->refs_left)
        return false;
    reading->refs_left -= refs * on;
    return true;
}

static enum import_count resolve_by_node(struct reading *reading, uint32_t way)
{
    const struct courses *courses = reading->links.courses;
    const uint32_t *spot_of = courses->spot_of[courses->way[way].layer];
    uint32_t spot = spot_of ? spot_of[reading->members.node] : SPOT_NONE;
    struct approach_by by;

    if (spot == SPOT_NONE || !way_touches(&reading->links, way, spot))
        return COUNT_RESTRICTIONS_APART;
    by = approach_by(reading, way, spot);
    if (reading->condition && !take_refs(reading, &by))
        return COUNT_RESTRICTIONS_CROWDED;
    return conclude(reading, &by);
}

static enum import_count resolve_by_ways(struct reading *reading, uint32_t way)
{
    const struct courses *courses = reading->links.courses;
    uint32_t *passage = reading->members.room;
    uint32_t count = reading->members.via.count;
    uint32_t possible;
    uint32_t found = join_via_ways(&reading->links, &reading->members, way,
                                   passage, &possible);
    struct approach_by by;

    if (found == 0)
        return COUNT_RESTRICTIONS_APART;
    if (possible > 1)
        return COUNT_RESTRICTIONS_UNCLEAR;
    by = approach_by(reading, way, passage_tail(courses, passage[0]));
    by.spot = passage_head(courses, passage[count - 1]);
    by.via = passage;
    by.via_count = count;
    by.arrives &= passages_are_there(courses, passage, count);
    if (!take_refs(reading, &by))
        return COUNT_RESTRICTIONS_CROWDED;
    return conclude(reading, &by);
}

static enum import_count resolve(struct reading *reading)
{
    const struct members *members = &reading->members;
    enum import_count best = members_check(reading->links.courses, members);

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
    struct reading reading = {
        .list = list,
        .refs_left = (uint64_t)courses->ref_count + REFS_SPARE,
    };

    if (data->relation_count > 0)
        reading.failure = spot_links_init(&reading.links, courses);
    for (uint32_t i = 0; i < data->relation_count && !reading.failure; i++) {
        struct tags tags = osm_relation_tags(data, i);
        enum restriction_rule rule =
            profile_restriction(profile, &tags, &reading.condition);
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
    append_turns_back(&reading);
    members_finish(&reading.members);
    spot_links_finish(&reading.links);
    free(reading.back);
    return reading.failure;
}

int restrictions_mark(const struct restriction_list *list,
                      const struct courses *courses,
                      struct junctions *junctions)
{
    const uint8_t ruled = SPOT_JUNCTION | SPOT_RULED;
    bool *marked = array_zero(courses->course_count, sizeof(*marked));

    if (!marked)
        return -ENOMEM;
    for (size_t i = 0; i < list->count; i++) {
        const struct restriction *item = &list->item[i];
        const uint32_t *via = restriction_via(list, item);

        junctions->mark[dart_head(courses, item->from)] |= ruled;
        for (uint32_t k = 0; k < item->via_count; k++) {
            uint32_t course = via[k] / 2;

            if (marked[course])
                continue;
            marked[course] = true;
            for (uint32_t ref = courses->first_ref[course];
                 ref < courses->first_ref[course + 1]; ref++)
                junctions->mark[courses->ref_spot[ref]] |= SPOT_RULED;
            junctions->mark[passage_tail(courses, via[k])] |= ruled;
            junctions->mark[passage_head(courses, via[k])] |= ruled;
        }
    }
    free(marked);
    return 0;
}

void restrictions_finish(struct restriction_list *list)
{
    free(list->item);
    free(list->part);
    *list = (struct restriction_list){0};
}

/* ---- Several with the same past ------------------------------------------ */

static int compare_pasts(const struct restriction_list *list,
                         const struct restriction *one,
                         const struct restriction *other)
{
    int order = compare_numbers(one->from, other->from);

    if (!order)
        order = compare_numbers(one->via_count, other->via_count);
    for (uint32_t i = 0; i < one->via_count && !order; i++)
        order = compare_numbers(restriction_via(list, one)[i],
                                restriction_via(list, other)[i]);
    return order;
}

/* No_ restrictions first; by their conditions, then their pasts. */
static int compare_items(const void *a, const void *b, void *context)
{
    const struct restriction *one = a;
    const struct restriction *other = b;
    int order;

    if (one->only != other->only)
        return one->only ? 1 : -1;
    order = compare_conditions(one->condition, other->condition);
    return order ? order : compare_pasts(context, one, other);
}

/* Sorts and drops duplicates; returns how many are left. */
static uint32_t keep_darts_once(uint32_t *dart, size_t count)
{
    uint32_t kept = 0;

    qsort(dart, count, sizeof(*dart), compare_u32);
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || dart[i] != dart[i - 1])
            dart[kept++] = dart[i];
    }
    return kept;
}

/* Takes all parts of the first item, then the outgoing darts of the others. */
static int unite(struct restriction_list *list, struct restriction *item,
                 size_t count)
{
    size_t first = list->part_count;
    size_t parts = item->via_count;
    int r;

    for (size_t i = 0; i < count; i++)
        parts += item[i].to_count;
    r = array_reserve(&list->part, &list->part_capacity, first + parts,
                      sizeof(*list->part));
    if (r)
        return r;
    memcpy(list->part + first, restriction_via(list, item),
           item->via_count * sizeof(*list->part));
    list->part_count += item->via_count;
    for (size_t i = 0; i < count; i++) {
        memcpy(list->part + list->part_count, restriction_to(list, &item[i]),
               item[i].to_count * sizeof(*list->part));
        list->part_count += item[i].to_count;
    }
    item->first_part = first;
    item->to_count = keep_darts_once(list->part + first + item->via_count,
                                     parts - item->via_count);
    list->part_count = first + item->via_count + item->to_count;
    return 0;
}

/* How many items from `first` on have the same kind, condition and past. */
static size_t count_alike(const struct restriction_list *list, size_t first)
{
    const struct restriction *item = &list->item[first];
    size_t count = 1;

    while (first + count < list->count &&
           !compare_items(item, &item[count], (void *)list))
        count++;
    return count;
}

int restriction_unions_make(struct restriction_list *list)
{
    size_t kept = 0;
    size_t alike;
    int r = 0;

    if (list->count > 0)
        qsort_r(list->item, list->count, sizeof(*list->item), compare_items,
                list);
    for (size_t i = 0; i < list->count && !r; i += alike) {
        alike = count_alike(list, i);
        if (alike > 1)
            r = unite(list, &list->item[i], alike);
        list->item[kept++] = list->item[i];
    }
    list->count = r ? list->count : kept;
    return r;
}
