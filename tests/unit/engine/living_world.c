/* living_world: opens it, draws changes, and compares what is in force. */
#include "tests/unit/engine/living_world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/engine/map_entry.h"
#include "core/solver/catalog.h"
#include "core/weighting/row_effect.h"
#include "core/weighting/weight_match.h"
#include "tests/unit/cmocka_all.h"

enum { ROWS_MOST = 20 };

const char town_name[] = "town";

/* ---- A town that lives --------------------------------------------------- */

/* Profiles but the first are the same roads by another name. */
static struct published_map *publish(struct world *world, size_t profile)
{
    struct map *map = masked_town_map(&world->town);
    struct published_map *published;
    struct weighting *weighting = NULL;

    if (profile)
        strcpy(map->roads.profile.name, "other");
    assert_int_equal(
        living_weighting(world->living, town_name, map, &weighting, NULL), 0);
    assert_non_null(weighting);
    assert_int_equal(published_map_create(town_name, map, weighting,
                                          world->town.catalog.solver,
                                          world->town.catalog.count,
                                          world->devices, 1, &published, NULL),
                     0);
    world->map[profile] = map;
    return published;
}

static void serve(struct world *world)
{
    struct published_map **maps = malloc(world->profiles * sizeof(*maps));
    struct published_map *mine[PROFILES_MOST];

    assert_non_null(maps);
    for (size_t i = 0; i < world->profiles; i++)
        maps[i] = mine[i] = publish(world, i);
    assert_int_equal(living_serve(world->living, maps, world->profiles, NULL),
                     0);
    for (size_t i = 0; i < world->profiles; i++)
        published_map_release(mine[i]);
}

enum { ENTRY_WAIT_US = 120000000 };

void world_start(struct world *world, uint64_t seed)
{
    struct living_settings settings = {
        .directory = world->no_disk ? NULL : world->directory,
        .changes = true,
        .epochs_max = 4,
        .scenarios_max = 2,
        .entry_wait_us =
            world->entry_wait_us ? world->entry_wait_us : ENTRY_WAIT_US,
        .feed = world->feed,
        .tell = world->tell,
    };

    world->devices[0] = device_cpu();
    world->town = (struct masked_town){
        .devices = world->devices, .device_count = 1, .side = 6, .seed = seed};
    catalog_init(&world->town.catalog);
    masked_town_open(&world->town, 4);
    assert_int_equal(
        living_create(&settings, world->town.registry, &world->living, NULL),
        0);
    serve(world);
}

void world_stop(struct world *world)
{
    living_destroy(world->living);
    masked_town_close(&world->town);
}

void world_open(struct world *world, uint64_t seed)
{
    strcpy(world->directory, "/tmp/relaxd-living-XXXXXX");
    assert_non_null(mkdtemp(world->directory));
    world->profiles = world->profiles ? world->profiles : 1;
    random_seed(&world->random, seed);
    world_start(world, seed);
}

void world_close(struct world *world)
{
    char command[300];

    world_stop(world);
    snprintf(command, sizeof(command), "rm -rf '%s'", world->directory);
    assert_int_equal(system(command), 0);
}

/* ---- Asking for changes -------------------------------------------------- */

static void done(struct change_request *request)
{
    struct asked *asked = request->context;

    pthread_mutex_lock(&asked->lock);
    asked->answers++;
    pthread_cond_signal(&asked->news);
    pthread_mutex_unlock(&asked->lock);
}

void world_submit(struct world *world, struct asked *asked,
                  const struct change_request *request)
{
    *asked = (struct asked){.request = *request};
    pthread_mutex_init(&asked->lock, NULL);
    pthread_cond_init(&asked->news, NULL);
    asked->request.map = town_name;
    asked->request.done = done;
    asked->request.context = asked;
    if (world->feed)
        weight_change_digest(&asked->request.change);
    living_submit(world->living, &asked->request);
}

bool asked_is_answered(struct asked *asked)
{
    unsigned answers;

    pthread_mutex_lock(&asked->lock);
    answers = asked->answers;
    pthread_mutex_unlock(&asked->lock);
    assert_in_range(answers, 0, 1);
    return answers;
}

enum change_outcome asked_wait(struct asked *asked)
{
    pthread_mutex_lock(&asked->lock);
    while (!asked->answers)
        pthread_cond_wait(&asked->news, &asked->lock);
    pthread_mutex_unlock(&asked->lock);
    weight_change_finish(&asked->request.change);
    return asked->request.outcome;
}

void asked_finish(struct asked *asked)
{
    change_request_finish(&asked->request);
    pthread_mutex_destroy(&asked->lock);
    pthread_cond_destroy(&asked->news);
}

enum change_outcome world_ask(struct world *world,
                              struct change_request *request)
{
    struct asked asked;

    world_submit(world, &asked, request);
    asked_wait(&asked);
    asked_finish(&asked);
    *request = asked.request;
    return request->outcome;
}

void change_add_row(struct weight_change *change, int64_t from, int64_t to,
                    double value)
{
    struct weight_row row = {.key = {{from, to, SEGMENT_PAIR}},
                             .value = value,
                             .rate = ROW_AS_VALUE};

    assert_int_equal(weight_list_add(&change->rows, &row), 0);
}

/* A pair of neighbours that some road joins in that direction. */
static void draw_row(struct world *world, struct weight_change *change)
{
    const struct roads *roads = &world->map[0]->roads;
    struct weight_key key[ITEM_KEYS_MAX];
    uint32_t item, edge;

    do {
        item = (uint32_t)random_below(&world->random, 2 * roads->segment_count);
        edge = 2 * roads_segment_piece(roads, item / 2) + item % 2;
    } while (!edge_is_open(roads, edge));
    weight_item_keys(world->map[0], WEIGHT_SEGMENTS, item, key);
    change_add_row(change, key[0].id[0], key[0].id[1],
                   random_below(&world->random, 5)
                       ? 1 + (double)random_below(&world->random, 120)
                       : ROW_CLOSED);
}

static bool has_body(enum change_operation operation)
{
    return operation == CHANGE_PATCH || operation == CHANGE_PUT ||
           operation == CHANGE_DELETE;
}

struct change_request world_draw_request(struct world *world,
                                         enum change_operation operation)
{
    struct change_request request = {.change.operation = operation};
    size_t count = 1 + random_below(&world->random, ROWS_MOST);

    if (has_body(operation) || operation == CHANGE_CLEAR)
        strcpy(request.change.profile, world->map[0]->roads.profile.name);
    for (size_t i = 0; has_body(operation) && i < count; i++)
        draw_row(world, &request.change);
    return request;
}

/* ---- Checks -------------------------------------------------------------- */

/* The weights of a layer's rows over those of another, made afresh. */
static struct weighting *evaluate(const struct map *map,
                                  const struct ledger *ledger,
                                  const char *scenario)
{
    struct row_effect *effect = row_effect_create(map, NULL);
    struct weighting *imported = weighting_of_map(map, 0);
    struct weighting *weighting = weighting_copy(imported, map);
    struct weighting_delta delta = {.all = true};
    struct weighting_edits edits = {0};

    assert_int_equal(row_effect_all(effect, ledger, &edits, NULL), 0);
    assert_int_equal(weighting_edit(weighting, map, &edits, &delta, NULL), 0);
    weighting_edits_finish(&edits);
    if (*scenario) {
        assert_int_equal(
            row_effect_over(map, ledger_layer(ledger, scenario), &edits, NULL),
            0);
        assert_int_equal(weighting_edit(weighting, map, &edits, &delta, NULL),
                         0);
        weighting_edits_finish(&edits);
    }
    row_effect_destroy(effect);
    weighting_release(imported);
    return weighting;
}

static bool answers(struct world *world, const struct map *map,
                    struct map_entry *entry, const struct weighting *weighting)
{
    struct masked_questions questions;
    bool right = true;

    masked_questions_init(&questions, map, weighting->arrays.arcs.weight, 0);
    for (size_t i = 0; i < world->town.catalog.count; i++)
        right &=
            masked_questions_ask(&questions, &world->town, entry,
                                 world->town.catalog.solver[i], &world->random);
    masked_questions_finish(&questions);
    return right;
}

static void assert_segments(const struct map *map,
                            const struct weighting *weighting,
                            const struct weighting *expected)
{
    assert_memory_equal(weighting->arrays.segment, expected->arrays.segment,
                        2 * map->roads.segment_count * sizeof(uint32_t));
}

static void check_layer(struct world *world, const struct map *map,
                        const struct ledger *ledger, const char *scenario)
{
    struct map_entry *entry = registry_acquire(world->town.registry, town_name,
                                               map->roads.profile.name);
    struct weighting *expected = evaluate(map, ledger, scenario);
    struct map_entry *found;

    assert_int_equal(map_entry_epoch(entry), ledger->epoch);
    assert_int_equal(
        living_entry(world->living, entry, scenario, &found, NULL, NULL), 0);
    assert_int_equal(map_entry_epoch(found), ledger->epoch);
    assert_segments(map, map_entry_weighting(found), expected);
    assert_true(answers(world, map, found, expected));
    map_entry_release(found);
    weighting_release(expected);
    map_entry_release(entry);
}

void world_check(struct world *world, uint64_t epoch)
{
    struct ledger *ledger = living_ledger(world->living, town_name);

    assert_int_equal(ledger->epoch, epoch);
    for (size_t p = 0; p < world->profiles; p++) {
        for (size_t i = 0; i < ledger->count; i++)
            check_layer(world, world->map[p], ledger,
                        ledger->layer[i].scenario);
    }
    ledger_release(ledger);
}

void assert_same_weights(const struct world *one, const struct world *other)
{
    for (size_t p = 0; p < one->profiles; p++) {
        const struct map *map = one->map[p];
        const char *profile = map->roads.profile.name;
        struct map_entry *mine =
            registry_acquire(one->town.registry, town_name, profile);
        struct map_entry *theirs =
            registry_acquire(other->town.registry, town_name, profile);

        assert_segments(map, map_entry_weighting(mine),
                        map_entry_weighting(theirs));
        map_entry_release(mine);
        map_entry_release(theirs);
    }
}
