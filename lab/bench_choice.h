/* bench_choice: which solvers are measured against each other. */
#ifndef RELAXD_LAB_BENCH_CHOICE_H
#define RELAXD_LAB_BENCH_CHOICE_H

#include "clients/relaxctl/inventory.h"

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

#endif
