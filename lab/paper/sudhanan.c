/* sudhanan: what is made anew of M. Sudhanan, "CUDA Single Source Shortest
 * Path", a report of Stony Brook University. */
#include "lab/paper/list.h"

static const struct figure *const figures[] = {
    &sudhanan_figure_6,
};

const struct paper paper_sudhanan = {
    .name = "sudhanan",
    .title = "Sudhanan, \"CUDA Single Source Shortest Path\"",
    .figures = figures,
    .figure_count = sizeof(figures) / sizeof(figures[0]),
    .uses = 0,
};
