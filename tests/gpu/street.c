/* street: builds the street, and checks trips along it. */
#include "tests/gpu/street.h"

#include "tests/unit/cmocka_all.h"

#include "core/graph/map_builder.h"
#include "gpu/solvers/solvers.h"

/* A two-way street, whose first and last arcs weigh nothing. */
static struct map *make_street(uint32_t length)
{
    struct map_builder *builder = NULL;
    struct map *map = NULL;

    assert_int_equal(map_builder_create(length, &builder, NULL), 0);
    for (uint32_t v = 1; v < length; v++) {
        uint32_t weight = v < 4 || v > length - 4 ? 0 : 1;

        assert_int_equal(map_builder_add_arc(builder, v - 1, v, weight, NULL),
                         0);
        assert_int_equal(map_builder_add_arc(builder, v, v - 1, weight, NULL),
                         0);
    }
    assert_int_equal(map_builder_finish(builder, &map, NULL), 0);
    map_builder_destroy(builder);
    return map;
}

void street_init(struct street *street, const struct device *device,
                 uint32_t length, uint32_t alone_below, uint32_t together_mib)
{
    const struct solver_ops *ops = &near_far_solver;
    const struct solver_setting settings[] = {
        {"delta", DELTA},
        {"aim", 0},
        {"thin", 0},
        {"block-threads", 32},
        {"alone-below", alone_below},
        {"together-from", 2},
        {"together-mib", together_mib},
        {"together-block-threads", 32},
    };
    size_t count = sizeof(settings) / sizeof(settings[0]);

    street->length = length;
    street->map = make_street(length);
    assert_int_equal(
        ops->form->prepare(device, street->map, &street->prepared, NULL), 0);
    assert_int_equal(ops->form->customize(street->prepared,
                                          &street->map->imported.arcs,
                                          &street->metric, NULL),
                     0);
    assert_int_equal(
        ops->create(street->prepared, settings, count, &street->solver, NULL),
        0);
}

void street_finish(struct street *street)
{
    const struct form_ops *form = street->prepared->ops;

    street->solver->ops->destroy(street->solver);
    form->metric_destroy(street->metric);
    form->prepared_destroy(street->prepared);
    map_destroy(street->map);
}

void trip_init(struct trip *trip, uint32_t from, const uint32_t *to,
               uint32_t count)
{
    trip->seed = (struct seed){from, 0};
    for (uint32_t i = 0; i < count; i++) {
        trip->ends[i] = (struct target_vertex){to[i], 0};
        trip->targets[i] = (struct target){&trip->ends[i], 1};
        path_init(&trip->path[i]);
    }
    trip->query = (struct query){
        .seeds = &trip->seed,
        .seed_count = 1,
        .targets = trip->targets,
        .target_count = count,
        .output = QUERY_PATHS,
        .bound = COST_OVERFLOW,
        .cost = trip->cost,
        .path = trip->path,
    };
}

void trip_finish(struct trip *trip)
{
    for (uint32_t i = 0; i < trip->query.target_count; i++)
        path_finish(&trip->path[i]);
}

void street_solve(struct street *street, struct query **queries, size_t count)
{
    struct batch batch = {queries, count, NULL};

    assert_int_equal(street->solver->ops->solve(street->solver, street->metric,
                                                &batch, NULL),
                     0);
}

/* The position along the street, without the free arcs at its ends. */
static uint32_t place(const struct street *street, uint32_t v)
{
    uint32_t last = street->length - 4;

    return v < 3 ? 3 : v > last ? last : v;
}

uint32_t street_distance(const struct street *street, uint32_t from,
                         uint32_t to)
{
    uint32_t a = place(street, from);
    uint32_t b = place(street, to);

    return a < b ? b - a : a - b;
}

void trip_expect_right(const struct trip *trip, const struct street *street)
{
    assert_int_equal(trip->query.status, QUERY_DONE);
    for (uint32_t i = 0; i < trip->query.target_count; i++) {
        uint32_t from = trip->seed.vertex;
        uint32_t to = trip->ends[i].vertex;

        assert_int_equal(trip->cost[i], street_distance(street, from, to));
        if (trip->query.output != QUERY_PATHS)
            continue;
        assert_int_equal(trip->path[i].first_vertex, from);
        assert_int_equal(trip->path[i].arc_count,
                         from < to ? to - from : from - to);
    }
}
