/* raster_scale: from a raster's cells to whole weights. */
#include "core/graph/import/raster_scale.h"

#include <errno.h>

#include "core/graph/cost.h"

/* Powers of ten that a double holds exactly, and their inverses. */
enum { EXPONENT_MAX = 22 };

static double power_of_ten(int exponent)
{
    double power = 1;

    for (int i = 0; i < (exponent < 0 ? -exponent : exponent); i++)
        power *= 10;
    return exponent < 0 ? 1 / power : power;
}

/* How many times as long as straight across a way round holes may be. */
enum { DETOUR = 8 };

/* What no least cost between two cells should be above, in the cells' unit. No
 * least path enters a cell twice; where every cell may be entered, there is a
 * way along a column and then along a row. */
static double cost_bound(const struct raster *raster, double *ret_steps)
{
    size_t count = raster_cell_count(raster);
    double across = (double)raster->rows + raster->columns;
    double most = 0;
    double sum = 0;
    bool holes = false;

    for (size_t i = 0; i < count; i++) {
        double value = raster->value[i];

        holes |= raster_is_nodata(value);
        if (!raster_is_nodata(value)) {
            sum += value;
            most = fmax(most, value);
        }
    }
    *ret_steps = across * (holes ? DETOUR : 1);
    return fmin(sum, *ret_steps * most);
}

/* The largest exponent with which the bound fits, rounding of each step
 * included. */
static int largest_exponent(const struct raster *raster)
{
    double steps;
    double bound = cost_bound(raster, &steps);
    int exponent = EXPONENT_MAX;

    while (exponent > -EXPONENT_MAX &&
           bound * power_of_ten(exponent) + steps / 2 > COST_MAX)
        exponent--;
    return exponent;
}

static bool is_whole(const struct raster *raster, double value, double scale)
{
    double scaled = value * scale;
    double slack = 2 * raster->precision * fabs(scaled);

    return raster_is_nodata(value) || fabs(scaled - round(scaled)) <= slack;
}

static bool all_integers(const struct raster *raster)
{
    size_t count = raster_cell_count(raster);

    for (size_t i = 0; i < count; i++) {
        double value = raster->value[i];

        if (!raster_is_nodata(value) && value != round(value))
            return false;
    }
    return true;
}

double raster_scale_choose(const struct raster *raster)
{
    size_t count = raster_cell_count(raster);
    int exponent = 1;
    int largest;

    if (all_integers(raster))
        return 1;
    largest = largest_exponent(raster);
    for (size_t i = 0; i < count && exponent < largest; i++) {
        while (exponent < largest &&
               !is_whole(raster, raster->value[i], power_of_ten(exponent)))
            exponent++;
    }
    return power_of_ten(exponent < largest ? exponent : largest);
}

static double largest_value(const struct raster *raster)
{
    size_t count = raster_cell_count(raster);
    double most = 0;

    for (size_t i = 0; i < count; i++) {
        if (!raster_is_nodata(raster->value[i]))
            most = fmax(most, raster->value[i]);
    }
    return most;
}

static int refuse_large(const struct raster *raster, size_t index, double scale,
                        struct error *error)
{
    double value = raster->value[index];
    double most = largest_value(raster);
    int exponent = EXPONENT_MAX;

    while (most * power_of_ten(exponent) > WEIGHT_MAX)
        exponent--;
    error_set(error, 0,
              "the cost %.9g times the scale %.9g does not fit 32 bits; it "
              "does with --scale %.9g",
              value, scale, power_of_ten(exponent));
    raster_blame_cell(index, raster->columns, error);
    return -EINVAL;
}

int raster_scale_cell(const struct raster *raster, size_t index, double scale,
                      uint32_t *ret_weight, struct error *error)
{
    double value = raster->value[index];
    double scaled = round(value * scale);

    if (value < 0) {
        error_set(error, 0, "the cost %.9g is negative; a cost is 0 or more",
                  value);
        raster_blame_cell(index, raster->columns, error);
        return -EINVAL;
    }
    if (!(scaled <= WEIGHT_MAX))
        return refuse_large(raster, index, scale, error);
    *ret_weight = (uint32_t)scaled;
    return 0;
}
