/* via_ways: how the ways that a restriction leads over join. */
#include "core/graph/import/osm/network/via_ways.h"

#include <string.h>

/* The via ways end to end, as they are listed or the other way round, the first
 * one so or so; false: they do not meet. */
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

static bool reaches_any_to(const struct courses *courses,
                           const struct members *members, uint32_t spot)
{
    for (uint32_t i = 0; i < members->to.count; i++) {
        if (way_touches(courses, members->to.used[i], spot))
            return true;
    }
    return false;
}

static bool leaves_by_any_to(const struct courses *courses,
                             const struct members *members, uint32_t spot)
{
    uint32_t dart;

    for (uint32_t i = 0; i < members->to.count; i++) {
        if (way_leaving(courses, members->to.used[i], spot, 0, &dart))
            return true;
    }
    return false;
}

bool via_ways_are_open(const struct courses *courses, const uint32_t *passage,
                       uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!passage_is_open(courses, passage[i]))
            return false;
    }
    return true;
}

/* Whether somebody could come by the way and pass them. */
static bool can_pass(const struct courses *courses,
                     const struct members *members, uint32_t way,
                     const uint32_t *passage)
{
    uint32_t last = passage[members->via.count - 1];
    uint32_t dart;

    return way_arriving(courses, way, passage_tail(courses, passage[0]), 0,
                        &dart) &&
           via_ways_are_open(courses, passage, members->via.count) &&
           leaves_by_any_to(courses, members, passage_head(courses, last));
}

uint32_t via_ways_join(const struct courses *courses,
                       const struct members *members, uint32_t way,
                       uint32_t *ret_passage, uint32_t *ret_possible)
{
    uint32_t count = members->via.count;
    uint32_t *passage = members->room + count;
    uint32_t found = 0;

    *ret_possible = 0;
    for (uint32_t variant = 0; variant < (count > 1 ? 4 : 2); variant++) {
        bool can;

        if (!join_via(courses, members, variant, passage) ||
            !way_touches(courses, way, passage_tail(courses, passage[0])) ||
            !reaches_any_to(courses, members,
                            passage_head(courses, passage[count - 1])))
            continue;
        can = can_pass(courses, members, way, passage);
        if (found++ == 0 || can)
            memcpy(ret_passage, passage, count * sizeof(*passage));
        *ret_possible += can;
    }
    return found;
}
