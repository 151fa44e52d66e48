/* safari: what is made anew of M. Safari, A. Ebneenasir, "Locality-Based
 * Relaxation: An Efficient Method for GPU-Based Computation of Shortest Paths",
 * TTCS 2017. */
#include "lab/paper/list.h"

static const struct figure *const figures[] = {
    &safari_iterations, &safari_table_1,  &safari_table_2,
    &safari_figure_3,   &safari_figure_4,
};

const struct paper paper_safari = {
    .name = "safari",
    .title = "Safari, Ebneenasir, \"Locality-Based Relaxation: An Efficient "
             "Method for GPU-Based Computation of Shortest Paths\", 2017",
    .figures = figures,
    .figure_count = sizeof(figures) / sizeof(figures[0]),
    .uses = PAPER_MAPS | PAPER_SOURCES | PAPER_SETTINGS,
};
