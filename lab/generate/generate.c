/* Prices of streets, then the steps from land to map. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/text.h"
#include "core/graph/map.h"
#include "core/graph/map_builder.h"
#include "lab/generate/generate.h"
#include "lab/generate/land.h"
#include "lab/generate/noise.h"
#include "lab/generate/streets.h"

/* ---- Weights ------------------------------------------------------------- */

/* Weights of streets from their lengths.
 *
 * On smooth models a weight is the length, scaled to the model's mean. On rough
 * ones it is the length times 2^(s z), with z close to standard normal: hills,
 * stairs, waiting; bisection fits s so that mean and deviation are the model's.
 * Railways are faster by the model's rail_speed and never rough. */

struct prices {
    float *length;    /* [streets] in any unit, shortened for railways */
    float *roughness; /* [streets] z, or NULL */
    const struct model *model;
    double scale;  /* weight per length */
    double spread; /* s */
};

enum {
    SPREAD_STEPS = 14, /* halvings of [0, SPREAD_MOST] */
    SCALE_STEPS = 3,   /* clamping at the ends moves the mean only slightly */
    FIT_STREETS = 400000, /* a sample large enough for 0.5 % */
    ROUGH_SUM = 6,        /* uniform numbers per nearly normal one */
};

#define SPREAD_MOST 4.0

/* 2^x by operations that round the same everywhere: the series of e^(x ln 2)
 * around 1/2 for the fraction. */
static double power_of_two(double x)
{
    double whole = floor(x);
    double t = (x - whole - 0.5) * 0.69314718055994531;
    double series =
        1 +
        t * (1 + t / 2 * (1 + t / 3 * (1 + t / 4 * (1 + t / 5 * (1 + t / 6)))));

    return ldexp(1.4142135623730951 * series, (int)whole);
}

/* The mean of `ROUGH_SUM` uniform numbers has deviation sqrt(1 / (12
 * ROUGH_SUM)). */
static float draw_roughness(uint64_t seed, uint32_t street)
{
    double sum = 0;

    for (uint64_t i = 0; i < ROUGH_SUM; i++)
        sum += noise_unit(noise_hash(seed, street), i) - 0.5;
    return (float)(sum * sqrt(12.0 / ROUGH_SUM));
}

static double exact_weight(const struct prices *prices, uint32_t street)
{
    double weight = prices->scale * (double)prices->length[street];

    if (prices->roughness)
        weight *=
            power_of_two(prices->spread * (double)prices->roughness[street]);
    return fmin(fmax(weight, prices->model->weight_least),
                prices->model->weight_most);
}

struct moments {
    double mean;
    double deviation;
};

/* Over arcs: a two-way street counts twice. Samples every `stride`-th
 * street. */
static struct moments measure(const struct prices *prices,
                              const struct streets *streets, uint32_t stride)
{
    double arcs = 0;
    double sum = 0;
    double squares = 0;
    double mean;

    for (uint32_t i = 0; i < streets->count; i += stride) {
        double times = streets->street[i].one_way ? 1 : 2;
        double weight = exact_weight(prices, i);

        arcs += times;
        sum += times * weight;
        squares += times * weight * weight;
    }
    mean = sum / arcs;
    return (struct moments){mean, sqrt(fmax(squares / arcs - mean * mean, 0))};
}

static struct moments scale_to_mean(struct prices *prices,
                                    const struct streets *streets,
                                    uint32_t stride)
{
    struct moments moments = measure(prices, streets, stride);

    for (int i = 0; i < SCALE_STEPS; i++) {
        prices->scale *= prices->model->weight_mean / moments.mean;
        moments = measure(prices, streets, stride);
    }
    return moments;
}

static void fit_spread(struct prices *prices, const struct streets *streets)
{
    double low = 0;
    double high = SPREAD_MOST;
    uint32_t stride = streets->count / FIT_STREETS + 1;

    for (int i = 0; i < SPREAD_STEPS; i++) {
        prices->spread = (low + high) / 2;
        if (scale_to_mean(prices, streets, stride).deviation <
            prices->model->weight_deviation)
            low = prices->spread;
        else
            high = prices->spread;
    }
}

static void measure_lengths(struct prices *prices,
                            const struct streets *streets,
                            const struct point *site, uint64_t seed)
{
    for (uint32_t i = 0; i < streets->count; i++) {
        const struct street *street = &streets->street[i];
        double length = street_length(street, site);
        bool rail = street->road_class == ROAD_RAIL;

        if (rail)
            length /= prices->model->rail_speed;
        prices->length[i] = (float)length;
        if (prices->roughness)
            prices->roughness[i] = rail ? 0 : draw_roughness(seed, i);
    }
}

/* 0 or -ENOMEM. */
static int prices_init(struct prices *prices, const struct streets *streets,
                       const struct point *site, const struct model *model,
                       uint64_t seed)
{
    *prices = (struct prices){
        .length = array_alloc(streets->count, sizeof(*prices->length)),
        .model = model,
        .scale = model->weight_most,
    };
    if (model->rough)
        prices->roughness =
            array_alloc(streets->count, sizeof(*prices->roughness));
    if (!prices->length || (model->rough && !prices->roughness))
        return -ENOMEM;
    if (streets->count == 0)
        return 0;
    measure_lengths(prices, streets, site, seed);
    if (model->rough)
        fit_spread(prices, streets);
    scale_to_mean(prices, streets, 1);
    return 0;
}

/* ---- The network --------------------------------------------------------- */

/* One stream of random numbers per purpose. */
enum {
    FOR_LAND = 100,
    FOR_SITES,
    FOR_CANDIDATES,
    FOR_STREETS,
    FOR_CENTRES,
    FOR_STATIONS,
    FOR_ONE_WAYS,
    FOR_PRICES,
    FOR_RIVERS,
};

/* The distance between rivers, in neighbours' distances. */
enum { RIVER_SPACINGS = 80 };

/* A map between land and arcs. */
struct drawing {
    const struct generate_request *request;
    uint32_t arc_count; /* target */
    struct land land;
    struct rivers rivers;
    struct bisection bisection;
    struct streets streets;
    struct prices prices;
    struct progress *progress;
};

typedef int (*step_fn)(struct drawing *drawing);

static uint64_t seed_for(const struct drawing *drawing, uint64_t purpose)
{
    return noise_hash(drawing->request->seed, purpose);
}

static int shape_land(struct drawing *drawing)
{
    int r = land_init(&drawing->land, drawing->request->vertex_count,
                      seed_for(drawing, FOR_LAND));

    drawing->rivers = (struct rivers){
        .seed = seed_for(drawing, FOR_RIVERS),
        .distance = drawing->land.spacing * RIVER_SPACINGS,
        .bridge_share = drawing->request->model->bridge_share,
    };
    return r;
}

static int place_vertices(struct drawing *drawing)
{
    uint32_t n = drawing->request->vertex_count;
    struct point *site;
    int r = bisection_init(&drawing->bisection, &drawing->land, n,
                           seed_for(drawing, FOR_SITES));

    if (r)
        return r;
    site = drawing->bisection.site;
    for (uint32_t v = 0; v < n; v++)
        site[v] = rivers_make_way(&drawing->rivers,
                                  land_warp(&drawing->land, site[v]));
    return 0;
}

static int find_candidates(struct drawing *drawing)
{
    return streets_find(&drawing->streets, &drawing->bisection,
                        &drawing->rivers, seed_for(drawing, FOR_CANDIDATES));
}

static int choose_streets(struct drawing *drawing)
{
    const struct model *model = drawing->request->model;
    double wanted = drawing->arc_count / (2 - model->one_way_share);

    return streets_choose(&drawing->streets, drawing->request->vertex_count,
                          model, (uint32_t)wanted,
                          seed_for(drawing, FOR_STREETS));
}

static int build_main_roads(struct drawing *drawing)
{
    return hierarchy_build(&drawing->streets, &drawing->bisection,
                           &drawing->land, seed_for(drawing, FOR_CENTRES));
}

static int smooth_main_roads(struct drawing *drawing)
{
    return smooth_roads(&drawing->streets, drawing->bisection.site,
                        drawing->request->vertex_count);
}

static int build_railway(struct drawing *drawing)
{
    uint32_t every = drawing->request->model->station_every;

    return every ? railway_build(&drawing->streets, &drawing->bisection,
                                 &drawing->land, every,
                                 seed_for(drawing, FOR_STATIONS))
                 : 0;
}

/* A one-way street has one arc less: their number makes the arc count exact. */
static int set_weights(struct drawing *drawing)
{
    uint64_t both_ways = 2 * (uint64_t)drawing->streets.count;

    if (both_ways > drawing->arc_count)
        streets_make_one_way(&drawing->streets,
                             (uint32_t)(both_ways - drawing->arc_count),
                             seed_for(drawing, FOR_ONE_WAYS));
    return prices_init(&drawing->prices, &drawing->streets,
                       drawing->bisection.site, drawing->request->model,
                       seed_for(drawing, FOR_PRICES));
}

static const step_fn steps[] = {
    shape_land,     place_vertices,    find_candidates, build_main_roads,
    choose_streets, smooth_main_roads, build_railway,   set_weights,
};

/* The steps above, then adding streets and finishing the map. */
enum {
    STEP_COUNT = sizeof(steps) / sizeof(steps[0]),
    STREETS_ADDED = STEP_COUNT + 1,
    ALL_DONE,
};

static void report(const struct drawing *drawing, uint64_t done)
{
    progress_report(drawing->progress, "generate", done, ALL_DONE);
}

static int draw(struct drawing *drawing)
{
    int r = 0;

    for (size_t i = 0; i < STEP_COUNT && !r; i++) {
        report(drawing, i);
        r = steps[i](drawing);
    }
    return r;
}

static int add_streets(const struct drawing *drawing,
                       struct map_builder *builder, struct error *error)
{
    int r = map_builder_reserve(builder, drawing->arc_count, error);

    for (uint32_t i = 0; i < drawing->streets.count && !r; i++) {
        const struct street *street = &drawing->streets.street[i];
        uint32_t weight = (uint32_t)(exact_weight(&drawing->prices, i) + 0.5);

        r = map_builder_add_road(builder, street->a, street->b, weight,
                                 street->road_class, error);
        if (!r && !street->one_way)
            r = map_builder_add_road(builder, street->b, street->a, weight,
                                     street->road_class, error);
    }
    return r;
}

/* The land's width in metres, for which streets, counted by arcs as weights
 * are, have the model's mean length. */
static double width_m(const struct drawing *drawing)
{
    double length = 0;
    double arcs = 0;

    for (uint32_t i = 0; i < drawing->streets.count; i++) {
        const struct street *street = &drawing->streets.street[i];
        double times = street->one_way ? 1 : 2;

        if (street->road_class == ROAD_RAIL)
            continue;
        arcs += times;
        length += times * street_length(street, drawing->bisection.site);
    }
    return drawing->request->model->street_m * (length > 0 ? arcs / length : 1);
}

/* Degrees around (0, 0), where a degree is 111,319.5 m in both directions. */
static int add_positions(const struct drawing *drawing,
                         struct map_builder *builder)
{
    double scale = width_m(drawing) / 111319.49 * 1e7;
    uint32_t n = drawing->request->vertex_count;
    struct position *position = array_alloc(n, sizeof(*position));

    if (!position)
        return -ENOMEM;
    for (uint32_t v = 0; v < n; v++) {
        struct point at = drawing->bisection.site[v];

        position[v] = (struct position){
            (int32_t)floor((at.x - 0.5) * scale + 0.5),
            (int32_t)floor((at.y - LAND_HEIGHT / 2) * scale + 0.5)};
    }
    map_builder_take_positions(builder, position);
    return 0;
}

static void describe(const struct generate_request *request,
                     struct map_builder *builder)
{
    char source[128];

    snprintf(
        source, sizeof(source), "generated: %s, %" PRIu32 " %s, seed %" PRIu64,
        request->model->name, request->vertex_count,
        plural(request->vertex_count, "vertex", "vertices"), request->seed);
    map_builder_set_info(builder, request->model->unit, source);
    map_builder_number_from(builder, 1);
}

static int make_map(const struct drawing *drawing, struct map **ret_map,
                    struct error *error)
{
    struct map_builder *builder = NULL;
    int r = map_builder_create(drawing->request->vertex_count, &builder, error);

    if (r)
        return r;
    describe(drawing->request, builder);
    report(drawing, STEP_COUNT);
    r = add_streets(drawing, builder, error);
    report(drawing, STREETS_ADDED);
    if (!r && add_positions(drawing, builder))
        r = error_no_memory(error);
    if (!r)
        r = map_builder_finish(builder, ret_map, error);
    map_builder_destroy(builder);
    return r;
}

static void drawing_finish(struct drawing *drawing)
{
    free(drawing->prices.length);
    free(drawing->prices.roughness);
    streets_finish(&drawing->streets);
    bisection_finish(&drawing->bisection);
    land_finish(&drawing->land);
}

static int check(const struct generate_request *request, struct error *error)
{
    if (request->vertex_count == 0)
        return error_set(error, -EINVAL, "a map needs at least one vertex");
    if (request->vertex_count > GENERATE_VERTICES_MOST)
        return error_set(error, -EINVAL,
                         "%" PRIu32 " vertices: at most %" PRIu32
                         " are generated, more would have too many arcs",
                         request->vertex_count,
                         (uint32_t)GENERATE_VERTICES_MOST);
    return 0;
}

int generate_map(const struct generate_request *request,
                 struct progress *progress, struct map **ret_map,
                 struct error *error)
{
    struct drawing drawing = {.request = request, .progress = progress};
    int r = check(request, error);

    if (r)
        return r;
    drawing.arc_count =
        (uint32_t)model_arcs(request->model, request->vertex_count);
    r = draw(&drawing);
    if (r)
        r = error_no_memory(error);
    else
        r = make_map(&drawing, ret_map, error);
    report(&drawing, ALL_DONE);
    drawing_finish(&drawing);
    return r;
}
