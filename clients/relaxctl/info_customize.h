/* info_customize: how long one set of weights takes to get into a hierarchy. */
#ifndef RELAXD_CLIENTS_RELAXCTL_INFO_CUSTOMIZE_H
#define RELAXD_CLIENTS_RELAXCTL_INFO_CUSTOMIZE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/map.h"

struct info_customize {
    bool done;        /* not of a map without a hierarchy, or with one that is
                         too large to serve */
    uint64_t took_us; /* of the CPU's cch, a new metric */
    unsigned threads; /* at most */
};

/* 0 or -ENOMEM. */
int info_customize_take(const struct map *map,
                        struct info_customize *ret_customize,
                        struct error *error);

#endif
