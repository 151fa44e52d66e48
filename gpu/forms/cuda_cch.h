/* cuda_cch: an ordered map with its hierarchy in the memory of a CUDA device,
 * as form "cuda-cch".
 *
 * Preparing uploads topology and hierarchy, customizing fills panels for one
 * set of weights (customize.h says how). Both return when the device is
 * done. A map that is not ordered is refused, and one whose hierarchy does not
 * fit into the device's memory. How much that is depends on the hierarchy more
 * than on vertices and arcs: cuda_cch_bytes(). */
#ifndef RELAXD_GPU_FORMS_CUDA_CCH_H
#define RELAXD_GPU_FORMS_CUDA_CCH_H

#include <stdatomic.h>

#include "gpu/cch/customize.h"
#include "gpu/cch/plan.h"
#include "gpu/cch/sums.h"
#include "gpu/forms/forms.h"

enum { CUDA_CCH_ARRAYS = 20 };

/* Predecessors are looked for over the plain arcs: it begins as cuda_form.h
 * says. */
struct cuda_cch {
    struct cuda_csr csr;
    struct cch_arrays arrays;
    struct cch_plan plan; /* on the host; how fronts are customized */
    struct cch_fronts fronts;
    void *owned[CUDA_CCH_ARRAYS]; /* what those point to on the device */
    unsigned owned_count;
    uint64_t owned_bytes;
    atomic_ullong states; /* that its metrics have had so far */
};

struct cuda_cch_metric {
    struct cuda_metric metric; /* with the plain weights on the device */
    struct cch_panels panels;
    struct cch_scratch scratch;
    uint32_t *done;               /* [supernode_count] customize.h's */
    uint32_t *expected;           /* the same */
    uint32_t *tickets;            /* [CCH_TEAMS] the same */
    uint32_t epoch;               /* of customizing */
    struct cch_metric_sums *sums; /* metric_keys.h */
    uint64_t state;               /* another after each customizing, and of each
                                     metric of the prepared; never 0 */
    struct cch_changes changes;   /* on the host */
    uint32_t *list; /* [CCH_LIST_MAX] the same; NULL until arcs first change */
};

/* What customizing took, ms on the device: arcs, then what each team of
 * plan.h did. */
enum { CUDA_CCH_STAGES = 1 + CCH_TEAMS };

/* Bytes of device memory that a prepared map takes, and each metric: with one
 * matrix of the largest front, whether or not it needs that; where many fronts
 * are too large for shared memory, up to 128 MB more. */
void cuda_cch_bytes(const struct map *map, uint64_t *ret_prepared,
                    uint64_t *ret_metric);

/* As the form's prepare, with other sizes of fronts; NULL: those for
 * the device. */
int cuda_cch_prepare(const struct device *device, const struct map *map,
                     const struct cch_limits *limits,
                     struct prepared **ret_prepared, struct error *error);

/* Panels of a metric whose weights are on the device, once more.
 * `ret_stage_ms`, [CUDA_CCH_STAGES], may be NULL; else stages do not overlap,
 * so that each has a time. */
int cuda_cch_customize(struct cuda_cch_metric *metric, float *ret_stage_ms,
                       struct error *error);

/* Queues on the metric's stream: the panels of the fronts that metric->changes
 * lists, and of those above that these change. Weights are on the device. */
int cuda_cch_follow(struct cuda_cch_metric *metric, struct error *error);

#endif
