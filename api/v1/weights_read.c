/* weights_read: rows as CSV or JSON, and the list of scenarios. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/http/listener_private.h"
#include "api/v1/v1.h"
#include "api/v1/weight_json.h"
#include "api/v1/weights.h"
#include "core/base/array.h"
#include "core/base/text.h"
#include "core/weighting/row_value.h"
#include "core/weighting/weight_csv.h"
#include "core/weighting/weight_match.h"

/* Rows that were written are at places in the collection; for those in force a
 * place is an item of the map (weight_match.h). */
struct reading {
    struct weights_target target;
    struct ledger *ledger;          /* pinned */
    const struct weight_rows *rows; /* of it; NULL: none */
    struct map_entry *in_force; /* pinned; NULL: rows as they were written */
    bool has_box;
    int32_t west, south, east, north; /* degrees * 10^7 */
    uint32_t *place; /* [end] what to list, in order; owned; NULL: all places */
    size_t end;
    size_t next; /* below `end` */
    bool begun;
    bool is_csv;
    uint64_t epoch; /* of the collection's last change, or that in force */
    int result;     /* of what the pool did */
    struct error error;
};

void weights_finish_get(void *memory)
{
    struct reading *reading = memory;

    ledger_release(reading->ledger);
    map_entry_release(reading->in_force);
    weights_target_finish(&reading->target);
    free(reading->place);
    free(reading);
}

/* The row at a place, or what is in force on an item. */
static bool find_row(const struct reading *reading, uint32_t place,
                     struct weight_row *ret_row)
{
    const struct weight_row *row;

    if (reading->in_force)
        return row_in_force(map_entry_map(reading->in_force),
                            map_entry_weighting(reading->in_force),
                            reading->target.kind, place, ret_row);
    row = weight_rows_at(reading->rows, place);
    if (row)
        *ret_row = *row;
    return row;
}

/* ---- The box ------------------------------------------------------------- */

static bool is_inside(const struct reading *reading, struct position position)
{
    return position.lon_e7 >= reading->west &&
           position.lon_e7 <= reading->east &&
           position.lat_e7 >= reading->south &&
           position.lat_e7 <= reading->north;
}

static bool is_item_inside(const struct reading *reading, uint32_t item)
{
    const struct map *map = map_entry_map(reading->target.entry);
    const struct roads *roads = &map->roads;
    uint32_t node;

    switch (reading->target.kind) {
    case WEIGHT_SEGMENTS:
        node = item / 2 + roads_segment_piece(roads, item / 2);
        return is_inside(reading, roads->node_position[node]) ||
               is_inside(reading, roads->node_position[node + 1]);
    case WEIGHT_TURNS:
        node = edge_first_node(roads, roads->arc_edge[item]);
        return is_inside(reading, roads->node_position[node]);
    default:
        return map->position &&
               is_inside(reading, map->position[map->topology.head[item]]);
    }
}

/* ---- Which rows, and in which order -------------------------------------- */

/* Rows or items between checks whether the client is still there. */
enum { PART = 4096 };

/* Places to list in the answer. */
struct places {
    uint32_t *at; /* [count], owned */
    size_t count;
    size_t capacity;
};

static int add_place(struct places *places, uint32_t place)
{
    return array_append(&places->at, &places->count, &places->capacity, &place,
                        sizeof(place));
}

static int add_items(const struct reading *reading, size_t first, size_t end,
                     struct places *places)
{
    int r = 0;

    for (size_t item = first; !r && item < end; item++) {
        if (is_item_inside(reading, (uint32_t)item))
            r = add_place(places, (uint32_t)item);
    }
    return r;
}

static bool is_match_inside(const struct reading *reading,
                            const struct weight_matches *matches, size_t row)
{
    size_t i = matches->first[row];

    while (i < matches->first[row + 1] &&
           !is_item_inside(reading, matches->item[i]))
        i++;
    return i < matches->first[row + 1];
}

/* Those in the box; rows that name nothing on the map lie in none. */
static int add_inside(const struct reading *reading,
                      const struct weight_row *row, const uint32_t *at,
                      size_t count, struct places *places)
{
    struct weight_matches matches = {0};
    int r = weight_match(map_entry_map(reading->target.entry),
                         reading->target.kind, row, count, &matches, NULL);

    for (size_t i = 0; !r && i < count; i++) {
        if (is_match_inside(reading, &matches, i))
            r = add_place(places, at[i]);
    }
    weight_matches_finish(&matches);
    return r == -EINVAL ? 0 : r; /* the map has no such weights */
}

/* Rows at places from `first` to before `end`, which are PART at most. */
static int add_rows(const struct reading *reading, size_t first, size_t end,
                    struct places *places)
{
    struct weight_row *row = array_alloc(PART, sizeof(*row));
    uint32_t at[PART];
    size_t count = 0;
    int r = row ? 0 : -ENOMEM;

    for (size_t place = first; !r && place < end; place++) {
        const struct weight_row *found = weight_rows_at(reading->rows, place);

        if (!found)
            continue;
        at[count] = (uint32_t)place;
        row[count++] = *found;
    }
    for (size_t i = 0; !r && !reading->has_box && i < count; i++)
        r = add_place(places, at[i]);
    if (!r && reading->has_box)
        r = add_inside(reading, row, at, count, places);
    free(row);
    return r;
}

static int compare_places(const void *a, const void *b, void *context)
{
    const struct weight_rows *rows = context;
    const struct weight_row *x = weight_rows_at(rows, *(const uint32_t *)a);
    const struct weight_row *y = weight_rows_at(rows, *(const uint32_t *)b);

    return compare_numbers(x->order, y->order);
}

/* Whether places are in the order in which their rows were written: a row that
 * replaced another has taken its place. */
static bool is_in_order(const struct weight_rows *rows)
{
    size_t end = weight_rows_end(rows);
    uint64_t before = 0;

    for (size_t place = 0; place < end; place++) {
        const struct weight_row *row = weight_rows_at(rows, place);

        if (row && row->order < before)
            return false;
        before = row ? row->order : before;
    }
    return true;
}

/* Lists rows in the order they were written: the last row wins when a client
 * sends them back. 0 or -ENOMEM. */
static int find_places(struct exchange *exchange, struct reading *reading)
{
    struct places places = {0};
    int r = 0;

    for (size_t first = 0; !r && first < reading->end; first += PART) {
        size_t end = size_min(first + PART, reading->end);

        if (exchange_is_unwanted(exchange))
            break;
        r = reading->in_force ? add_items(reading, first, end, &places)
                              : add_rows(reading, first, end, &places);
    }
    if (!r && places.count && !reading->in_force)
        qsort_r(places.at, places.count, sizeof(*places.at), compare_places,
                (void *)reading->rows);
    reading->place = places.at;
    reading->end = places.count;
    return r;
}

/* ---- Rows ---------------------------------------------------------------- */

static void write_row(const struct reading *reading,
                      const struct weight_row *row, struct json_writer *writer)
{
    char line[WEIGHT_LINE_MAX];
    size_t length;

    if (!reading->is_csv) {
        weight_json_write(writer, reading->target.kind, row);
        return;
    }
    length = weight_csv_write(line, reading->target.kind, row);
    line[length++] = '\n';
    json_writer_raw(writer, line, length);
}

/* Rows that are looked at before the loop turns again. */
enum { ROWS_AT_ONCE = 2000 };

static enum produced produce(struct exchange *exchange)
{
    struct reading *reading = exchange->state;
    struct json_writer *writer = &exchange->out;
    struct weight_row row;

    if (!reading->begun && !reading->is_csv)
        json_begin_array(writer);
    reading->begun = true;
    for (int i = 0; reading->next < reading->end; reading->next++, i++) {
        uint32_t place = reading->place ? reading->place[reading->next]
                                        : (uint32_t)reading->next;

        if (json_writer_full(writer) || (i >= ROWS_AT_ONCE && writer->length))
            return PRODUCED_PART;
        if (find_row(reading, place, &row))
            write_row(reading, &row, writer);
    }
    if (!reading->is_csv)
        json_end_array(writer);
    return PRODUCED_LAST;
}

static int read_box(struct reading *reading, struct problem *problem)
{
    const struct number_list *box = &reading->target.options.box;
    const double *number = box->number;

    if (!box->count)
        return 0;
    reading->has_box = true;
    if (box->count != 4 || number[0] < -180 || number[2] > 180 ||
        number[1] < -90 || number[3] > 90 || number[0] > number[2] ||
        number[1] > number[3]) {
        problem_set(problem, PROBLEM_PARAMETER,
                    "box is not WEST,SOUTH,EAST,NORTH in degrees");
        return problem_about(problem, "box");
    }
    reading->west = (int32_t)(number[0] * 1e7);
    reading->south = (int32_t)(number[1] * 1e7);
    reading->east = (int32_t)(number[2] * 1e7);
    reading->north = (int32_t)(number[3] * 1e7);
    return 0;
}

/* The collection's rows. */
static int find_rows(struct reading *reading, struct problem *problem)
{
    const struct weights_target *target = &reading->target;
    const struct layer *layer =
        ledger_layer(reading->ledger, target->options.scenario);
    const struct collection *found;

    if (!layer) {
        ledger_refuse_scenario(reading->ledger, target->options.scenario,
                               &reading->error);
        return problem_set(problem, PROBLEM_SCENARIO, "%s",
                           reading->error.text);
    }
    found = layer_find(layer, target->profile, target->kind);
    reading->epoch = found ? found->epoch : 0;
    if (target->options.in_force)
        return 0;
    reading->rows = found ? found->rows : NULL;
    reading->end = reading->rows ? weight_rows_end(reading->rows) : 0;
    return 0;
}

static size_t item_count(const struct map *map, enum weight_kind kind)
{
    return kind == WEIGHT_SEGMENTS ? 2 * (size_t)map->roads.segment_count
                                   : map->topology.arc_count;
}

/* On the pool, what a loop has no time for: a scenario's weights, what lies in
 * the box, and in which order rows were written. */
static void look_up(struct exchange *exchange)
{
    struct reading *reading = exchange->state;
    const struct weights_target *target = &reading->target;

    if (target->options.in_force) {
        reading->result =
            living_entry(exchange->listener->settings.living, target->entry,
                         target->options.scenario, &reading->in_force, NULL,
                         &reading->error);
        if (reading->result)
            return;
        reading->epoch = map_entry_epoch(reading->in_force);
        reading->end =
            item_count(map_entry_map(reading->in_force), target->kind);
    }
    if ((reading->has_box || (reading->rows && !is_in_order(reading->rows))) &&
        find_places(exchange, reading))
        reading->result = error_no_memory(&reading->error);
}

static void send_rows(struct exchange *exchange)
{
    struct reading *reading = exchange->state;
    struct problem problem;
    char weak[32];
    const char *tag;

    if (reading->result) {
        problem_from_outcome(&problem,
                             reading->result == -ENOENT
                                 ? OUTCOME_UNKNOWN_SCENARIO
                             : reading->result == -ESTALE ? OUTCOME_OUTDATED
                                                          : OUTCOME_FAILED,
                             reading->error.text);
        exchange_refuse(exchange, &problem);
        return;
    }
    snprintf(weak, sizeof(weak), "W/\"%ju\"", (uintmax_t)reading->epoch);
    tag = weak + strlen("W/");
    exchange->epoch =
        reading->in_force ? reading->epoch : reading->ledger->epoch;
    exchange->type = reading->is_csv ? "text/csv" : "application/json";
    if (reading->in_force)
        exchange->cut = map_entry_cut(reading->in_force);
    if (!reading->in_force && exchange_has_tag(exchange, tag))
        exchange_reply_bytes(exchange, MHD_HTTP_NOT_MODIFIED, NULL, NULL, 0);
    else
        exchange_stream(exchange, UINT64_MAX, produce);
    /* What is in force is of files and of the map, too. The tag is weak where
     * the same rows may be compressed, which are other bytes. */
    if (!reading->in_force)
        exchange_add_header(exchange, MHD_HTTP_HEADER_ETAG,
                            exchange_wanted_coding(exchange) ? weak : tag);
}

void weights_handle_get(struct exchange *exchange)
{
    static const char *const formats[] = {"", "json", "csv", NULL};
    static const struct field fields[] = {
        {"map", FIELD_NAME, false, offsetof(struct weights_options, map), NULL},
        {"scenario", FIELD_NAME, false,
         offsetof(struct weights_options, scenario), NULL},
        {"format", FIELD_CHOICE, false,
         offsetof(struct weights_options, format), formats},
        {"box", FIELD_NUMBERS, false, offsetof(struct weights_options, box),
         NULL},
        {"in_force", FIELD_FLAG, false,
         offsetof(struct weights_options, in_force), NULL},
        FIELDS_END,
    };
    struct reading *reading = exchange_make_state(exchange, sizeof(*reading));
    const char *accept = exchange_header(exchange, MHD_HTTP_HEADER_ACCEPT);
    struct weights_options *options;
    struct problem problem;

    if (!reading || !weights_target_read(exchange, fields, &reading->target))
        return;
    options = &reading->target.options;
    reading->is_csv = options->format ? options->format == FORMAT_IS_CSV
                                      : accept && strstr(accept, "text/csv");
    reading->ledger =
        living_ledger(exchange->listener->settings.living, reading->target.map);
    if (!reading->ledger)
        reading->ledger = ledger_create(); /* no row was ever written */
    if (!reading->ledger)
        exchange_refuse_no_memory(exchange);
    else if (read_box(reading, &problem) || find_rows(reading, &problem))
        exchange_refuse(exchange, &problem);
    else
        exchange_compute_if(exchange, reading->rows || options->in_force,
                            look_up, send_rows);
}

/* ---- Scenarios ----------------------------------------------------------- */

static void put_collections(const struct layer *layer,
                            struct json_writer *writer)
{
    json_open_array(writer, "collections");
    for (size_t i = 0; layer && i < layer->count; i++) {
        const struct collection *collection = &layer->collection[i];

        json_begin_object(writer);
        if (*collection->profile)
            json_put_string(writer, "profile", collection->profile);
        json_put_string(writer, "kind", weight_kind_names[collection->kind]);
        json_put_number(writer, "rows", weight_rows_count(collection->rows));
        json_end_object(writer);
    }
    json_end_array(writer);
}

static void write_scenario(const struct layer *layer,
                           struct json_writer *writer)
{
    json_begin_object(writer);
    json_put_string(writer, "name", layer->scenario);
    json_put_number(writer, "epoch", layer->epoch);
    put_collections(layer, writer);
    json_end_object(writer);
}

static void list_scenarios(struct exchange *exchange)
{
    struct map_entry *entry;
    struct json_writer *writer = &exchange->out;
    struct ledger *ledger;

    if (!v1_read_map(exchange, &entry))
        return;
    ledger = living_ledger(exchange->listener->settings.living,
                           map_entry_name(entry));
    json_begin_object(writer);
    json_put_string(writer, "map", map_entry_name(entry));
    json_put_number(writer, "epoch", ledger ? ledger->epoch : 0);
    put_collections(ledger ? ledger_layer(ledger, "") : NULL, writer);
    json_open_array(writer, "scenarios");
    for (size_t i = 1; ledger && i < ledger->count; i++)
        write_scenario(&ledger->layer[i], writer);
    json_end_array(writer);
    json_end_object(writer);
    ledger_release(ledger);
    map_entry_release(entry);
    exchange_reply(exchange, MHD_HTTP_OK);
}

const struct endpoint endpoint_scenarios = {
    .path = "/v1/scenarios",
    .method = "GET",
    .media = MEDIA_JSON,
    .handle = list_scenarios,
};
