/* chart_svg: draws a chart as SVG text. */
#include <math.h>
#include <string.h>

#include "lab/chart.h"
#include "lab/chart_axis.h"
#include "lab/chart_series.h"

/* In pixels. */
enum {
    TOP = 66,
    GAP = 34,    /* between panels */
    BOTTOM = 60, /* for the x axis's numbers and label */
    LETTER = 8,  /* at most, of 13 px text on average */
    TITLE_LETTER = 10,
};

/* Of names that are turned by 30 degrees, what a letter goes down and right. */
static const double letter_down = 4;
static const double letter_right = 7;

static size_t letters(const char *text)
{
    size_t count = 0;

    for (; *text; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}

static void put_number(const char *class, double x, double y, double value,
                       FILE *to)
{
    fprintf(to, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", class, x, y);
    chart_axis_put_number(value, to);
    fputs("</text>\n", to);
}

static void put_y_axis(const struct chart_frame *frame, FILE *to)
{
    struct chart_tick ticks[CHART_TICKS_MAX];
    size_t count = chart_axis_ticks(&frame->y, ticks);

    for (size_t i = 0; i < count; i++) {
        double y = chart_frame_y(frame, ticks[i].value);

        fprintf(to, "<path class=\"%s\" d=\"M%d %.1fh%d\"/>\n",
                ticks[i].labelled ? "grid" : "fine", CHART_LEFT, y,
                CHART_WIDTH);
        if (ticks[i].labelled)
            put_number("end", CHART_LEFT - 8, y + 4, ticks[i].value, to);
    }
    fprintf(to,
            "<text class=\"middle\" transform=\"translate(22 %.1f) "
            "rotate(-90)\">",
            frame->top + CHART_HEIGHT / 2.0);
    chart_put_text(frame->panel->y_label, to);
    fputs("</text>\n", to);
}

static void put_x_lines(const struct chart_frame *frame, FILE *to)
{
    struct chart_tick ticks[CHART_TICKS_MAX];
    size_t count =
        frame->chart->category_count ? 0 : chart_axis_ticks(&frame->x, ticks);

    for (size_t i = 0; i < count; i++)
        fprintf(to, "<path class=\"%s\" d=\"M%.1f %.1fv%d\"/>\n",
                ticks[i].labelled ? "grid" : "fine",
                chart_frame_x(frame, ticks[i].value), frame->top, CHART_HEIGHT);
}

static void put_x_numbers(const struct chart_frame *last, FILE *to)
{
    struct chart_tick ticks[CHART_TICKS_MAX];
    size_t count = chart_axis_ticks(&last->x, ticks);

    for (size_t i = 0; i < count; i++) {
        if (ticks[i].labelled)
            put_number("middle", chart_frame_x(last, ticks[i].value),
                       last->top + CHART_HEIGHT + 18, ticks[i].value, to);
    }
}

static size_t longest_category(const struct chart *chart)
{
    size_t most = 0;

    for (size_t i = 0; i < chart->category_count; i++) {
        size_t count = letters(chart->category[i]);

        if (count > most)
            most = count;
    }
    return most;
}

/* Whether names of categories lie athwart because they would run into each
 * other. */
static bool turns_names(const struct chart *chart)
{
    return chart->category_count && longest_category(chart) * LETTER >
                                        CHART_WIDTH / chart->category_count;
}

/* What they take below the axis, beyond a line. */
static double turned_height(const struct chart *chart)
{
    return turns_names(chart) ? letter_down * (double)longest_category(chart)
                              : 0;
}

static void put_x_names(const struct chart_frame *last, FILE *to)
{
    const struct chart *chart = last->chart;
    bool turned = turns_names(chart);

    for (size_t i = 0; i < chart->category_count; i++) {
        double x = chart_frame_x(last, (double)i + 0.5);
        double y = last->top + CHART_HEIGHT + 18;

        fprintf(to, "<text class=\"%s\" transform=\"translate(%.1f %.1f)%s\">",
                turned ? "start" : "middle", x, y, turned ? " rotate(30)" : "");
        chart_put_text(chart->category[i], to);
        fputs("</text>\n", to);
    }
}

static void put_x_axis(const struct chart_frame *last, FILE *to)
{
    double y = last->top + CHART_HEIGHT + 44;

    if (last->chart->category_count)
        put_x_names(last, to);
    else
        put_x_numbers(last, to);
    y += turned_height(last->chart);
    chart_put_label("middle", CHART_LEFT + CHART_WIDTH / 2.0, y,
                    last->chart->x_label, to);
}

/* A legend may be longer than its panel is high. */
static double height_of(const struct chart_panel *panel)
{
    return fmax(CHART_HEIGHT,
                CHART_LEGEND_LINE * (double)(panel->series_count + 1));
}

static void put_panel(const struct chart_frame *frame, FILE *to)
{
    put_x_lines(frame, to);
    put_y_axis(frame, to);
    for (size_t i = 0; i < frame->panel->series_count; i++)
        chart_put_series(frame, i, to);
    fprintf(to,
            "<rect class=\"frame\" x=\"%d\" y=\"%.1f\" width=\"%d\" "
            "height=\"%d\"/>\n",
            CHART_LEFT, frame->top, CHART_WIDTH, CHART_HEIGHT);
    chart_put_legend(frame, to);
}

static size_t longest_name(const struct chart *chart)
{
    size_t most = 0;

    for (size_t i = 0; i < chart->panel_count; i++) {
        for (size_t j = 0; j < chart->panel[i]->series_count; j++) {
            size_t count = letters(chart->panel[i]->series[j]->name);

            if (count > most)
                most = count;
        }
    }
    return most;
}

/* Room for legend, names, title and subtitle, each of which may be widest. */
static double width_of(const struct chart *chart)
{
    double right = CHART_LEFT + CHART_WIDTH;
    double width =
        right + CHART_LEGEND_TEXT + LETTER * ((double)longest_name(chart) + 1);

    width =
        fmax(width, CHART_LEFT + TITLE_LETTER * (double)letters(chart->title));
    if (chart->subtitle)
        width =
            fmax(width, CHART_LEFT + LETTER * (double)letters(chart->subtitle));
    if (turns_names(chart))
        width =
            fmax(width, right + letter_right * (double)longest_category(chart));
    return width;
}

static void put_head(const struct chart *chart, FILE *to)
{
    double width = width_of(chart);
    double height = TOP + BOTTOM - GAP;

    for (size_t i = 0; i < chart->panel_count; i++)
        height += height_of(chart->panel[i]) + GAP;
    height += turned_height(chart);
    fprintf(to,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" "
            "height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\">\n"
            "<style>\n"
            "text { font: 13px sans-serif; fill: #222 }\n"
            ".title { font-size: 16px; font-weight: bold }\n"
            ".middle { text-anchor: middle }\n"
            ".end { text-anchor: end }\n"
            ".grid { stroke: #ccc }\n"
            ".fine { stroke: #eee }\n"
            ".frame { fill: none; stroke: #444 }\n"
            ".curve { fill: none; stroke-width: 1.6; stroke-linecap: round }\n"
            "</style>\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
            width, height, width, height);
    chart_put_label("title", CHART_LEFT, 26, chart->title, to);
    if (chart->subtitle)
        chart_put_label("start", CHART_LEFT, 48, chart->subtitle, to);
}

static struct chart_axis x_axis(const struct chart *chart)
{
    struct chart_axis axis = chart_axis_empty(chart->x_scale);

    if (chart->category_count)
        return chart_axis_categories(chart->category_count);
    for (size_t i = 0; i < chart->panel_count; i++) {
        const struct chart_panel *panel = chart->panel[i];

        for (size_t j = 0; j < panel->series_count; j++) {
            for (size_t k = 0; k < panel->series[j]->count; k++)
                chart_axis_include(&axis, panel->series[j]->point[k].x);
        }
    }
    chart_axis_fit(&axis);
    return axis;
}

static struct chart_axis y_axis(const struct chart_panel *panel)
{
    struct chart_axis axis = chart_axis_empty(panel->y_scale);

    for (size_t i = 0; i < panel->series_count; i++) {
        for (size_t j = 0; j < panel->series[i]->count; j++)
            chart_axis_include(&axis, panel->series[i]->point[j].y);
    }
    chart_axis_round(&axis);
    return axis;
}

void chart_write(const struct chart *chart, FILE *to)
{
    struct chart_frame frame = {.chart = chart, .x = x_axis(chart), .top = TOP};

    put_head(chart, to);
    for (size_t i = 0; i < chart->panel_count; i++) {
        frame.panel = chart->panel[i];
        frame.y = y_axis(frame.panel);
        put_panel(&frame, to);
        if (i + 1 == chart->panel_count)
            put_x_axis(&frame, to);
        frame.top += height_of(frame.panel) + GAP;
    }
    fputs("</svg>\n", to);
}
