/* chart_series: the curves, marks and bars of a panel, and its legend, as SVG
 * text. */
#ifndef RELAXD_LAB_CHART_SERIES_H
#define RELAXD_LAB_CHART_SERIES_H

#include "lab/chart.h"
#include "lab/chart_axis.h"

/* In pixels. */
enum {
    CHART_LEFT = 84,   /* of the area that series are in */
    CHART_WIDTH = 720, /* of that area */
    CHART_HEIGHT = 250,
    CHART_LEGEND_LINE = 20,
    CHART_LEGEND_TEXT = 50, /* from the area's right edge to a name */
};

/* Where a panel lies and what it measures. */
struct chart_frame {
    const struct chart *chart;
    const struct chart_panel *panel;
    struct chart_axis x;
    struct chart_axis y;
    double top; /* pixels from above */
};

double chart_frame_x(const struct chart_frame *frame, double x);
double chart_frame_y(const struct chart_frame *frame, double y);

void chart_put_series(const struct chart_frame *frame, size_t index, FILE *to);
void chart_put_legend(const struct chart_frame *frame, FILE *to);

/* Text with what XML keeps for itself; the class says how it is anchored. */
void chart_put_text(const char *text, FILE *to);
void chart_put_label(const char *class, double x, double y, const char *text,
                     FILE *to);

#endif
