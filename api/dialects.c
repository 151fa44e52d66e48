/* The list. A new dialect is a folder with a struct dialect, and a row here. */
#include "api/dialects.h"

#include "api/osrm/osrm.h"
#include "api/page/page.h"
#include "api/v1/v1.h"

const struct dialect *const api_dialects[] = {
    &dialect_v1,
    &dialect_osrm,
    &dialect_page,
    NULL,
};
