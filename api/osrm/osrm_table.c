/* osrm_table: /table/v1: durations and distances between places. */
#include "api/osrm/osrm_table.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"

static void finish(void *work)
{
    struct osrm_table *table = work;

    table_question_finish(&table->question);
    table_places_finish(&table->places);
    osrm_request_finish(&table->request);
    free(table->wishes);
    free(table->sources);
    free(table->targets);
    free(table->durations);
    free(table->distances);
    free(table->estimated);
    free(table);
}

/* ---- Asking ------------------------------------------------------------- */

/* The places of `indices`, of all where there are none. */
static uint64_t *places_of(const struct osrm_indices *indices, size_t all,
                           size_t *ret_count)
{
    size_t count = indices->count ? indices->count : all;
    uint64_t *places = array_alloc(count, sizeof(*places));

    for (size_t i = 0; i < count && places; i++)
        places[i] = indices->count ? indices->index[i] : i;
    *ret_count = count;
    return places;
}

/* Durations are costs on many maps. */
static bool wants_sums(const struct osrm_request *request)
{
    return request->table.distances ||
           !osrm_request_roads(request)->profile.weight_is_duration;
}

static int make(struct osrm_table *table)
{
    const struct osrm_request *request = &table->request;
    struct table_question *question = &table->question;
    size_t count = request->coordinate_count;

    table->wishes = array_alloc(count, sizeof(*table->wishes));
    table->sources =
        places_of(&request->table.sources, count, &question->source_count);
    table->targets =
        places_of(&request->table.destinations, count, &question->target_count);
    if (!table->wishes || !table->sources || !table->targets)
        return -ENOMEM;
    for (size_t i = 0; i < count; i++)
        table->wishes[i] = osrm_wish_of(request, i);
    question->places = &table->places;
    question->sources = table->sources;
    question->targets = table->targets;
    question->sums = wants_sums(request);
    return 0;
}

static void find_places(struct exchange *exchange)
{
    struct osrm_table *table = exchange->work;

    if (make(table)) {
        table->no_memory = true;
        return;
    }
    /* Made here once for a map, which takes tens of ms: asking finds them. */
    if (table->question.sums)
        map_entry_arc_sums(table->request.entry);
    table->no_memory = table_places_find(
        osrm_request_roads(&table->request), table->wishes,
        table->request.coordinate_count, &table->question.base.cancel,
        &table->places, &table->missing);
}

static void post_readable(struct table_question *question)
{
    exchange_post_readable(&question->base);
}

static void refuse_place(struct exchange *exchange, size_t place)
{
    struct osrm_problem problem;

    osrm_problem_set(&problem, "NoSegment",
                     "Could not find a matching segment for coordinate %zu",
                     place);
    osrm_refuse(exchange, &problem);
}

static void ask(struct exchange *exchange)
{
    struct osrm_table *table = exchange->work;
    struct table_question *question = &table->question;

    if (table->no_memory) {
        osrm_refuse_no_memory(exchange);
        return;
    }
    if (table->missing < table->request.coordinate_count) {
        refuse_place(exchange, table->missing);
        return;
    }
    question->readable = post_readable;
    question->answer_bytes = osrm_table_bytes(table);
    osrm_service_prepare(exchange, &question->base, &table->request);
    exchange_asked(exchange, &question->base,
                   service_ask_table(exchange_service(exchange), question));
}

static void parse(struct exchange *exchange)
{
    struct osrm_table *table = exchange->work;

    osrm_service_parse(exchange, &table->request, &table->reading);
}

static void go_on(struct exchange *exchange)
{
    struct osrm_table *table = exchange->work;

    if (!osrm_service_parsed(exchange, &table->reading))
        return;
    exchange->cancel = &table->question.base.cancel;
    exchange_compute(exchange, find_places, ask);
}

static void handle(struct exchange *exchange)
{
    exchange->work = calloc(1, sizeof(struct osrm_table));
    if (exchange->work)
        exchange_read(exchange, parse, go_on);
    else
        osrm_refuse_no_memory(exchange);
}

/* ---- Answering ---------------------------------------------------------- */

static void readable(struct exchange *exchange)
{
    struct osrm_table *table = exchange->work;

    if (!table->no_memory && osrm_table_make_cells(table))
        table->no_memory = true;
    osrm_table_collect(table);
}

static void compose(struct exchange *exchange)
{
    struct osrm_table *table = exchange->work;

    readable(exchange);
    osrm_begin_answer(exchange);
    if (!table->no_memory && osrm_table_members(&exchange->out, table))
        table->no_memory = true;
}

static void reply(struct exchange *exchange)
{
    struct osrm_table *table = exchange->work;

    if (!table->no_memory) {
        osrm_end_answer(exchange, &table->request);
        return;
    }
    json_writer_drain(&exchange->out);
    osrm_refuse_no_memory(exchange);
}

static void answered(struct exchange *exchange)
{
    exchange_compute(exchange, compose, reply);
}

const struct endpoint endpoint_osrm_table = {
    .path = "/table/v1/",
    .method = "GET",
    .media = MEDIA_JSON,
    .handle = handle,
    .answered = answered,
    .readable = readable,
    .finish = finish,
};
