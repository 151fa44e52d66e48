/* bench: compares solvers on one map.
 *
 * The seed alone determines the questions, which are split into a few series.
 * The oracle answers a series untimed; then each contestant does, in a newly
 * drawn order, so that drifts of the machine's speed affect all alike. A
 * contestant answers one question after the other, as a server would, so caches
 * hold only its own data: it begins each series with some unmeasured questions.
 * bench_run() copies its answers, and compares them with the oracle's at the
 * end of the series; large answers make the series shorter. It compares every
 * answer: all costs of a tree, cost and path of a pair, some rows of a table.
 *
 * Time is the wall clock around solve() for a batch of one query, or of a
 * table's rows, with answers in the host's memory. One thread. */
#ifndef RELAXD_LAB_BENCH_H
#define RELAXD_LAB_BENCH_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "clients/relaxctl/runner.h"
#include "clients/relaxctl/samples.h"
#include "core/base/progress.h"
#include "core/base/random.h"

/* What is measured; the names, up to NULL, are those of --output. */
enum bench_kind {
    BENCH_WHOLE_TREE,
    BENCH_ONE_PATH,
    BENCH_WHOLE_TABLE,
    BENCH_CUSTOMIZE, /* bench_customize_run(), not bench_run() */
};
extern const char *const bench_kind_names[];

/* Members that are 0 count as 1. */
struct bench_shape {
    enum bench_kind kind;
    uint32_t rows; /* of a table */
    uint32_t columns;
    uint32_t step; /* from one solved row to the next */
};

/* Includes memory for an answer; must not move. */
struct bench_question {
    const struct map *map;
    struct bench_shape shape;
    uint32_t row_count;             /* solved rows */
    struct query *query;            /* [row_count] */
    struct query **queries;         /* [row_count] pointers to `query` */
    struct seed *seed;              /* [row_count] */
    struct target_vertex *vertices; /* [columns] */
    struct target *targets;         /* [columns] */
    struct path path;
    struct tree_sink sink;
    uint32_t *cost; /* [vertex_count] of a tree, else [row_count][columns] */
};

/* 0 or -ENOMEM; finish() is fine after either and on zero bytes. */
int bench_question_init(struct bench_question *question, const struct map *map,
                        struct bench_shape shape);
void bench_question_finish(struct bench_question *question);

/* From one vertex to another. A tree ignores `to`; a table draws its other
 * vertices from both. */
void bench_question_set(struct bench_question *question, uint32_t from,
                        uint32_t to);

/* Whether an answer is as good as the expected one: compares costs bit for bit,
 * and adds up a path's arcs from end to end. The expected answer may lack
 * rows. */
bool bench_question_same(const struct bench_question *expected,
                         const struct bench_question *given,
                         const struct weights *weights);

/* Copies a question with its answer; both have the same map and shape. 0 or
 * -ENOMEM. */
int bench_question_copy(struct bench_question *to,
                        const struct bench_question *from);

struct bench_request {
    char *solvers;      /* "all", or comma-separated names, which are cut in
                           place */
    const char *device; /* as for inventory_choose() */
    unsigned needed;    /* enum solver_capability */
};

struct bench_choice {
    struct solver_choice item[CATALOG_CAPACITY];
    size_t count;
    bool all; /* no names were given, so a solver may refuse the map */
};

/* For "all" chooses the usable solvers, except those slow by nature, and lists
 * the others on stderr; for names chooses each, or fails as inventory_choose()
 * does. */
int bench_choose(const struct inventory *inventory,
                 const struct bench_request *request,
                 struct bench_choice *ret_choice, struct error *error);

struct bench_contestant {
    struct runner runner;
    struct samples solve_ms; /* bench_run() sorts them */
    double phases;           /* mean per query; 0: none */
    double least_phase_us;   /* shortest phase of any query; 0: none */
    size_t wrong;            /* answers that differ from the oracle's */
};

enum { BENCH_CONTESTANTS_MAX = 64 };

struct bench {
    const struct inventory *inventory; /* the caller's, as is the map */
    const struct map *map;
    struct forms forms;
    struct runner oracle; /* dijkstra */
    struct bench_contestant contestants[BENCH_CONTESTANTS_MAX];
    size_t contestant_count; /* in the order of addition */
    uint32_t question_count;
    const uint32_t *sources; /* [question_count], the caller's; NULL: draw
                                them */
    uint64_t seed;
    uint32_t warm;            /* unmeasured questions for each at the start */
    struct bench_shape shape; /* of a question; zero: trees */
};

/* Call bench_finish() after any result. */
int bench_init(struct bench *bench, const struct inventory *inventory,
               const struct map *map, struct error *error);
void bench_finish(struct bench *bench);

/* Adds a contestant; results as runner_init(). */
int bench_add(struct bench *bench, struct solver_choice choice,
              const struct arguments_settings *settings, struct error *error);

/* Asks all questions, once. Fails if a solver does; counts a wrong answer
 * without failing. */
int bench_run(struct bench *bench, struct progress *progress,
              struct error *error);

/* Draws a random order, for example of contestants. */
void bench_shuffle(size_t *order, size_t count, struct random *random);

/* The machine of a measurement. */
struct machine {
    char cpu[128];  /* the CPU's name from the kernel */
    unsigned cores; /* available to this process */
    uint64_t memory_bytes;
    char system[128]; /* "Linux 6.1.0 x86_64" */
    char date[32];    /* now, UTC, "2026-01-31T12:00:00Z" */
};

void machine_describe(struct machine *ret_machine);

/* Prints the machine, above the tables. */
void bench_report_print_machine(const struct machine *machine,
                                const struct inventory *inventory);

/* Prints the beginning of a line above a table: the map's name and size. */
void bench_report_print_map(const struct bench *bench, const char *map_path);

/* Prints one map's table. The ratio is the speed relative to the first
 * contestant, by the median. */
void bench_report_print(const struct bench *bench, const char *map_path);

/* Version, date, machine and an empty list "maps"; NULL: out of memory. */
json_t *bench_report_json(const struct machine *machine,
                          const struct inventory *inventory);

/* A map, the kind of question, and their number, under the name `questions`. */
json_t *bench_report_json_map(const struct bench *bench, const char *map_path,
                              const char *questions);

/* Adds a map's measurements to the report. */
void bench_report_json_add(json_t *report, const struct bench *bench,
                           const char *map_path);

/* To a file, or to stdout for "-". 0, -ENOMEM, or the file system's error. */
int bench_report_write(json_t *report, const char *path, struct error *error);

/* Measures how long a map's forms take to follow its weights.
 *
 * In each round each form, in a newly drawn order, is customized in full, then
 * recustomized for each requested number of changed arcs. "All arcs" is a full
 * customization in existing memory. A changed arc gets the weight of a random
 * arc of the map; one in twenty is closed. An unmeasured round comes first.
 * After each round every contestant answers one question, a tree if it can,
 * which is compared with the oracle's answer.
 *
 * Time is the wall clock around the call, which returns when the device has
 * finished. One thread. */

enum { BENCH_CHANGES_MAX = 8 };

/* All arcs of the map. */
#define BENCH_CHANGES_ALL UINT32_MAX

struct bench_changes {
    uint32_t arcs[BENCH_CHANGES_MAX]; /* [count] */
    size_t count;
};

struct bench_customize {
    struct bench *bench; /* the caller's; finish it before this. Its sources
                            and solve_ms are unused; question_count is the
                            number of rounds */
    struct bench_changes changes; /* without repeats, none above the map's
                                     number of arcs */

    /* By index in forms: times of customize, then of changes.arcs[i].
     * bench_customize_run() sorts them. */
    struct samples ms[FORMS_MAX][1 + BENCH_CHANGES_MAX];

    struct weights weights; /* in force */
    uint32_t *weight;       /* [arc_count] owned */
};

/* finish() is fine after a failure. 0 or -ENOMEM. */
int bench_customize_init(struct bench_customize *customize, struct bench *bench,
                         const struct bench_changes *changes,
                         struct error *error);
void bench_customize_finish(struct bench_customize *customize);

/* Fails if a form or a solver does; contestants count wrong answers. */
int bench_customize_run(struct bench_customize *customize,
                        struct progress *progress, struct error *error);

/* Parses "1,1000,all", cut in place. False if malformed. */
bool bench_changes_parse(char *text, struct bench_changes *ret_changes);

/* Prints one map's table: a row per form and number of changed arcs. This and
 * the next skip forms that no contestant uses. */
void bench_customize_report_print(const struct bench_customize *customize,
                                  const char *map_path);

/* Adds a map's measurements to a report of bench_report_json(). */
void bench_customize_report_json_add(json_t *report,
                                     const struct bench_customize *customize,
                                     const char *map_path);

#endif
