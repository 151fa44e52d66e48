/* chart: points in one or more panels over a common x axis, drawn as SVG text.
 *
 * A chart is filled through the functions below and written by chart_write().
 * Texts are borrowed and stay valid as long as the chart. Where memory runs out
 * parts are missing and chart_failed() tells, so that only whoever writes the
 * chart has to look; what a function could not make is NULL, which every
 * function takes and then does nothing. One thread. */
#ifndef RELAXD_LAB_CHART_H
#define RELAXD_LAB_CHART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum chart_scale {
    CHART_LINEAR, /* begins at 0 where no value lies below */
    CHART_LOG,    /* y in whole decades; values not above 0 are left out */
};

enum chart_form {
    CHART_LINE,   /* points joined; one that is left out makes a gap */
    CHART_STEPS,  /* from point to point by a level and a step */
    CHART_POINTS, /* marks, not joined */
    CHART_BARS,   /* from the axis up; series of a panel stand side by side */
};

struct chart_point {
    double x;
    double y;
};

struct chart_series {
    const char *name; /* in the legend */
    enum chart_form form;
    struct chart_point *point; /* [count], by ascending x */
    size_t count;
    size_t capacity;
    bool no_memory;
};

struct chart_panel {
    const char *y_label; /* with unit */
    enum chart_scale y_scale;
    struct chart_series **series; /* [series_count] */
    size_t series_count;
    size_t capacity;
    bool no_memory;
};

struct chart {
    const char *title;
    const char *subtitle; /* below it, smaller; or NULL */
    const char *x_label;  /* with unit */
    enum chart_scale x_scale;
    const char **category; /* [category_count] what stands at x = 0, 1, ... ;
                              none: x is a number */
    size_t category_count;
    size_t category_capacity;
    struct chart_panel **panel; /* [panel_count] from above */
    size_t panel_count;
    size_t panel_capacity;
    bool no_memory;
};

void chart_init(struct chart *chart, const char *title, const char *x_label,
                enum chart_scale x_scale);
void chart_finish(struct chart *chart);
bool chart_failed(const struct chart *chart);
bool chart_has_points(const struct chart *chart);

/* A place on the x axis; the first is at x = 0. */
void chart_add_category(struct chart *chart, const char *name);

/* The i-th series of each panel has the i-th colour, dashes and mark; colours
 * repeat after 14, no sooner. */
struct chart_panel *chart_add_panel(struct chart *chart, const char *y_label,
                                    enum chart_scale y_scale);
struct chart_series *chart_add_series(struct chart_panel *panel,
                                      const char *name, enum chart_form form);

/* Values that are not finite are left out. */
void chart_add_point(struct chart_series *series, double x, double y);

/* Any text may hold what XML keeps for itself. Whether all could be written,
 * ferror() tells. */
void chart_write(const struct chart *chart, FILE *to);

#endif
