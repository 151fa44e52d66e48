/* paths: paths of a few targets, unpacked on the host.
 *
 * A path's entries are taken into parts one after the other, a few hundred to
 * some thousand times: dependent accesses, at which a core of the host is
 * quicker than a device. So one set of panels is copied to the host and the
 * CPU's pair.h does the rest, its short walks included. It is a copy for each
 * set of weights, and worth it from some paths on. It comes in parts, one with
 * each path that is asked meanwhile, so that no deadline waits for all of it.
 *
 * Host memory, in words: two for each of panels, and hints
 * (core/solver/cch/hints.h); six a vertex. One thread at a time. */
#ifndef RELAXD_GPU_CCH_PATHS_H
#define RELAXD_GPU_CCH_PATHS_H

#include "gpu/forms/cuda_cch.h"

struct cch_paths;

/* `map` outlives it. 0, or a code with words. */
int cch_paths_create(const struct map *map, struct cch_paths **ret_paths,
                     struct error *error);
void cch_paths_destroy(struct cch_paths *paths); /* NULL is fine */

/* Copies so many words more of the metric's panels, whose device is current;
 * those of another state are forgotten. *ret_whole: all of them are there. */
int cch_paths_load(struct cch_paths *paths,
                   const struct cuda_cch_metric *metric, uint64_t words,
                   bool *ret_whole, struct error *error);

/* Answers PATHS by the panels that were copied, the whole of them. */
int cch_paths_solve(struct cch_paths *paths, struct query *query,
                    struct error *error);

#endif
