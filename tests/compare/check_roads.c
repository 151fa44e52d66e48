/* check_roads: every road and turn that either router has. */
#include <inttypes.h>
#include <stdio.h>

#include "tests/compare/tally.h"

static bool theirs_open(const struct comparison *comparison, uint32_t from,
                        uint32_t to)
{
    const uint32_t nodes[] = {from, to};
    uint64_t length_m;
    uint32_t step;

    return routino_walk(comparison->routino, comparison->traveller, nodes, 2,
                        &length_m, &step) == REASON_NONE;
}

static void note_road(const struct comparison *comparison, int64_t from,
                      int64_t to, bool theirs, struct tally *tally)
{
    enum rule rule = rule_of_road(comparison, from, to, theirs);

    tally->other[rule]++;
    if (comparison->verbose || rule == RULE_NONE)
        fprintf(stderr, "road %" PRId64 " %" PRId64 ": open to %s alone: %s\n",
                from, to, theirs ? "routino" : "relaxd", rule_name(rule));
}

static void check_ours(const struct comparison *comparison, int64_t from,
                       int64_t to, struct tally *tally)
{
    const struct twin *a = twins_find(comparison->twins, from);
    const struct twin *b = twins_find(comparison->twins, to);

    if (a->crowded || b->crowded)
        tally->other[RULE_PLACE]++;
    else if (a->theirs != TWIN_NONE && b->theirs != TWIN_NONE &&
             theirs_open(comparison, a->theirs, b->theirs))
        tally->alike++;
    else
        note_road(comparison, from, to, false, tally);
}

static void check_theirs(const struct comparison *comparison, uint32_t from,
                         uint32_t to, struct tally *tally)
{
    int64_t a = comparison->twins->id[from];
    int64_t b = comparison->twins->id[to];

    if (!a || !b)
        tally->other[RULE_PLACE]++;
    else if (!ours_has_road(comparison->ours, a, b))
        note_road(comparison, a, b, true, tally);
}

void check_roads(const struct comparison *comparison, struct tally *tally)
{
    const struct roads *roads = &comparison->ours->map->roads;
    const struct routino *routino = comparison->routino;

    for (uint32_t p = 0; p < roads->piece_count; p++) {
        for (uint32_t i = roads->first_node[p];
             i + 1 < roads->first_node[p + 1]; i++) {
            const int64_t *id = &roads->node_id[i];

            if (edge_is_open(roads, 2 * p))
                check_ours(comparison, id[0], id[1], tally);
            if (edge_is_open(roads, 2 * p + 1))
                check_ours(comparison, id[1], id[0], tally);
        }
    }
    for (uint32_t s = 0; s < routino->segment_count; s++) {
        const struct routino_segment *segment = &routino->segment[s];

        for (int side = 0; side < 2; side++) {
            if (segment->open[side] & 1 << comparison->traveller)
                check_theirs(comparison, segment->node[side],
                             segment->node[!side], tally);
        }
    }
}

/* ---- Turns --------------------------------------------------------------- */

static void check_turn(const struct comparison *comparison,
                       const uint32_t theirs[3], const int64_t ours[3],
                       struct tally *tally)
{
    uint64_t length_m;
    uint32_t step;
    bool theirs_allowed =
        routino_walk(comparison->routino, comparison->traveller, theirs, 3,
                     &length_m, &step) == REASON_NONE;
    bool ours_allowed = ours_walk(comparison->ours, ours, 3, &length_m, &step);
    enum rule rule;

    if (theirs_allowed == ours_allowed) {
        tally->alike++;
        return;
    }
    rule = rule_of_turn(comparison, ours[0], ours[1], ours[2], theirs_allowed);
    tally->other[rule]++;
    if (comparison->verbose || rule == RULE_NONE)
        fprintf(stderr,
                "turn %" PRId64 " %" PRId64 " %" PRId64
                ": allowed by %s alone: %s\n",
                ours[0], ours[1], ours[2],
                theirs_allowed ? "routino" : "relaxd", rule_name(rule));
}

static bool both_have(const struct comparison *comparison, uint32_t from,
                      uint32_t to)
{
    int64_t a = comparison->twins->id[from];
    int64_t b = comparison->twins->id[to];

    return a && b && theirs_open(comparison, from, to) &&
           ours_has_road(comparison->ours, a, b);
}

/* The node at the other end of the i-th segment at one. */
static uint32_t neighbour(const struct routino *routino, uint32_t node,
                          uint32_t i)
{
    const struct routino_segment *segment = &routino->segment[routino->at[i]];

    return segment->node[segment->node[0] == node];
}

/* On foot one may turn back anywhere, but nobody would. */
static void check_node(const struct comparison *comparison, uint32_t via,
                       struct tally *tally)
{
    const struct routino *routino = comparison->routino;
    const int64_t *id = comparison->twins->id;
    uint32_t first = routino->first_at[via], end = routino->first_at[via + 1];

    for (uint32_t i = first; i < end; i++) {
        uint32_t from = neighbour(routino, via, i);

        if (!both_have(comparison, from, via))
            continue;
        for (uint32_t k = first; k < end; k++) {
            uint32_t to = neighbour(routino, via, k);
            const uint32_t theirs[] = {from, via, to};
            const int64_t ours[] = {id[from], id[via], id[to]};

            if ((to != from || comparison->traveller != ON_FOOT) &&
                both_have(comparison, via, to))
                check_turn(comparison, theirs, ours, tally);
        }
    }
}

void check_turns(const struct comparison *comparison, struct tally *tally)
{
    for (uint32_t n = 0; n < comparison->routino->node_count; n++)
        check_node(comparison, n, tally);
}
