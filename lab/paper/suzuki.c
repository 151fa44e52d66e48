/* suzuki: what is made anew of J. Suzuki, M. Kan, Y. Hayashi, T. Yoshikawa,
 * "Accelerating SSSP Algorithm on GPU with Adaptive Thread Creation". */
#include "lab/paper/list.h"

static const struct figure *const figures[] = {
    &suzuki_figure_3, &suzuki_figure_4, &suzuki_figure_5,
    &suzuki_figure_6, &suzuki_figure_7, &suzuki_figure_8,
};

const struct paper paper_suzuki = {
    .name = "suzuki",
    .title = "Suzuki, Kan, Hayashi, Yoshikawa, \"Accelerating SSSP Algorithm "
             "on GPU with Adaptive Thread Creation\"",
    .figures = figures,
    .figure_count = sizeof(figures) / sizeof(figures[0]),
    .uses = PAPER_MAPS | PAPER_SOURCES | PAPER_SETTINGS,
};
