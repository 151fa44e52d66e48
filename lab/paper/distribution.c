/* distribution: which share of some whole numbers is at most so large. */
#include "lab/paper/distribution.h"

#include <math.h>
#include <stdlib.h>

enum { POINTS_PER_DECADE = 20 };

static int compare(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

void distribution_sort(uint32_t *numbers, size_t count)
{
    qsort(numbers, count, sizeof(*numbers), compare);
}

size_t distribution_count_to(const uint32_t *sorted, size_t count, double limit)
{
    size_t low = 0;

    while (low < count) {
        size_t middle = low + (count - low) / 2;

        if (sorted[middle] <= limit)
            low = middle + 1;
        else
            count = middle;
    }
    return low;
}

static double first_decade(const uint32_t *sorted, size_t count)
{
    return count && sorted[0] ? floor(log10(sorted[0])) : 0;
}

void distribution_add_curve(const uint32_t *sorted, size_t count,
                            const char *name, struct table *table,
                            struct chart_series *series)
{
    double most = count ? sorted[count - 1] : 0;
    double first = first_decade(sorted, count);
    double last = 0;

    for (int i = 0; last < most; i++) {
        double at = floor(pow(10, first + (double)i / POINTS_PER_DECADE));
        double number = fmin(at, most);
        double share = (double)distribution_count_to(sorted, count, number) /
                       (double)count;

        if (number <= last)
            continue;
        table_text(table, name);
        table_count(table, (uint64_t)number);
        table_number(table, share);
        chart_add_point(series, number, share);
        last = number;
    }
}
