/* dimacs_foreign: what is no DIMACS text, told by its first bytes. */
#include "core/graph/import/dimacs_foreign.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "core/graph/import/raster.h"
#include "core/graph/map_file/map_file.h"

/* How many bytes are looked at for what must be at the front, and for the name
 * of an OSM PBF file's first block, which a length and a tag come before. */
enum { FRONT_SIZE = 4, OSM_FRONT_SIZE = 64 };

static bool is_osm_pbf(const char *bytes, size_t size)
{
    static const char name[] = "OSMHeader";
    size_t front = size < OSM_FRONT_SIZE ? size : OSM_FRONT_SIZE;

    return memmem(bytes, front, name, strlen(name));
}

static bool is_control(unsigned char byte)
{
    return byte == 0x7f ||
           (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r');
}

/* A later byte above 0x7f may be a letter in a comment; the first starts
 * neither a comment nor anything else. */
static bool is_binary(const char *bytes, size_t size)
{
    bool binary = size && (unsigned char)bytes[0] >= 0x80;

    for (size_t i = 0; i < size && i < FRONT_SIZE; i++)
        binary |= is_control((unsigned char)bytes[i]);
    return binary;
}

/* NULL: nothing that is known. */
static const char *name_foreign(const char *bytes, size_t size)
{
    if (size && bytes[0] == '<')
        return "XML; OpenStreetMap data is imported from a file whose name "
               "ends in .osm";
    if (raster_has_mark(bytes, size))
        return "a cost raster, which is imported with --grid";
    if (!is_binary(bytes, size))
        return NULL;
    if (map_has_magic(bytes, size))
        return "a map of relaxd (.rlx)";
    if (is_osm_pbf(bytes, size))
        return "OpenStreetMap data, to be imported from a file whose name ends "
               "in .osm.pbf";
    return "binary data";
}

int dimacs_refuse_foreign(const char *bytes, size_t size, struct error *error)
{
    const char *name = name_foreign(bytes, size);

    if (!name)
        return 0;
    return error_set(error, -EINVAL, "this is no DIMACS text but %s", name);
}
