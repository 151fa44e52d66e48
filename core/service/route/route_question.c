/* route_question: snaps stops, searches between them, and picks the cheapest
 * chain of legs.
 *
 * Happy path: service_ask_route() finds the map; search(), perhaps on the pool,
 * snaps the stops, lists the transits of each, makes a search for each pair of
 * transits of two consecutive stops, and has the engine solve all of them as
 * one job; done() picks the searches with the least total weight and makes legs
 * of them. A refusal ends the question: route_question_finish() frees what was
 * made by then. */
#include "core/service/route/route_question.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/service/ask.h"

/* What the question owns until finish. */
struct route_state {
    struct map_entry *entry; /* pinned in addition to the question's own pin */
    size_t stop_count;
    struct place *places; /* [stop_count] */
    struct snap *snaps;   /* [stop_count] */

    /* Transits of each stop, one stop after the other. */
    struct transits transits;
    uint32_t *transit_count; /* [stop_count] */

    struct place_search
        *searches; /* [search_count] leg by leg, row by row within a leg */
    struct query **queries;
    size_t search_count;

    struct route_leg *legs;    /* [stop_count - 1] */
    size_t *leg_search;        /* [stop_count - 1] */
    struct route_leg *further; /* [further_count] */
    size_t further_count;
};

static void free_searches(struct route_state *state)
{
    for (size_t i = 0; i < state->search_count; i++)
        place_search_finish(&state->searches[i]);
    free(state->searches);
    free(state->queries);
    state->searches = NULL;
    state->queries = NULL;
    state->search_count = 0;
}

static void state_destroy(struct route_state *state)
{
    if (!state)
        return;
    free_searches(state);
    for (size_t i = 0; state->legs && i + 1 < state->stop_count; i++)
        free(state->legs[i].steps.list);
    for (size_t i = 0; i < state->further_count; i++)
        free(state->further[i].steps.list);
    free(state->further);
    free(state->legs);
    free(state->leg_search);
    free(state->transit_count);
    free(state->transits.list);
    free(state->snaps);
    free(state->places);
    map_entry_release(state->entry);
    free(state);
}

/* ---- Stops on roads ----------------------------------------------------- */

/* The stop's name in the client's terms. */
static struct ask_field name_of(const struct route_question *question,
                                size_t index)
{
    if (index == 0)
        return (struct ask_field){NULL, 0, "from"};
    if (index + 1 == question->stop_count)
        return (struct ask_field){NULL, 0, "to"};
    return (struct ask_field){"via", index - 1, NULL};
}

/* A node as a snap. */
static struct snap snap_of_node(const struct place *place)
{
    const struct place_point *first = &place->points[0];
    struct snap snap = {
        .segment = first->segment,
        .piece = edge_piece(first->edge),
        .fraction = first->fraction,
        .position = place->position,
    };

    for (uint32_t i = 0; i < place->point_count; i++) {
        uint32_t edge = place->points[i].edge;

        if (edge_piece(edge) == snap.piece)
            snap.direction[edge % 2] = true;
    }
    return snap;
}

/* In metres, for stops without a radius of their own. */
static double radius_max_m_of(const struct route_question *question)
{
    const struct service *service = question->base.service;
    double radius_m = (double)limits_now(service->limits)->snap_radius_m;

    return radius_m > 0 && !question->any_radius ? radius_m : INFINITY;
}

/* Nodes have fixed places, which limit the other stops' choice. */
static enum outcome find_nodes(struct route_question *question,
                               struct snap_options *options,
                               struct place *ret_places)
{
    double radius_max_m = radius_max_m_of(question);
    const struct closed_set *closed =
        map_entry_weighting(question->base.entry)->closed;
    const struct topology *topology =
        &map_entry_map(question->base.entry)->topology;

    for (size_t i = 0; i < question->stop_count; i++) {
        const struct route_stop *stop = &question->stops[i];
        enum outcome outcome;

        options[i] = stop->options;
        options[i].radius_m = fmin(stop->options.radius_m, radius_max_m);
        options[i].closed = closed;
        options[i].topology = topology;
        if (!stop->has_node)
            continue;
        outcome = ask_node(&question->base, name_of(question, i),
                           (uint64_t)stop->node, &ret_places[i]);
        if (outcome != OUTCOME_OK)
            return outcome;
        options[i] = snap_options_of(ret_places[i].position);
        options[i].closed = closed;
        options[i].topology = topology;
    }
    return OUTCOME_OK;
}

static enum outcome take_place(struct route_question *question,
                               const struct snap_options *options,
                               const struct snaps *found, size_t index,
                               struct place *ret_place, struct snap *ret_snap)
{
    const struct roads *roads = &map_entry_map(question->base.entry)->roads;
    uint32_t count;
    const struct snap *snaps = snaps_of(found, index, &count);

    if (question->stops[index].has_node) {
        *ret_snap = snap_of_node(ret_place);
        return OUTCOME_OK;
    }
    place_of_snaps(roads, map_entry_weighting(question->base.entry), snaps,
                   count, ret_place);
    if (!ret_place->point_count) {
        question->base.missing = index;
        return ask_refuse_far(&question->base, name_of(question, index),
                              &options[index]);
    }
    *ret_snap = snaps[0];
    return OUTCOME_OK;
}

static enum outcome find_places(struct route_question *question,
                                struct place *ret_places,
                                struct snap *ret_snaps)
{
    size_t count = question->stop_count;
    struct snap_options *options = array_alloc(count, sizeof(*options));
    struct snaps found = {0};
    enum outcome outcome;

    if (!options)
        return ask_refuse_no_memory(&question->base);
    outcome = find_nodes(question, options, ret_places);
    if (outcome == OUTCOME_OK)
        outcome = ask_snaps(&question->base, options, count, &found);
    for (size_t i = 0; i < count && outcome == OUTCOME_OK; i++)
        outcome = take_place(question, options, &found, i, &ret_places[i],
                             &ret_snaps[i]);
    snaps_finish(&found);
    free(options);
    return outcome;
}

/* ---- Searches between stops --------------------------------------------- */

/* On failure, too, the question owns what was made. */
static int state_create(struct route_question *question)
{
    size_t count = question->stop_count;
    struct route_state *state = calloc(1, sizeof(*state));

    question->state = state;
    if (!state)
        return -ENOMEM;
    state->entry = map_entry_acquire(question->base.entry);
    state->stop_count = count;
    state->places = array_alloc(count, sizeof(*state->places));
    state->snaps = array_alloc(count, sizeof(*state->snaps));
    state->transit_count = array_alloc(count, sizeof(*state->transit_count));
    state->legs = array_zero(count - 1, sizeof(*state->legs));
    state->leg_search = array_alloc(count - 1, sizeof(*state->leg_search));
    return state->places && state->snaps && state->transit_count &&
                   state->legs && state->leg_search
               ? 0
               : -ENOMEM;
}

static bool goes_straight(const struct route_question *question,
                          const struct map *map)
{
    if (question->straight == STRAIGHT_BY_PROFILE)
        return map->roads.profile.continue_straight;
    return question->straight == STRAIGHT_YES;
}

static int add_transit_any(struct transits *transits, const struct place *place)
{
    struct transit transit = transit_any(place);

    return array_append(&transits->list, &transits->count, &transits->capacity,
                        &transit, sizeof(transit));
}

static int find_transits(struct route_state *state, const struct map *map,
                         const struct weighting *weighting, bool straight)
{
    for (size_t i = 0; i < state->stop_count; i++) {
        bool passes = i > 0 && i + 1 < state->stop_count;
        size_t before = state->transits.count;
        int r = straight && passes
                    ? place_transits(map, weighting, &state->places[i],
                                     &state->places[i - 1], &state->transits)
                    : add_transit_any(&state->transits, &state->places[i]);

        if (r)
            return r;
        state->transit_count[i] = (uint32_t)(state->transits.count - before);
    }
    return 0;
}

/* Sums over all legs: transits of one stop times those of the next. */
static size_t count_searches(const struct route_state *state)
{
    size_t count = 0;

    for (size_t i = 0; i + 1 < state->stop_count; i++)
        count += (size_t)state->transit_count[i] * state->transit_count[i + 1];
    return count;
}

/* What it holds before it is solved. */
static size_t state_bytes(const struct route_state *state)
{
    size_t stop = sizeof(*state->places) + sizeof(*state->snaps) +
                  sizeof(*state->legs) + sizeof(*state->leg_search) +
                  sizeof(*state->transit_count);

    return state->stop_count * stop +
           state->transits.count * sizeof(*state->transits.list) +
           count_searches(state) * PLACE_SEARCH_BYTES;
}

static enum outcome check_searches(struct route_question *question)
{
    const struct limits *limits = limits_now(question->base.service->limits);
    bool costs = question->costs_only;
    size_t most = costs ? limits->costs_max : limits->queries_max;
    size_t count = count_searches(question->state);

    if (count <= most)
        return OUTCOME_OK;
    return ask_refuse(
        &question->base, OUTCOME_TOO_LARGE,
        "%zu searches for %zu stops are too many; the limit is %zu "
        "(limits.%s)",
        count, question->stop_count, most, costs ? "costs-max" : "queries-max");
}

static bool wants_further(const struct route_question *question)
{
    return question->alternatives && question->stop_count == 2 &&
           !question->costs_only;
}

static int add_search(struct route_question *question, const struct map *map,
                      const struct weighting *weighting, size_t leg,
                      const struct transit *from, const struct transit *to)
{
    struct route_state *state = question->state;
    struct place_search *search = &state->searches[state->search_count];
    int r = place_search_init(search, map, weighting, *from, *to);

    if (r)
        return r;
    search->query.cancel = &question->base.cancel;
    if (question->costs_only)
        search->query.output = QUERY_COSTS;
    state->queries[state->search_count++] = &search->query;
    return wants_further(question)
               ? place_search_want(search, map, &state->places[leg],
                                   &state->places[leg + 1],
                                   question->alternatives)
               : 0;
}

static int add_leg_searches(struct route_question *question,
                            const struct map *map, size_t leg,
                            const struct transit *from)
{
    const struct weighting *weighting =
        map_entry_weighting(question->state->entry);
    const uint32_t *transit_count = question->state->transit_count;
    const struct transit *to = from + transit_count[leg];

    for (uint32_t i = 0; i < transit_count[leg]; i++) {
        for (uint32_t j = 0; j < transit_count[leg + 1]; j++) {
            int r = add_search(question, map, weighting, leg, &from[i], &to[j]);

            if (r)
                return r;
        }
    }
    return 0;
}

static int make_searches(struct route_question *question, const struct map *map)
{
    struct route_state *state = question->state;
    const struct transit *transit = state->transits.list;
    size_t count = count_searches(state);

    state->searches = array_alloc(count, sizeof(*state->searches));
    state->queries = array_alloc(count, sizeof(*state->queries));
    if (!state->searches || !state->queries)
        return -ENOMEM;
    for (size_t i = 0; i + 1 < state->stop_count; i++) {
        int r = add_leg_searches(question, map, i, transit);

        if (r)
            return r;
        transit += state->transit_count[i];
    }
    return 0;
}

static enum outcome prepare(struct route_question *question)
{
    struct route_state *state;
    const struct map *map;
    enum outcome outcome;

    if (state_create(question))
        return ask_refuse_no_memory(&question->base);
    state = question->state;
    map = map_entry_map(state->entry);
    outcome = find_places(question, state->places, state->snaps);
    if (outcome != OUTCOME_OK)
        return outcome;
    if (find_transits(state, map, map_entry_weighting(state->entry),
                      goes_straight(question, map)))
        return ask_refuse_no_memory(&question->base);
    outcome = check_searches(question);
    if (outcome == OUTCOME_OK)
        outcome = ask_memory(&question->base, state_bytes(state));
    if (outcome == OUTCOME_OK && make_searches(question, map))
        return ask_refuse_no_memory(&question->base);
    question->snaps = state->snaps;
    return outcome;
}

/* ---- The cheapest chain of searches ------------------------------------- */

/* The cheapest way to reach a stop for one of its transits. */
struct passing {
    uint64_t weight; /* of all legs up to it; UINT64_MAX: unreachable */
    size_t search;   /* that ends here */
};

/* Ties go to the route with the lesser weight up to the stop before. */
static bool is_better(const struct place_search *searches,
                      const struct passing *at, uint64_t weight, uint32_t cost)
{
    return weight < at->weight ||
           (weight == at->weight &&
            cost > place_search_cost(&searches[at->search]));
}

/* Extends the chains of one stop to the transits of the next; returns whether
 * any search succeeded. */
static bool add_leg(const struct place_search *searches, size_t first_search,
                    const struct passing *from, uint32_t from_count,
                    struct passing *to, uint32_t to_count)
{
    bool any = false;

    for (uint32_t j = 0; j < to_count; j++)
        to[j].weight = UINT64_MAX;
    for (uint32_t i = 0; i < from_count; i++) {
        for (uint32_t j = 0; j < to_count; j++) {
            size_t search = first_search + (size_t)i * to_count + j;
            uint32_t cost = place_search_cost(&searches[search]);

            if (cost == COST_INFINITY || from[i].weight == UINT64_MAX ||
                !is_better(searches, &to[j], from[i].weight + cost, cost))
                continue;
            to[j] = (struct passing){from[i].weight + cost, search};
            any = true;
        }
    }
    return any;
}

/* Walks back from the last stop, which has one transit, and notes each leg's
 * search. */
static void follow(struct route_question *question, const struct passing *at,
                   size_t first_search)
{
    struct route_state *state = question->state;
    const uint32_t *transit_count = state->transit_count;

    for (size_t leg = state->stop_count - 1; leg-- > 0;) {
        uint32_t to_count = transit_count[leg + 1];
        size_t search = at->search;
        uint32_t from;

        first_search -= (size_t)transit_count[leg] * to_count;
        from = (uint32_t)((search - first_search) / to_count);
        at -= (search - first_search) % to_count; /* the stop's first */
        at -= transit_count[leg];
        at += from;
        state->leg_search[leg] = search;
        if (place_search_cost(&state->searches[search]) == COST_OVERFLOW)
            question->finding = ROUTE_OVERFLOW;
    }
}

/* A route passes each stop by one transit; the searches of a leg lead from each
 * transit of one stop to each of the next; the first and the last stop have one
 * each. So this is a shortest path in a layered graph, layer by layer. 0 or
 * -ENOMEM. */
static int choose_searches(struct route_question *question)
{
    const struct route_state *state = question->state;
    const uint32_t *transit_count = state->transit_count;
    struct passing *passings =
        array_alloc(state->transits.count, sizeof(*passings));
    struct passing *from = passings;
    size_t first_search = 0;

    if (!passings)
        return -ENOMEM;
    question->finding = ROUTE_FOUND;
    question->missing_leg = 0;
    *from = (struct passing){0, 0};
    for (size_t leg = 0; leg + 1 < state->stop_count; leg++) {
        struct passing *to = from + transit_count[leg];

        if (!add_leg(state->searches, first_search, from, transit_count[leg],
                     to, transit_count[leg + 1])) {
            question->finding = ROUTE_NONE;
            question->missing_leg = leg;
            break;
        }
        first_search += (size_t)transit_count[leg] * transit_count[leg + 1];
        from = to;
    }
    if (question->finding == ROUTE_FOUND) {
        question->weight = from->weight;
        follow(question, from, first_search);
    }
    free(passings);
    return 0;
}

/* ---- Legs --------------------------------------------------------------- */

static void sum_steps(struct route_leg *leg)
{
    for (uint32_t i = 0; i < leg->steps.count; i++) {
        const struct route_step *step = &leg->steps.list[i];

        leg->duration_ms +=
            (uint64_t)step->duration_ms + step->turn_duration_ms;
        leg->length_mm += step->length_mm;
    }
}

static int fill_leg(const struct route_question *question, size_t index)
{
    struct route_state *state = question->state;
    const struct place *from = &state->places[index];
    const struct place *to = &state->places[index + 1];
    const struct place_search *search =
        &state->searches[state->leg_search[index]];
    struct route_leg *leg = &state->legs[index];
    int r;

    leg->from = from->position;
    leg->to = to->position;
    leg->weight = place_search_cost(search);
    if (question->costs_only)
        return 0;
    r = place_search_steps(search, map_entry_map(state->entry),
                           map_entry_weighting(state->entry), from, to,
                           &leg->steps);
    if (!r)
        sum_steps(leg);
    return r;
}

static int fill_way(struct route_state *state, const struct place_way *way)
{
    const struct place *from = &state->places[0];
    const struct place *to = &state->places[1];
    struct route_leg leg = {from->position, to->position, .weight = way->cost};
    int r = place_search_way_steps(
        &state->searches[0], way, map_entry_map(state->entry),
        map_entry_weighting(state->entry), from, to, &leg.steps);

    if (r)
        return r;
    sum_steps(&leg);
    state->further[state->further_count++] = leg;
    return 0;
}

static int fill_further(struct route_question *question)
{
    struct route_state *state = question->state;
    struct place_way *ways = array_alloc(question->alternatives, sizeof(*ways));
    uint32_t count;
    int r = 0;

    state->further =
        array_alloc(question->alternatives, sizeof(*state->further));
    if (!ways || !state->further) {
        free(ways);
        return -ENOMEM;
    }
    count =
        place_search_further(&state->searches[0], map_entry_map(state->entry),
                             &state->places[0], &state->places[1], ways);
    for (uint32_t i = 0; i < count && !r; i++)
        r = fill_way(state, &ways[i]);
    free(ways);
    question->further = state->further;
    question->further_count = state->further_count;
    return r;
}

/* For solved routes: finding, legs, further routes. 0 or -ENOMEM. */
static int answer(struct route_question *question)
{
    struct route_state *state = question->state;
    int r = choose_searches(question);

    if (r || question->finding != ROUTE_FOUND)
        return r;
    for (size_t i = 0; i + 1 < state->stop_count; i++) {
        r = fill_leg(question, i);
        if (r)
            return r;
    }
    question->legs = state->legs;
    return wants_further(question) ? fill_further(question) : 0;
}

/* ---- The question ------------------------------------------------------- */

/* A loop thread may snap this many stops itself, and a worker make the legs
 * between them. */
enum { STOPS_AT_ONCE = 4 };

void route_question_finish(struct route_question *question)
{
    ask_finish(&question->base);
    state_destroy(question->state);
    map_entry_release(question->base.entry);
    question->base.entry = NULL;
    question->state = NULL;
    question->snaps = NULL;
    question->legs = NULL;
    question->further = NULL;
    question->further_count = 0;
}

static size_t count_segments(const struct route_leg *legs, size_t count)
{
    size_t segments = 0;

    for (size_t i = 0; i < count; i++)
        segments += route_steps_segments(&legs[i].steps);
    return segments;
}

size_t route_question_segments(const struct route_question *question)
{
    if (question->finding != ROUTE_FOUND)
        return 0;
    return count_segments(question->legs, question->stop_count - 1) +
           count_segments(question->further, question->further_count);
}

const struct map *route_question_map(const struct route_question *question)
{
    return map_entry_map(question->state->entry);
}

const struct weighting *
route_question_weighting(const struct route_question *question)
{
    return map_entry_weighting(question->state->entry);
}

const struct model *route_question_model(const struct route_question *question,
                                         const struct weighting **ret_below)
{
    const struct map_entry *below;
    const struct model *model = map_entry_model(question->state->entry, &below);

    if (model)
        *ret_below = map_entry_weighting(below);
    return model;
}

/* Before any change, a file is all there can be. */
const char *route_question_weights_name(const struct route_question *question)
{
    const char *name = question->base.service->speeds_name;

    return *name && !map_entry_epoch(question->state->entry) ? name : "weights";
}

const struct place *route_question_place(const struct route_question *question,
                                         size_t stop)
{
    return &question->state->places[stop];
}

/* ---- Asking ------------------------------------------------------------- */

static enum outcome check_radii(struct route_question *question)
{
    double most_m = radius_max_m_of(question);
    enum outcome outcome = OUTCOME_OK;

    for (size_t i = 0; i < question->stop_count && outcome == OUTCOME_OK; i++) {
        const struct route_stop *stop = &question->stops[i];

        if (!stop->has_node)
            outcome =
                ask_radius(&question->base, stop->options.radius_m, most_m);
    }
    return outcome;
}

static enum outcome check_stops(struct route_question *question)
{
    const struct limits *limits = limits_now(question->base.service->limits);
    size_t most = question->stops_max ? question->stops_max : limits->stops_max;
    struct error error;

    if (question->stop_count < 2)
        return ask_refuse(&question->base, OUTCOME_FAILED,
                          "a route needs at least two stops");
    if (stops_check(question->stop_count, "stops", most, &error))
        return ask_refuse(&question->base, OUTCOME_TOO_LARGE, "%s", error.text);
    return check_radii(question);
}

static enum outcome begin(struct service *service,
                          struct route_question *question)
{
    enum outcome outcome;

    question->state = NULL;
    question->snaps = NULL;
    question->legs = NULL;
    question->further = NULL;
    question->further_count = 0;
    outcome = ask_begin(service, &question->base);
    if (outcome == OUTCOME_OK)
        outcome = ask_need_roads(&question->base);
    return outcome == OUTCOME_OK ? check_stops(question) : outcome;
}

/* Such options may reject near roads, possibly all of them. */
static bool is_picky(const struct snap_options *options)
{
    return options->has_bearing || options->approach != APPROACH_UNRESTRICTED ||
           options->exclude;
}

/* Whether the search for its stops may take too long for a loop thread. */
static bool is_long(const struct route_question *question)
{
    if (question->stop_count > STOPS_AT_ONCE)
        return true;
    for (size_t i = 0; i < question->stop_count; i++) {
        if (is_picky(&question->stops[i].options))
            return true;
    }
    return false;
}

/* Of the steps of these legs. */
static size_t steps_bytes(const struct route_leg *legs, size_t count)
{
    size_t steps = 0;

    for (size_t i = 0; i < count && legs; i++)
        steps += legs[i].steps.count;
    return steps * sizeof(struct route_step);
}

/* The searches are solved. */
static enum outcome finish_answer(struct question *base)
{
    struct route_question *question = (struct route_question *)base;

    if (base->outcome == OUTCOME_OK && answer(question))
        ask_note_no_memory(base);
    if (base->outcome == OUTCOME_OK)
        ask_memory(base,
                   steps_bytes(question->legs, question->stop_count - 1) +
                       steps_bytes(question->further, question->further_count));
    free_searches(question->state);
    ask_end(base);
    return OUTCOME_OK;
}

static void done(struct job *job)
{
    struct route_question *question = job->context;

    ask_note_answer(&question->base);
    ask_go_on(&question->base, question->stop_count > STOPS_AT_ONCE,
              finish_answer);
}

static enum outcome search(struct question *base)
{
    struct route_question *question = (struct route_question *)base;
    enum outcome outcome = prepare(question);

    return outcome == OUTCOME_OK
               ? ask_submit(base, question->state->queries,
                            question->state->search_count, done)
               : outcome;
}

enum outcome service_ask_route(struct service *service,
                               struct route_question *question)
{
    enum outcome outcome = begin(service, question);

    if (outcome == OUTCOME_OK)
        outcome = ask_work(&question->base, is_long(question), search);
    if (outcome != OUTCOME_OK)
        route_question_finish(question);
    return outcome;
}
