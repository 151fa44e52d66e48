/* denoise: what is too small of a contour to be drawn.
 *
 * Parts and holes below a share of the largest part are left out, and parts
 * that lie in one that the contour around leaves out: so what is left is still
 * nested, as that contour leaves out what is larger, its holes are smaller, and
 * what lies in a hole is smaller than that. */
#ifndef RELAXD_SERVICE_ISOCHRONE_DENOISE_H
#define RELAXD_SERVICE_ISOCHRONE_DENOISE_H

#include "core/service/isochrone/contour.h"

/* Sets left_out of all rings. `around`: a contour of the same grid that holds
 * this one, and has been denoised by the same share; NULL: there is none. */
void denoise(struct contour *contour, double share,
             const struct contour *around);

#endif
