/* geos_context: what GEOS's functions are called with; inside isochrone/.
 *
 * Of them GEOS_init_r alone lets C++'s exceptions out, which no C may meet. */
#ifndef RELAXD_SERVICE_ISOCHRONE_GEOS_CONTEXT_H
#define RELAXD_SERVICE_ISOCHRONE_GEOS_CONTEXT_H

#include <geos_c.h>

#ifdef __cplusplus
extern "C" {
#endif

/* For GEOS_finish_r(). NULL: out of memory. */
GEOSContextHandle_t geos_context_create(void);

#ifdef __cplusplus
}
#endif

#endif
