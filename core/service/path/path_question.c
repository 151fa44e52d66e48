/* path_question: cost and path between pairs of the source's ids. */
#include "core/service/path/path_question.h"

#include <stdlib.h>

#include "core/base/array.h"
#include "core/service/ask.h"
#include "core/service/path/path_trips.h"

/* One pair on its way through the solver. */
struct pair_work {
    struct query query;
    struct seed seed;
    struct target target;
    struct target_vertex to;
    uint32_t cost;
    struct path path;
};

/* All that a question needs until its end: one allocation for a single pair on
 * a bare graph, but for the path itself. */
struct path_work {
    size_t pair_count;
    uint64_t *vertices; /* of all answers, one after another */
    struct trip *trips; /* [pair_count] on roads, else NULL */
    struct query **queries;
    struct path_answer *answers;
    struct pair_work pairs[];
};

static struct path_work *work_create(size_t pair_count)
{
    size_t each = sizeof(struct pair_work) + sizeof(struct query *) +
                  sizeof(struct path_answer);
    struct path_work *work;
    size_t size;

    if (__builtin_mul_overflow(pair_count, each, &size) ||
        __builtin_add_overflow(size, sizeof(*work), &size))
        return NULL;
    work = calloc(1, size);
    if (!work)
        return NULL;
    work->pair_count = pair_count;
    work->answers = (struct path_answer *)&work->pairs[pair_count];
    work->queries = (struct query **)&work->answers[pair_count];
    for (size_t i = 0; i < pair_count; i++) {
        path_init(&work->pairs[i].path);
        work->queries[i] = &work->pairs[i].query;
    }
    return work;
}

static void free_searches(struct path_work *work)
{
    for (size_t i = 0; i < work->pair_count; i++)
        path_finish(&work->pairs[i].path);
    for (size_t i = 0; work->trips && i < work->pair_count; i++)
        trip_finish(&work->trips[i]);
    free(work->trips);
    work->trips = NULL;
}

void path_question_finish(struct path_question *question)
{
    struct path_work *work = question->work;

    if (!work)
        return;
    free_searches(work);
    free(work->vertices);
    free(work);
    question->work = NULL;
    question->answers = NULL;
}

/* Where a single pair's ids stand needs no list. */
static struct ask_place place(const struct path_question *question,
                              size_t index, const char *member)
{
    return (struct ask_place){question->pair_count > 1 ? "queries" : NULL,
                              index, member};
}

static enum outcome fill_pair(struct path_question *question, size_t index)
{
    const struct path_pair *asked = &question->pairs[index];
    struct pair_work *pair = &question->work->pairs[index];
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

static enum outcome fill_trip(struct path_question *question, size_t index)
{
    struct trip *trip = &question->work->trips[index];
    struct place from, to;
    const struct path_pair *asked = &question->pairs[index];
    enum outcome outcome = ask_node(
        &question->base, place(question, index, "from"), asked->from, &from);

    if (outcome == OUTCOME_OK)
        outcome = ask_node(&question->base, place(question, index, "to"),
                           asked->to, &to);
    if (outcome != OUTCOME_OK)
        return outcome;
    if (trip_init(trip, map_entry_map(question->base.entry),
                  (struct trip_end){&from, transit_any()},
                  (struct trip_end){&to, transit_any()}))
        return ask_refuse_no_memory(&question->base);
    trip->query.cancel = &question->base.cancel;
    if (question->costs_only)
        trip->query.output = QUERY_COSTS;
    question->work->queries[index] = &trip->query;
    return OUTCOME_OK;
}

static enum outcome fill(struct path_question *question)
{
    bool on_roads = ask_has_roads(&question->base);
    enum outcome outcome = OUTCOME_OK;

    question->work = work_create(question->pair_count);
    if (!question->work)
        return ask_refuse_no_memory(&question->base);
    if (on_roads) {
        question->work->trips =
            array_zero(question->pair_count, sizeof(struct trip));
        if (!question->work->trips)
            return ask_refuse_no_memory(&question->base);
    }
    for (size_t i = 0; i < question->pair_count && outcome == OUTCOME_OK; i++)
        outcome = on_roads ? fill_trip(question, i) : fill_pair(question, i);
    return outcome;
}

static size_t vertex_count(const struct pair_work *pair)
{
    if (pair->cost > COST_MAX || pair->path.first_vertex == VERTEX_NONE)
        return 0;
    return pair->path.arc_count + 1;
}

/* Writes the ids of a path from `ids` on; returns where they end. */
static uint64_t *answer_pair(const struct pair_work *pair,
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
    struct path_work *work = question->work;
    size_t total = 0;
    uint64_t *ids;

    for (size_t i = 0; i < work->pair_count; i++)
        total += vertex_count(&work->pairs[i]);
    work->vertices = array_alloc(total, sizeof(*work->vertices));
    if (!work->vertices)
        return -1;
    ids = work->vertices;
    for (size_t i = 0; i < work->pair_count; i++)
        ids = answer_pair(&work->pairs[i], map, ids, &work->answers[i]);
    return 0;
}

static int answer(struct path_question *question)
{
    struct path_work *work = question->work;
    int r;

    if (work->trips)
        r = path_trips_answer(question, work->trips, work->answers,
                              &work->vertices);
    else
        r = answer_pairs(question);
    if (!r)
        question->answers = work->answers;
    return r;
}

static void done(struct job *job)
{
    struct path_question *question = job->context;

    ask_note_answer(&question->base);
    if (job->status == JOB_DONE && answer(question))
        ask_note_no_memory(&question->base);
    free_searches(question->work);
    ask_end(&question->base);
}

static enum outcome check_size(struct service *service,
                               struct path_question *question)
{
    bool costs = question->costs_only;
    size_t most =
        costs ? service->settings.costs_max : service->settings.queries_max;

    if (question->pair_count == 0)
        return ask_refuse(&question->base, OUTCOME_FAILED, "no pair given");
    if (question->pair_count <= most)
        return OUTCOME_OK;
    return ask_refuse(&question->base, OUTCOME_TOO_LARGE,
                      "%zu pairs in one question; limits.%s is %zu",
                      question->pair_count, costs ? "costs-max" : "queries-max",
                      most);
}

enum outcome service_ask_path(struct service *service,
                              struct path_question *question)
{
    enum outcome outcome;

    question->work = NULL;
    question->answers = NULL;
    outcome = ask_begin(service, &question->base);
    if (outcome != OUTCOME_OK)
        return outcome;
    outcome = check_size(service, question);
    if (outcome == OUTCOME_OK)
        outcome = fill(question);
    if (outcome == OUTCOME_OK)
        outcome = ask_submit(service, &question->base, question->work->queries,
                             question->pair_count, done);
    if (outcome != OUTCOME_OK)
        path_question_finish(question);
    return outcome;
}
