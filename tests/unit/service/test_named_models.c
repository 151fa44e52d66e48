/* Questions that name a model: of the map or built in, and of which epoch the
 * answer is. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/limits.h"
#include "core/base/pool.h"
#include "core/engine/living.h"
#include "core/engine/published_map.h"
#include "core/service/nearest/nearest_question.h"
#include "tests/unit/cmocka_all.h"
#include "tests/unit/graph/road_fixture.h"
#include "tests/unit/service/fixture.h"

static const char town_name[] = "town";

static const struct limits limits = {
    .deadline_ms = 60000,
    .memory_max = 100000000,
    .snap_radius_m = 1000,
};

struct world {
    struct fixture fixture;
    struct living *living;
    struct pool *pool;
    const struct map *map;
};

/* ---- A town that lives --------------------------------------------------- */

static unsigned reads;
static struct world *meanwhile; /* whose model is replaced during a read */

static void serve(struct world *world)
{
    struct published_map **maps = malloc(sizeof(*maps));
    struct fixture *fixture = &world->fixture;
    struct weighting *weighting = NULL;
    struct road_draft draft;
    struct map *map;

    road_town_draft(4, 1, &draft);
    map = road_draft_map(&draft, true);
    assert_non_null(maps);
    assert_int_equal(
        living_weighting(world->living, town_name, map, &weighting, NULL), 0);
    assert_int_equal(published_map_create(town_name, map, weighting,
                                          fixture->catalog.solver,
                                          fixture->catalog.count,
                                          fixture->devices, 1, maps, NULL),
                     0);
    assert_int_equal(living_serve(world->living, maps, 1, NULL), 0);
    world->map = map;
    published_map_release(maps[0]);
}

static void done(struct change_request *request)
{
    waiter_ended(request->context);
}

/* Puts a model, or drops it (`text` NULL). */
static void put(struct world *world, const char *name, const char *text)
{
    struct waiter waiter;
    struct question ended = {.context = &waiter};
    struct change_request request = {
        .map = town_name,
        .change.operation = text ? CHANGE_MODEL : CHANGE_DROP_MODEL,
        .done = done,
        .context = &ended,
    };

    waiter_init(&waiter);
    strcpy(request.change.model, name);
    if (text) {
        request.change.text = strdup(text);
        request.change.text_bytes = strlen(text);
    }
    living_submit(world->living, &request);
    waiter_wait(&waiter);
    assert_int_equal(request.outcome, CHANGED_OK);
    weight_change_finish(&request.change);
    waiter_finish(&waiter);
}

static int read_text(const char *text, struct model **ret_model,
                     struct error *error)
{
    struct model *model;

    reads++;
    if (meanwhile)
        put(meanwhile, "truck", "newer");
    if (!strcmp(text, "bad"))
        return error_set(error, -EINVAL, "no such rule");
    model = model_create();
    assert_non_null(model);
    assert_int_equal(model_seal(model, text), 0);
    *ret_model = model;
    return 0;
}

static void open_world(struct world *world)
{
    struct living_settings settings = {.changes = true, .epochs_max = 4};
    struct fixture *fixture = &world->fixture;

    fixture_init(fixture, 0, &limits, 10);
    assert_int_equal(
        living_create(&settings, fixture->registry, &world->living, NULL), 0);
    serve(world);
    service_destroy(fixture->service);
    assert_int_equal(pool_create("compute", 1, 10, &world->pool, NULL), 0);
    fixture->service = service_create(&fixture->limits, fixture->engine,
                                      world->living, world->pool);
    assert_non_null(fixture->service);
    service_set_model_reader(fixture->service, read_text);
    reads = 0;
    meanwhile = NULL;
}

static void close_world(struct world *world)
{
    struct fixture *fixture = &world->fixture;

    pool_destroy(world->pool);
    engine_stop(fixture->engine);
    service_destroy(fixture->service);
    living_destroy(world->living);
    engine_destroy(fixture->engine);
    registry_destroy(fixture->registry);
}

static void build_in(struct world *world, const char *name, const char *text)
{
    struct model *model = model_create();

    assert_int_equal(model_seal(model, text), 0);
    assert_int_equal(
        model_book_put(service_models(world->fixture.service), name, model), 0);
    model_release(model);
}

/* ---- Asking -------------------------------------------------------------- */

/* What the question's model says, or why there is none; its epoch. */
struct asked {
    enum outcome outcome;
    char words[ERROR_TEXT_SIZE];
    uint64_t epoch;
};

static struct asked ask(struct world *world, const char *name)
{
    struct nearest_question question = {
        .base = {.ended = waiter_ended, .model_name = name},
        .options = {.position = world->map->roads.node_position[0],
                    .radius_m = INFINITY},
        .number = 1,
    };
    struct question *base = &question.base;
    struct waiter waiter;
    struct asked asked = {.words = ""};

    waiter_init(&waiter);
    base->context = &waiter;
    if (service_ask_nearest(world->fixture.service, &question) == OUTCOME_OK)
        waiter_wait(&waiter);
    asked.outcome = base->outcome;
    asked.epoch = base->epoch;
    snprintf(asked.words, sizeof(asked.words), "%s",
             base->outcome == OUTCOME_OK ? base->named->text
                                         : base->error.text);
    nearest_question_finish(&question);
    waiter_finish(&waiter);
    return asked;
}

static void assert_asked(struct world *world, const char *name,
                         enum outcome outcome, const char *words,
                         uint64_t epoch)
{
    struct asked asked = ask(world, name);

    assert_string_equal(asked.words, words);
    assert_int_equal(asked.outcome, outcome);
    assert_int_equal(asked.epoch, epoch);
}

/* ---- Tests --------------------------------------------------------------- */

static void models_of_the_map_go_first(void **state)
{
    struct world world;

    open_world(&world);
    assert_asked(&world, "truck", OUTCOME_UNKNOWN_MODEL,
                 "no model is called 'truck'; there is none", 0);
    build_in(&world, "truck", "built in");
    assert_asked(&world, "truck", OUTCOME_OK, "built in", 0);
    put(&world, "truck", "own");
    put(&world, "bus", "own, too");
    assert_asked(&world, "truck", OUTCOME_OK, "own", 2);
    assert_asked(&world, "bus", OUTCOME_OK, "own, too", 2);
    build_in(&world, "van", "built in");
    assert_asked(&world, "zoo", OUTCOME_UNKNOWN_MODEL,
                 "no model is called 'zoo'; there are: bus, truck, van", 2);
    put(&world, "truck", NULL);
    assert_asked(&world, "truck", OUTCOME_OK, "built in", 3);
    close_world(&world);
}

static void a_text_is_read_once(void **state)
{
    struct world world;

    open_world(&world);
    put(&world, "truck", "one");
    put(&world, "bus", "one");
    for (int i = 0; i < 3; i++)
        assert_asked(&world, i % 2 ? "bus" : "truck", OUTCOME_OK, "one", 2);
    assert_int_equal(reads, 1);
    close_world(&world);
}

static void an_answer_is_of_its_models_epoch(void **state)
{
    struct world world;

    open_world(&world);
    put(&world, "truck", "older");
    meanwhile = &world;
    assert_asked(&world, "truck", OUTCOME_OK, "older", 1);
    meanwhile = NULL;
    assert_asked(&world, "truck", OUTCOME_OK, "newer", 2);
    close_world(&world);
}

static void what_cannot_be_read_is_told(void **state)
{
    struct world world;

    open_world(&world);
    put(&world, "truck", "bad");
    assert_asked(&world, "truck", OUTCOME_FAILED,
                 "model 'truck' cannot be read, put it again: no such rule", 1);
    close_world(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(models_of_the_map_go_first),
        cmocka_unit_test(a_text_is_read_once),
        cmocka_unit_test(an_answer_is_of_its_models_epoch),
        cmocka_unit_test(what_cannot_be_read_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
