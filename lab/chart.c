/* chart: what is in a chart; chart_svg.c draws it. */
#include "lab/chart.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/array.h"

void chart_init(struct chart *chart, const char *title, const char *x_label,
                enum chart_scale x_scale)
{
    *chart = (struct chart){
        .title = title,
        .x_label = x_label,
        .x_scale = x_scale,
    };
}

static void panel_destroy(struct chart_panel *panel)
{
    for (size_t i = 0; i < panel->series_count; i++) {
        free(panel->series[i]->point);
        free(panel->series[i]);
    }
    free(panel->series);
    free(panel);
}

void chart_finish(struct chart *chart)
{
    for (size_t i = 0; i < chart->panel_count; i++)
        panel_destroy(chart->panel[i]);
    free(chart->panel);
    free(chart->category);
    *chart = (struct chart){0};
}

bool chart_failed(const struct chart *chart)
{
    bool failed = chart->no_memory;

    for (size_t i = 0; i < chart->panel_count; i++) {
        const struct chart_panel *panel = chart->panel[i];

        failed |= panel->no_memory;
        for (size_t j = 0; j < panel->series_count; j++)
            failed |= panel->series[j]->no_memory;
    }
    return failed;
}

bool chart_has_points(const struct chart *chart)
{
    size_t count = 0;

    for (size_t i = 0; i < chart->panel_count; i++) {
        for (size_t j = 0; j < chart->panel[i]->series_count; j++)
            count += chart->panel[i]->series[j]->count;
    }
    return count > 0;
}

void chart_add_category(struct chart *chart, const char *name)
{
    void *items;

    if (!chart)
        return;
    items = chart->category;
    if (array_reserve(&items, &chart->category_capacity,
                      chart->category_count + 1, sizeof(*chart->category))) {
        chart->no_memory = true;
        return;
    }
    chart->category = items;
    chart->category[chart->category_count++] = name;
}

struct chart_panel *chart_add_panel(struct chart *chart, const char *y_label,
                                    enum chart_scale y_scale)
{
    struct chart_panel *panel = chart ? calloc(1, sizeof(*panel)) : NULL;
    void *items;

    if (!chart)
        return NULL;
    items = chart->panel;
    if (!panel || array_reserve(&items, &chart->panel_capacity,
                                chart->panel_count + 1, sizeof(panel))) {
        free(panel);
        chart->no_memory = true;
        return NULL;
    }
    panel->y_label = y_label;
    panel->y_scale = y_scale;
    chart->panel = items;
    chart->panel[chart->panel_count++] = panel;
    return panel;
}

struct chart_series *chart_add_series(struct chart_panel *panel,
                                      const char *name, enum chart_form form)
{
    struct chart_series *series = panel ? calloc(1, sizeof(*series)) : NULL;
    void *items;

    if (!panel)
        return NULL;
    items = panel->series;
    if (!series || array_reserve(&items, &panel->capacity,
                                 panel->series_count + 1, sizeof(series))) {
        free(series);
        panel->no_memory = true;
        return NULL;
    }
    series->name = name;
    series->form = form;
    panel->series = items;
    panel->series[panel->series_count++] = series;
    return series;
}

void chart_add_point(struct chart_series *series, double x, double y)
{
    void *items;

    if (!series || !isfinite(x))
        return;
    items = series->point;
    if (array_reserve(&items, &series->capacity, series->count + 1,
                      sizeof(*series->point))) {
        series->no_memory = true;
        return;
    }
    series->point = items;
    series->point[series->count++] = (struct chart_point){x, y};
}
