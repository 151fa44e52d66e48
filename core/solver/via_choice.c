/* via_choice: alternatives from vertices that a search knows exact costs of. */
#include "core/solver/via_choice.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/solver/alternatives.h"

/* Paths looked at for each that is wanted, at most. */
enum { LOOKS_MAX = 8 };

int via_candidates_add(struct via_candidates *candidates, uint32_t vertex,
                       uint64_t before, uint64_t cost)
{
    void *list = candidates->list;

    if (array_reserve(&list, &candidates->capacity, candidates->count + 1,
                      sizeof(*candidates->list)))
        return -ENOMEM;
    candidates->list = list;
    candidates->list[candidates->count++] = (struct via_candidate){
        .vertex = vertex, .cost = cost, .before = before};
    return 0;
}

int via_choice_init(struct via_choice *choice, const struct map *map)
{
    *choice = (struct via_choice){0};
    return via_judge_init(&choice->judge, map);
}

void via_choice_finish(struct via_choice *choice)
{
    via_judge_finish(&choice->judge);
    free(choice->cost);
    *choice = (struct via_choice){0};
}

/* ---- Order -------------------------------------------------------------- */

static int compare(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int by_cost(const void *left, const void *right)
{
    const struct via_candidate *a = left;
    const struct via_candidate *b = right;
    int order = compare(a->cost, b->cost);

    if (!order)
        order = compare(a->before, b->before);
    return order ? order : compare(a->vertex, b->vertex);
}

static int by_promise(const void *left, const void *right)
{
    const struct via_candidate *a = left;
    const struct via_candidate *b = right;
    int order = compare(2 * a->cost - a->plateau, 2 * b->cost - b->plateau);

    return order ? order : by_cost(left, right);
}

/* Of candidates by cost: how far those of one cost are apart. */
static void find_plateaus(struct via_candidates *candidates)
{
    struct via_candidate *list = candidates->list;
    size_t end;

    for (size_t i = 0; i < candidates->count; i = end) {
        end = i + 1;
        while (end < candidates->count && list[end].cost == list[i].cost)
            end++;
        for (size_t k = i; k < end; k++)
            list[k].plateau = (uint32_t)(list[end - 1].before - list[i].before);
    }
}

static void sort(struct via_candidates *candidates)
{
    if (!candidates->count)
        return;
    qsort(candidates->list, candidates->count, sizeof(*candidates->list),
          by_cost);
    find_plateaus(candidates);
    qsort(candidates->list, candidates->count, sizeof(*candidates->list),
          by_promise);
}

/* ---- Choice ------------------------------------------------------------- */

/* A run of choosing: paths have numbers from `first` on. */
struct run {
    struct via_choice *choice;
    struct via_ground *ground;
    struct query *query;
    uint32_t first;
};

/* Whether the vertex lies on a path of that cost that was looked at. */
static bool is_known(const struct run *run,
                     const struct via_candidate *candidate)
{
    uint32_t number = run->choice->judge.visited[candidate->vertex];

    return number >= run->first &&
           run->choice->cost[number - run->first] == candidate->cost;
}

static int note_cost(struct run *run, uint64_t cost)
{
    struct via_choice *choice = run->choice;
    size_t at = choice->judge.number - run->first;
    void *costs = choice->cost;

    if (array_reserve(&costs, &choice->cost_capacity, at + 1,
                      sizeof(*choice->cost)))
        return -ENOMEM;
    choice->cost = costs;
    choice->cost[at] = cost;
    return 0;
}

/* What the target's vertex adds to the label of a path's last one. */
static int64_t adjustment_at(const struct query *query, uint32_t vertex)
{
    const struct target *target = &query->targets[0];
    int64_t least = INT64_MAX;

    for (uint32_t i = 0; i < target->vertex_count; i++) {
        if (target->vertices[i].vertex == vertex &&
            target->vertices[i].adjustment < least)
            least = target->vertices[i].adjustment;
    }
    return least;
}

/* The candidate's path, as the next of the alternatives; *ret_good: it is one.
 */
static int look(struct run *run, const struct via_candidate *candidate,
                bool *ret_good)
{
    struct via_judge *judge = &run->choice->judge;
    struct alternatives *alternatives = run->query->alternatives;
    struct path *path = &alternatives->path[alternatives->count];
    uint64_t cost = 0;
    size_t at = 0;
    bool simple;
    int r = run->ground->path(run->ground, candidate->vertex, path, &at);

    *ret_good = false;
    if (r || path->first_vertex == VERTEX_NONE)
        return r;
    r = via_judge_walk(judge, run->ground, path, &cost, &simple);
    if (r)
        return r;
    cost += (uint64_t)adjustment_at(
        run->query, path_vertex(path, run->ground->topology, path->arc_count));
    r = note_cost(run, cost);
    if (r || !simple || cost != candidate->cost)
        return r;
    alternatives->cost[alternatives->count] = (uint32_t)cost;
    return via_judge_admits(judge, run->ground, path, at, cost, ret_good);
}

static int choose_all(struct run *run, const struct via_candidates *candidates)
{
    struct alternatives *alternatives = run->query->alternatives;
    uint32_t looks = 0;

    for (size_t i = 0; i < candidates->count; i++) {
        bool good = false;
        int r;

        if (alternatives->count == alternatives->wanted ||
            looks == LOOKS_MAX * alternatives->wanted)
            break;
        if (is_known(run, &candidates->list[i]))
            continue;
        if (cancel_due(run->query->cancel)) {
            run->query->status = QUERY_CANCELLED;
            break;
        }
        looks++;
        r = look(run, &candidates->list[i], &good);
        if (r)
            return r;
        if (good)
            via_judge_choose(&run->choice->judge, run->ground,
                             &alternatives->path[alternatives->count++]);
    }
    return 0;
}

/* The dearest last; those of one cost stay as they were chosen. */
static void sort_chosen(struct alternatives *alternatives)
{
    for (uint32_t i = 1; i < alternatives->count; i++) {
        for (uint32_t k = i;
             k > 0 && alternatives->cost[k] < alternatives->cost[k - 1]; k--) {
            struct path path = alternatives->path[k];
            uint32_t cost = alternatives->cost[k];

            alternatives->path[k] = alternatives->path[k - 1];
            alternatives->cost[k] = alternatives->cost[k - 1];
            alternatives->path[k - 1] = path;
            alternatives->cost[k - 1] = cost;
        }
    }
}

/* The least path is the first that is known. */
static int begin(struct run *run)
{
    struct via_judge *judge = &run->choice->judge;
    uint64_t cost;
    bool simple;
    int r;

    via_judge_begin(judge, run->ground);
    run->first = judge->number + 1;
    r = via_judge_walk(judge, run->ground, &run->query->path[0], &cost,
                       &simple);
    return r ? r : note_cost(run, run->query->cost[0]);
}

int via_choice_run(struct via_choice *choice, struct via_ground *ground,
                   struct query *query, struct via_candidates *candidates)
{
    struct alternatives *alternatives = query->alternatives;
    struct run run = {.choice = choice, .ground = ground, .query = query};
    int r = begin(&run);

    alternatives->count = 0;
    sort(candidates);
    if (!r)
        r = choose_all(&run, candidates);
    for (uint32_t i = 0; i < alternatives->count; i++)
        via_judge_forget(&choice->judge, ground, &alternatives->path[i]);
    for (uint32_t i = alternatives->count; i < alternatives->wanted; i++)
        path_clear(&alternatives->path[i]);
    via_judge_end(&choice->judge, ground);
    sort_chosen(alternatives);
    return r;
}
