/* chart_axis: where values lie along an axis, and where its lines are. */
#include "lab/chart_axis.h"

#include <math.h>

enum {
    STEPS = 9,         /* of a linear axis, at most */
    DECADES_DENSE = 2, /* up to so many, 2 and 5 are worth a label too */
    DECADES_FINE = 9,  /* up to so many, there are lines within decades */
    DECADES_WIDE = 12, /* beyond, not every decade is labelled */
};

/* In decades. More than from 2 to 5: some line in it is labelled. */
static const double fit_least = 0.4;

/* Decades; ends are meant to be on a line. */
static const double near = 1e-9;

struct chart_axis chart_axis_empty(enum chart_scale scale)
{
    return (struct chart_axis){scale, INFINITY, -INFINITY};
}

struct chart_axis chart_axis_categories(size_t count)
{
    return (struct chart_axis){CHART_LINEAR, 0, count ? (double)count : 1};
}

bool chart_axis_holds(const struct chart_axis *axis, double value)
{
    return isfinite(value) && (axis->scale == CHART_LINEAR || value > 0);
}

void chart_axis_include(struct chart_axis *axis, double value)
{
    double place = axis->scale == CHART_LOG ? log10(value) : value;

    if (!chart_axis_holds(axis, value))
        return;
    axis->low = fmin(axis->low, place);
    axis->high = fmax(axis->high, place);
}

/* 1, 2 or 5 times a power of ten. */
static double step_of(const struct chart_axis *axis)
{
    double rough = (axis->high - axis->low) / STEPS;
    double power = pow(10, floor(log10(rough)));

    if (rough <= power)
        return power;
    if (rough <= 2 * power)
        return 2 * power;
    return rough <= 5 * power ? 5 * power : 10 * power;
}

void chart_axis_round(struct chart_axis *axis)
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

void chart_axis_fit(struct chart_axis *axis)
{
    if (axis->scale == CHART_LOG && axis->high - axis->low >= fit_least)
        return;
    chart_axis_round(axis);
}

double chart_axis_share(const struct chart_axis *axis, double value)
{
    double place = axis->scale == CHART_LOG ? log10(value) : value;

    return (place - axis->low) / (axis->high - axis->low);
}

static size_t linear_ticks(const struct chart_axis *axis,
                           struct chart_tick *ret_ticks)
{
    double step = step_of(axis);
    double first = ceil(axis->low / step);
    size_t count = 0;

    while (count < CHART_TICKS_MAX &&
           (first + (double)count) * step <= axis->high + step / 1000) {
        ret_ticks[count] =
            (struct chart_tick){(first + (double)count) * step, true};
        count++;
    }
    return count;
}

static size_t log_ticks(const struct chart_axis *axis,
                        struct chart_tick *ret_ticks)
{
    double decades = axis->high - axis->low;
    bool dense = decades <= DECADES_DENSE;
    int digits = decades <= DECADES_FINE ? 10 : 2;
    double first = floor(axis->low);
    int stride = 1 + (int)decades / DECADES_WIDE;
    size_t count = 0;

    for (int d = 0; first + d <= axis->high + near; d++) {
        for (int digit = 1; digit < digits && count < CHART_TICKS_MAX;
             digit++) {
            double place = first + d + log10(digit);

            if (place < axis->low - near || place > axis->high + near)
                continue;
            ret_ticks[count++] = (struct chart_tick){
                digit * pow(10, first + d),
                (digit == 1 && d % stride == 0) ||
                    (dense && (digit == 2 || digit == 5)),
            };
        }
    }
    return count;
}

size_t chart_axis_ticks(const struct chart_axis *axis,
                        struct chart_tick *ret_ticks)
{
    return axis->scale == CHART_LOG ? log_ticks(axis, ret_ticks)
                                    : linear_ticks(axis, ret_ticks);
}

void chart_axis_put_number(double value, FILE *to)
{
    static const char *const suffix[] = {"", "k", "M", "G"};
    int thousands = 0;

    while (fabs(value) >= 1000 && thousands < 3) {
        value /= 1000;
        thousands++;
    }
    /* A step's sum that should be 0 is not left as 1e-17. */
    if (fabs(value) < 1e-12)
        value = 0;
    fprintf(to, "%g%s", value, suffix[thousands]);
}
