/* suzuki: the map of Suzuki et al., and claims about it. */
#ifndef RELAXD_LAB_PAPER_SUZUKI_H
#define RELAXD_LAB_PAPER_SUZUKI_H

#include "lab/paper/paper.h"

/* Table 1. */
static const struct {
    uint32_t vertices;
    uint32_t arcs;
    double weight_mean;
    double weight_deviation;
} suzuki_kanto = {1427876, 4584822, 83666, 184384};

/* A claim about the paper's map cannot be checked on another than one of as
 * many vertices and arcs: the paper's, or one generated to resemble it. */
static inline struct claim suzuki_claim(const struct report *report,
                                        const char *place, const char *says,
                                        const char *paper, bool holds)
{
    const struct topology *here = &report->map->map->topology;
    bool is_kanto = here->vertex_count == suzuki_kanto.vertices &&
                    here->arc_count == suzuki_kanto.arcs;

    return (struct claim){
        .place = place,
        .says = says,
        .paper = paper,
        .verdict = is_kanto ? verdict_of(holds) : VERDICT_NOT_COMPARABLE,
        .why = is_kanto ? "on a map of that many vertices and arcs, not on the "
                          "paper's own"
                        : "another map than the paper's",
    };
}

#endif
