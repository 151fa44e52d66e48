/* bench_customize: how long the forms of a map take to follow its weights.
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
#ifndef RELAXD_LAB_BENCH_CUSTOMIZE_H
#define RELAXD_LAB_BENCH_CUSTOMIZE_H

#include "lab/bench.h"

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

#endif
