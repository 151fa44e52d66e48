/* plot_svg: curves over a common axis, one panel above the other, as SVG text.
 *
 * The x axis counts, the y axes are logarithmic; values that are not above 0
 * leave a gap, as a logarithm has no place for them. One thread. */
#ifndef RELAXD_CLIENTS_RELAXCTL_PLOT_SVG_H
#define RELAXD_CLIENTS_RELAXCTL_PLOT_SVG_H

#include <stddef.h>
#include <stdio.h>

/* Values at x = 0, 1, 2 and so on. */
struct plot_curve {
    const char *name;
    const double *value; /* [count] */
    size_t count;
};

struct plot_panel {
    const char *y_label; /* with unit */
    const struct plot_curve *curves;
    size_t curve_count;
};

struct plot {
    const char *title;
    const char *x_label;
    const struct plot_panel *panels;
    size_t panel_count;
};

/* Any text may hold what XML keeps for itself. The i-th curve of each panel has
 * the i-th colour. Whether all could be written, ferror() tells. */
void plot_svg_write(const struct plot *plot, FILE *to);

#endif
