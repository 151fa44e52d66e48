/* generate_report: a generated map beside the real one it should be like. */
#ifndef RELAXD_LAB_GENERATE_REPORT_H
#define RELAXD_LAB_GENERATE_REPORT_H

#include "core/graph/map.h"
#include "lab/generate/model.h"

/* Prints degrees, weights, the share that is strongly connected, and the depth
 * of shortest-path trees from the first vertex and a few others; "ok" where a
 * figure is within 20 % of the model's. 0 or a negative code with words. */
int generate_report(const struct map *map, const struct model *model,
                    struct error *error);

#endif
