/* generate: a road-like network with coordinates, drawn from a seed. */
#include "lab/generate/generate.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/graph/map_builder.h"
#include "lab/generate/hierarchy.h"
#include "lab/generate/noise.h"
#include "lab/generate/price.h"
#include "lab/generate/railway.h"
#include "lab/generate/rivers.h"
#include "lab/generate/smooth.h"

/* What numbers are drawn for. */
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

/* A map on its way from land to arcs. */
struct drawing {
    const struct generate_request *request;
    uint32_t arc_count; /* wanted */
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
    const struct model_land *model = &drawing->request->model->land;
    int r = land_init(&drawing->land, model, drawing->request->vertex_count,
                      seed_for(drawing, FOR_LAND));

    drawing->rivers = (struct rivers){
        .seed = seed_for(drawing, FOR_RIVERS),
        .distance = drawing->land.spacing * model->river_every,
        .bridge_share = model->bridge_share,
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
    struct network network;
    int r = network_init(&network, &drawing->streets, &drawing->bisection,
                         drawing->land.spacing);

    if (!r)
        r = hierarchy_build(&drawing->streets, &network, &drawing->bisection,
                            &drawing->land, seed_for(drawing, FOR_CENTRES));
    network_finish(&network);
    return r;
}

static int smooth_main_roads(struct drawing *drawing)
{
    return smooth_roads(&drawing->streets, drawing->bisection.site,
                        drawing->request->vertex_count);
}

static int build_railway(struct drawing *drawing)
{
    uint32_t every = drawing->request->model->station_every;
    struct network network;
    int r;

    if (!every)
        return 0;
    r = network_init(&network, &drawing->streets, &drawing->bisection,
                     drawing->land.spacing);
    if (!r)
        r = railway_build(&drawing->streets, &network, &drawing->bisection,
                          &drawing->land, every,
                          seed_for(drawing, FOR_STATIONS));
    network_finish(&network);
    return r;
}

/* One-way streets have one arc less, so they also make the number of arcs come
 * out exactly. */
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

static const struct {
    const char *what;
    step_fn step;
} steps[] = {
    {"shape land", shape_land},
    {"place vertices", place_vertices},
    {"find candidates", find_candidates},
    {"build main roads", build_main_roads},
    {"choose streets", choose_streets},
    {"smooth main roads", smooth_main_roads},
    {"build railway", build_railway},
    {"set weights", set_weights},
};

/* After the steps above come adding streets and finishing the map. */
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
        r = steps[i].step(drawing);
    }
    return r;
}

static int add_street(struct map_builder *builder, const struct street *street,
                      uint32_t weight, struct error *error)
{
    int r = map_builder_add_road(builder, street->a, street->b, weight,
                                 street->road_class, error);

    if (r || street->one_way)
        return r;
    return map_builder_add_road(builder, street->b, street->a, weight,
                                street->road_class, error);
}

static int add_streets(const struct drawing *drawing,
                       struct map_builder *builder, struct error *error)
{
    const struct streets *streets = &drawing->streets;
    int r = map_builder_reserve(builder, drawing->arc_count, error);

    for (uint32_t i = 0; i < streets->count && !r; i++)
        r = add_street(builder, &streets->street[i],
                       prices_weight(&drawing->prices, i), error);
    return r;
}

/* Metres to the land's width, so that streets, counted by arcs as weights
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

/* Degrees around (0, 0), where one is 111,319.5 m both ways. */
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
            (int32_t)floor((at.y - drawing->land.height / 2) * scale + 0.5)};
    }
    map_builder_take_positions(builder, position);
    return 0;
}

static void describe(const struct generate_request *request,
                     struct map_builder *builder)
{
    char source[128];

    snprintf(source, sizeof(source),
             "generated: %s, %" PRIu32 " vertices, seed %" PRIu64,
             request->model->name, request->vertex_count, request->seed);
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
    prices_finish(&drawing->prices);
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
