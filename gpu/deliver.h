/* deliver: from labels on the device to the answer of a query.
 *
 * The counterpart of core/solver/answer.h for labels in device memory: only
 * what the query asks for crosses the bus. */
#ifndef RELAXD_GPU_DELIVER_H
#define RELAXD_GPU_DELIVER_H

#include "core/solver/query.h"
#include "gpu/workspace.h"

/* Call once labels are final and, where the query asks for paths or
 * predecessors, links are found. */

/* COSTS and PATHS: fills cost[] and path[]. */
int deliver_targets(struct workspace *workspace, struct query *query,
                    struct error *error);

/* REACHED and TREE: feeds the sink; the query ends as cancelled past its
 * deadline or when the sink stops it. */
int deliver_labels(struct workspace *workspace, struct query *query,
                   struct error *error);

#endif
