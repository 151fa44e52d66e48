/* chart: draws points in one or two panels over a common x axis, as SVG.
 *
 * The functions below fill a chart; chart_draw() has gnuplot draw it. Texts are
 * borrowed and must outlive the chart. If memory runs out, parts are missing
 * and chart_draw() fails, so only its caller has to check. A function that
 * fails returns NULL; all functions accept NULL and then do nothing. A chart
 * must not move. One thread. */
#ifndef RELAXD_LAB_CHART_H
#define RELAXD_LAB_CHART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "core/base/error.h"

enum chart_scale {
    CHART_LINEAR, /* begins at 0 unless a value is below */
    CHART_LOG,    /* y in whole decades; skips values <= 0 */
};

enum chart_form {
    CHART_LINE,   /* joined points; a skipped value leaves a gap */
    CHART_POINTS, /* marks, not joined */
    CHART_BARS,   /* over categories, from the axis up; a panel's series side
                     by side */
};

struct chart_point {
    double x;
    double y;
};

struct chart_series {
    struct chart *chart;
    const char *name; /* in the legend */
    enum chart_form form;
    struct chart_point *point; /* [count], ascending x */
    size_t count;
    size_t capacity;
};

struct chart_panel {
    struct chart *chart;
    const char *y_label; /* with unit */
    enum chart_scale y_scale;
    struct chart_series **series; /* [series_count] all of one form, or lines
                                     and points */
    size_t series_count;
    size_t capacity;
};

enum { CHART_PANELS_MAX = 2 };

struct chart {
    const char *id; /* the caller's */
    const char *title;
    const char *subtitle; /* below it, smaller; or NULL */
    const char *x_label;  /* with unit */
    enum chart_scale x_scale;
    const char **category; /* [category_count] labels at x = 0, 1, ... ;
                              none: x is numeric */
    size_t category_count;
    size_t category_capacity;
    struct chart_panel panel[CHART_PANELS_MAX]; /* [panel_count] from the top */
    size_t panel_count;
    bool no_memory;
};

void chart_init(struct chart *chart, const char *title, const char *x_label,
                enum chart_scale x_scale);
void chart_finish(struct chart *chart);
bool chart_has_points(const struct chart *chart);

/* The i-th series of each panel has the i-th colour, dashes and mark; colours
 * repeat after 14. At most CHART_PANELS_MAX panels. */
struct chart_panel *chart_add_panel(struct chart *chart, const char *y_label,
                                    enum chart_scale y_scale);
struct chart_series *chart_add_series(struct chart_panel *panel,
                                      const char *name, enum chart_form form);

/* The panel's series of that name, added where there is none. */
struct chart_series *chart_find_series(struct chart_panel *panel,
                                       const char *name, enum chart_form form);

/* Adds a bar to the series of that name, over the last category if it is this
 * one, else over a new one. */
void chart_add_bar(struct chart_panel *panel, const char *category,
                   const char *name, double y);

/* A series of two points: a level line from one x to another. */
void chart_add_level(struct chart_panel *panel, const char *name, double from,
                     double to, double y);

/* Skips a point whose x is not finite; a y that is not leaves a gap. */
void chart_add_point(struct chart_series *series, double x, double y);

/* SVG, drawn by gnuplot, whose results it has; the caller frees it. -ENOMEM if
 * parts are missing. */
int chart_draw(const struct chart *chart, char **ret_svg, size_t *ret_size,
               struct error *error);

/* What gnuplot draws it from; `chart` is a struct chart. */
void chart_script(const void *chart, FILE *to);

#endif
