/* plan: fronts by team and level, and which of them changed arcs may change. */
#include "gpu/cch/plan.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/graph/hierarchy/hierarchy.h"
#include "gpu/cch/customize.h"

/* ---- The plan ---- */

enum { UPPERS_WORTH_GATHERING = 2 };

static uint32_t front_size(const struct hierarchy *hierarchy, uint32_t node)
{
    return supernode_size(hierarchy, node) + supernode_upward(hierarchy, node);
}

/* The first from `team` on that takes so large a front. */
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

        if (supernode_upward(hierarchy, node) >= UPPERS_WORTH_GATHERING &&
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

        if (n < UPPERS_WORTH_GATHERING)
            continue;
        plan->children[plan->child_count++] = (struct cch_child){
            .schur = hierarchy->first_schur[child],
            .first_upper = hierarchy->first_upward[child],
            .uppers = n,
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
        .uppers = supernode_upward(hierarchy, node),
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

/* Supernodes and their panels follow each other as arcs by entry do. */
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
    };
    if (!team || !plan->fronts || !plan->children || !plan->steps ||
        !plan->front_of) {
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
    free(team);
    return 0;
}

void cch_plan_finish(struct cch_plan *plan)
{
    free(plan->fronts);
    free(plan->children);
    free(plan->steps);
    free(plan->front_of);
}

/* ---- Changes ---- */

int cch_changes_init(struct cch_changes *changes, const struct cch_plan *plan)
{
    *changes = (struct cch_changes){
        .mark = array_zero(plan->front_count, sizeof(*changes->mark)),
        .list = array_alloc(CCH_LIST_MAX, sizeof(*changes->list)),
    };
    return changes->mark && changes->list ? 0 : -ENOMEM;
}

void cch_changes_finish(struct cch_changes *changes)
{
    free(changes->mark);
    free(changes->list);
    *changes = (struct cch_changes){0};
}

/* A front with one upper passes nothing on. */
static uint32_t above(const struct hierarchy *hierarchy, uint32_t node)
{
    return supernode_upward(hierarchy, node) < 2 ? SUPERNODE_NONE
                                                 : hierarchy->parent[node];
}

static bool mark_up(struct cch_changes *changes, const struct cch_plan *plan,
                    const struct hierarchy *hierarchy, uint32_t node)
{
    for (; node != SUPERNODE_NONE; node = above(hierarchy, node)) {
        uint32_t front = plan->front_of[node];

        if (changes->mark[front] >> 1 == changes->turn)
            return true;
        if (changes->count == CCH_LIST_MAX)
            return false;
        changes->mark[front] = changes->turn << 1;
        changes->list[changes->count++] = front;
    }
    return true;
}

static int compare(const void *a, const void *b)
{
    const uint32_t *x = a;
    const uint32_t *y = b;

    return (*x > *y) - (*x < *y);
}

static void sort(struct cch_changes *changes)
{
    qsort(changes->list, changes->count, sizeof(*changes->list), compare);
    for (uint32_t i = 0; i < changes->count; i++)
        if (changes->mark[changes->list[i]] & 1)
            changes->list[i] |= CCH_SEEDED;
}

bool cch_changes_list(struct cch_changes *changes, const struct cch_plan *plan,
                      const struct hierarchy *hierarchy,
                      const struct weight_changes *arcs)
{
    changes->turn++;
    changes->count = 0;
    for (size_t i = 0; i < arcs->count; i++) {
        uint64_t entry = hierarchy->arc_slot[arcs->arc[i]];
        uint32_t node;

        if (entry == SLOT_NONE)
            continue;
        node = slot_supernode(hierarchy, entry);
        if (!mark_up(changes, plan, hierarchy, node))
            return false;
        changes->mark[plan->front_of[node]] |= 1;
    }
    sort(changes);
    return true;
}
