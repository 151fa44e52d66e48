/* raster_map: the scale, then the map, then the importer. */
#include "core/graph/import/raster/raster_map.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/text.h"
#include "core/graph/cost.h"
#include "core/graph/map_builder.h"

/* ---- From cells to weights ----------------------------------------------- */

/* Powers of ten that are exact in a double, and their inverses. */
enum { EXPONENT_MAX = 22 };

static double power_of_ten(int exponent)
{
    double power = 1;

    for (int i = 0; i < (exponent < 0 ? -exponent : exponent); i++)
        power *= 10;
    return exponent < 0 ? 1 / power : power;
}

/* How many times longer than the straight way a detour around holes may be. */
enum { DETOUR = 8 };

/* A bound on the least cost between two cells, in the cells' unit. No least
 * path enters a cell twice; if every cell may be entered, there is a path along
 * a column and then along a row. */
static double cost_bound(const struct raster *raster, double *ret_steps)
{
    size_t count = raster_cell_count(raster);
    double across = (double)raster->rows + raster->columns;
    double most = 0;
    double sum = 0;
    bool holes = false;

    for (size_t i = 0; i < count; i++) {
        double value = raster->value[i];

        holes |= raster_is_nodata(value);
        if (!raster_is_nodata(value)) {
            sum += value;
            most = fmax(most, value);
        }
    }
    *ret_steps = across * (holes ? DETOUR : 1);
    return fmin(sum, *ret_steps * most);
}

/* The largest exponent for which the bound fits, including the rounding of each
 * step. */
static int largest_exponent(const struct raster *raster)
{
    double steps;
    double bound = cost_bound(raster, &steps);
    int exponent = EXPONENT_MAX;

    while (exponent > -EXPONENT_MAX &&
           bound * power_of_ten(exponent) + steps / 2 > COST_MAX)
        exponent--;
    return exponent;
}

static bool is_whole(const struct raster *raster, double value, double scale)
{
    double scaled = value * scale;
    double slack = 2 * raster->precision * fabs(scaled);

    return raster_is_nodata(value) || fabs(scaled - round(scaled)) <= slack;
}

static bool all_integers(const struct raster *raster)
{
    size_t count = raster_cell_count(raster);

    for (size_t i = 0; i < count; i++) {
        double value = raster->value[i];

        if (!raster_is_nodata(value) && value != round(value))
            return false;
    }
    return true;
}

double raster_scale_choose(const struct raster *raster)
{
    size_t count = raster_cell_count(raster);
    int exponent = 1;
    int largest;

    if (all_integers(raster))
        return 1;
    largest = largest_exponent(raster);
    for (size_t i = 0; i < count && exponent < largest; i++) {
        while (exponent < largest &&
               !is_whole(raster, raster->value[i], power_of_ten(exponent)))
            exponent++;
    }
    return power_of_ten(exponent < largest ? exponent : largest);
}

static double largest_value(const struct raster *raster)
{
    size_t count = raster_cell_count(raster);
    double most = 0;

    for (size_t i = 0; i < count; i++) {
        if (!raster_is_nodata(raster->value[i]))
            most = fmax(most, raster->value[i]);
    }
    return most;
}

static int refuse_large(const struct raster *raster, size_t index, double scale,
                        struct error *error)
{
    double value = raster->value[index];
    double most = largest_value(raster);
    int exponent = EXPONENT_MAX;

    while (most * power_of_ten(exponent) > WEIGHT_MAX)
        exponent--;
    error_set(error, 0,
              "the cost %.9g times the scale %.9g does not fit 32 bits; it "
              "does with --scale %.9g",
              value, scale, power_of_ten(exponent));
    raster_blame_cell(index, raster->columns, error);
    return -EINVAL;
}

/* The weight of a cell: its value times `scale`, rounded to the nearest.
 * -EINVAL with the cell's location if it is negative or does not fit, then with
 * a scale that does. Not for empty cells. */
static int raster_scale_cell(const struct raster *raster, size_t index,
                             double scale, uint32_t *ret_weight,
                             struct error *error)
{
    double value = raster->value[index];
    double scaled = round(value * scale);

    if (value < 0) {
        error_set(error, 0, "the cost %.9g is negative; a cost is 0 or more",
                  value);
        raster_blame_cell(index, raster->columns, error);
        return -EINVAL;
    }
    if (!(scaled <= WEIGHT_MAX))
        return refuse_large(raster, index, scale, error);
    *ret_weight = (uint32_t)scaled;
    return 0;
}

/* ---- The map ------------------------------------------------------------- */

struct maker {
    const struct raster *raster;
    struct raster_map_summary summary;
    uint32_t *weight; /* [cells], of entering each; WEIGHT_CLOSED: not
                         allowed */
    struct map_builder *builder;
};

/* Refuses a map on which all paths would be free. */
static int check_not_lost(const struct maker *maker, struct error *error)
{
    size_t count = raster_cell_count(maker->raster);
    double most = 0;

    for (size_t i = 0; i < count; i++) {
        uint32_t weight = maker->weight[i];

        if (weight && weight != WEIGHT_CLOSED)
            return 0;
        if (weight != WEIGHT_CLOSED)
            most = fmax(most, maker->raster->value[i]);
    }
    if (most <= 0)
        return 0;
    return error_set(error, -EINVAL,
                     "the scale %.9g makes every cost 0: the largest is %.9g; "
                     "it is 1 or more with a --scale of %.3g or more",
                     maker->summary.scale, most, 1 / most);
}

static int take_weights(struct maker *maker, struct error *error)
{
    const struct raster *raster = maker->raster;
    size_t count = raster_cell_count(raster);

    maker->weight = array_alloc(count, sizeof(*maker->weight));
    if (!maker->weight)
        return error_no_memory(error);
    for (size_t i = 0; i < count; i++) {
        double value = raster->value[i];
        int r;

        if (raster_is_nodata(value)) {
            maker->weight[i] = WEIGHT_CLOSED;
            maker->summary.nodata_count++;
            continue;
        }
        r = raster_scale_cell(raster, i, maker->summary.scale,
                              &maker->weight[i], error);
        if (r)
            return r;
        maker->summary.rounding =
            fmax(maker->summary.rounding,
                 fabs(maker->weight[i] / maker->summary.scale - value));
    }
    return check_not_lost(maker, error);
}

static int join(struct maker *maker, uint32_t tail, uint32_t head,
                struct error *error)
{
    if (maker->weight[head] == WEIGHT_CLOSED)
        return 0;
    return map_builder_add_arc(maker->builder, tail, head, maker->weight[head],
                               error);
}

/* In order of the heads. */
static int add_arcs_of(struct maker *maker, uint32_t row, uint32_t column,
                       struct error *error)
{
    uint32_t columns = maker->raster->columns;
    uint32_t v = row * columns + column;
    int r = 0;

    if (maker->weight[v] == WEIGHT_CLOSED)
        return 0;
    if (row > 0)
        r = join(maker, v, v - columns, error);
    if (!r && column > 0)
        r = join(maker, v, v - 1, error);
    if (!r && column + 1 < columns)
        r = join(maker, v, v + 1, error);
    if (!r && row + 1 < maker->raster->rows)
        r = join(maker, v, v + columns, error);
    return r;
}

static int add_arcs(struct maker *maker, struct error *error)
{
    uint64_t rows = maker->raster->rows;
    uint64_t columns = maker->raster->columns;
    uint64_t most = 4 * rows * columns - 2 * rows - 2 * columns;
    int r;

    if (most > ARC_COUNT_MAX)
        return error_set(error, -EINVAL,
                         "%" PRIu64 " rows of %" PRIu64
                         " cells have more than %" PRIu32
                         " arcs; cut the raster in pieces",
                         rows, columns, ARC_COUNT_MAX);
    r = map_builder_reserve(maker->builder, (uint32_t)most, error);
    for (uint32_t row = 0; !r && row < rows; row++) {
        for (uint32_t column = 0; !r && column < columns; column++)
            r = add_arcs_of(maker, row, column, error);
    }
    return r;
}

static bool is_in_degrees(const struct raster *raster)
{
    double east = raster->west + raster->columns * raster->cell_width;
    double north = raster->south + raster->rows * raster->cell_height;

    return raster->has_place && raster->cell_width < 1 &&
           raster->cell_height < 1 &&
           (raster->west != 0 || raster->south != 0) && raster->west >= -180 &&
           east <= 180 && raster->south >= -90 && north <= 90;
}

static struct position centre(const struct raster *raster, size_t index)
{
    double right = (double)(index % raster->columns) + 0.5;
    double up = raster->rows - ((double)(index / raster->columns) + 0.5);

    return (struct position){
        .lon_e7 =
            (int32_t)lround(1e7 * (raster->west + right * raster->cell_width)),
        .lat_e7 =
            (int32_t)lround(1e7 * (raster->south + up * raster->cell_height)),
    };
}

static int add_positions(struct maker *maker, struct error *error)
{
    size_t count = raster_cell_count(maker->raster);
    struct position *positions;

    if (!is_in_degrees(maker->raster))
        return 0;
    positions = array_alloc(count, sizeof(*positions));
    if (!positions)
        return error_no_memory(error);
    for (size_t i = 0; i < count; i++)
        positions[i] = centre(maker->raster, i);
    map_builder_take_positions(maker->builder, positions);
    return 0;
}

static int set_info(struct maker *maker,
                    const struct raster_map_settings *settings,
                    struct error *error)
{
    const char *unit = settings->unit ? settings->unit : "cell value";
    double scale = maker->summary.scale;
    uint32_t rows = maker->raster->rows;
    uint32_t columns = maker->raster->columns;
    struct map_info info;
    char text[128];
    int length = scale == 1
                     ? snprintf(text, sizeof(text), "%s", unit)
                     : snprintf(text, sizeof(text), "%s / %.9g", unit, scale);

    if (length >= (int)sizeof(info.unit))
        return error_set(error, -EINVAL,
                         "the unit with its scale, '%s', is longer than %zu "
                         "bytes; name a shorter one",
                         text, sizeof(info.unit) - 1);
    snprintf(info.source, sizeof(info.source),
             "%.180s: %" PRIu32 " row%s of %" PRIu32 " cell%s",
             settings->source, rows, rows == 1 ? "" : "s", columns,
             columns == 1 ? "" : "s");
    map_builder_set_info(maker->builder, text, info.source);
    return 0;
}

static int make(struct maker *maker, const struct raster_map_settings *settings,
                struct map **ret_map, struct error *error)
{
    const struct raster *raster = maker->raster;
    int r = take_weights(maker, error);

    if (!r)
        r = map_builder_create((uint32_t)raster_cell_count(raster),
                               &maker->builder, error);
    if (!r)
        r = set_info(maker, settings, error);
    if (!r)
        r = add_arcs(maker, error);
    if (!r)
        r = add_positions(maker, error);
    return r ? r : map_builder_finish(maker->builder, ret_map, error);
}

int raster_map_make(const struct raster *raster,
                    const struct raster_map_settings *settings,
                    struct raster_map_summary *ret_summary,
                    struct map **ret_map, struct error *error)
{
    struct maker maker = {
        .raster = raster,
        .summary.scale =
            settings->scale > 0 ? settings->scale : raster_scale_choose(raster),
    };
    int r = make(&maker, settings, ret_map, error);

    free(maker.weight);
    map_builder_destroy(maker.builder);
    if (!r)
        *ret_summary = maker.summary;
    return r;
}

/* ---- The importer -------------------------------------------------------- */

static const struct importer_option options[] = {
    {
        .name = "grid",
        .help = "FILE is a cost raster",
    },
    {
        .name = "scale",
        .value = VALUE_FACTOR,
        .argument = "F",
        .help = "with --grid: what values are multiplied by; by itself 1 where "
                "all are whole, else the power of ten that keeps all decimals "
                "or, if costs would not fit 32 bits, as many as let them. "
                "'relaxctl info' shows it as 'cell value / F'",
    },
    {
        .name = "unit",
        .value = VALUE_TEXT,
        .argument = "TEXT",
        .size_max = sizeof(((struct map_info *)NULL)->unit) - 1,
    },
};

static bool detects(const char *path, const struct import_request *request)
{
    return import_given(request, "grid");
}

/* Describes the conversion in lines for people. */
static void describe(const struct raster *raster,
                     const struct raster_map_summary *summary, char *text,
                     size_t size)
{
    size_t empty = summary->nodata_count;
    char rounded[40] = "";
    char left_out[80] = "";

    if (summary->rounding > 0)
        snprintf(rounded, sizeof(rounded), ", rounded by %.3g at most",
                 summary->rounding);
    if (empty)
        snprintf(left_out, sizeof(left_out),
                 "  %zu %s without a value, which no arc enters or leaves\n",
                 empty, plural(empty, "cell", "cells"));
    snprintf(text, size,
             "  %s, %" PRIu32 " %s of %" PRIu32 " %s: the cell at row r, "
             "column c has the id r * %" PRIu32 " + c, both from 0\n"
             "  a weight is the value of the cell entered times %.9g%s\n%s",
             raster->format, raster->rows, plural(raster->rows, "row", "rows"),
             raster->columns, plural(raster->columns, "cell", "cells"),
             raster->columns, summary->scale, rounded, left_out);
}

static int run(const struct import_request *request, struct progress *progress,
               struct import_result *ret_result, struct error *error)
{
    const char *path = request->paths[0];
    const char *scale = import_given(request, "scale");
    struct raster_map_settings settings = {
        .unit = import_given(request, "unit"),
        .source = basename(path),
    };
    struct raster_map_summary summary;
    struct raster raster;
    int r = raster_open(path, progress, &raster, error);

    if (r)
        return r;
    if (scale)
        parse_double(scale, &settings.scale);
    ret_result->count = 1;
    r = raster_map_make(&raster, &settings, &summary, &ret_result->map[0],
                        error);
    if (r)
        error_prefix(error, "'%s'", path);
    else
        describe(&raster, &summary, ret_result->notes,
                 sizeof(ret_result->notes));
    raster_finish(&raster);
    return r;
}

const struct importer_ops raster_importer = {
    .name = "a cost raster",
    .help = "With --grid FILE is a cost raster: .npy, an ESRI ASCII grid, PGM "
            "or lines of numbers, recognized by its first bytes. Each cell is "
            "a vertex with the id row * "
            "columns + column, from 0 at the top left; arcs lead to the 4 "
            "cells beside it and weigh the value of the cell entered times the "
            "scale, rounded. No arc enters or leaves a cell of NODATA_value "
            "(-9999 where a grid does not say). A grid plainly in degrees "
            "gives positions.",
    .flag = "grid",
    .version = 1,
    .options = options,
    .option_count = sizeof(options) / sizeof(options[0]),
    .detects = detects,
    .run = run,
};
