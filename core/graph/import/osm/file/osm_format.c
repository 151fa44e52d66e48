/* osm_format: the forms that OpenStreetMap data has in files. */
#include "core/graph/import/osm/file/osm_format.h"

#include <ctype.h>
#include <errno.h>
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

/* ---- By their first bytes ------------------------------------------------ */

static bool begins(const char *bytes, size_t size, const char *with,
                   size_t length)
{
    return size >= length && !memcmp(bytes, with, length);
}

/* The size of a block's header, then that: its type, of nine characters. */
static bool is_pbf(const char *bytes, size_t size)
{
    static const char type[] = "\n\tOSMHeader";
    enum { SIZE_SIZE = 4 };

    return size > SIZE_SIZE &&
           begins(bytes + SIZE_SIZE, size - SIZE_SIZE, type, sizeof(type) - 1);
}

static bool is_o5m(const char *bytes, size_t size)
{
    return begins(bytes, size, "\xff\xe0\x04o5m2", 7) ||
           begins(bytes, size, "\xff\xe0\x04o5c2", 7);
}

static bool is_xml(const char *bytes, size_t size)
{
    static const char mark[] = "\xef\xbb\xbf";
    size_t at =
        begins(bytes, size, mark, sizeof(mark) - 1) ? sizeof(mark) - 1 : 0;

    while (at < size && isspace((unsigned char)bytes[at]))
        at++;
    return at < size && bytes[at] == '<';
}

/* "n17 v3 ...": what it is and its id. */
static bool is_opl(const char *bytes, size_t size)
{
    size_t at = 1;

    if (!size || !memchr("nwr", bytes[0], 3))
        return false;
    while (at < size && isdigit((unsigned char)bytes[at]))
        at++;
    return at > 1 && at < size && bytes[at] == ' ';
}

int osm_format_check(const void *bytes, size_t size, enum osm_format format,
                     struct error *error)
{
    static const struct {
        enum osm_format format;
        bool (*is)(const char *bytes, size_t size);
        const char *words;
    } marks[] = {
        {FORMAT_PBF, is_pbf, "looks like PBF: name it .osm.pbf"},
        {FORMAT_XML, is_xml, "looks like XML: name it .osm"},
        {FORMAT_O5M, is_o5m, "looks like o5m: name it .o5m"},
        {FORMAT_OPL, is_opl, "looks like OPL: name it .opl"},
    };

    for (size_t i = 0; i < COUNT_OF(marks); i++) {
        if (marks[i].format != format && marks[i].is(bytes, size))
            return error_set(error, -EINVAL, "%s", marks[i].words);
    }
    return 0;
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
