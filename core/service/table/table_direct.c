/* table_direct: ways along a single edge, from a table's sources to its
 * targets.
 */
#include "core/base/array.h"
#include "core/service/table/table_ends.h"

/* Points by row: where a row's begin. */
static size_t first_point_of(const struct table_points *points, size_t row)
{
    return array_lower_bound(points->list, sizeof(*points->list),
                             offsetof(struct table_point, index), points->count,
                             (uint32_t)row);
}

static struct label way_between(const struct place_point *start,
                                const struct place_point *stop)
{
    uint64_t length_mm = start->left.length_mm - stop->left.length_mm;

    return (struct label){
        start->left.weight - stop->left.weight,
        {
            start->left.duration_ms - stop->left.duration_ms,
            length_mm < SUM_NONE ? (uint32_t)length_mm : SUM_NONE,
        },
    };
}

/* `sums` may be NULL, then the cost alone counts. */
static void lower(struct label way, uint32_t *cost, struct path_sums *sums)
{
    struct label before = {*cost, sums ? *sums : way.sums};

    if (!label_less(way, before))
        return;
    *cost = way.cost;
    if (sums)
        *sums = way.sums;
}

void table_ends_add_direct(const struct table_ends *ends, size_t first_row,
                           size_t count, uint32_t *cost, struct path_sums *sums)
{
    for (size_t i = first_point_of(&ends->from, first_row);
         i < ends->from.count && ends->from.list[i].index < first_row + count;
         i++) {
        const struct table_point *start = &ends->from.list[i];
        size_t row = (start->index - first_row) * ends->target_count;
        const struct table_point *end;

        for (const struct table_point *stop =
                 table_points_on(&ends->to, start->at.edge, &end);
             stop < end; stop++) {
            size_t cell = row + stop->index;

            if (point_not_after(&start->at, &stop->at))
                lower(way_between(&start->at, &stop->at), &cost[cell],
                      sums ? &sums[cell] : NULL);
        }
    }
}
