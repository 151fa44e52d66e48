/* path_question: turns pairs of ids into queries, and paths into ids, a strip
 * of pairs at a time. */
#include "core/service/path/path_question.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/service/ask.h"
#include "core/service/place/place_search.h"
#include "core/service/strips.h"

/* Ids of all paths, concatenated. */
struct id_list {
    uint64_t *ids; /* [count] */
    size_t count;
    size_t capacity;
};

static int add_path(struct id_list *list, const struct map *map,
                    const struct weighting *weighting,
                    const struct path_pair *pair,
                    const struct place_search *search)
{
    struct route_steps steps;
    struct place from, to;
    size_t most;
    int r;

    place_of_node(&map->roads, weighting, (int64_t)pair->from, &from);
    place_of_node(&map->roads, weighting, (int64_t)pair->to, &to);
    r = place_search_steps(search, map, weighting, &from, &to, &steps);
    if (r)
        return r;
    most = route_steps_segments(&steps) + steps.count + 2;
    r = array_reserve(&list->ids, &list->capacity, list->count + most,
                      sizeof(*list->ids));
    if (!r)
        list->count += route_steps_ids(&map->roads, &steps, pair->from,
                                       pair->to, list->ids + list->count);
    free(steps.list);
    return r;
}

/* ---- The state ----------------------------------------------------------- */

/* Limits of a strip. A worker or a thread of the pool has one for some
 * milliseconds; two of them wait for the client. */
enum {
    STRIP_COSTS = 16384,    /* pairs without paths */
    STRIP_PATHS_FIRST = 64, /* of paths whose length is not known yet */
    STRIP_PATHS_MIN = 16,
    STRIP_PATHS_MAX = 1024,
    STRIP_GROWTH = 4,      /* from one strip to the next; see answer() */
    STRIP_BYTES = 4 << 20, /* of ids, about */
    STRIP_BYTES_MAX = STRIP_BYTES * 3 / 2, /* but for a single path */
    PAIRS_AT_ONCE = 64, /* that a loop or a worker translates itself */
};

/* A pair on a bare graph, and its query. */
struct pair_query {
    struct query query;
    struct seed seed;
    struct target target;
    struct target_vertex to;
    uint32_t cost;
    struct path path;
};

/* A strip that is solved. */
struct path_strip {
    struct path_answer *answers; /* [count] */
    size_t count;
    uint64_t *vertices; /* [vertex_count] of all these answers, concatenated;
                           owned */
    size_t vertex_count;
};

/* The ends of a pair on a bare graph. */
struct pair_ends {
    uint32_t from;
    uint32_t to;
};

/* All that a question owns until finish: one allocation, except for paths, ids
 * and searches. */
struct path_state {
    struct strips order;
    size_t first; /* pair of the current strip */
    size_t count; /* of its pairs */
    size_t strip_max;
    struct path_strip strip[2];
    struct place_search *searches; /* [strip_max] on roads, else NULL */
    struct query **queries;        /* [strip_max] */
    struct pair_ends *ends;        /* [pair_count] on a bare graph */
    struct pair_query pairs[];     /* [strip_max] on a bare graph */
};

static size_t first_strip(const struct path_question *question)
{
    size_t most = question->costs_only ? STRIP_COSTS : STRIP_PATHS_FIRST;

    return question->base.readable ? size_min(question->pair_count, most)
                                   : question->pair_count;
}

static bool comes_in_strips(const struct path_question *question)
{
    return first_strip(question) < question->pair_count;
}

static size_t largest_strip(const struct path_question *question)
{
    return comes_in_strips(question) && !question->costs_only
               ? size_min(question->pair_count, STRIP_PATHS_MAX)
               : first_strip(question);
}

/* Sets the state's members that are numbers or point into its own memory, of
 * the size that is returned. */
static size_t lay_out(const struct path_question *question, bool on_roads,
                      struct path_state *state)
{
    size_t strip_max = largest_strip(question);
    size_t buffers = comes_in_strips(question) ? 2 : 1;
    size_t at = sizeof(*state);
    char *memory = (char *)state;

    at += on_roads ? 0 : strip_max * sizeof(struct pair_query);
    for (size_t i = 0; i < buffers; i++) {
        if (state)
            state->strip[i].answers = (struct path_answer *)(memory + at);
        at += strip_max * sizeof(struct path_answer);
    }
    if (state)
        state->queries = (struct query **)(memory + at);
    at += strip_max * sizeof(struct query *);
    if (state && !on_roads)
        state->ends = (struct pair_ends *)(memory + at);
    at += on_roads ? 0 : question->pair_count * sizeof(struct pair_ends);
    return at;
}

/* Without ids. */
static size_t state_bytes(const struct path_question *question)
{
    bool on_roads = ask_has_roads(&question->base);

    return question->pair_count * sizeof(struct path_pair) +
           lay_out(question, on_roads, NULL) +
           (on_roads ? largest_strip(question) * PLACE_SEARCH_BYTES : 0);
}

static enum outcome submit(struct question *base);

static struct path_state *state_create(const struct path_question *question,
                                       bool on_roads)
{
    struct path_state *state = calloc(1, lay_out(question, on_roads, NULL));

    if (!state)
        return NULL;
    lay_out(question, on_roads, state);
    state->count = first_strip(question);
    state->strip_max = largest_strip(question);
    strips_init(&state->order, submit);
    if (!on_roads)
        return state;
    state->searches = array_zero(state->strip_max, sizeof(*state->searches));
    if (state->searches)
        return state;
    strips_finish(&state->order);
    free(state);
    return NULL;
}

/* Of the current strip. */
static void free_searches(struct path_state *state)
{
    for (size_t i = 0; i < state->count; i++) {
        if (state->searches)
            place_search_finish(&state->searches[i]);
        else
            path_finish(&state->pairs[i].path);
    }
}

void path_question_finish(struct path_question *question)
{
    struct path_state *state = question->state;

    ask_finish(&question->base);
    if (!state)
        return;
    free_searches(state);
    free(state->searches);
    free(state->strip[0].vertices);
    free(state->strip[1].vertices);
    strips_finish(&state->order);
    free(state);
    question->state = NULL;
    question->answers = NULL;
}

/* ---- From ids to queries ------------------------------------------------- */

/* A single pair needs no list index. */
static struct ask_field place(const struct path_question *question,
                              size_t index, const char *member)
{
    return (struct ask_field){question->pair_count > 1 ? "queries" : NULL,
                              index, member};
}

static enum outcome find_vertices(struct path_question *question, size_t index)
{
    const struct path_pair *asked = &question->pairs[index];
    struct pair_ends *ends = &question->state->ends[index];
    enum outcome outcome =
        ask_vertex(&question->base, place(question, index, "from"), asked->from,
                   &ends->from);

    return outcome == OUTCOME_OK
               ? ask_vertex(&question->base, place(question, index, "to"),
                            asked->to, &ends->to)
               : outcome;
}

static enum outcome find_places(struct path_question *question, size_t index,
                                struct place *ret_from, struct place *ret_to)
{
    const struct path_pair *asked = &question->pairs[index];
    enum outcome outcome = ask_node(
        &question->base, place(question, index, "from"), asked->from, ret_from);

    return outcome == OUTCOME_OK
               ? ask_node(&question->base, place(question, index, "to"),
                          asked->to, ret_to)
               : outcome;
}

/* Refuses an unknown id anywhere in the list, before any answer. */
static enum outcome find_ids(struct path_question *question)
{
    bool on_roads = ask_has_roads(&question->base);
    enum outcome outcome = OUTCOME_OK;
    /* On roads fill() has found those of the first strip. */
    size_t i = on_roads ? question->state->count : 0;

    for (; i < question->pair_count && outcome == OUTCOME_OK; i++) {
        struct place from, to;

        outcome = ask_check_cancel(&question->base, i);
        if (outcome == OUTCOME_OK)
            outcome = on_roads ? find_places(question, i, &from, &to)
                               : find_vertices(question, i);
    }
    return outcome;
}

static void fill_pair(struct path_question *question, size_t index)
{
    struct path_state *state = question->state;
    const struct pair_ends *ends = &state->ends[state->first + index];
    struct pair_query *pair = &state->pairs[index];

    path_init(&pair->path);
    pair->seed = (struct seed){.vertex = ends->from};
    pair->to = (struct target_vertex){.vertex = ends->to};
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
    state->queries[index] = &pair->query;
}

static enum outcome fill_on_roads(struct path_question *question, size_t index)
{
    struct path_state *state = question->state;
    struct place_search *search = &state->searches[index];
    struct place from, to;
    enum outcome outcome =
        find_places(question, state->first + index, &from, &to);

    if (outcome != OUTCOME_OK)
        return outcome;
    if (place_search_init(search, map_entry_map(question->base.entry),
                          map_entry_weighting(question->base.entry),
                          transit_any(&from), transit_any(&to)))
        return ask_refuse_no_memory(&question->base);
    search->query.cancel = &question->base.cancel;
    if (question->costs_only)
        search->query.output = QUERY_COSTS;
    state->queries[index] = &search->query;
    return OUTCOME_OK;
}

/* The queries of the current strip. */
static enum outcome fill(struct path_question *question)
{
    struct path_state *state = question->state;
    enum outcome outcome = OUTCOME_OK;

    for (size_t i = 0; i < state->count && outcome == OUTCOME_OK; i++) {
        if (state->searches)
            outcome = fill_on_roads(question, i);
        else
            fill_pair(question, i);
    }
    return outcome;
}

/* ---- From paths to ids --------------------------------------------------- */

static struct path_strip *current_strip(const struct path_question *question)
{
    struct path_state *state = question->state;

    return &state->strip[strips_current(&state->order) % 2];
}

/* Of the question, whose current strip has that many ids. Of two strips the
 * longer counts twice: the next one may be as long. */
static size_t bytes_with(const struct path_question *question, size_t ids)
{
    const struct path_state *state = question->state;
    const struct path_strip *before =
        &state->strip[(strips_current(&state->order) + 1) % 2];

    if (comes_in_strips(question))
        ids = 2 * size_max(ids, before->vertex_count);
    return state_bytes(question) + ids * sizeof(uint64_t);
}

/* Takes memory for that many ids, of `paths` paths, in the current strip of
 * several; false if there is none. note_memory() takes that of the first. */
static bool take_room(struct path_question *question, size_t paths, size_t ids)
{
    struct question *base = &question->base;
    size_t bytes = bytes_with(question, ids);

    if (!comes_in_strips(question))
        return true;
    if (paths > 1 && ids * sizeof(uint64_t) > STRIP_BYTES_MAX)
        return false;
    return bytes <= base->memory ||
           strips_current(&question->state->order) == 0 ||
           service_take_memory(base->service, &base->memory,
                               bytes - base->memory);
}

/* Writes the ids of paths of the current strip, as does answer_pairs(): as many
 * as there is room for; strip->count says of how many. 0 or -ENOMEM. */
static int answer_roads(struct path_question *question,
                        struct path_strip *strip)
{
    const struct path_state *state = question->state;
    const struct map *map = map_entry_map(question->base.entry);
    const struct weighting *weighting =
        map_entry_weighting(question->base.entry);
    struct id_list list = {0};
    uint64_t *next;

    for (size_t i = 0; i < state->count; i++) {
        uint32_t cost = place_search_cost(&state->searches[i]);
        size_t first = list.count;

        if (!question->costs_only && cost <= COST_MAX &&
            add_path(&list, map, weighting, &question->pairs[state->first + i],
                     &state->searches[i])) {
            free(list.ids);
            return -ENOMEM;
        }
        if (!take_room(question, i + 1, list.count)) {
            list.count = first;
            break;
        }
        strip->answers[i] = (struct path_answer){
            .cost = cost, .vertex_count = list.count - first};
        strip->count = i + 1;
    }
    next = realloc(list.ids, size_max(list.count, 1) * sizeof(*next));
    /* The list does not move from now on. */
    strip->vertices = next ? next : list.ids;
    strip->vertex_count = list.count;
    next = strip->vertices;
    for (size_t i = 0; i < strip->count; i++) {
        strip->answers[i].vertices = next;
        next += strip->answers[i].vertex_count;
    }
    return 0;
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

static int answer_pairs(struct path_question *question,
                        struct path_strip *strip)
{
    const struct map *map = map_entry_map(question->base.entry);
    const struct path_state *state = question->state;
    uint64_t *ids;

    for (size_t i = 0; i < state->count; i++) {
        size_t ids_with = strip->vertex_count + vertex_count(&state->pairs[i]);

        if (!take_room(question, i + 1, ids_with))
            break;
        strip->vertex_count = ids_with;
        strip->count = i + 1;
    }
    strip->vertices =
        array_alloc(strip->vertex_count, sizeof(*strip->vertices));
    if (!strip->vertices)
        return -ENOMEM;
    ids = strip->vertices;
    for (size_t i = 0; i < strip->count; i++)
        ids = answer_pair(&state->pairs[i], map, ids, &strip->answers[i]);
    return 0;
}

/* Writes the answers of the current strip into its buffer, and frees its paths.
 * Pairs whose paths are longer than expected, and find no room, are solved
 * again in the next strip; strips grow slowly, so few are. */
static void answer(struct path_question *question)
{
    struct path_state *state = question->state;
    struct path_strip *strip = current_strip(question);
    int r;

    free(strip->vertices);
    strip->vertices = NULL;
    strip->vertex_count = 0;
    strip->count = 0;
    r = state->searches ? answer_roads(question, strip)
                        : answer_pairs(question, strip);
    free_searches(state);
    state->count = strip->count;
    if (r)
        ask_note_no_memory(&question->base);
    else if (!strip->count)
        ask_refuse_full(&question->base, 0);
}

/* ---- Strip by strip ------------------------------------------------------ */

static bool is_last(const struct path_question *question)
{
    return question->state->first + question->state->count ==
           question->pair_count;
}

/* Of a path in the current strip, on average. */
static size_t ids_of_path(const struct path_question *question)
{
    const struct path_strip *strip = current_strip(question);

    return strip->vertex_count / strip->count + 1;
}

/* As many pairs as should make STRIP_BYTES of ids. */
static size_t next_count(const struct path_question *question)
{
    const struct path_state *state = question->state;
    size_t fit = STRIP_BYTES / sizeof(uint64_t) / ids_of_path(question);

    if (question->costs_only)
        return state->strip_max;
    return size_min(size_max(fit, STRIP_PATHS_MIN),
                    size_min(STRIP_GROWTH * state->count, state->strip_max));
}

/* Holds what the strip needs. Without room for the first, nothing is answered.
 * What an earlier strip needed stays until the last, within bounds: a later one
 * may need it again, and would find it taken. */
static void note_memory(struct path_question *question)
{
    struct question *base = &question->base;
    size_t bytes = bytes_with(question, current_strip(question)->vertex_count);

    if (bytes > base->memory) {
        ask_memory(base, bytes - base->memory);
        return;
    }
    if (!is_last(question))
        bytes =
            size_max(bytes, size_min(base->memory, state_bytes(question) +
                                                       2 * STRIP_BYTES_MAX));
    service_return_memory(base->service, &base->memory, base->memory - bytes);
}

static enum outcome fill_next(struct path_question *question)
{
    struct path_state *state = question->state;
    size_t count = next_count(question);

    state->first += state->count;
    state->count = size_min(question->pair_count - state->first, count);
    return fill(question);
}

/* The current strip is solved: its answers and the queries of the next, which
 * the client's thread may submit. */
static enum outcome go_on(struct question *base)
{
    struct path_question *question = (struct path_question *)base;
    struct path_state *state = question->state;
    bool last;

    if (base->outcome == OUTCOME_OK)
        answer(question);
    last = is_last(question);
    if (base->outcome == OUTCOME_OK)
        note_memory(question);
    if (base->outcome == OUTCOME_OK && !last)
        fill_next(question);
    if (last && strips_current(&state->order) == 0)
        question->answers = state->strip[0].answers;
    strips_solved(&state->order, base, last);
    return OUTCOME_OK;
}

static void done(struct job *job)
{
    struct path_question *question = job->context;

    ask_note_answer(&question->base);
    ask_go_on(&question->base, job->query_count > PAIRS_AT_ONCE, go_on);
}

static enum outcome submit(struct question *base)
{
    struct path_state *state = ((struct path_question *)base)->state;

    base->job.continues = strips_current(&state->order) > 0;
    return ask_submit(base, state->queries, state->count, done);
}

struct path_answers path_read(struct path_question *question)
{
    struct path_state *state = question->state;
    size_t index;

    if (!strips_read(&state->order, &question->base, &index))
        return (struct path_answers){0};
    return (struct path_answers){state->strip[index % 2].answers,
                                 state->strip[index % 2].count};
}

static void wake(struct question *base)
{
    strips_stop(&((struct path_question *)base)->state->order, base);
}

/* ---- Asking -------------------------------------------------------------- */

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

static enum outcome begin(struct question *base)
{
    struct path_question *question = (struct path_question *)base;
    bool on_roads = ask_has_roads(base);
    enum outcome outcome;

    question->state = state_create(question, on_roads);
    if (!question->state)
        return ask_refuse_no_memory(base);
    outcome = on_roads ? fill(question) : find_ids(question);
    if (outcome == OUTCOME_OK)
        outcome = on_roads ? find_ids(question) : fill(question);
    if (outcome != OUTCOME_OK)
        return outcome;
    atomic_store(&base->wake, wake);
    return submit(base);
}

enum outcome service_ask_path(struct service *service,
                              struct path_question *question)
{
    enum outcome outcome;

    question->state = NULL;
    question->answers = NULL;
    outcome = ask_begin(service, &question->base);
    if (outcome == OUTCOME_OK)
        outcome = check_size(service, question);
    if (outcome == OUTCOME_OK)
        outcome = ask_memory(&question->base, state_bytes(question));
    if (outcome == OUTCOME_OK)
        outcome = ask_work(&question->base,
                           question->pair_count > PAIRS_AT_ONCE, begin);
    if (outcome != OUTCOME_OK)
        path_question_finish(question);
    return outcome;
}
