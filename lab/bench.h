/* bench: solvers measured against each other on one map.
 *
 * Questions are drawn by the seed alone and split into a few series. The oracle
 * answers a series without the clock; then each contestant, in an order drawn
 * anew, so that drifts of the machine's speed fall on all alike. It answers one
 * question after the other, as a server would: what lies in caches is what it
 * left there itself. So each begins a series with some questions that are not
 * measured, and its answers are put aside (struct bench_answers), and compared
 * with the oracle's once the series is through or what is put aside has become
 * too much. Every answer is compared: all costs of a tree, cost and path of a
 * pair, some rows of a table.
 *
 * Time is the wall clock around solve() of a batch of one query, or of a
 * table's rows, answers in the host's memory. One thread. */
#ifndef RELAXD_LAB_BENCH_H
#define RELAXD_LAB_BENCH_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "clients/relaxctl/inventory.h"
#include "clients/relaxctl/runner.h"
#include "clients/relaxctl/samples.h"
#include "clients/relaxctl/tree_sink.h"
#include "core/base/progress.h"
#include "core/base/random.h"
#include "lab/machine.h"

enum bench_kind { BENCH_WHOLE_TREE, BENCH_ONE_PATH, BENCH_WHOLE_TABLE };

/* What is 0 counts as 1. */
struct bench_shape {
    enum bench_kind kind;
    uint32_t rows; /* of a table */
    uint32_t columns;
    uint32_t step; /* from one row that is asked to the next */
};

/* With room for an answer; stays where it is. */
struct bench_question {
    const struct map *map;
    struct bench_shape shape;
    uint32_t row_count;             /* that are asked */
    struct query *query;            /* [row_count] */
    struct query **queries;         /* [row_count] to them */
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

/* From one vertex to another; a tree has no use for `to`, and a table's other
 * vertices are drawn by both. */
void bench_question_set(struct bench_question *question, uint32_t from,
                        uint32_t to);

/* Words of an answer's costs. */
size_t bench_question_costs(const struct bench_question *question);

int bench_question_ask(struct runner *runner, struct bench_question *question,
                       struct phase_observer *observer, struct error *error);

/* Whether an answer is as good as the expected one: costs bit for bit, a path
 * by following its arcs from end to end and adding them up. The expected one
 * may lack rows. */
bool bench_question_same(const struct bench_question *expected,
                         const struct bench_question *given,
                         const struct weights *weights);

/* Answers put aside while others are measured, to be compared
 * later.
 *
 * Costs lie side by side, the paths' arcs too; both have room for so much and
 * no more. */

/* Words of costs, and of arcs, that are kept at most: 256 and 64 MiB. */
enum { BENCH_COST_WORDS = 64 << 20, BENCH_ARC_WORDS = 16 << 20 };

struct bench_kept {
    uint32_t from;
    uint32_t to;
    uint32_t first_vertex; /* of the path */
    uint32_t seed_cost;
    size_t first_arc;
    size_t arc_count;
};

struct bench_answers {
    struct bench_kept *kept; /* [count], in the order of keeping */
    size_t count;
    size_t capacity;
    uint32_t *cost; /* [capacity][cost_count] */
    size_t cost_count;
    uint32_t *arc; /* [arc_count] */
    size_t arc_count;
    size_t arc_capacity; /* 0: paths are not kept */
};

/* How many answers of that size may be kept, at least 1. */
size_t bench_answers_most(const struct bench_question *question);

/* For up to `capacity` answers to such questions. 0 or -ENOMEM; finish() is
 * fine after either and on zero bytes. */
int bench_answers_init(struct bench_answers *answers,
                       const struct bench_question *question, size_t capacity,
                       bool paths);
void bench_answers_finish(struct bench_answers *answers);

/* Copies the answer; false: there is no room beside those kept. One always has
 * room; of a path that visits a vertex twice, and so is wrong, only as many
 * arcs as there are vertices. */
bool bench_answers_keep(struct bench_answers *answers,
                        const struct bench_question *question);

/* Forgets all. */
void bench_answers_clear(struct bench_answers *answers);

/* Makes `question` one that was answered so. 0 or -ENOMEM. */
int bench_answers_load(const struct bench_answers *answers, size_t index,
                       struct bench_question *question);

struct bench_wish {
    char *solvers;      /* "all" or names with commas, which are cut apart */
    const char *device; /* as inventory_choose() takes it */
    unsigned needed;    /* enum solver_capability */
};

struct bench_choice {
    struct solver_choice item[CATALOG_CAPACITY];
    size_t count;
    bool all; /* no one was named, so that none is missed where it refuses a
                 map */
};

/* Of all, those that can be used here and are not slow by nature, and says on
 * stderr which were left out;
 * of names, each of them, or it fails as inventory_choose() does. */
int bench_choose(const struct inventory *inventory,
                 const struct bench_wish *wish, struct bench_choice *ret_choice,
                 struct error *error);

struct bench_contestant {
    struct runner runner;
    struct samples solve_ms; /* sorted when bench_run() is through */
    double phases;           /* a query's, on average; 0: it has none */
    double least_phase_us;   /* of one query's phases; 0: it reports none */
    size_t wrong;            /* answers that differ from the oracle's */
};

struct bench {
    const struct map *map;                /* the caller's */
    struct bench_contestant *contestants; /* [contestant_count], the caller's */
    size_t contestant_count;
    struct runner oracle; /* bench_init() makes it */
    uint32_t question_count;
    const uint32_t *sources; /* [question_count], the caller's; NULL: drawn */
    uint64_t seed;
    uint32_t warm; /* questions that each is asked before, not measured */
    struct bench_shape shape; /* of a question; zero: trees */
};

/* Asks all questions. Fails where a solver does; a wrong answer is counted, not
 * a failure. */
int bench_run(struct bench *bench, struct progress *progress,
              struct error *error);

/* How long a solver would take for all questions, by its guess for the map; 0:
 * it has none. */
double bench_expected_s(const struct bench *bench,
                        const struct solver_ops *solver);

/* The order in which contestants, or whatever else, have their turn. */
void bench_shuffle(size_t *order, size_t count, struct random *random);

/* How much of a contestant's mean time its phases would take if all of them
 * were as short as the shortest, 0 to 1: launching and waiting, as that one has
 * next to nothing to do. 0 where it reports no phases. */
double bench_wait_share(const struct bench_contestant *contestant);

/* What was measured on, above the tables. */
void bench_report_print_machine(const struct machine *machine,
                                const struct inventory *inventory);

/* One map's table. The ratio is how many times faster than the first
 * contestant, by the median. */
void bench_report_print(const struct bench *bench, const char *map_path);

/* Version, date, machine and an empty list "maps"; NULL: no memory. */
json_t *bench_report_json(const struct machine *machine,
                          const struct inventory *inventory);

/* A map, what was asked of it and how often, which is called `questions`. */
json_t *bench_report_json_map(const struct bench *bench, const char *map_path,
                              const char *output, const char *questions);

/* Adds a map's measurements to the report. */
void bench_report_json_add(json_t *report, const struct bench *bench,
                           const char *map_path);

/* Into a file, or to stdout for "-". 0, -ENOMEM, or what went wrong. */
int bench_report_write(json_t *report, const char *path, struct error *error);

/* How long the forms of a map take to follow its weights.
 *
 * Round after round, a form is customized afresh and then recustomized by so
 * many changed arcs, for each number that was asked for, forms in an order
 * drawn anew; a number of all arcs is a full customization in the memory that
 * is there. A changed arc gets the weight of any arc of the map, one in twenty
 * is closed. One round before the first is not measured. After each round every
 * contestant is asked one question, a tree if it can, and compared with the
 * oracle.
 *
 * Time is the wall clock around the call, which returns when the device is
 * done. One thread. */

enum { BENCH_CHANGES_MAX = 8 };

/* As many as the map has. */
#define BENCH_CHANGES_ALL UINT32_MAX

struct bench_changes {
    uint32_t arcs[BENCH_CHANGES_MAX]; /* [count] */
    size_t count;
};

struct bench_customize {
    struct bench *bench; /* the caller's; its sources, pairs and solve_ms are
                            not used; question_count is that of rounds */
    struct forms *forms; /* the caller's; finished before this is */
    struct bench_changes changes; /* each once, none above
                                      the map's arcs any more */

    /* By index in forms: times of customize, then of changes.arcs[i]; sorted
     * when bench_customize_run() is through. */
    struct samples ms[FORMS_MAX][1 + BENCH_CHANGES_MAX];

    struct weights weights; /* in force */
    uint32_t *weight;       /* [arc_count] owned */
};

/* finish() is fine after a failure. 0 or -ENOMEM. */
int bench_customize_init(struct bench_customize *customize, struct bench *bench,
                         struct forms *forms,
                         const struct bench_changes *changes,
                         struct error *error);
void bench_customize_finish(struct bench_customize *customize);

/* Fails where a form or a solver does; wrong answers are counted by
 * contestants. */
int bench_customize_run(struct bench_customize *customize,
                        struct progress *progress, struct error *error);

/* "1,1000,all", cut apart in place. False for a list that is none. */
bool bench_changes_parse(char *text, struct bench_changes *ret_changes);

/* One map's table: a row for each form and number of changed arcs. Forms that
 * no contestant reads are left out, here and below. */
void bench_customize_report_print(const struct bench_customize *customize,
                                  const char *map_path);

/* Adds a map's measurements to a report of bench_report_json(). */
void bench_customize_report_json_add(json_t *report,
                                     const struct bench_customize *customize,
                                     const char *map_path);

#endif
