/* contour: traces the boundary cell by cell.
 *
 * Sides and corners of a cell are numbered counterclockwise: corner 0 is
 * south-west, side k lies between the corners k and k + 1. A line that enters
 * by side k has corner k inside, on its left, and corner k + 1 outside. */
#include "core/service/isochrone/contour.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/union_find.h"

/* Minimum distance of lines from nodes, in cells: it keeps all their points
 * distinct, even after rounding. */
static const double APART = 0.01;

struct tracer {
    const float *value;
    uint32_t columns;
    uint32_t rows;
    uint8_t *seen; /* [rows * columns] for the line between a node and the next
                      in its row */
    struct contour contour;
};

/* The position of a line: about to enter a cell by one of its sides. */
struct stand {
    size_t cell; /* its south-western node */
    unsigned side;
};

static bool inside(const struct tracer *tracer, size_t node)
{
    return tracer->value[node] >= 0;
}

static size_t corner(const struct tracer *tracer, size_t cell, unsigned index)
{
    index &= 3;
    return cell + (index == 1 || index == 2) +
           (index >= 2 ? tracer->columns : 0);
}

static bool joined(const struct tracer *tracer, size_t cell)
{
    const float *south = tracer->value + cell;
    const float *north = south + tracer->columns;

    return (south[0] + north[1]) + (south[1] + north[0]) >= 0;
}

/* ---- Connected parts ---------------------------------------------------- */

static void connect(struct tracer *tracer, size_t a, size_t b)
{
    uint32_t *parent = tracer->contour.parent;
    uint32_t i = union_find_root(parent, (uint32_t)a);
    uint32_t j = union_find_root(parent, (uint32_t)b);

    if (i < j)
        parent[j] = i;
    else
        parent[i] = j;
}

/* Joins a node inside with the earlier nodes that it is connected with. */
static void connect_back(struct tracer *tracer, size_t node)
{
    size_t south = node - tracer->columns;

    if (inside(tracer, node - 1))
        connect(tracer, node, node - 1);
    if (inside(tracer, south))
        connect(tracer, node, south);
    else if (inside(tracer, south - 1) && !inside(tracer, node - 1) &&
             joined(tracer, south - 1))
        connect(tracer, node, south - 1);
    if (inside(tracer, south + 1) && !inside(tracer, south) &&
        !inside(tracer, node + 1) && joined(tracer, south))
        connect(tracer, node, south + 1);
}

static void connect_all(struct tracer *tracer)
{
    for (uint32_t row = 1; row + 1 < tracer->rows; row++) {
        size_t first = (size_t)row * tracer->columns;

        for (size_t node = first + 1; node + 1 < first + tracer->columns;
             node++) {
            if (!inside(tracer, node))
                continue;
            tracer->contour.parent[node] = (uint32_t)node;
            connect_back(tracer, node);
        }
    }
}

/* ---- Lines -------------------------------------------------------------- */

/* The side where a line leaves, from the side where it entered. */
static unsigned side_out(const struct tracer *tracer, struct stand stand)
{
    unsigned k = stand.side;
    bool second = inside(tracer, corner(tracer, stand.cell, k + 2));
    bool third = inside(tracer, corner(tracer, stand.cell, k + 3));

    if (second && !third && !joined(tracer, stand.cell))
        return (k + 3) & 3;
    if (second)
        return (k + 1) & 3;
    return (third ? k + 2 : k + 3) & 3;
}

/* Moves into the cell beyond a side. */
static struct stand cross(const struct tracer *tracer, size_t cell,
                          unsigned side)
{
    switch (side) {
    case 0:
        return (struct stand){cell - tracer->columns, 2};
    case 1:
        return (struct stand){cell + 1, 3};
    case 2:
        return (struct stand){cell + tracer->columns, 0};
    default:
        return (struct stand){cell - 1, 1};
    }
}

/* Where a line crosses the side that it enters by. */
static struct contour_point crossing(const struct tracer *tracer,
                                     struct stand stand)
{
    size_t from = corner(tracer, stand.cell, stand.side);
    size_t to = corner(tracer, stand.cell, stand.side + 1);
    double share =
        tracer->value[from] / ((double)tracer->value[from] - tracer->value[to]);
    double x = (double)(from % tracer->columns);
    double y = (double)(from / tracer->columns);

    share = fmin(fmax(share, APART), 1 - APART);
    return (struct contour_point){
        x + share * ((double)(to % tracer->columns) - x),
        y + share * ((double)(to / tracer->columns) - y)};
}

static int add_point(struct contour *contour, struct contour_point point)
{
    return array_append(&contour->point, &contour->point_count,
                        &contour->point_capacity, &point, sizeof(point));
}

static double area_of(const struct contour_point *point, size_t count)
{
    double twice = 0;

    for (size_t i = 0, before = count - 1; i < count; before = i++)
        twice += (point[before].x - point[0].x) * (point[i].y - point[0].y) -
                 (point[i].x - point[0].x) * (point[before].y - point[0].y);
    return twice / 2;
}

static int add_ring(struct contour *contour, size_t first, uint32_t label)
{
    size_t count = contour->point_count - first;
    struct contour_ring ring = {first, count, label,
                                area_of(contour->point + first, count), false};

    return array_append(&contour->ring, &contour->ring_count,
                        &contour->ring_capacity, &ring, sizeof(ring));
}

static void see(struct tracer *tracer, struct stand stand)
{
    if (stand.side % 2 == 0)
        tracer->seen[stand.cell + (stand.side ? tracer->columns : 0)] = 1;
}

static int trace_ring(struct tracer *tracer, struct stand start)
{
    struct stand stand = start;
    size_t first = tracer->contour.point_count;
    uint32_t label =
        union_find_root(tracer->contour.parent,
                        (uint32_t)corner(tracer, start.cell, start.side));

    do {
        if (add_point(&tracer->contour, crossing(tracer, stand)))
            return -ENOMEM;
        see(tracer, stand);
        stand = cross(tracer, stand.cell, side_out(tracer, stand));
    } while (stand.cell != start.cell || stand.side != start.side);
    return add_ring(&tracer->contour, first, label);
}

/* Every ring crosses a row, since it encloses some node. */
static int trace_all(struct tracer *tracer)
{
    size_t count = (size_t)tracer->rows * tracer->columns;

    for (size_t node = 0; node + 1 < count; node++) {
        bool in = inside(tracer, node);
        struct stand stand = {node, 0};

        if (in == inside(tracer, node + 1) || tracer->seen[node])
            continue;
        if (!in) /* it runs south, into the cell below */
            stand = (struct stand){node - tracer->columns, 2};
        if (trace_ring(tracer, stand))
            return -ENOMEM;
    }
    return 0;
}

static int compare_rings(const void *a, const void *b)
{
    const struct contour_ring *first = a;
    const struct contour_ring *second = b;

    if (first->label != second->label)
        return first->label < second->label ? -1 : 1;
    if ((first->area < 0) != (second->area < 0))
        return first->area < 0 ? 1 : -1;
    return first->first < second->first ? -1 : 1;
}

int contour_trace(const float *value, uint32_t columns, uint32_t rows,
                  struct contour *ret_contour)
{
    size_t count = (size_t)columns * rows;
    struct tracer tracer = {.value = value, .columns = columns, .rows = rows};
    int r = -ENOMEM;

    tracer.contour.parent = array_alloc(count, sizeof(*tracer.contour.parent));
    tracer.seen = array_zero(count, sizeof(*tracer.seen));
    if (tracer.contour.parent && tracer.seen) {
        connect_all(&tracer);
        r = trace_all(&tracer);
    }
    free(tracer.seen);
    if (r) {
        contour_finish(&tracer.contour);
        return r;
    }
    if (tracer.contour.ring_count)
        qsort(tracer.contour.ring, tracer.contour.ring_count,
              sizeof(*tracer.contour.ring), compare_rings);
    *ret_contour = tracer.contour;
    return 0;
}

void contour_finish(struct contour *contour)
{
    free(contour->point);
    free(contour->ring);
    free(contour->parent);
    *contour = (struct contour){.point = NULL};
}

/* ---- Small parts -------------------------------------------------------- */

static double largest_area(const struct contour *contour)
{
    double largest = 0;

    for (size_t i = 0; i < contour->ring_count; i++)
        largest = fmax(largest, contour->ring[i].area);
    return largest;
}

/* The outer ring of this label, which comes before its holes. */
static const struct contour_ring *ring_around(const struct contour *contour,
                                              uint32_t label)
{
    return &contour->ring[array_lower_bound(
        contour->ring, sizeof(*contour->ring),
        offsetof(struct contour_ring, label), contour->ring_count, label)];
}

static bool is_lost(const struct contour *around, uint32_t node)
{
    return around &&
           ring_around(around, union_find_root(around->parent, node))->left_out;
}

void denoise(struct contour *contour, double share,
             const struct contour *around)
{
    double least = share * largest_area(contour);
    bool lost = false;

    for (size_t i = 0; i < contour->ring_count; i++) {
        struct contour_ring *ring = &contour->ring[i];

        if (ring->area > 0)
            lost = ring->area < least || is_lost(around, ring->label);
        ring->left_out = lost || fabs(ring->area) < least;
    }
}
