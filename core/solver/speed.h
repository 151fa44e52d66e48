/* speed: how long a solver's answers take on a map, in a few numbers.
 *
 * What `auto` goes by. A solver's table guesses them from the size of the map
 * (solver_ops.speed); `relaxctl tune` measures them, and the engine then goes
 * by what was measured. A batch takes start_us, and more for what is in it. Who
 * asks but once also waits for ready_us. */
#ifndef RELAXD_SOLVER_SPEED_H
#define RELAXD_SOLVER_SPEED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Microseconds, of one worker or of one GPU. */
struct solver_speed {
    double ready_us;  /* the map in the solver's form, customized: once, before
                         the first batch */
    double start_us;  /* any batch */
    double pair_us;   /* a query of one target */
    double path_us;   /* a path, beside its cost */
    double tree_us;   /* the labels of a whole map, delivered */
    double row_us;    /* a query of many targets */
    double cell_us;   /* each of its targets */
    double column_us; /* the same, once for all queries of a batch that share
                         their targets */
};

/* Names of the numbers, as files and people write them: "start-us". */
enum { SOLVER_SPEED_NUMBERS = 8 };
extern const char *const solver_speed_names[SOLVER_SPEED_NUMBERS];

/* The number of that index; `speed` stays the caller's. */
double *solver_speed_number(struct solver_speed *speed, size_t index);

/* What is asked, as far as time depends on it: queries of one kind. */
struct workload {
    bool trees;      /* labels of the map; else costs of targets */
    bool paths;      /* to each target */
    size_t queries;  /* at least 1 */
    size_t targets;  /* of each query, where they are no trees: the same */
    unsigned shared; /* by so many workers, at least 1 */
};

double workload_us(const struct workload *workload,
                   const struct solver_speed *speed);

#endif
