/* geos_context: what GEOS's functions are called with. */
#include "core/service/isochrone/geos_context.h"

#include <exception>

GEOSContextHandle_t geos_context_create(void)
{
    try {
        return GEOS_init_r();
    } catch (const std::exception &) {
        return nullptr;
    }
}
