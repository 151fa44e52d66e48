/* osrm_table_answer: a table's cells, and what is made of them. */
#include <errno.h>
#include <math.h>

#include "api/osrm/osrm_cells.h"
#include "api/osrm/osrm_table.h"
#include "api/osrm/osrm_waypoint.h"
#include "core/base/array.h"
#include "core/graph/roads/ground.h"

/* The longest duration that OSRM has, in tenths of a second; one more is none.
 */
static const uint32_t duration_max = INT32_MAX - 1;

static size_t cell_count(const struct osrm_table *table)
{
    return table->sources.count * table->targets.count;
}

static size_t distinct_count(const struct osrm_table *table)
{
    return table->question.source_count * table->question.target_count;
}

/* Durations are needed to find out what is to be estimated. */
static bool keeps_durations(const struct osrm_table *table)
{
    return table->request.table.durations ||
           isfinite(table->request.table.fallback_speed);
}

size_t osrm_table_bytes(const struct osrm_table *table)
{
    enum { CELL_TEXT_BYTES = 8 };
    const struct osrm_table_options *options = &table->request.table;
    size_t each =
        sizeof(uint32_t) * (keeps_durations(table) + options->distances) +
        CELL_TEXT_BYTES * (size_t)(options->durations + options->distances);

    return cell_count(table) * each;
}

int osrm_table_make_cells(struct osrm_table *table)
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

void osrm_table_collect(struct osrm_table *table)
{
    size_t columns = table->question.target_count;
    struct table_rows rows;

    while ((rows = table_take(&table->question)).count) {
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

/* ---- As listed ---------------------------------------------------------- */

/* Cells of distinct places become those of all that are listed. 0 or -ENOMEM.
 */
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
    return table_places_snaps(&table->places, place, &count)->position;
}

static uint32_t whole(double value, uint32_t most)
{
    return value < most ? (uint32_t)value : most;
}

/* Seconds as the crow flies, which OSRM takes for tenths. */
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
        if (array_reserve(
                (void **)&table->estimated, &table->estimated_capacity,
                table->estimated_count + 1, sizeof(*table->estimated)))
            return -ENOMEM;
        table->estimated[table->estimated_count++] = i;
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

    json_key(writer, key);
    json_begin_array(writer);
    for (size_t i = 0; i < list->count; i++) {
        uint32_t snap_count;
        const struct snap *snaps =
            table_places_snaps(&table->places, list->place[i], &snap_count);

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

    json_key(writer, "fallback_speed_cells");
    json_begin_array(writer);
    for (size_t i = 0; i < table->estimated_count; i++) {
        json_begin_array(writer);
        json_write_number(writer, table->estimated[i] / columns);
        json_write_number(writer, table->estimated[i] % columns);
        json_end_array(writer);
    }
    json_end_array(writer);
}

int osrm_table_members(struct json_writer *writer, struct osrm_table *table)
{
    const struct osrm_table_options *options = &table->request.table;
    bool estimates = isfinite(options->fallback_speed);

    if (repeat(table, &table->durations) || repeat(table, &table->distances))
        return -ENOMEM;
    if (estimates && estimate_all(table))
        return -ENOMEM;
    if (table->durations && options->scale_factor != 1)
        scale_all(table);
    if (!table->request.skip_waypoints) {
        write_waypoints(writer, "sources", table, &table->sources);
        write_waypoints(writer, "destinations", table, &table->targets);
    }
    if (options->durations)
        write_cells(writer, "durations", table, table->durations);
    if (options->distances)
        write_cells(writer, "distances", table, table->distances);
    if (estimates)
        write_estimated(writer, table);
    return writer->failed ? -ENOMEM : 0;
}
