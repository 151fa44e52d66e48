/* find_links: a query's predecessors, from its final labels. */
#ifndef RELAXD_GPU_FIND_LINKS_H
#define RELAXD_GPU_FIND_LINKS_H

#include "core/solver/query.h"
#include "gpu/workspace.h"

/* Fills workspace->links, as links.cu says. Sets the query's status to
 * cancelled where it is due between two rounds. 0, or a code with words; -EIO
 * where the labels cannot be right. */
int find_links(struct workspace *workspace, struct query *query,
               struct error *error);

#endif
