/* importers: the list of all. */
#include "core/graph/import/dimacs/dimacs.h"
#include "core/graph/import/importer.h"
#include "core/graph/import/osm/osm_import.h"
#include "core/graph/import/raster/raster_map.h"

const struct importer_ops *const importers[] = {
    &osm_importer,
    &raster_importer,
    /* Last: it takes whatever is left. */
    &dimacs_importer,
};
const size_t importer_count = sizeof(importers) / sizeof(importers[0]);

const struct importer_ops *importer_find(const char *path,
                                         const struct import_request *request)
{
    size_t i = 0;

    while (i + 1 < importer_count && !importers[i]->detects(path, request))
        i++;
    return importers[i];
}

const struct importer_ops *importer_of_name(const char *path)
{
    static const struct import_request nothing;
    const struct importer_ops *ops = importer_find(path, &nothing);

    return ops->known_by ? ops : NULL;
}
