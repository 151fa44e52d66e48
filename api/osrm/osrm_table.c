/* osrm_table: /table/v1: durations and distances between coordinates.
 *
 * The compute pool finds the places, then the engine solves the table. The loop
 * collects rows as they come, so that the solver can continue. The pool writes
 * the complete answer, since clients expect its length. */
#include "api/osrm/osrm_table.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "api/osrm/osrm.h"
#include "api/osrm/osrm_answer.h"
#include "core/base/array.h"
#include "core/graph/roads/ground.h"
#include "core/service/table/table_question.h"

/* ---- Cells --------------------------------------------------------------- */

enum {
    CELL_BYTES = 12, /* "429496729.4," */
    CHUNK_CELLS = 2048,
};

/* The two digits of each number below 100. */
static const char pairs[] =
    "00010203040506070809101112131415161718192021222324"
    "25262728293031323334353637383940414243444546474849"
    "50515253545556575859606162636465666768697071727374"
    "75767778798081828384858687888990919293949596979899";

/* Returns the end. */
static char *put_number(char *to, uint32_t value)
{
    char digits[10];
    size_t first = sizeof(digits);

    for (; value >= 100; value /= 100)
        memcpy(digits + (first -= 2), pairs + 2 * (value % 100), 2);
    if (value >= 10)
        memcpy(digits + (first -= 2), pairs + 2 * value, 2);
    else
        digits[--first] = (char)('0' + value);
    memcpy(to, digits + first, sizeof(digits) - first);
    return to + sizeof(digits) - first;
}

static char *put_cell(char *to, uint32_t cell)
{
    if (cell == OSRM_CELL_NONE) {
        memcpy(to, "null", 4);
        return to + 4;
    }
    to = put_number(to, cell / 10);
    if (cell % 10) {
        *to++ = '.';
        *to++ = (char)('0' + cell % 10);
    }
    return to;
}

static void write_row(struct json_writer *writer, const uint32_t *cells,
                      size_t columns)
{
    char text[CHUNK_CELLS * CELL_BYTES];

    json_begin_array(writer);
    for (size_t i = 0; i < columns; i += CHUNK_CELLS) {
        size_t end = columns - i < CHUNK_CELLS ? columns : i + CHUNK_CELLS;
        char *to = text;

        for (size_t j = i; j < end; j++) {
            to = put_cell(to, cells[j]);
            *to++ = ',';
        }
        json_writer_raw(writer, text, (size_t)(to - text) - (end == columns));
    }
    json_end_array(writer);
}

void osrm_cells_write(struct json_writer *writer, const uint32_t *cells,
                      size_t rows, size_t columns)
{
    json_begin_array(writer);
    for (size_t i = 0; i < rows; i++)
        write_row(writer, cells + i * columns, columns);
    json_end_array(writer);
}

/* ---- The answer ---------------------------------------------------------- */

/* Places as listed, and without repeats, which is what the engine solves. */
struct osrm_table_list {
    uint64_t *place; /* [count] owned */
    size_t count;
    uint64_t *distinct; /* [distinct_count] owned, in the order of `place` */
    size_t distinct_count;
    uint32_t *index; /* [count] positions in `distinct`; owned */
};

struct osrm_table {
    struct osrm_request request;
    struct table_question question;
    struct snap_options *options; /* [coordinate_count] owned */
    bool no_memory;               /* before asking, or while writing */
    struct osrm_table_list sources;
    struct osrm_table_list targets;

    /* [sources * targets], of distinct places until the answer is written, in
     * tenths (osrm_table.h), owned; NULL: not requested */
    uint32_t *durations;
    uint32_t *distances;
    uint64_t *estimated; /* [estimated_count] cells, owned */
    size_t estimated_count;
    size_t estimated_capacity;
};

/* OSRM's longest duration, in tenths of a second; one more means none. */
static const uint32_t duration_max = INT32_MAX - 1;

static size_t cell_count(const struct osrm_table *table)
{
    return table->sources.count * table->targets.count;
}

static size_t distinct_count(const struct osrm_table *table)
{
    return table->question.source_count * table->question.target_count;
}

/* Durations also decide which cells to estimate. */
static bool keeps_durations(const struct osrm_table *table)
{
    return table->request.table.durations ||
           isfinite(table->request.table.fallback_speed);
}

/* Bytes that the answer needs besides the solver's. */
static size_t osrm_table_bytes(const struct osrm_table *table)
{
    enum { CELL_TEXT_BYTES = 8 };
    const struct osrm_request *request = &table->request;
    size_t each =
        sizeof(uint32_t) * (keeps_durations(table) + request->table.distances) +
        CELL_TEXT_BYTES *
            (size_t)(request->table.durations + request->table.distances);

    return cell_count(table) * each;
}

/* Room for all cells. 0 or -ENOMEM. */
static int osrm_table_make_cells(struct osrm_table *table)
{
    size_t count = distinct_count(table);

    if (keeps_durations(table) && !table->durations)
        table->durations = array_alloc(count, sizeof(*table->durations));
    if (table->request.table.distances && !table->distances)
        table->distances = array_alloc(count, sizeof(*table->distances));
    if ((keeps_durations(table) && !table->durations) ||
        (table->request.table.distances && !table->distances))
        return -ENOMEM;
    return 0;
}

/* ---- Collecting --------------------------------------------------------- */

static uint32_t duration_of(uint32_t duration_ms)
{
    uint32_t cell = osrm_cell_of(duration_ms);

    return cell <= duration_max || cell == OSRM_CELL_NONE ? cell : duration_max;
}

static void collect_durations(const struct table_rows *rows, size_t count,
                              uint32_t *cells)
{
    if (rows->sums) {
        for (size_t i = 0; i < count; i++)
            cells[i] = duration_of(rows->sums[i].duration_ms);
        return;
    }
    for (size_t i = 0; i < count; i++)
        cells[i] =
            duration_of(rows->cost[i] <= COST_MAX ? rows->cost[i] : SUM_NONE);
}

static void collect_distances(const struct table_rows *rows, size_t count,
                              uint32_t *cells)
{
    for (size_t i = 0; i < count; i++)
        cells[i] = osrm_cell_of(rows->sums[i].length_mm);
}

/* Copies the rows that have arrived. */
static void osrm_table_collect(struct osrm_table *table)
{
    size_t columns = table->question.target_count;
    struct table_rows rows;

    while ((rows = table_read(&table->question)).count) {
        size_t first = rows.first * columns;
        size_t count = rows.count * columns;

        if (table->no_memory)
            continue;
        if (table->durations)
            collect_durations(&rows, count, table->durations + first);
        if (table->distances)
            collect_distances(&rows, count, table->distances + first);
    }
}

/* ---- Repeated places ---------------------------------------------------- */

/* Expands cells of distinct places to all listed places. 0 or -ENOMEM. */
static int repeat(const struct osrm_table *table, uint32_t **cells)
{
    size_t columns = table->targets.count;
    uint32_t *all;

    if (!*cells || distinct_count(table) == cell_count(table))
        return 0;
    all = array_alloc(cell_count(table), sizeof(*all));
    if (!all)
        return -ENOMEM;
    for (size_t i = 0; i < table->sources.count; i++) {
        const uint32_t *row = *cells + (size_t)table->sources.index[i] *
                                           table->question.target_count;

        for (size_t k = 0; k < columns; k++)
            all[i * columns + k] = row[table->targets.index[k]];
    }
    free(*cells);
    *cells = all;
    return 0;
}

/* ---- Estimates and scale ------------------------------------------------ */

static struct position place_of(const struct osrm_table *table, uint64_t place)
{
    uint32_t count;

    if (table->request.table.fallback_input)
        return table->request.coordinate[place];
    return snaps_of(&table->question.snaps, place, &count)->position;
}

static uint32_t whole(double value, uint32_t most)
{
    return value < most ? (uint32_t)value : most;
}

/* Seconds along a great circle, which OSRM treats as tenths. */
static void estimate(struct osrm_table *table, size_t cell)
{
    size_t columns = table->targets.count;
    double distance_m = ground_apart_in_bands_m(
        place_of(table, table->sources.place[cell / columns]),
        place_of(table, table->targets.place[cell % columns]));

    table->durations[cell] =
        whole(distance_m / table->request.table.fallback_speed, duration_max);
    if (table->distances)
        table->distances[cell] =
            whole(distance_m * 10 + 0.5, OSRM_CELL_NONE - 1);
}

static int estimate_all(struct osrm_table *table)
{
    size_t count = cell_count(table);

    for (size_t i = 0; i < count; i++) {
        if (table->durations[i] != OSRM_CELL_NONE)
            continue;
        if (array_append(&table->estimated, &table->estimated_count,
                         &table->estimated_capacity, &i, sizeof(i)))
            return -ENOMEM;
        estimate(table, i);
    }
    return 0;
}

static void scale_all(struct osrm_table *table)
{
    double factor = table->request.table.scale_factor;
    size_t count = cell_count(table);

    for (size_t i = 0; i < count; i++) {
        uint32_t *cell = &table->durations[i];

        if (*cell != OSRM_CELL_NONE)
            *cell = whole(*cell * factor + 0.5, duration_max);
    }
}

/* ---- Writing ------------------------------------------------------------ */

static void write_waypoints(struct json_writer *writer, const char *key,
                            const struct osrm_table *table,
                            const struct osrm_table_list *list)
{
    const struct roads *roads = osrm_request_roads(&table->request);

    json_open_array(writer, key);
    for (size_t i = 0; i < list->count; i++) {
        uint32_t snap_count;
        const struct snap *snaps =
            snaps_of(&table->question.snaps, list->place[i], &snap_count);

        osrm_waypoint_write(writer, roads, snaps, snap_count,
                            table->request.generate_hints);
    }
    json_end_array(writer);
}

static void write_cells(struct json_writer *writer, const char *key,
                        const struct osrm_table *table, const uint32_t *cells)
{
    json_key(writer, key);
    osrm_cells_write(writer, cells, table->sources.count, table->targets.count);
}

static void write_estimated(struct json_writer *writer,
                            const struct osrm_table *table)
{
    size_t columns = table->targets.count;

    json_open_array(writer, "fallback_speed_cells");
    for (size_t i = 0; i < table->estimated_count; i++) {
        json_begin_array(writer);
        json_write_number(writer, table->estimated[i] / columns);
        json_write_number(writer, table->estimated[i] % columns);
        json_end_array(writer);
    }
    json_end_array(writer);
}

/* Writes the members of the answer, with all cells. 0 or -ENOMEM. Any
 * thread. */
static int osrm_table_members(struct json_writer *writer,
                              struct osrm_table *table)
{
    const struct osrm_request *request = &table->request;
    bool estimates = isfinite(request->table.fallback_speed);

    if (repeat(table, &table->durations) || repeat(table, &table->distances))
        return -ENOMEM;
    if (estimates && estimate_all(table))
        return -ENOMEM;
    if (table->durations && request->table.scale_factor != 1)
        scale_all(table);
    if (!table->request.skip_waypoints) {
        write_waypoints(writer, "sources", table, &table->sources);
        write_waypoints(writer, "destinations", table, &table->targets);
    }
    if (request->table.durations)
        write_cells(writer, "durations", table, table->durations);
    if (request->table.distances)
        write_cells(writer, "distances", table, table->distances);
    if (estimates)
        write_estimated(writer, table);
    return writer->failed ? -ENOMEM : 0;
}

/* ---- The endpoint -------------------------------------------------------- */

static void finish_list(struct osrm_table_list *list)
{
    free(list->place);
    free(list->distinct);
    free(list->index);
}

static void finish(void *memory)
{
    struct osrm_table *table = memory;

    table_question_finish(&table->question);
    osrm_request_finish(&table->request);
    free(table->options);
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

/* The places of `indices`, or all if it is empty. 0 or -ENOMEM. */
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

/* A loop thread may list this many places itself. */
enum { PLACES_AT_ONCE = 10000 };

/* On many maps the costs are the durations. */
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

    table->options = array_alloc(count, sizeof(*table->options));
    if (!table->options ||
        make_list(&request->table.sources, count, &table->sources) ||
        make_list(&request->table.destinations, count, &table->targets))
        return -ENOMEM;
    for (size_t i = 0; i < count; i++)
        table->options[i] = osrm_snap_options(request, i);
    question->places = table->options;
    question->place_count = count;
    question->sources = table->sources.distinct;
    question->source_count = table->sources.distinct_count;
    question->targets = table->targets.distinct;
    question->target_count = table->targets.distinct_count;
    question->sums = wants_sums(request);
    question->durations = true;
    return 0;
}

static void make_question(struct exchange *exchange)
{
    struct osrm_table *table = exchange->state;

    table->no_memory = make(table) != 0;
}

static void ask(struct exchange *exchange)
{
    struct osrm_table *table = exchange->state;
    struct table_question *question = &table->question;

    if (table->no_memory) {
        exchange_refuse_no_memory(exchange);
        return;
    }
    question->answer_bytes = osrm_table_bytes(table);
    osrm_prepare(exchange, &question->base, &table->request);
    exchange_asked(exchange, &question->base,
                   service_ask_table(exchange_service(exchange), question));
}

static void after_read(struct exchange *exchange)
{
    const struct osrm_table *table = exchange->state;

    exchange_compute_if(exchange,
                        table->request.coordinate_count > PLACES_AT_ONCE,
                        make_question, ask);
}

static void handle(struct exchange *exchange)
{
    if (exchange_make_state(exchange, sizeof(struct osrm_table)))
        osrm_read(exchange, after_read);
}

/* ---- Answering ---------------------------------------------------------- */

static void readable(struct exchange *exchange)
{
    struct osrm_table *table = exchange->state;

    if (!table->no_memory && osrm_table_make_cells(table))
        table->no_memory = true;
    osrm_table_collect(table);
}

static void compose(struct exchange *exchange)
{
    struct osrm_table *table = exchange->state;

    readable(exchange);
    osrm_begin_answer(exchange);
    if (!table->no_memory && osrm_table_members(&exchange->out, table))
        table->no_memory = true;
}

static void reply(struct exchange *exchange)
{
    struct osrm_table *table = exchange->state;

    if (!table->no_memory) {
        osrm_end_answer(exchange, &table->request);
        return;
    }
    exchange_refuse_no_memory(exchange);
}

static void answered(struct exchange *exchange)
{
    exchange_compute(exchange, compose, reply);
}

const struct endpoint endpoint_osrm_table = {
    .path = "/table/v1/",
    .method = "GET",
    .posts = true,
    .media = MEDIA_ANY,
    .handle = handle,
    .answered = answered,
    .readable = readable,
    .finish = finish,
};
