/* path_question: turns pairs of ids into queries, and paths into ids. */
#include "core/service/path/path_question.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/service/ask.h"
#include "core/service/place/place_search.h"

/* Ids of all paths, concatenated. */
struct id_list {
    uint64_t *ids; /* [count] */
    size_t count;
    size_t capacity;
};

static int add_ids(struct id_list *list, const struct roads *roads,
                   const struct path_pair *pair,
                   const struct route_steps *steps)
{
    size_t most = route_steps_nodes(roads, steps, NULL) + 2;
    int r = array_reserve(&list->ids, &list->capacity, list->count + most,
                          sizeof(*list->ids));

    if (!r)
        list->count += route_steps_ids(roads, steps, pair->from, pair->to,
                                       list->ids + list->count);
    return r;
}

static int add_path(struct id_list *list, const struct map *map,
                    const struct weighting *weighting,
                    const struct path_pair *pair,
                    const struct place_search *search)
{
    struct route_steps steps;
    struct place from, to;
    int r;

    place_of_node(&map->roads, weighting, (int64_t)pair->from, &from);
    place_of_node(&map->roads, weighting, (int64_t)pair->to, &to);
    r = place_search_steps(search, map, weighting, &from, &to, &steps);
    if (r)
        return r;
    r = add_ids(list, &map->roads, pair, &steps);
    free(steps.list);
    return r;
}

/* For solved routes, one between the nodes of each pair. `ret_vertices` holds
 * the answers' ids; free() it. 0 or -ENOMEM. */
static int answer_roads(const struct path_question *question,
                        const struct place_search *searches,
                        struct path_answer *ret_answers,
                        uint64_t **ret_vertices)
{
    const struct map *map = map_entry_map(question->base.entry);
    const struct weighting *weighting =
        map_entry_weighting(question->base.entry);
    struct id_list list = {0};
    uint64_t *next;

    for (size_t i = 0; i < question->pair_count; i++) {
        uint32_t cost = place_search_cost(&searches[i]);
        size_t first = list.count;

        if (!question->costs_only && cost <= COST_MAX &&
            add_path(&list, map, weighting, &question->pairs[i],
                     &searches[i])) {
            free(list.ids);
            return -ENOMEM;
        }
        ret_answers[i] = (struct path_answer){
            .cost = cost, .vertex_count = list.count - first};
    }
    /* The list does not move from now on. */
    next = list.ids;
    for (size_t i = 0; i < question->pair_count; i++) {
        ret_answers[i].vertices = next;
        next += ret_answers[i].vertex_count;
    }
    *ret_vertices = list.ids;
    return 0;
}

/* One pair and its query. */
struct pair_query {
    struct query query;
    struct seed seed;
    struct target target;
    struct target_vertex to;
    uint32_t cost;
    struct path path;
};

/* All that a question owns until finish: one allocation for a single pair on a
 * bare graph, except for the path itself. */
struct path_state {
    size_t pair_count;
    uint64_t *vertices;            /* of all answers, concatenated */
    struct place_search *searches; /* [pair_count] on roads, else NULL */
    struct query **queries;
    struct path_answer *answers;
    struct pair_query pairs[];
};

static struct path_state *state_create(size_t pair_count)
{
    size_t each = sizeof(struct pair_query) + sizeof(struct query *) +
                  sizeof(struct path_answer);
    struct path_state *state;
    size_t size;

    if (__builtin_mul_overflow(pair_count, each, &size) ||
        __builtin_add_overflow(size, sizeof(*state), &size))
        return NULL;
    state = calloc(1, size);
    if (!state)
        return NULL;
    state->pair_count = pair_count;
    state->answers = (struct path_answer *)&state->pairs[pair_count];
    state->queries = (struct query **)&state->answers[pair_count];
    for (size_t i = 0; i < pair_count; i++) {
        path_init(&state->pairs[i].path);
        state->queries[i] = &state->pairs[i].query;
    }
    return state;
}

static void free_searches(struct path_state *state)
{
    for (size_t i = 0; i < state->pair_count; i++)
        path_finish(&state->pairs[i].path);
    for (size_t i = 0; state->searches && i < state->pair_count; i++)
        place_search_finish(&state->searches[i]);
    free(state->searches);
    state->searches = NULL;
}

void path_question_finish(struct path_question *question)
{
    struct path_state *state = question->state;

    if (!state)
        return;
    free_searches(state);
    free(state->vertices);
    free(state);
    question->state = NULL;
    question->answers = NULL;
}

/* A single pair needs no list index. */
static struct ask_field place(const struct path_question *question,
                              size_t index, const char *member)
{
    return (struct ask_field){question->pair_count > 1 ? "queries" : NULL,
                              index, member};
}

static enum outcome fill_pair(struct path_question *question, size_t index)
{
    const struct path_pair *asked = &question->pairs[index];
    struct pair_query *pair = &question->state->pairs[index];
    enum outcome outcome =
        ask_vertex(&question->base, place(question, index, "from"), asked->from,
                   &pair->seed.vertex);

    if (outcome == OUTCOME_OK)
        outcome = ask_vertex(&question->base, place(question, index, "to"),
                             asked->to, &pair->to.vertex);
    pair->target = (struct target){&pair->to, 1};
    pair->query = (struct query){
        .seeds = &pair->seed,
        .seed_count = 1,
        .targets = &pair->target,
        .target_count = 1,
        .output = question->costs_only ? QUERY_COSTS : QUERY_PATHS,
        .bound = COST_OVERFLOW,
        .cancel = &question->base.cancel,
        .cost = &pair->cost,
        .path = question->costs_only ? NULL : &pair->path,
    };
    return outcome;
}

static enum outcome fill_on_roads(struct path_question *question, size_t index)
{
    struct place_search *search = &question->state->searches[index];
    struct place from, to;
    const struct path_pair *asked = &question->pairs[index];
    enum outcome outcome = ask_node(
        &question->base, place(question, index, "from"), asked->from, &from);

    if (outcome == OUTCOME_OK)
        outcome = ask_node(&question->base, place(question, index, "to"),
                           asked->to, &to);
    if (outcome != OUTCOME_OK)
        return outcome;
    if (place_search_init(search, map_entry_map(question->base.entry),
                          map_entry_weighting(question->base.entry),
                          transit_any(&from), transit_any(&to)))
        return ask_refuse_no_memory(&question->base);
    search->query.cancel = &question->base.cancel;
    if (question->costs_only)
        search->query.output = QUERY_COSTS;
    question->state->queries[index] = &search->query;
    return OUTCOME_OK;
}

static enum outcome fill(struct path_question *question)
{
    bool on_roads = ask_has_roads(&question->base);
    enum outcome outcome = OUTCOME_OK;

    question->state = state_create(question->pair_count);
    if (!question->state)
        return ask_refuse_no_memory(&question->base);
    if (on_roads) {
        question->state->searches =
            array_zero(question->pair_count, sizeof(struct place_search));
        if (!question->state->searches)
            return ask_refuse_no_memory(&question->base);
    }
    for (size_t i = 0; i < question->pair_count && outcome == OUTCOME_OK; i++)
        outcome =
            on_roads ? fill_on_roads(question, i) : fill_pair(question, i);
    return outcome;
}

static size_t vertex_count(const struct pair_query *pair)
{
    if (pair->cost > COST_MAX || pair->path.first_vertex == VERTEX_NONE)
        return 0;
    return pair->path.arc_count + 1;
}

/* Writes the ids of a path to `ids`; returns their end. */
static uint64_t *answer_pair(const struct pair_query *pair,
                             const struct map *map, uint64_t *ids,
                             struct path_answer *ret_answer)
{
    size_t count = vertex_count(pair);

    for (size_t i = 0; i < count; i++)
        ids[i] = map->external_id[path_vertex(&pair->path, &map->topology, i)];
    *ret_answer = (struct path_answer){pair->cost, ids, count};
    return ids + count;
}

static int answer_pairs(struct path_question *question)
{
    const struct map *map = map_entry_map(question->base.entry);
    struct path_state *state = question->state;
    size_t total = 0;
    uint64_t *ids;

    for (size_t i = 0; i < state->pair_count; i++)
        total += vertex_count(&state->pairs[i]);
    state->vertices = array_alloc(total, sizeof(*state->vertices));
    if (!state->vertices)
        return -ENOMEM;
    ids = state->vertices;
    for (size_t i = 0; i < state->pair_count; i++)
        ids = answer_pair(&state->pairs[i], map, ids, &state->answers[i]);
    return 0;
}

static int answer(struct path_question *question)
{
    struct path_state *state = question->state;
    int r;

    if (state->searches)
        r = answer_roads(question, state->searches, state->answers,
                         &state->vertices);
    else
        r = answer_pairs(question);
    if (!r)
        question->answers = state->answers;
    return r;
}

static void done(struct job *job)
{
    struct path_question *question = job->context;

    ask_note_answer(&question->base);
    if (job->status == JOB_DONE && answer(question))
        ask_note_no_memory(&question->base);
    free_searches(question->state);
    ask_end(&question->base);
}

static enum outcome check_size(struct service *service,
                               struct path_question *question)
{
    bool costs = question->costs_only;
    size_t most = costs ? limits_now(service->limits)->costs_max
                        : limits_now(service->limits)->queries_max;

    if (question->pair_count == 0)
        return ask_refuse(&question->base, OUTCOME_FAILED, "no pair given");
    if (question->pair_count <= most)
        return OUTCOME_OK;
    return ask_refuse(&question->base, OUTCOME_TOO_LARGE,
                      "%zu pairs are too many; the limit is %zu (limits.%s)",
                      question->pair_count, most,
                      costs ? "costs-max" : "queries-max");
}

enum outcome service_ask_path(struct service *service,
                              struct path_question *question)
{
    enum outcome outcome;

    question->state = NULL;
    question->answers = NULL;
    outcome = ask_begin(service, &question->base);
    if (outcome != OUTCOME_OK)
        return outcome;
    outcome = check_size(service, question);
    if (outcome == OUTCOME_OK)
        outcome = fill(question);
    if (outcome == OUTCOME_OK)
        outcome = ask_submit(&question->base, question->state->queries,
                             question->pair_count, done);
    if (outcome != OUTCOME_OK)
        path_question_finish(question);
    return outcome;
}
