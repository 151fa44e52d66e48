/* Draws a chart: axes, then series scaled to them, then the SVG. */
#include <math.h>

#include "lab/chart.h"

/* ---- Axes ---------------------------------------------------------------- */

struct axis {
    enum chart_scale scale;
    double low;  /* at the start; for CHART_LOG the decimal logarithm */
    double high; /* at the end, greater than low */
};

/* A grid line across the panel. */
struct tick {
    double value;
    bool labelled;
};

enum { TICKS_MAX = 256 };

enum {
    STEPS = 9,         /* of a linear axis, maximum */
    DECADES_DENSE = 2, /* up to this many, 2 and 5 get labels too */
    DECADES_FINE = 9,  /* up to this many, decades get lines inside */
    DECADES_WIDE = 12, /* beyond this many, some decades have no label */
};

/* In decades. More than from 2 to 5, so that some line inside has a label. */
static const double fit_least = 0.4;

/* In decades; snaps ends to a line. */
static const double near = 1e-9;

/* Starts empty, grows to hold values, then is rounded outward or fitted. */
static struct axis axis_empty(enum chart_scale scale)
{
    return (struct axis){scale, INFINITY, -INFINITY};
}

/* From 0 to `count`; category i is centred at i + 1/2. */
static struct axis axis_categories(size_t count)
{
    return (struct axis){CHART_LINEAR, 0, count ? (double)count : 1};
}

/* Whether the axis can show the value. */
static bool axis_holds(const struct axis *axis, double value)
{
    return isfinite(value) && (axis->scale == CHART_LINEAR || value > 0);
}

static double axis_place(const struct axis *axis, double value)
{
    return axis->scale == CHART_LOG ? log10(value) : value;
}

static void axis_include(struct axis *axis, double value)
{
    double place = axis_place(axis, value);

    if (!axis_holds(axis, value))
        return;
    axis->low = fmin(axis->low, place);
    axis->high = fmax(axis->high, place);
}

/* 1, 2 or 5 times a power of ten. */
static double step_of(const struct axis *axis)
{
    double rough = (axis->high - axis->low) / STEPS;
    double power = pow(10, floor(log10(rough)));

    if (rough <= power)
        return power;
    if (rough <= 2 * power)
        return 2 * power;
    return rough <= 5 * power ? 5 * power : 10 * power;
}

static void axis_round(struct axis *axis)
{
    double step;

    if (!isfinite(axis->low) || !isfinite(axis->high))
        axis->low = axis->high = 0;
    if (axis->scale == CHART_LOG) {
        axis->low = floor(axis->low);
        axis->high = fmax(ceil(axis->high), axis->low + 1);
        return;
    }
    axis->low = fmin(axis->low, 0);
    if (axis->high <= axis->low)
        axis->high = axis->low + 1;
    step = step_of(axis);
    axis->low = floor(axis->low / step) * step;
    axis->high = ceil(axis->high / step) * step;
}

/* Like rounding, but a logarithmic axis ends at its values, unless they are
 * close together: for x, whose ends need no label. */
static void axis_fit(struct axis *axis)
{
    if (axis->scale == CHART_LOG && axis->high - axis->low >= fit_least)
        return;
    axis_round(axis);
}

/* 0 at the start to 1 at the end. */
static double axis_share(const struct axis *axis, double value)
{
    return (axis_place(axis, value) - axis->low) / (axis->high - axis->low);
}

static size_t linear_ticks(const struct axis *axis, struct tick *ret_ticks)
{
    double step = step_of(axis);
    double first = ceil(axis->low / step);
    size_t count = 0;

    while (count < TICKS_MAX &&
           (first + (double)count) * step <= axis->high + step / 1000) {
        ret_ticks[count] = (struct tick){(first + (double)count) * step, true};
        count++;
    }
    return count;
}

static size_t log_ticks(const struct axis *axis, struct tick *ret_ticks)
{
    double decades = axis->high - axis->low;
    bool dense = decades <= DECADES_DENSE;
    int digits = decades <= DECADES_FINE ? 10 : 2;
    double first = floor(axis->low);
    int stride = 1 + (int)decades / DECADES_WIDE;
    size_t count = 0;

    for (int d = 0; first + d <= axis->high + near; d++) {
        for (int digit = 1; digit < digits && count < TICKS_MAX; digit++) {
            double place = first + d + log10(digit);

            if (place < axis->low - near || place > axis->high + near)
                continue;
            ret_ticks[count++] = (struct tick){
                digit * pow(10, first + d),
                (digit == 1 && d % stride == 0) ||
                    (dense && (digit == 2 || digit == 5)),
            };
        }
    }
    return count;
}

/* Fills up to TICKS_MAX ticks, returns their number. */
static size_t axis_ticks(const struct axis *axis, struct tick *ret_ticks)
{
    return axis->scale == CHART_LOG ? log_ticks(axis, ret_ticks)
                                    : linear_ticks(axis, ret_ticks);
}

/* 1, 0.5, 100, 1k, 10k: short enough for an axis. */
static void axis_put_number(double value, FILE *to)
{
    static const char *const suffix[] = {"", "k", "M", "G"};
    int thousands = 0;

    while (fabs(value) >= 1000 && thousands < 3) {
        value /= 1000;
        thousands++;
    }
    /* Summing steps may give 1e-17 instead of 0. */
    if (fabs(value) < 1e-12)
        value = 0;
    fprintf(to, "%g%s", value, suffix[thousands]);
}

/* ---- Series -------------------------------------------------------------- */

/* In pixels. */
enum {
    PLOT_LEFT = 84,   /* of the plot area */
    PLOT_WIDTH = 720, /* of the plot area */
    PLOT_HEIGHT = 250,
    LEGEND_LEFT = 14, /* from the area's right edge */
    LEGEND_TEXT = 50, /* the same, to a name */
    LEGEND_KEY = 28,  /* the line sample before a name */
    LEGEND_LINE = 20,
    MARKED_EVERY = 16, /* curves with larger gaps between points get marks */
};

/* A panel's position and axes. */
struct frame {
    const struct chart *chart;
    const struct chart_panel *panel;
    struct axis x;
    struct axis y;
    double top; /* pixels from the top */
};

/* The share of a category's width that its bars fill. */
static const double bars_share = 0.76;

/* Distinct for colour-blind readers (Okabe and Ito 2008; the second seven are
 * darker or lighter than theirs), and by dashes and marks in print. */
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

/* Around (0, 0), as a path. Their number and that of strokes are coprime: pairs
 * repeat after 70 series. */
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

static double frame_x(const struct frame *frame, double x)
{
    return PLOT_LEFT + PLOT_WIDTH * axis_share(&frame->x, x);
}

static double frame_y(const struct frame *frame, double y)
{
    return frame->top + PLOT_HEIGHT * (1 - axis_share(&frame->y, y));
}

static bool holds(const struct frame *frame, const struct chart_point *point)
{
    return axis_holds(&frame->x, point->x) && axis_holds(&frame->y, point->y);
}

/* Escapes XML's special characters; the class sets the anchor. */
static void put_text(const char *text, FILE *to)
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

/* The class sets the anchor. */
static void put_label(const char *class, double x, double y, const char *text,
                      FILE *to)
{
    fprintf(to, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", class, x, y);
    put_text(text, to);
    fputs("</text>\n", to);
}

/* The position of a series' point: the centre of its category. */
static double place_of(const struct frame *frame, double x)
{
    return frame_x(frame, frame->chart->category_count ? x + 0.5 : x);
}

static void put_curve(const struct frame *frame,
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

        if (drawn)
            fprintf(to, "%c%.1f %.1f", gap ? 'M' : 'L',
                    place_of(frame, point->x), frame_y(frame, point->y));
        gap = !drawn;
    }
    fputs("\"/>\n", to);
}

static void put_marks(const struct frame *frame, size_t index, FILE *to)
{
    const struct chart_series *series = frame->panel->series[index];

    for (size_t i = 0; i < series->count; i++) {
        const struct chart_point *point = &series->point[i];

        if (holds(frame, point))
            put_mark(index, place_of(frame, point->x), frame_y(frame, point->y),
                     to);
    }
}

/* The number of bar series before `end`. */
static size_t bars_before(const struct chart_panel *panel, size_t end)
{
    size_t count = 0;

    for (size_t i = 0; i < end; i++)
        count += panel->series[i]->form == CHART_BARS;
    return count;
}

static void put_bars(const struct frame *frame, size_t index, FILE *to)
{
    const struct chart_series *series = frame->panel->series[index];
    size_t among = bars_before(frame->panel, frame->panel->series_count);
    double group =
        PLOT_WIDTH / fmax(1, (double)frame->chart->category_count) * bars_share;
    double width = group / (double)among;
    double offset = width * (double)bars_before(frame->panel, index);

    for (size_t i = 0; i < series->count; i++) {
        const struct chart_point *point = &series->point[i];
        double top;

        if (!holds(frame, point))
            continue;
        top = frame_y(frame, point->y);
        fprintf(to,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
                "fill=\"%s\"/>\n",
                place_of(frame, point->x) - group / 2 + offset, top,
                width * 0.94, frame->top + PLOT_HEIGHT - top,
                stroke_of(index)->colour);
    }
}

static bool has_marks(const struct chart_series *series)
{
    return series->form == CHART_POINTS ||
           (series->form == CHART_LINE &&
            series->count <= PLOT_WIDTH / MARKED_EVERY);
}

static void put_series(const struct frame *frame, size_t index, FILE *to)
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
    int x = PLOT_LEFT + PLOT_WIDTH + LEGEND_LEFT;

    if (series->form == CHART_BARS)
        fprintf(to,
                "<rect x=\"%d\" y=\"%.1f\" width=\"%d\" height=\"10\" "
                "fill=\"%s\"/>\n",
                x, y - 5, LEGEND_KEY, stroke->colour);
    if (series->form == CHART_LINE)
        fprintf(to,
                "<path class=\"curve\" stroke=\"%s\" stroke-dasharray=\"%s\" "
                "d=\"M%d %.1fh%d\"/>\n",
                stroke->colour, stroke->dashes, x, y, LEGEND_KEY);
    if (has_marks(series))
        put_mark(index, x + LEGEND_KEY / 2.0, y, to);
}

static void put_legend(const struct frame *frame, FILE *to)
{
    for (size_t i = 0; i < frame->panel->series_count; i++) {
        const struct chart_series *series = frame->panel->series[i];
        double y = frame->top + 12 + LEGEND_LINE * (double)i;

        put_key(series, i, y, to);
        put_label("start", PLOT_LEFT + PLOT_WIDTH + LEGEND_TEXT, y + 4,
                  series->name, to);
    }
}

/* ---- SVG ----------------------------------------------------------------- */

/* In pixels. */
enum {
    TOP = 66,
    GAP = 34,    /* between panels */
    BOTTOM = 60, /* for the x axis's numbers and label */
    LETTER = 8,  /* maximum mean width in 13 px text */
    TITLE_LETTER = 10,
};

/* For names turned by 30 degrees, how far a letter moves down and right. */
static const double letter_down = 4;
static const double letter_right = 7;

/* Counts bytes that begin a character. */
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
    axis_put_number(value, to);
    fputs("</text>\n", to);
}

static void put_y_axis(const struct frame *frame, FILE *to)
{
    struct tick ticks[TICKS_MAX];
    size_t count = axis_ticks(&frame->y, ticks);

    for (size_t i = 0; i < count; i++) {
        double y = frame_y(frame, ticks[i].value);

        fprintf(to, "<path class=\"%s\" d=\"M%d %.1fh%d\"/>\n",
                ticks[i].labelled ? "grid" : "fine", PLOT_LEFT, y, PLOT_WIDTH);
        if (ticks[i].labelled)
            put_number("end", PLOT_LEFT - 8, y + 4, ticks[i].value, to);
    }
    fprintf(to,
            "<text class=\"middle\" transform=\"translate(22 %.1f) "
            "rotate(-90)\">",
            frame->top + PLOT_HEIGHT / 2.0);
    put_text(frame->panel->y_label, to);
    fputs("</text>\n", to);
}

static void put_x_lines(const struct frame *frame, FILE *to)
{
    struct tick ticks[TICKS_MAX];
    size_t count =
        frame->chart->category_count ? 0 : axis_ticks(&frame->x, ticks);

    for (size_t i = 0; i < count; i++)
        fprintf(to, "<path class=\"%s\" d=\"M%.1f %.1fv%d\"/>\n",
                ticks[i].labelled ? "grid" : "fine",
                frame_x(frame, ticks[i].value), frame->top, PLOT_HEIGHT);
}

static void put_x_numbers(const struct frame *last, FILE *to)
{
    struct tick ticks[TICKS_MAX];
    size_t count = axis_ticks(&last->x, ticks);

    for (size_t i = 0; i < count; i++) {
        if (ticks[i].labelled)
            put_number("middle", frame_x(last, ticks[i].value),
                       last->top + PLOT_HEIGHT + 18, ticks[i].value, to);
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

/* Whether to turn the names of categories, because they would overlap. */
static bool turns_names(const struct chart *chart)
{
    return chart->category_count && longest_category(chart) * LETTER >
                                        PLOT_WIDTH / chart->category_count;
}

/* Their height below the axis, beyond one line. */
static double turned_height(const struct chart *chart)
{
    return turns_names(chart) ? letter_down * (double)longest_category(chart)
                              : 0;
}

static void put_x_names(const struct frame *last, FILE *to)
{
    const struct chart *chart = last->chart;
    bool turned = turns_names(chart);

    for (size_t i = 0; i < chart->category_count; i++) {
        double x = frame_x(last, (double)i + 0.5);
        double y = last->top + PLOT_HEIGHT + 18;

        fprintf(to, "<text class=\"%s\" transform=\"translate(%.1f %.1f)%s\">",
                turned ? "start" : "middle", x, y, turned ? " rotate(30)" : "");
        put_text(chart->category[i], to);
        fputs("</text>\n", to);
    }
}

static void put_x_axis(const struct frame *last, FILE *to)
{
    double y = last->top + PLOT_HEIGHT + 44;

    if (last->chart->category_count)
        put_x_names(last, to);
    else
        put_x_numbers(last, to);
    y += turned_height(last->chart);
    put_label("middle", PLOT_LEFT + PLOT_WIDTH / 2.0, y, last->chart->x_label,
              to);
}

/* A legend may be taller than its panel. */
static double height_of(const struct chart_panel *panel)
{
    return fmax(PLOT_HEIGHT, LEGEND_LINE * (double)(panel->series_count + 1));
}

static void put_panel(const struct frame *frame, FILE *to)
{
    put_x_lines(frame, to);
    put_y_axis(frame, to);
    for (size_t i = 0; i < frame->panel->series_count; i++)
        put_series(frame, i, to);
    fprintf(to,
            "<rect class=\"frame\" x=\"%d\" y=\"%.1f\" width=\"%d\" "
            "height=\"%d\"/>\n",
            PLOT_LEFT, frame->top, PLOT_WIDTH, PLOT_HEIGHT);
    put_legend(frame, to);
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

/* Wide enough for legend, names, title and subtitle. */
static double width_of(const struct chart *chart)
{
    double right = PLOT_LEFT + PLOT_WIDTH;
    double width =
        right + LEGEND_TEXT + LETTER * ((double)longest_name(chart) + 1);

    width =
        fmax(width, PLOT_LEFT + TITLE_LETTER * (double)letters(chart->title));
    if (chart->subtitle)
        width =
            fmax(width, PLOT_LEFT + LETTER * (double)letters(chart->subtitle));
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
    put_label("title", PLOT_LEFT, 26, chart->title, to);
    if (chart->subtitle)
        put_label("start", PLOT_LEFT, 48, chart->subtitle, to);
}

static struct axis x_axis(const struct chart *chart)
{
    struct axis axis = axis_empty(chart->x_scale);

    if (chart->category_count)
        return axis_categories(chart->category_count);
    for (size_t i = 0; i < chart->panel_count; i++) {
        const struct chart_panel *panel = chart->panel[i];

        for (size_t j = 0; j < panel->series_count; j++) {
            for (size_t k = 0; k < panel->series[j]->count; k++)
                axis_include(&axis, panel->series[j]->point[k].x);
        }
    }
    axis_fit(&axis);
    return axis;
}

static struct axis y_axis(const struct chart_panel *panel)
{
    struct axis axis = axis_empty(panel->y_scale);

    for (size_t i = 0; i < panel->series_count; i++) {
        for (size_t j = 0; j < panel->series[i]->count; j++)
            axis_include(&axis, panel->series[i]->point[j].y);
    }
    axis_round(&axis);
    return axis;
}

void chart_write(const struct chart *chart, FILE *to)
{
    struct frame frame = {.chart = chart, .x = x_axis(chart), .top = TOP};

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
