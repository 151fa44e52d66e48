/* deliver: from labels on the device to what a query asked for.
 *
 * core/solver/answer.h's part where labels lie in device memory: only what was
 * asked for crosses the bus. */
#ifndef RELAXD_GPU_DELIVER_H
#define RELAXD_GPU_DELIVER_H

#include "core/solver/query.h"
#include "gpu/workspace.h"

/* To be called once labels are final and, where paths or predecessors are
 * wanted, links are found. */

/* COSTS and PATHS: fills cost[] and path[]. */
int deliver_targets(struct workspace *workspace, struct query *query,
                    struct error *error);

/* REACHED and TREE: feeds the sink; the query ends as cancelled where it is due
 * or the sink takes no more. */
int deliver_labels(struct workspace *workspace, struct query *query,
                   struct error *error);

#endif
