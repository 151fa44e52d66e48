/* osm_format: the forms that OpenStreetMap data has in files. */
#include "core/graph/import/osm/file/osm_format.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* .osh is .osm with all versions. */
static const struct {
    const char *ending;
    enum osm_format format;
} formats[] = {
    {"pbf", FORMAT_PBF}, {"osm", FORMAT_XML}, {"osh", FORMAT_XML},
    {"o5m", FORMAT_O5M}, {"opl", FORMAT_OPL},
};

/* Those of core/base/compressed_source. */
static const char *const compressions[] = {"gz", "bz2", "zst"};

/* Whether the first `size` bytes of a name are the ending, or end in a point
 * and the ending. */
static bool ends_in(const char *name, size_t size, const char *ending)
{
    size_t length = strlen(ending);

    if (size < length || memcmp(name + size - length, ending, length) != 0)
        return false;
    return size == length || name[size - length - 1] == '.';
}

static enum osm_format find_format(const char *name, size_t size)
{
    for (size_t i = 0; i < COUNT_OF(formats); i++) {
        if (ends_in(name, size, formats[i].ending))
            return formats[i].format;
    }
    return FORMAT_NONE;
}

enum osm_format osm_format_plain(const char *name)
{
    return find_format(name, strlen(name));
}

enum osm_format osm_format_of(const char *name)
{
    size_t size = strlen(name);

    for (size_t i = 0; i < COUNT_OF(compressions); i++) {
        size_t length = strlen(compressions[i]);

        if (size > length && ends_in(name, size, compressions[i]))
            return find_format(name, size - length - 1);
    }
    return find_format(name, size);
}

const char *osm_format_name(enum osm_format format)
{
    static const char *const names[] = {
        [FORMAT_PBF] = "pbf",
        [FORMAT_XML] = "xml",
        [FORMAT_O5M] = "o5m",
        [FORMAT_OPL] = "opl",
    };

    return names[format];
}
