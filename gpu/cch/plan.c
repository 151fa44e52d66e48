/* plan: sorts fronts by team and level; finds those that changed arcs may
 * change. */
#include "gpu/cch/plan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/graph/hierarchy/hierarchy.h"
#include "gpu/cch/customize.h"

/* ---- The plan ---- */

enum { UPWARD_WORTH_GATHERING = 2 };

static uint32_t front_size(const struct hierarchy *hierarchy, uint32_t node)
{
    return supernode_size(hierarchy, node) + supernode_upward(hierarchy, node);
}

/* The first team from `team` on that takes so large a front. */
static enum cch_team team_from(const struct cch_limits *limits, uint32_t f,
                               enum cch_team team)
{
    while (team < CCH_GLOBAL && f > limits->front[team])
        team++;
    return team;
}

/* Parents have higher numbers than their children. */
static void choose_teams(const struct hierarchy *hierarchy,
                         const struct cch_limits *limits, uint8_t *team)
{
    for (uint32_t node = 0; node < hierarchy->supernode_count; node++)
        team[node] = (uint8_t)team_from(
            limits, front_size(hierarchy, node),
            supernode_size(hierarchy, node) > CCH_HALF_SIZE ? CCH_WARP
                                                            : CCH_LEAF);
    for (uint32_t node = 0; node < hierarchy->supernode_count; node++) {
        uint32_t parent = hierarchy->parent[node];
        enum cch_team least =
            team[node] > CCH_QUARTER ? (enum cch_team)team[node] : CCH_QUARTER;

        if (supernode_upward(hierarchy, node) >= UPWARD_WORTH_GATHERING &&
            team[parent] < least)
            team[parent] = (uint8_t)team_from(
                limits, front_size(hierarchy, parent), least);
    }
}

static void add_children(struct cch_plan *plan,
                         const struct hierarchy *hierarchy, uint32_t node,
                         struct cch_front *front)
{
    uint32_t rows = 0;

    front->first_child = plan->child_count;
    for (uint32_t i = hierarchy->first_child[node];
         i < hierarchy->first_child[node + 1]; i++) {
        uint32_t child = hierarchy->child[i];
        uint32_t n = supernode_upward(hierarchy, child);

        if (n < UPWARD_WORTH_GATHERING)
            continue;
        plan->children[plan->child_count++] = (struct cch_child){
            .schur = hierarchy->first_schur[child],
            .first_upward = hierarchy->first_upward[child],
            .upward = n,
            .first_row = rows,
            .front = plan->front_of[child],
        };
        rows += n;
    }
    front->child_count = plan->child_count - front->first_child;
}

static void add_front(struct cch_plan *plan, struct cch_step *step,
                      const struct hierarchy *hierarchy, uint32_t node)
{
    uint32_t f = front_size(hierarchy, node);
    struct cch_front *front = &plan->fronts[plan->front_count];

    plan->front_of[node] = plan->front_count++;
    step->count++;
    if (step->front_max < f)
        step->front_max = f;
    *front = (struct cch_front){
        .panel = hierarchy->first_panel[node],
        .schur = hierarchy->first_schur[node],
        .size = supernode_size(hierarchy, node),
        .upward = supernode_upward(hierarchy, node),
        .level = step->level,
    };
    add_children(plan, hierarchy, node, front);
}

static void add_step(struct cch_plan *plan, const struct hierarchy *hierarchy,
                     const uint8_t *team, enum cch_team kind, uint32_t level)
{
    struct cch_step *step = &plan->steps[plan->step_count];

    *step = (struct cch_step){
        .team = kind, .first = plan->front_count, .level = level};
    for (uint32_t i = hierarchy->first_of_level[level];
         i < hierarchy->first_of_level[level + 1]; i++)
        if (team[hierarchy->by_level[i]] == kind)
            add_front(plan, step, hierarchy, hierarchy->by_level[i]);
    plan->step_count += step->count > 0;
    if (plan->front_max[kind] < step->front_max)
        plan->front_max[kind] = step->front_max;
}

/* Supernodes and their panels have the order of arcs by entry. */
static void add_arcs(struct cch_plan *plan, const struct hierarchy *hierarchy,
                     uint32_t arc_count)
{
    uint32_t i = 0;

    for (uint32_t node = 0; node < hierarchy->supernode_count; node++) {
        struct cch_front *front = &plan->fronts[plan->front_of[node]];

        front->first_arc = i;
        while (i < arc_count && hierarchy->arc_slot[hierarchy->arc_by_slot[i]] <
                                    hierarchy->first_panel[node + 1])
            i++;
        front->arc_count = i - front->first_arc;
    }
}

/* A front with one upward neighbour merges into none. */
static void find_above(struct cch_plan *plan, const struct hierarchy *hierarchy)
{
    for (uint32_t node = 0; node < plan->front_count; node++) {
        uint32_t parent = supernode_upward(hierarchy, node) < 2
                              ? SUPERNODE_NONE
                              : hierarchy->parent[node];

        plan->above[plan->front_of[node]] =
            parent == SUPERNODE_NONE ? UINT32_MAX : plan->front_of[parent];
    }
}

int cch_plan_init(struct cch_plan *plan, const struct hierarchy *hierarchy,
                  uint32_t arc_count, const struct cch_limits *limits)
{
    uint32_t count = hierarchy->supernode_count;
    uint8_t *team = array_alloc(count, sizeof(*team));

    *plan = (struct cch_plan){
        .fronts = array_alloc(count, sizeof(*plan->fronts)),
        .children = array_alloc(count, sizeof(*plan->children)),
        .steps = array_alloc((size_t)hierarchy->level_count * CCH_TEAMS + 1,
                             sizeof(*plan->steps)),
        .front_of = array_alloc(count, sizeof(*plan->front_of)),
        .above = array_alloc(count, sizeof(*plan->above)),
    };
    if (!team || !plan->fronts || !plan->children || !plan->steps ||
        !plan->front_of || !plan->above) {
        free(team);
        return -ENOMEM;
    }
    choose_teams(hierarchy, limits, team);
    for (int kind = 0; kind < CCH_TEAMS; kind++) {
        plan->first_of_team[kind] = plan->front_count;
        plan->front_max[kind] = kind ? plan->front_max[kind - 1] : 0;
        for (uint32_t level = 0; level < hierarchy->level_count; level++)
            add_step(plan, hierarchy, team, (enum cch_team)kind, level);
    }
    plan->first_of_team[CCH_TEAMS] = plan->front_count;
    add_arcs(plan, hierarchy, arc_count);
    find_above(plan, hierarchy);
    free(team);
    return 0;
}

void cch_plan_finish(struct cch_plan *plan)
{
    free(plan->fronts);
    free(plan->children);
    free(plan->steps);
    free(plan->front_of);
    free(plan->above);
}

/* ---- Changes ---- */

/* A listed front costs the host a walk over the ancestors, and the device a
 * front that others wait for; with all fronts, most are leaves that the device
 * takes in parallel. On an H100 (tests/bench/RESULTS.md) a change of NY takes
 * some 0.3 ms and 0.25 us a listed front, of NE 0.5 ms and 0.35 us; all 142,715
 * fronts of NY 0.46 ms, all 815,519 of NE 1.23. So lists pay up to a hundredth
 * and a three-hundredth of the fronts. */
enum { FRONTS_PER_LISTED = 320, LISTED_LEAST = 1024, LISTED_MOST = 65536 };

enum { BITS = 64 };

static size_t words_of(size_t bits)
{
    return (bits + BITS - 1) / BITS;
}

uint32_t cch_list_max(uint32_t front_count)
{
    uint32_t most = front_count / FRONTS_PER_LISTED;

    if (most < LISTED_LEAST)
        most = LISTED_LEAST;
    return most < LISTED_MOST ? most : LISTED_MOST;
}

int cch_changes_init(struct cch_changes *changes, const struct cch_plan *plan)
{
    uint32_t count = plan->front_count;
    size_t words = words_of(count);
    uint32_t most = cch_list_max(count);

    *changes = (struct cch_changes){
        .listed = array_zero(words, sizeof(*changes->listed)),
        .seeded = array_zero(words, sizeof(*changes->seeded)),
        .groups = array_zero(words_of(words), sizeof(*changes->groups)),
        .list = array_alloc(most, sizeof(*changes->list)),
        .count_max = most,
        .front_count = count,
    };
    if (!changes->listed || !changes->seeded || !changes->groups ||
        !changes->list)
        return -ENOMEM;
    return 0;
}

void cch_changes_finish(struct cch_changes *changes)
{
    free(changes->listed);
    free(changes->seeded);
    free(changes->groups);
    free(changes->list);
    *changes = (struct cch_changes){0};
}

static uint64_t bit_of(uint32_t i)
{
    return (uint64_t)1 << i % BITS;
}

/* Marks a front and all that may change with it; false: too many. */
static bool mark_up(struct cch_changes *changes, const struct cch_plan *plan,
                    uint32_t front)
{
    for (; front != UINT32_MAX; front = plan->above[front]) {
        uint32_t word = front / BITS;

        if (changes->listed[word] & bit_of(front))
            return true;
        if (changes->count == changes->count_max)
            return false;
        changes->listed[word] |= bit_of(front);
        changes->groups[word / BITS] |= bit_of(word);
        changes->count++;
    }
    return true;
}

static bool mark_all(struct cch_changes *changes, const struct cch_plan *plan,
                     const struct hierarchy *hierarchy,
                     const struct weight_changes *arcs)
{
    for (size_t i = 0; i < arcs->count; i++) {
        uint64_t entry = hierarchy->arc_slot[arcs->arc[i]];
        uint32_t front;

        if (entry == SLOT_NONE)
            continue;
        front = plan->front_of[slot_supernode(hierarchy, entry)];
        if (!mark_up(changes, plan, front))
            return false;
        changes->seeded[front / BITS] |= bit_of(front);
    }
    return true;
}

/* Lists a word's fronts and clears their marks. */
static uint32_t *list_word(struct cch_changes *changes, uint32_t word,
                           uint32_t *list)
{
    uint64_t left = changes->listed[word];
    uint64_t seeded = changes->seeded[word];

    for (; left; left &= left - 1) {
        uint32_t bit = (uint32_t)__builtin_ctzll(left);

        *list++ = (word * BITS + bit) | (seeded >> bit & 1 ? CCH_SEEDED : 0);
    }
    changes->listed[word] = 0;
    changes->seeded[word] = 0;
    return list;
}

static void list_marked(struct cch_changes *changes)
{
    size_t groups = words_of(words_of(changes->front_count));
    uint32_t *list = changes->list;

    for (size_t group = 0; group < groups; group++) {
        uint64_t left = changes->groups[group];

        for (; left; left &= left - 1)
            list = list_word(changes,
                             (uint32_t)(group * BITS) +
                                 (uint32_t)__builtin_ctzll(left),
                             list);
        changes->groups[group] = 0;
    }
}

static void forget_marks(struct cch_changes *changes)
{
    size_t words = words_of(changes->front_count);

    memset(changes->listed, 0, words * sizeof(*changes->listed));
    memset(changes->seeded, 0, words * sizeof(*changes->seeded));
    memset(changes->groups, 0, words_of(words) * sizeof(*changes->groups));
}

bool cch_changes_list(struct cch_changes *changes, const struct cch_plan *plan,
                      const struct hierarchy *hierarchy,
                      const struct weight_changes *arcs)
{
    changes->count = 0;
    if (!mark_all(changes, plan, hierarchy, arcs)) {
        forget_marks(changes);
        return false;
    }
    list_marked(changes);
    return true;
}
