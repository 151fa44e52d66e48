/* Fills a chart, then writes it as a script for gnuplot. */
#include "lab/chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "lab/gnuplot.h"

/* ---- Filling ------------------------------------------------------------- */

void chart_init(struct chart *chart, const char *title, const char *x_label,
                enum chart_scale x_scale)
{
    *chart = (struct chart){
        .title = title,
        .x_label = x_label,
        .x_scale = x_scale,
    };
}

void chart_finish(struct chart *chart)
{
    for (size_t i = 0; i < chart->panel_count; i++) {
        for (size_t j = 0; j < chart->panel[i].series_count; j++) {
            free(chart->panel[i].series[j]->point);
            free(chart->panel[i].series[j]);
        }
        free(chart->panel[i].series);
    }
    free(chart->category);
    *chart = (struct chart){0};
}

bool chart_has_points(const struct chart *chart)
{
    size_t count = 0;

    for (size_t i = 0; i < chart->panel_count; i++) {
        for (size_t j = 0; j < chart->panel[i].series_count; j++)
            count += chart->panel[i].series[j]->count;
    }
    return count > 0;
}

struct chart_panel *chart_add_panel(struct chart *chart, const char *y_label,
                                    enum chart_scale y_scale)
{
    struct chart_panel *panel;

    if (!chart)
        return NULL;
    panel = &chart->panel[chart->panel_count++];
    *panel = (struct chart_panel){chart, y_label, y_scale, NULL, 0, 0};
    return panel;
}

struct chart_series *chart_add_series(struct chart_panel *panel,
                                      const char *name, enum chart_form form)
{
    struct chart_series *series = panel ? calloc(1, sizeof(*series)) : NULL;

    if (!panel)
        return NULL;
    if (!series || array_append(&panel->series, &panel->series_count,
                                &panel->capacity, &series, sizeof(series))) {
        panel->chart->no_memory = true;
        free(series);
        return NULL;
    }
    *series = (struct chart_series){panel->chart, name, form, NULL, 0, 0};
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
    const struct chart_point point = {x, y};

    if (series && isfinite(x))
        series->chart->no_memory |=
            array_append(&series->point, &series->count, &series->capacity,
                         &point, sizeof(point));
}

void chart_add_bar(struct chart_panel *panel, const char *category,
                   const char *name, double y)
{
    struct chart *chart = panel ? panel->chart : NULL;
    size_t count = chart ? chart->category_count : 0;

    if (!chart)
        return;
    if (!count || strcmp(chart->category[count - 1], category))
        chart->no_memory |= array_append(
            &chart->category, &chart->category_count, &chart->category_capacity,
            &category, sizeof(category));
    chart_add_point(chart_find_series(panel, name, CHART_BARS),
                    (double)chart->category_count - 1, y);
}

void chart_add_level(struct chart_panel *panel, const char *name, double from,
                     double to, double y)
{
    struct chart_series *series = chart_add_series(panel, name, CHART_LINE);

    chart_add_point(series, from, y);
    chart_add_point(series, to, y);
}

/* ---- The script ---------------------------------------------------------- */

/* In pixels. */
enum {
    PLOT_LEFT = 100, /* of the plot area */
    PLOT_WIDTH = 720,
    PLOT_HEIGHT = 250,
    LEGEND_WIDTH = 330,
    LEGEND_LINE = 20,
    WIDTH = PLOT_LEFT + PLOT_WIDTH + LEGEND_WIDTH,
    TOP = 66,
    GAP = 34,    /* between panels */
    BOTTOM = 60, /* for the x axis's numbers and label */
    BOTTOM_TURNED = 130,
    LETTER = 8,      /* maximum mean width */
    MARKED_MAX = 45, /* curves of more points have no marks */
};

/* The share of a category's width that its bars fill. */
static const double bars_share = 0.76;

/* Distinct for colour-blind readers (Okabe and Ito 2008; the second seven are
 * darker or lighter than theirs), and by dashes and marks in print. */
static const char *const colours[] = {
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000",
    "#332288", "#882255", "#117733", "#999933", "#7f7f7f", "#8c510a", "#35978f",
};

/* Disc, square, triangle, diamond, triangle upside down: gnuplot's numbers. */
static const int marks[] = {7, 5, 9, 13, 11};

enum {
    COLOURS = sizeof(colours) / sizeof(colours[0]),
    MARKS = sizeof(marks) / sizeof(marks[0]),
    DASHES = 4, /* gnuplot's first: solid, dashes, dots, both */
};

static bool shows(enum chart_scale scale, double value)
{
    return isfinite(value) && (scale == CHART_LINEAR || value > 0);
}

static double height_of(const struct chart_panel *panel)
{
    return fmax(PLOT_HEIGHT, LEGEND_LINE * (double)(panel->series_count + 1));
}

/* Whether to turn the names of categories, because they would overlap. */
static bool turns_names(const struct chart *chart)
{
    for (size_t i = 0; i < chart->category_count; i++) {
        if (strlen(chart->category[i]) * LETTER * chart->category_count >
            PLOT_WIDTH)
            return true;
    }
    return false;
}

static void put_categories(const struct chart *chart, FILE *to)
{
    fprintf(to, "set xrange [-0.5:%g]\nset xtics (",
            (double)chart->category_count - 0.5);
    for (size_t i = 0; i < chart->category_count; i++) {
        fputs(i ? ", " : "", to);
        gnuplot_quote(chart->category[i], to);
        fprintf(to, " %zu", i);
    }
    fprintf(to, ")%s\n", turns_names(chart) ? " rotate by -30" : "");
}

/* A logarithmic axis ends at its values, unless they are close together. */
static void put_x_range(const struct chart *chart, FILE *to)
{
    bool log = chart->x_scale == CHART_LOG;
    double low = log ? INFINITY : 0;
    double high = 0;

    for (size_t i = 0; i < chart->panel_count; i++) {
        for (size_t j = 0; j < chart->panel[i].series_count; j++) {
            const struct chart_series *series = chart->panel[i].series[j];

            for (size_t k = 0; k < series->count; k++) {
                if (!shows(chart->x_scale, series->point[k].x))
                    continue;
                low = fmin(low, series->point[k].x);
                high = fmax(high, series->point[k].x);
            }
        }
    }
    if (high <= 0 && log)
        low = high = 1;
    if (log && high < 3 * low) {
        low = pow(10, floor(log10(low)));
        high = pow(10, floor(log10(high)) + 1);
    }
    fprintf(to, "set xrange [%.9g:%.9g]\n%s", low, high > low ? high : low + 1,
            log ? "set logscale x\n" : "");
}

static void put_head(const struct chart *chart, double height, FILE *to)
{
    fprintf(to,
            "set terminal svg size %d,%.0f noenhanced font 'sans-serif,13' "
            "background 'white'\n"
            "set multiplot\n"
            "set lmargin at screen %d.0/%d\n"
            "set rmargin at screen %d.0/%d\n"
            "set border linecolor '#444444'\n"
            "set tics scale 0.5 textcolor 'black'\n"
            "set grid xtics ytics mxtics mytics linetype 1 linecolor "
            "'#cccccc', linetype 1 linecolor '#eeeeee'\n"
            "set format '%%.10g'\n"
            "set label 1 at screen %d.0/%d, screen 1-24/%.1f font ',17' ",
            WIDTH, height, PLOT_LEFT, WIDTH, PLOT_LEFT + PLOT_WIDTH, WIDTH,
            PLOT_LEFT, WIDTH, height);
    gnuplot_quote(chart->title, to);
    fprintf(to, "\nset label 2 at screen %d.0/%d, screen 1-46/%.1f ", PLOT_LEFT,
            WIDTH, height);
    gnuplot_quote(chart->subtitle ? chart->subtitle : "", to);
    fputc('\n', to);
}

/* Bars of a category stand side by side around its middle. */
static void put_points(const struct chart_panel *panel, size_t index, FILE *to)
{
    const struct chart_series *series = panel->series[index];
    double shift = 0;

    if (series->form == CHART_BARS)
        shift = (((double)index + 0.5) / (double)panel->series_count - 0.5) *
                bars_share;
    fprintf(to, "$series%zu << end\n", index);
    for (size_t i = 0; i < series->count; i++)
        fprintf(to, "%.9g %.9g\n", series->point[i].x + shift,
                series->point[i].y);
    fputs("end\n", to);
}

static void put_series(const struct chart_series *series, size_t index,
                       FILE *to)
{
    bool is_line = series->form == CHART_LINE;
    bool marked = !is_line || series->count <= MARKED_MAX;

    fprintf(to, "$series%zu with %s linecolor '%s' ", index,
            series->form == CHART_BARS ? "boxes fill solid"
            : !is_line                 ? "points"
            : marked                   ? "linespoints"
                                       : "lines",
            colours[index % COLOURS]);
    if (is_line)
        fprintf(to, "linewidth 1.6 dashtype %zu ", index % DASHES + 1);
    if (marked && series->form != CHART_BARS)
        fprintf(to, "pointtype %d pointsize 0.6 ", marks[index % MARKS]);
    fputs("title ", to);
    gnuplot_quote(series->name, to);
    fputs(", ", to);
}

/* Without a value gnuplot could not find a range. */
static void put_y_axis(const struct chart_panel *panel, FILE *to)
{
    bool has_values = false;

    for (size_t i = 0; i < panel->series_count; i++) {
        for (size_t j = 0; j < panel->series[i]->count; j++)
            has_values |= shows(panel->y_scale, panel->series[i]->point[j].y);
    }
    fprintf(to, "%s logscale y\nset yrange [%s]\nset ylabel ",
            panel->y_scale == CHART_LOG ? "set" : "unset",
            !has_values                   ? "1:10"
            : panel->y_scale == CHART_LOG ? "*:*"
                                          : "*<0:*");
    gnuplot_quote(panel->y_label, to);
    fputc('\n', to);
}

static void put_panel(const struct chart_panel *panel, double top,
                      double height, FILE *to)
{
    fprintf(to,
            "set tmargin at screen 1-%.1f/%.1f\n"
            "set bmargin at screen 1-%.1f/%.1f\n"
            "set key at screen %d.0/%d, screen 1-%.1f/%.1f left top Left "
            "reverse samplen 2 spacing 1.2\n",
            top, height, top + PLOT_HEIGHT, height, PLOT_LEFT + PLOT_WIDTH,
            WIDTH, top, height);
    put_y_axis(panel, to);
    for (size_t i = 0; i < panel->series_count; i++)
        put_points(panel, i, to);
    fprintf(to, "set boxwidth %g\nplot ",
            0.94 * bars_share / fmax(1, (double)panel->series_count));
    for (size_t i = 0; i < panel->series_count; i++)
        put_series(panel->series[i], i, to);
    fputs("NaN notitle\nunset label\n", to);
}

void chart_script(const void *of, FILE *to)
{
    const struct chart *chart = of;
    double height = TOP - GAP + (turns_names(chart) ? BOTTOM_TURNED : BOTTOM);
    double top = TOP;

    for (size_t i = 0; i < chart->panel_count; i++)
        height += height_of(&chart->panel[i]) + GAP;
    put_head(chart, height, to);
    if (chart->category_count)
        put_categories(chart, to);
    else
        put_x_range(chart, to);
    for (size_t i = 0; i < chart->panel_count; i++) {
        bool last = i + 1 == chart->panel_count;

        fprintf(to, "set format x '%s'\nset xlabel ", last ? "%.10g" : "");
        gnuplot_quote(last ? chart->x_label : "", to);
        fputc('\n', to);
        put_panel(&chart->panel[i], top, height, to);
        top += height_of(&chart->panel[i]) + GAP;
    }
    fputs("unset multiplot\n", to);
}

int chart_draw(const struct chart *chart, char **ret_svg, size_t *ret_size,
               struct error *error)
{
    return chart->no_memory
               ? error_no_memory(error)
               : gnuplot_draw(chart_script, chart, ret_svg, ret_size, error);
}
