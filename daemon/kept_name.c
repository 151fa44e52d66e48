/* kept_name: what an imported map is called in the cache directory. */
#include "daemon/kept_name.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <xxhash.h>

#include "core/graph/import/osm/osm_import.h"
#include "core/graph/map_file/map_file.h"

static const char suffix[] = ".rlx";
static const char suffix_begun[] = ".tmp";

/* A field with the '-' or '.' after it; four follow the '@'. */
enum { DIGITS = 16, FIELD_SIZE = DIGITS + 1, FIELDS_SIZE = 4 * FIELD_SIZE };

enum field { FIELD_SOURCE, FIELD_DATA, FIELD_PROFILES, FIELD_MADE };

static uint64_t hash_text(const char *text)
{
    return XXH3_64bits(text, strlen(text));
}

static uint64_t hash_data(const struct stat *data)
{
    const int64_t numbers[] = {(int64_t)data->st_ino, data->st_size,
                               data->st_mtim.tv_sec, data->st_mtim.tv_nsec};

    return XXH3_64bits(numbers, sizeof(numbers));
}

static uint64_t hash_made(const struct profile_list *profiles)
{
    const uint64_t numbers[] = {profile_list_checksum(profiles),
                                OSM_IMPORT_VERSION, MAP_FILE_VERSION};

    return XXH3_64bits(numbers, sizeof(numbers));
}

int kept_name_find(const struct map_setting *map,
                   const struct profile_list *profiles,
                   struct kept_name *ret_name, struct error *error)
{
    char *path = realpath(map->path, NULL);
    struct stat data;

    if (!path || stat(path, &data)) {
        int r = error_errno(error, "'%s'", map->path);

        free(path);
        return r;
    }
    snprintf(ret_name->text, sizeof(ret_name->text),
             "%s@%016" PRIx64 "-%016" PRIx64 "-%016" PRIx64 "-%016" PRIx64 "%s",
             map->name, hash_text(path), hash_data(&data),
             profile_list_identity(profiles), hash_made(profiles), suffix);
    free(path);
    return 0;
}

/* ---- Others -------------------------------------------------------------- */

/* The fields of a name of the same map, NULL where it is of another. */
static const char *fields_of(const struct kept_name *name, const char *other)
{
    size_t length = strcspn(name->text, "@") + 1;

    if (strncmp(other, name->text, length) != 0 ||
        strlen(other) < length + FIELDS_SIZE)
        return NULL;
    return other + length;
}

static bool same(const char *a, const char *b, enum field field)
{
    size_t at = (size_t)field * FIELD_SIZE;

    return !memcmp(a + at, b + at, DIGITS);
}

bool kept_name_outdates(const struct kept_name *name, const char *other)
{
    const char *ours = fields_of(name, name->text);
    const char *theirs = fields_of(name, other);

    if (!theirs || strcmp(theirs + FIELDS_SIZE - 1, suffix) != 0 ||
        !same(ours, theirs, FIELD_SOURCE))
        return false;
    return !same(ours, theirs, FIELD_DATA) ||
           (same(ours, theirs, FIELD_PROFILES) &&
            !same(ours, theirs, FIELD_MADE));
}

bool kept_name_is_begun(const struct kept_name *name, const char *other)
{
    const char *theirs = fields_of(name, other);
    size_t length = strlen(other);
    size_t ending = strlen(suffix_begun);

    return theirs && same(fields_of(name, name->text), theirs, FIELD_SOURCE) &&
           !strcmp(other + length - ending, suffix_begun);
}
