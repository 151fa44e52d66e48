/* geos_context: catches the exceptions of GEOS_init_r. */
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
