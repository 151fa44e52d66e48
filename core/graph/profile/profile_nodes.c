/* profile_nodes: what the tags of a node mean. */
#include <math.h>

#include "core/graph/profile/profile_data.h"

enum { SIDE_BOTH = DIRECTIONS };

/* What the first row that knows says of each part of a list; their number. */
static uint32_t find_cells(const struct profile *profile,
                           const struct seen *seen, enum table table,
                           const struct cell *ret_cells[ROW_CELLS_MAX])
{
    uint32_t count = 0;

    for (uint32_t i = 0; !count && i < profile->rows[table].count; i++)
        count = profile_row_cells(profile, seen, table, i, ret_cells);
    return count;
}

/* The direction of travel that a penalty is for, of those that come by. */
static int find_side(const struct profile *profile, const struct seen *seen)
{
    const struct cell *cell[ROW_CELLS_MAX];
    uint32_t count = find_cells(profile, seen, TABLE_PENALTY_SIDE, cell);

    for (uint32_t i = 1; i < count; i++) {
        if (cell[i]->number[0] != cell[0]->number[0])
            return SIDE_BOTH;
    }
    return count ? (int)cell[0]->number[0] : SIDE_BOTH;
}

/* The largest of what rows and parts of lists say: a node is stopped at once.
 */
static void add_penalties(const struct profile *profile,
                          const struct seen *seen, struct node_rules *rules)
{
    double duration = 0, weight = 0;
    int side = find_side(profile, seen);

    for (uint32_t i = 0; i < profile->rows[TABLE_PENALTY].count; i++) {
        const struct cell *cell[ROW_CELLS_MAX];
        uint32_t count =
            profile_row_cells(profile, seen, TABLE_PENALTY, i, cell);

        for (uint32_t k = 0; k < count; k++) {
            duration = fmax(duration, cell[k]->number[0]);
            weight = fmax(weight, cell[k]->number[1]);
        }
    }
    for (int d = 0; d < DIRECTIONS; d++) {
        if (side == SIDE_BOTH || side == d) {
            rules->duration_s[d] += duration;
            rules->weight_s[d] += weight;
        }
    }
}

/* What access tags say of a barrier, where they say nothing its kind. */
static enum access_outcome judge_barrier(const struct profile *profile,
                                         const struct seen *seen,
                                         const struct key_list *keys,
                                         enum access_outcome kind)
{
    struct access access = profile_access(profile, seen, keys, DIRECTIONS);

    return access.outcome == ACCESS_UNSAID ? kind : access.outcome;
}

/* Beside a kissing gate there may be a gate: of a list's parts the one that
 * lets most through. ACCESS_UNSAID: no barrier. */
static enum access_outcome find_kind(const struct profile *profile,
                                     const struct seen *seen)
{
    const struct cell *cell[ROW_CELLS_MAX];
    uint32_t count = find_cells(profile, seen, TABLE_BARRIER, cell);
    double kind = count ? cell[0]->number[0] : ACCESS_UNSAID;

    for (uint32_t i = 1; i < count; i++)
        kind = fmin(kind, cell[i]->number[0]);
    return (enum access_outcome)kind;
}

static void add_barrier(const struct profile *profile, const struct seen *seen,
                        struct node_rules *rules)
{
    enum access_outcome kind = find_kind(profile, seen);
    enum access_outcome outcome;

    if (kind == ACCESS_UNSAID)
        return;
    outcome = judge_barrier(profile, seen, &profile->access.keys, kind);
    if (outcome == ACCESS_NO && profile->fallback.keys.count)
        outcome = judge_barrier(profile, seen, &profile->fallback.keys, kind);
    rules->blocked = outcome == ACCESS_NO;
    if (outcome == ACCESS_RESTRICTED) {
        rules->weight_s[FORWARD] += profile->restricted.barrier_s;
        rules->weight_s[BACKWARD] += profile->restricted.barrier_s;
    }
}

bool profile_node(const struct profile *profile, const struct tags *tags,
                  struct node_rules *ret_rules)
{
    struct node_rules rules = {0};
    struct seen seen;
    bool says = false;

    profile_see(profile, tags, &seen);
    add_penalties(profile, &seen, &rules);
    add_barrier(profile, &seen, &rules);
    for (int d = 0; d < DIRECTIONS; d++)
        says = says || rules.duration_s[d] > 0 || rules.weight_s[d] > 0;
    if (!says && !rules.blocked)
        return false;
    *ret_rules = rules;
    return true;
}

bool profile_wants_node(const struct profile *profile, const struct tags *tags)
{
    struct seen seen;

    if (!profile->transfers.stations.count)
        return false;
    profile_see(profile, tags, &seen);
    return conditions_hold(&profile->transfers.stations, &seen, false);
}

const struct transfer_rules *profile_transfers(const struct profile *profile)
{
    return &profile->transfers.rules;
}
