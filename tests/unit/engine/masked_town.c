/* masked_town: an engine over a town whose roads have classes. */
#include "tests/unit/engine/masked_town.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/graph/road_network/road_map.h"
#include "tests/publish.h"
#include "tests/solver/oracle.h"
#include "tests/unit/cmocka_all.h"
#include "tests/unit/graph/road_fixture.h"

enum { PAIRS = 12 };

/* ---- The town ------------------------------------------------------------ */

static void give_classes(struct road_network *network, struct random *random)
{
    struct road_attributes *attributes =
        calloc(network->piece_count, sizeof(*attributes));

    assert_non_null(attributes);
    for (uint32_t p = 0; p < network->piece_count; p++) {
        attributes[p] = network->attributes[network->piece_attributes[p]];
        for (int i = 0; i < TOWN_CLASSES; i++) {
            if (random_below(random, 4) == 0)
                attributes[p].class_bits |= (uint16_t)(1u << i);
        }
        network->piece_attributes[p] = p;
    }
    free(network->attributes);
    network->attributes = attributes;
    network->attributes_count = network->piece_count;
    network->profile.class_count = TOWN_CLASSES;
    for (int i = 0; i < TOWN_CLASSES; i++)
        sprintf(network->profile.class_name[i], "class%d", i);
}

struct map *masked_town_map(const struct masked_town *town)
{
    struct road_map_settings settings = {.source = "a town with classes"};
    struct road_network network;
    struct road_draft draft;
    struct random random;
    struct map *map;

    road_town_draft(town->side, town->seed, &draft);
    road_draft_network(&draft, &network);
    random_seed(&random, town->seed);
    give_classes(&network, &random);
    assert_int_equal(road_map_make(&network, &settings, &map, NULL), 0);
    road_network_finish(&network);
    return map;
}

void masked_town_publish(struct masked_town *town)
{
    assert_int_equal(publish_map(town->registry, "town", masked_town_map(town),
                                 town->catalog.solver, town->catalog.count,
                                 town->devices, town->device_count, NULL),
                     0);
}

void masked_town_open(struct masked_town *town, size_t masks_kept)
{
    struct engine_settings settings = {
        .queue_length = 1000,
        .batch_max = 8,
        .cpu_workers = 2,
        .solver = "auto",
    };

    assert_int_equal(registry_create(&town->registry, NULL), 0);
    registry_set_kept(town->registry, masks_kept, UINT64_MAX);
    assert_int_equal(engine_create(&settings, town->registry, &town->catalog,
                                   town->devices, town->device_count,
                                   &town->engine, NULL),
                     0);
    masked_town_publish(town);
}

void masked_town_close(struct masked_town *town)
{
    engine_destroy(town->engine);
    registry_destroy(town->registry);
}

struct map_entry *masked_town_close_classes(struct masked_town *town,
                                            struct map_entry *entry,
                                            uint16_t classes)
{
    struct closed_set *closed =
        closed_set_of_classes(map_entry_class_sets(entry), classes);
    struct map_entry *masked;

    assert_non_null(closed);
    assert_int_equal(
        registry_close(town->registry, entry, closed, &masked, NULL), 0);
    closed_set_release(closed);
    return masked;
}

struct map_entry *masked_town_entry(struct masked_town *town, uint16_t classes)
{
    struct map_entry *entry = registry_acquire(town->registry, "town", NULL);
    struct map_entry *masked;

    if (!classes)
        return entry;
    masked = masked_town_close_classes(town, entry, classes);
    map_entry_release(entry);
    return masked;
}

/* ---- What is asked ------------------------------------------------------- */

static uint32_t *closed_weights(const struct map *map, const uint32_t *before,
                                uint16_t classes)
{
    uint32_t count = map->imported.arcs.arc_count;
    uint32_t *weight = calloc(count, sizeof(*weight));

    assert_non_null(weight);
    for (uint32_t a = 0; a < count; a++) {
        uint32_t piece = map->roads.arc_edge[a] / 2;
        uint32_t attributes = map->roads.piece_attributes[piece];

        weight[a] = before[a];
        if (map->roads.attributes[attributes].class_bits & classes)
            weight[a] = WEIGHT_CLOSED;
    }
    return weight;
}

void masked_questions_init(struct masked_questions *questions,
                           const struct map *map, const uint32_t *arc_weight,
                           uint16_t classes)
{
    uint32_t n = map->topology.vertex_count;
    uint32_t *weight = closed_weights(map, arc_weight, classes);
    struct weights weights = {1, map->imported.arcs.arc_count, weight};
    uint64_t *exact = calloc(n, sizeof(*exact));

    assert_non_null(exact);
    questions->vertex_count = n;
    for (uint32_t i = 0; i < 2; i++) {
        struct seed seed = {(classes * 37u + i * 101u) % n, 0};
        struct query query = {
            .seeds = &seed, .seed_count = 1, .bound = COST_OVERFLOW};

        questions->source[i] = seed.vertex;
        questions->cost[i] = calloc(n, sizeof(*questions->cost[i]));
        assert_non_null(questions->cost[i]);
        oracle_labels(&map->topology, &weights, &query, exact);
        for (uint32_t v = 0; v < n; v++)
            questions->cost[i][v] = oracle_label(&query, exact[v]);
    }
    free(exact);
    free(weight);
}

void masked_questions_finish(struct masked_questions *questions)
{
    free(questions->cost[0]);
    free(questions->cost[1]);
}

/* ---- Asking -------------------------------------------------------------- */

struct waiting {
    pthread_mutex_t lock;
    pthread_cond_t news;
    bool done;
};

static void done(struct job *job)
{
    struct waiting *waiting = job->context;

    pthread_mutex_lock(&waiting->lock);
    waiting->done = true;
    pthread_cond_signal(&waiting->news);
    pthread_mutex_unlock(&waiting->lock);
}

static bool run(struct masked_town *town, struct job *job)
{
    struct waiting waiting = {PTHREAD_MUTEX_INITIALIZER,
                              PTHREAD_COND_INITIALIZER, false};
    struct error error = {""};

    job->done = done;
    job->context = &waiting;
    if (engine_submit(town->engine, job, &error)) {
        fprintf(stderr, "%s: %s\n", job->solver->name, error.text);
        return false;
    }
    pthread_mutex_lock(&waiting.lock);
    while (!waiting.done)
        pthread_cond_wait(&waiting.news, &waiting.lock);
    pthread_mutex_unlock(&waiting.lock);
    if (job->status != JOB_DONE)
        fprintf(stderr, "%s: %s\n", job->solver->name, job->error.text);
    if (*job->note)
        fprintf(stderr, "%s: %s\n", job->solver->name, job->note);
    return job->status == JOB_DONE && job->solved_by == job->solver;
}

struct tree_sink {
    struct sink base;
    const uint32_t *expected;
    uint32_t wrong;
};

static int compare(struct sink *base, const struct label_block *block)
{
    struct tree_sink *sink = (struct tree_sink *)base;

    for (uint32_t i = 0; i < block->count; i++)
        sink->wrong += block->cost[i] != sink->expected[block->first + i];
    return 0;
}

static bool ask_tree(const struct masked_questions *questions,
                     struct masked_town *town, struct job *job)
{
    struct tree_sink sink = {{compare}, questions->cost[0], 0};
    struct seed seed = {questions->source[0], 0};
    struct cancel cancel = {0};
    struct query query = {
        .seeds = &seed,
        .seed_count = 1,
        .output = QUERY_TREE,
        .bound = COST_OVERFLOW,
        .cancel = &cancel,
        .sink = &sink.base,
    };
    struct query *queries[] = {&query};

    job->queries = queries;
    job->query_count = 1;
    job->cancel = &cancel;
    return run(town, job) && sink.wrong == 0;
}

static bool ask_pairs(const struct masked_questions *questions,
                      struct masked_town *town, struct job *job,
                      struct random *random)
{
    struct seed seeds[2] = {{questions->source[0], 0},
                            {questions->source[1], 0}};
    struct target_vertex vertices[PAIRS];
    struct target targets[PAIRS];
    struct query query[PAIRS];
    struct query *queries[PAIRS];
    uint32_t cost[PAIRS];
    struct cancel cancel = {0};

    for (uint32_t i = 0; i < PAIRS; i++) {
        vertices[i] = (struct target_vertex){
            (uint32_t)random_below(random, questions->vertex_count), 0};
        targets[i] = (struct target){&vertices[i], 1};
        query[i] = (struct query){
            .seeds = &seeds[i % 2],
            .seed_count = 1,
            .targets = &targets[i],
            .target_count = 1,
            .bound = COST_OVERFLOW,
            .cancel = &cancel,
            .cost = &cost[i],
        };
        queries[i] = &query[i];
    }
    job->queries = queries;
    job->query_count = PAIRS;
    job->cancel = &cancel;
    if (!run(town, job))
        return false;
    for (uint32_t i = 0; i < PAIRS; i++) {
        if (cost[i] != questions->cost[i % 2][vertices[i].vertex])
            return false;
    }
    return true;
}

bool masked_questions_ask(const struct masked_questions *questions,
                          struct masked_town *town, struct map_entry *entry,
                          const struct solver_ops *solver,
                          struct random *random)
{
    struct job job = {.map = entry, .solver = solver};

    if (solver->capabilities & SOLVER_PAIRS)
        return ask_pairs(questions, town, &job, random);
    return ask_tree(questions, town, &job);
}
