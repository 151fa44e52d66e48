/* denoise: what is too small of a contour to be drawn. */
#include "core/service/isochrone/denoise.h"

#include <math.h>

#include "core/base/array.h"

static double largest_area(const struct contour *contour)
{
    double largest = 0;

    for (size_t i = 0; i < contour->ring_count; i++)
        largest = fmax(largest, contour->ring[i].area);
    return largest;
}

/* The ring around what has this label, which comes before its holes. */
static const struct contour_ring *ring_around(const struct contour *contour,
                                              uint32_t label)
{
    return &contour->ring[array_lower_bound(
        contour->ring, sizeof(*contour->ring),
        offsetof(struct contour_ring, label), contour->ring_count, label)];
}

static bool is_lost(const struct contour *around, uint32_t node)
{
    return around && ring_around(around, contour_label(around, node))->left_out;
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
