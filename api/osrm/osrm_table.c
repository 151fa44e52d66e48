/* osrm_table: /table/v1: durations and distances between places. */
#include "api/osrm/osrm_table.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"

static void finish_list(struct osrm_table_list *list)
{
    free(list->place);
    free(list->distinct);
    free(list->index);
}

static void finish(void *work)
{
    struct osrm_table *table = work;

    table_question_finish(&table->question);
    table_places_finish(&table->places);
    osrm_request_finish(&table->request);
    free(table->wishes);
    finish_list(&table->sources);
    finish_list(&table->targets);
    free(table->durations);
    free(table->distances);
    free(table->estimated);
    free(table);
}

/* ---- Asking ------------------------------------------------------------- */

/* `seen`: [places] zeros. */
static void fill_list(const struct osrm_indices *indices, uint32_t *seen,
                      struct osrm_table_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        uint64_t place = indices->count ? indices->index[i] : i;

        if (!seen[place]) {
            list->distinct[list->distinct_count++] = place;
            seen[place] = (uint32_t)list->distinct_count;
        }
        list->place[i] = place;
        list->index[i] = seen[place] - 1;
    }
}

/* The places of `indices`, of all where there are none. 0 or -ENOMEM. */
static int make_list(const struct osrm_indices *indices, size_t places,
                     struct osrm_table_list *list)
{
    size_t count = indices->count ? indices->count : places;
    uint32_t *seen = array_zero(places, sizeof(*seen));
    int r = -ENOMEM;

    list->count = count;
    list->place = array_alloc(count, sizeof(*list->place));
    list->distinct = array_alloc(count, sizeof(*list->distinct));
    list->index = array_alloc(count, sizeof(*list->index));
    if (seen && list->place && list->distinct && list->index) {
        fill_list(indices, seen, list);
        r = 0;
    }
    free(seen);
    return r;
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
    if (!table->wishes ||
        make_list(&request->table.sources, count, &table->sources) ||
        make_list(&request->table.destinations, count, &table->targets))
        return -ENOMEM;
    for (size_t i = 0; i < count; i++)
        table->wishes[i] = osrm_wish_of(request, i);
    question->places = &table->places;
    question->sources = table->sources.distinct;
    question->source_count = table->sources.distinct_count;
    question->targets = table->targets.distinct;
    question->target_count = table->targets.distinct_count;
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
