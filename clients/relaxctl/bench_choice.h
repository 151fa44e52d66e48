/* bench_choice: which solvers are measured against each other. */
#ifndef RELAXD_CLIENTS_RELAXCTL_BENCH_CHOICE_H
#define RELAXD_CLIENTS_RELAXCTL_BENCH_CHOICE_H

#include "clients/relaxctl/lab.h"

struct bench_wish {
    char *solvers;      /* "all" or names with commas, which are cut apart */
    const char *device; /* as lab_choose() takes it */
    unsigned needed;    /* enum solver_capability */
};

struct bench_choice {
    struct lab_choice item[CATALOG_CAPACITY];
    size_t count;
    bool all; /* no one was named, so that none is missed where it refuses a
                 map */
};

/* Of all, those that can be used here and are not slow by nature, and says on
 * stderr which were left out;
 * of names, each of them, or it fails as lab_choose() does. */
int bench_choose(const struct lab *lab, const struct bench_wish *wish,
                 struct bench_choice *ret_choice, struct error *error);

#endif
