/* geos_context: the handle that GEOS's functions take; inside isochrone/.
 *
 * Among them only GEOS_init_r throws C++ exceptions, which must not reach C. */
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
