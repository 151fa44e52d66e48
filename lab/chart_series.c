/* chart_series: the curves, marks and bars of a panel, and its legend, as SVG
 * text. */
#include "lab/chart_series.h"

#include <math.h>

/* In pixels. */
enum {
    LEGEND_LEFT = 14,  /* from the area's right edge */
    LEGEND_KEY = 28,   /* the stroke before a name */
    MARKED_EVERY = 16, /* curves with points farther apart get marks */
};

/* Of a category's width, what its bars take. */
static const double bars_share = 0.76;

/* Told apart by people who do not see all colours (Okabe and Ito 2008; the
 * second seven are darker or lighter than theirs), by dashes and marks in
 * print. */
static const struct stroke {
    const char *colour;
    const char *dashes;
} strokes[] = {
    {"#0072b2", "none"},    {"#d55e00", "6 2"},     {"#009e73", "2 2"},
    {"#cc79a7", "8 3 2 3"}, {"#e69f00", "none"},    {"#56b4e9", "6 2"},
    {"#000000", "2 2"},     {"#332288", "8 3 2 3"}, {"#882255", "none"},
    {"#117733", "6 2"},     {"#999933", "2 2"},     {"#7f7f7f", "8 3 2 3"},
    {"#8c510a", "none"},    {"#35978f", "6 2"},
};

/* Around (0, 0), as a path. Their number and that of
 * strokes have no common factor: pairs repeat after 70 series. */
static const char *const marks[] = {
    "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z",                        /* disc */
    "M-2.8 -2.8h5.6v5.6h-5.6z",                                   /* square */
    "M0 -3.8L3.6 2.6H-3.6z",                                      /* triangle */
    "M0 -4L4 0L0 4L-4 0z",                                        /* diamond */
    "M-4 -1.1h2.9v-2.9h2.2v2.9h2.9v2.2h-2.9v2.9h-2.2v-2.9h-2.9z", /* cross */
};

enum {
    STROKE_COUNT = sizeof(strokes) / sizeof(strokes[0]),
    MARK_COUNT = sizeof(marks) / sizeof(marks[0]),
};

static const struct stroke *stroke_of(size_t index)
{
    return &strokes[index % STROKE_COUNT];
}

static void put_mark(size_t index, double x, double y, FILE *to)
{
    fprintf(to,
            "<path class=\"mark\" transform=\"translate(%.1f %.1f)\" "
            "fill=\"%s\" d=\"%s\"/>\n",
            x, y, stroke_of(index)->colour, marks[index % MARK_COUNT]);
}

double chart_frame_x(const struct chart_frame *frame, double x)
{
    return CHART_LEFT + CHART_WIDTH * chart_axis_share(&frame->x, x);
}

double chart_frame_y(const struct chart_frame *frame, double y)
{
    return frame->top + CHART_HEIGHT * (1 - chart_axis_share(&frame->y, y));
}

static bool holds(const struct chart_frame *frame,
                  const struct chart_point *point)
{
    return chart_axis_holds(&frame->x, point->x) &&
           chart_axis_holds(&frame->y, point->y);
}

void chart_put_text(const char *text, FILE *to)
{
    for (; *text; text++) {
        if (*text == '&')
            fputs("&amp;", to);
        else if (*text == '<')
            fputs("&lt;", to);
        else if (*text == '>')
            fputs("&gt;", to);
        else
            fputc(*text, to);
    }
}

/* The class holds how it is anchored. */
void chart_put_label(const char *class, double x, double y, const char *text,
                     FILE *to)
{
    fprintf(to, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", class, x, y);
    chart_put_text(text, to);
    fputs("</text>\n", to);
}

/* Where a series' point stands: in a category, in its middle. */
static double place_of(const struct chart_frame *frame, double x)
{
    return chart_frame_x(frame, frame->chart->category_count ? x + 0.5 : x);
}

static void put_curve(const struct chart_frame *frame,
                      const struct chart_series *series,
                      const struct stroke *stroke, FILE *to)
{
    bool gap = true;

    fprintf(to,
            "<path class=\"curve\" stroke=\"%s\" stroke-dasharray=\"%s\" "
            "d=\"",
            stroke->colour, stroke->dashes);
    for (size_t i = 0; i < series->count; i++) {
        const struct chart_point *point = &series->point[i];
        bool drawn = holds(frame, point);

        if (drawn && !gap && series->form == CHART_STEPS)
            fprintf(to, "H%.1f", place_of(frame, point->x));
        if (drawn)
            fprintf(to, "%c%.1f %.1f", gap ? 'M' : 'L',
                    place_of(frame, point->x), chart_frame_y(frame, point->y));
        gap = !drawn;
    }
    fputs("\"/>\n", to);
}

static void put_marks(const struct chart_frame *frame, size_t index, FILE *to)
{
    const struct chart_series *series = frame->panel->series[index];

    for (size_t i = 0; i < series->count; i++) {
        const struct chart_point *point = &series->point[i];

        if (holds(frame, point))
            put_mark(index, place_of(frame, point->x),
                     chart_frame_y(frame, point->y), to);
    }
}

/* How many series before `end` are bars. */
static size_t bars_before(const struct chart_panel *panel, size_t end)
{
    size_t count = 0;

    for (size_t i = 0; i < end; i++)
        count += panel->series[i]->form == CHART_BARS;
    return count;
}

/* Pixels from one place to the next, for bars: a category, or the least step
 * from point to point. */
static double slot_width(const struct chart_frame *frame,
                         const struct chart_series *series)
{
    double least = CHART_WIDTH;

    if (frame->chart->category_count)
        return CHART_WIDTH / (double)frame->chart->category_count;
    for (size_t i = 1; i < series->count; i++)
        least = fmin(least, chart_frame_x(frame, series->point[i].x) -
                                chart_frame_x(frame, series->point[i - 1].x));
    return least;
}

static void put_bars(const struct chart_frame *frame, size_t index, FILE *to)
{
    const struct chart_series *series = frame->panel->series[index];
    size_t among = bars_before(frame->panel, frame->panel->series_count);
    double group = slot_width(frame, series) * bars_share;
    double width = group / (double)among;
    double offset = width * (double)bars_before(frame->panel, index);

    for (size_t i = 0; i < series->count; i++) {
        const struct chart_point *point = &series->point[i];
        double top;

        if (!holds(frame, point))
            continue;
        top = chart_frame_y(frame, point->y);
        fprintf(to,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
                "fill=\"%s\"/>\n",
                place_of(frame, point->x) - group / 2 + offset, top,
                width * 0.94, frame->top + CHART_HEIGHT - top,
                stroke_of(index)->colour);
    }
}

static bool has_marks(const struct chart_series *series)
{
    return series->form == CHART_POINTS ||
           (series->form == CHART_LINE &&
            series->count <= CHART_WIDTH / MARKED_EVERY);
}

void chart_put_series(const struct chart_frame *frame, size_t index, FILE *to)
{
    const struct chart_series *series = frame->panel->series[index];

    if (series->form == CHART_BARS) {
        put_bars(frame, index, to);
        return;
    }
    if (series->form != CHART_POINTS)
        put_curve(frame, series, stroke_of(index), to);
    if (has_marks(series))
        put_marks(frame, index, to);
}

static void put_key(const struct chart_series *series, size_t index, double y,
                    FILE *to)
{
    const struct stroke *stroke = stroke_of(index);
    int x = CHART_LEFT + CHART_WIDTH + LEGEND_LEFT;

    if (series->form == CHART_BARS)
        fprintf(to,
                "<rect x=\"%d\" y=\"%.1f\" width=\"%d\" height=\"10\" "
                "fill=\"%s\"/>\n",
                x, y - 5, LEGEND_KEY, stroke->colour);
    if (series->form == CHART_LINE || series->form == CHART_STEPS)
        fprintf(to,
                "<path class=\"curve\" stroke=\"%s\" stroke-dasharray=\"%s\" "
                "d=\"M%d %.1fh%d\"/>\n",
                stroke->colour, stroke->dashes, x, y, LEGEND_KEY);
    if (has_marks(series))
        put_mark(index, x + LEGEND_KEY / 2.0, y, to);
}

void chart_put_legend(const struct chart_frame *frame, FILE *to)
{
    for (size_t i = 0; i < frame->panel->series_count; i++) {
        const struct chart_series *series = frame->panel->series[i];
        double y = frame->top + 12 + CHART_LEGEND_LINE * (double)i;

        put_key(series, i, y, to);
        chart_put_label("start", CHART_LEFT + CHART_WIDTH + CHART_LEGEND_TEXT,
                        y + 4, series->name, to);
    }
}
