/* bench: an engine with fake solvers, and jobs to wait for. */
#ifndef RELAXD_TESTS_UNIT_ENGINE_BENCH_H
#define RELAXD_TESTS_UNIT_ENGINE_BENCH_H

#include "core/engine/engine.h"
#include "tests/unit/engine/fake.h"

struct bench {
    struct catalog catalog;
    const struct device *devices[3];
    size_t device_count;
    struct registry *registry;
    struct engine *engine;
    struct map_entry *entry; /* of the map "line", pinned */
};

/* The map "line" has so many vertices; gpus: 0 to 2 fake ones. */
void bench_init(struct bench *bench, unsigned gpus, unsigned cpu_workers,
                uint32_t vertex_count);

/* The same with the CPU's solvers and these; `preferred` is the engine's
 * setting. */
void bench_init_with(struct bench *bench,
                     const struct solver_ops *const *solvers,
                     size_t solver_count, const char *preferred, unsigned gpus,
                     unsigned cpu_workers, uint32_t vertex_count);

/* The same with these solvers alone, one CPU worker, and "auto". */
void bench_init_alone(struct bench *bench,
                      const struct solver_ops *const *solvers,
                      size_t solver_count, unsigned gpus,
                      uint32_t vertex_count);
void bench_finish(struct bench *bench);

/* Publishes 0 -> 1 -> ... with weight 1. */
void bench_publish(struct bench *bench, const char *name,
                   uint32_t vertex_count);

/* A job of up to ITEM_QUERIES_MAX queries from vertex 0 to the last. */
enum { ITEM_QUERIES_MAX = 64 };

struct item {
    struct job job;
    struct cancel cancel;
    struct query query[ITEM_QUERIES_MAX];
    struct query *queries[ITEM_QUERIES_MAX];
    uint32_t cost[ITEM_QUERIES_MAX];
    struct seed seed;
    struct target_vertex vertex;
    struct target target;
    struct sink sink; /* of trees: counts */
    unsigned blocks;
    struct bench *bench;
    struct item *then; /* submitted in done(); NULL: nothing */
    int place;         /* order among ended jobs, from 1; 0: not ended */
};

/* solver NULL: the engine chooses. Output is QUERY_COSTS unless changed before
 * the job is submitted. */
void item_init(struct item *item, struct bench *bench,
               const struct solver_ops *solver, size_t query_count);
void item_make_tree(struct item *item);

/* Asserts that the engine accepts it. */
void item_submit(struct item *item, struct bench *bench);
void item_wait(struct item *item);

#endif
