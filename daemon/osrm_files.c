/* osrm_files: what osrm-extract makes, where a map should be. */
#include "daemon/osrm_files.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool is_of_osrm(const char *path)
{
    static const char *const suffixes[] = {".osrm", ".osrm.ebg", ".osrm.hsgr",
                                           ".osrm.mldgr"};
    size_t length = strlen(path);
    char name[4096];

    if (length > 5 && !strcmp(path + length - 5, ".osrm"))
        return true;
    for (size_t i = 0; i < sizeof(suffixes) / sizeof(*suffixes); i++) {
        snprintf(name, sizeof(name), "%s%s", path, suffixes[i]);
        if (access(name, F_OK) == 0)
            return true;
    }
    return false;
}

void osrm_files_explain(const char *path, struct error *error)
{
    struct error reason = *error;

    if (is_of_osrm(path))
        error_set(error, 0,
                  "%.300s; files that osrm-extract makes are not for relaxd: "
                  "'relaxctl import REGION.osm.pbf -o REGION.rlx' makes a map "
                  "of the same data, or give relaxd REGION.osm.pbf itself",
                  reason.text);
}
