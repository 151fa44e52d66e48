/* Fills a chart; chart_svg.c draws it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "lab/chart.h"

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

/* Makes room for one more item; notes if memory ran out. */
static bool reserve(void **items, size_t *capacity, size_t count, size_t size,
                    bool *no_memory)
{
    bool failed = array_reserve(items, capacity, count + 1, size);

    *no_memory |= failed;
    return !failed;
}

void chart_add_category(struct chart *chart, const char *name)
{
    if (chart && reserve((void **)&chart->category, &chart->category_capacity,
                         chart->category_count, sizeof(*chart->category),
                         &chart->no_memory))
        chart->category[chart->category_count++] = name;
}

struct chart_panel *chart_add_panel(struct chart *chart, const char *y_label,
                                    enum chart_scale y_scale)
{
    struct chart_panel *panel;

    if (!chart ||
        !reserve((void **)&chart->panel, &chart->panel_capacity,
                 chart->panel_count, sizeof(*chart->panel), &chart->no_memory))
        return NULL;
    panel = calloc(1, sizeof(*panel));
    chart->no_memory |= !panel;
    if (!panel)
        return NULL;
    panel->y_label = y_label;
    panel->y_scale = y_scale;
    chart->panel[chart->panel_count++] = panel;
    return panel;
}

struct chart_series *chart_add_series(struct chart_panel *panel,
                                      const char *name, enum chart_form form)
{
    struct chart_series *series;

    if (!panel ||
        !reserve((void **)&panel->series, &panel->capacity, panel->series_count,
                 sizeof(*panel->series), &panel->no_memory))
        return NULL;
    series = calloc(1, sizeof(*series));
    panel->no_memory |= !series;
    if (!series)
        return NULL;
    series->name = name;
    series->form = form;
    panel->series[panel->series_count++] = series;
    return series;
}

struct chart_series *chart_find_series(struct chart_panel *panel,
                                       const char *name, enum chart_form form)
{
    for (size_t i = 0; panel && i < panel->series_count; i++) {
        if (!strcmp(panel->series[i]->name, name))
            return panel->series[i];
    }
    return chart_add_series(panel, name, form);
}

void chart_add_point(struct chart_series *series, double x, double y)
{
    if (series && isfinite(x) &&
        reserve((void **)&series->point, &series->capacity, series->count,
                sizeof(*series->point), &series->no_memory))
        series->point[series->count++] = (struct chart_point){x, y};
}
