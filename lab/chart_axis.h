/* chart_axis: where values lie along an axis, and where its lines are. */
#ifndef RELAXD_LAB_CHART_AXIS_H
#define RELAXD_LAB_CHART_AXIS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "lab/chart.h"

struct chart_axis {
    enum chart_scale scale;
    double low;  /* at the beginning; of CHART_LOG the decimal logarithm */
    double high; /* at the end, above low */
};

/* Grows around values, then is rounded outward or fitted; begins without any.
 */
struct chart_axis chart_axis_empty(enum chart_scale scale);
void chart_axis_include(struct chart_axis *axis, double value);
void chart_axis_round(struct chart_axis *axis);

/* As round, but a logarithmic one ends where the values do, unless they
 * lie close together: for x, whose ends need no label. */
void chart_axis_fit(struct chart_axis *axis);

/* From 0 to `count`, category i's middle at i + 1/2. */
struct chart_axis chart_axis_categories(size_t count);

/* Whether the axis has a place for it. */
bool chart_axis_holds(const struct chart_axis *axis, double value);

/* 0 at the beginning to 1 at the end. */
double chart_axis_share(const struct chart_axis *axis, double value);

/* A line across the panel. */
struct chart_tick {
    double value;
    bool labelled;
};

enum { CHART_TICKS_MAX = 256 };

/* Fills up to CHART_TICKS_MAX, tells how many. */
size_t chart_axis_ticks(const struct chart_axis *axis,
                        struct chart_tick *ret_ticks);

/* 1, 0.5, 100, 1k, 10k: short enough for an axis. */
void chart_axis_put_number(double value, FILE *to);

#endif
