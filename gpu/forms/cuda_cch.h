/* cuda_cch: an ordered map with its hierarchy in the memory of a CUDA device,
 * as form "cuda-cch".
 *
 * Preparing uploads topology and hierarchy; customizing fills the panels for
 * one set of weights (customize.h says how). Both return when the device is
 * done. They refuse maps that are not ordered and those whose hierarchy does
 * not fit into device memory. Its size depends more on the hierarchy than on
 * vertices and arcs: cuda_cch_bytes(). */
#ifndef RELAXD_GPU_FORMS_CUDA_CCH_H
#define RELAXD_GPU_FORMS_CUDA_CCH_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "gpu/cch/customize.h"
#include "gpu/cch/plan.h"
#include "gpu/cch/sums.h"
#include "gpu/forms/forms.h"

enum { CUDA_CCH_ARRAYS = 20 };

/* Begins as cuda_form.h says: predecessors are derived over the plain arcs. */
struct cuda_cch {
    struct cuda_csr csr;
    struct cch_arrays arrays;
    struct cch_plan plan;         /* on the host; how to customize fronts */
    void *owned[CUDA_CCH_ARRAYS]; /* the device memory behind those pointers */
    unsigned owned_count;
    uint64_t owned_bytes;
    atomic_ullong states;       /* the last state given to a metric */
    bool uploaded;              /* whole or in part: finish() has work */
    pthread_mutex_t changing;   /* guards `changes`; held while a thread lists
                                   fronts and queues their kernels */
    struct cch_changes changes; /* on the host; of one metric at a time */
};

struct cuda_cch_metric {
    struct cuda_metric metric; /* the plain weights on the device */
    struct cch_panels panels;
    struct cch_scratch scratch;
    uint32_t *done;               /* [supernode_count] of customize.h */
    uint32_t *expected;           /* the same */
    uint32_t *tickets;            /* [CCH_TEAMS] the same, before `list` */
    uint32_t *list;               /* [cch_list_max()] fronts that may change */
    uint32_t epoch;               /* of the last customization */
    struct cch_metric_sums *sums; /* sums.h */
    uint64_t state;               /* a new one after each customization, unique
                                     among the metrics of the prepared map;
                                     never 0 */
};

/* Bytes of device memory of a prepared map and of each metric. Includes one
 * matrix of the largest front, whether or not it is needed; where many fronts
 * exceed shared memory, up to 128 MB more. */
void cuda_cch_bytes(const struct map *map, uint64_t *ret_prepared,
                    uint64_t *ret_metric);

/* As the form's prepare, with other limits of fronts; NULL: the device's own.
 */
int cuda_cch_prepare(const struct device *device, const struct map *map,
                     const struct cch_limits *limits,
                     struct prepared **ret_prepared, struct error *error);

/* Recomputes the panels of a metric whose weights are on the device. */
int cuda_cch_customize(struct cuda_cch_metric *metric, struct error *error);

/* Queues on the metric's stream: recomputes the panels of the fronts that the
 * prepared map's changes list, and of the ancestors that these change. Weights
 * are on the device. */
int cuda_cch_follow(struct cuda_cch_metric *metric, struct error *error);

#endif
