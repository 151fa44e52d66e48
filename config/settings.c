#include "config/settings.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/setting.h"
#include "core/base/array.h"

static const char name_characters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                      "abcdefghijklmnopqrstuvwxyz"
                                      "0123456789._-";

void settings_init(struct settings *settings)
{
    struct error error;

    memset(settings, 0, sizeof(*settings));
    for (size_t i = 0; i < setting_count(); i++) {
        if (setting_set(setting_at(i), setting_at(i)->fallback, settings,
                        &error))
            abort(); /* the table is inconsistent; a test prevents that */
    }
}

static void map_finish(struct map_setting *map)
{
    free(map->name);
    free(map->path);
    free(map->place);
}

void settings_clear_maps(struct settings *settings)
{
    for (size_t i = 0; i < settings->map_count; i++)
        map_finish(&settings->maps[i]);
    settings->map_count = 0;
}

static void option_finish(struct option_setting *option)
{
    free(option->name);
    free(option->value);
    free(option->place);
}

void settings_finish(struct settings *settings)
{
    settings_clear_maps(settings);
    free(settings->maps);
    for (size_t i = 0; i < settings->option_count; i++)
        option_finish(&settings->options[i]);
    free(settings->options);
    for (size_t i = 0; settings->places && i < setting_count(); i++)
        free(settings->places[i]);
    free(settings->places);
}

static int check_name(const struct settings *settings, const char *name,
                      struct error *error)
{
    size_t length = strlen(name);

    if (!length || length >= SETTING_NAME_SIZE ||
        strspn(name, name_characters) != length)
        return error_set(error, -EINVAL,
                         "map name '%s' is not 1 to %d of A-Z a-z 0-9 . _ -; "
                         "name it with NAME=FILE",
                         name, SETTING_NAME_SIZE - 1);
    for (size_t i = 0; i < settings->map_count; i++) {
        if (!strcmp(settings->maps[i].name, name))
            return error_set(error, -EINVAL,
                             "two maps are called '%s'; name one of them with "
                             "NAME=FILE",
                             name);
    }
    return 0;
}

static int append_map(struct settings *settings, const char *name,
                      const char *path, const char *place, struct error *error)
{
    struct map_setting map;

    if (array_reserve(&settings->maps, &settings->map_capacity,
                      settings->map_count + 1, sizeof(map)))
        return error_no_memory(error);
    map = (struct map_setting){strdup(name), strdup(path), strdup(place)};
    if (!map.name || !map.path || !map.place) {
        map_finish(&map);
        return error_no_memory(error);
    }
    settings->maps[settings->map_count++] = map;
    return 0;
}

int settings_add_named_map(struct settings *settings, const char *name,
                           const char *path, const char *place,
                           struct error *error)
{
    int r = check_name(settings, name, error);

    if (r)
        return r;
    if (!*path)
        return error_set(error, -EINVAL, "map '%s' has no file", name);
    return append_map(settings, name, path, place, error);
}

/* The suffix of an OpenStreetMap file, so that "x.osm.pbf" gets the name "x";
 * else NULL. */
static const char *find_osm_suffix(const char *base)
{
    static const char *const suffixes[] = {".osm.", ".o5m.", ".opl."};

    for (size_t i = 0; i < sizeof(suffixes) / sizeof(*suffixes); i++) {
        const char *found = strstr(base, suffixes[i]);

        if (found && !strchr(found + strlen(suffixes[i]), '.'))
            return found;
    }
    return NULL;
}

/* "dir/ny.rlx" gets the name "ny". */
static void name_from_path(const char *path, char name[SETTING_NAME_SIZE])
{
    const char *base = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    const char *osm = find_osm_suffix(base);
    const char *dot = osm ? osm : strrchr(base, '.');
    size_t length = dot && dot != base ? (size_t)(dot - base) : strlen(base);

    if (length >= SETTING_NAME_SIZE)
        length = SETTING_NAME_SIZE - 1;
    memcpy(name, base, length);
    name[length] = '\0';
}

int settings_add_map_file(struct settings *settings, const char *path,
                          const char *place, struct error *error)
{
    char name[SETTING_NAME_SIZE];

    name_from_path(path, name);
    for (char *c = name + strspn(name, name_characters); *c;
         c += strspn(c, name_characters))
        *c = '_';
    return settings_add_named_map(settings, name, path, place, error);
}

int settings_add_map(struct settings *settings, const char *text,
                     const char *place, struct error *error)
{
    size_t name_length = strspn(text, name_characters);
    char name[SETTING_NAME_SIZE];

    if (text[name_length] != '=')
        return settings_add_map_file(settings, text, place, error);
    if (name_length >= sizeof(name))
        return error_set(error, -EINVAL,
                         "map name of %zu characters, %d are allowed",
                         name_length, SETTING_NAME_SIZE - 1);
    memcpy(name, text, name_length);
    name[name_length] = '\0';
    return settings_add_named_map(settings, name, text + name_length + 1, place,
                                  error);
}

int settings_add_named_option(struct settings *settings, const char *name,
                              const char *value, const char *place,
                              struct error *error)
{
    struct option_setting option;

    if (!*name || !*value)
        return error_set(error, -EINVAL,
                         "option '%.80s' has no %s; write SOLVER.OPTION=VALUE",
                         name, *name ? "value" : "name");
    if (array_reserve(&settings->options, &settings->option_capacity,
                      settings->option_count + 1, sizeof(option)))
        return error_no_memory(error);
    option =
        (struct option_setting){strdup(name), strdup(value), strdup(place)};
    if (!option.name || !option.value || !option.place) {
        option_finish(&option);
        return error_no_memory(error);
    }
    settings->options[settings->option_count++] = option;
    return 0;
}

static bool ends_in(const char *name, size_t length, const char *ending)
{
    size_t size = strlen(ending);

    return length > size && !strncmp(name + length - size, ending, size);
}

/* What core/graph/import/osm/file knows by its name, or relaxd's own. */
static int is_map_name(const struct dirent *entry)
{
    static const char *const packed[] = {".gz", ".bz2", ".zst"};
    static const char *const osm[] = {".pbf", ".osm", ".osh", ".o5m", ".opl"};
    const char *name = entry->d_name;
    size_t length = strlen(name);

    if (*name == '.')
        return false;
    if (ends_in(name, length, ".rlx"))
        return true;
    for (size_t i = 0; i < sizeof(packed) / sizeof(*packed); i++) {
        if (ends_in(name, length, packed[i])) {
            length -= strlen(packed[i]);
            break;
        }
    }
    for (size_t i = 0; i < sizeof(osm) / sizeof(*osm); i++) {
        if (ends_in(name, length, osm[i]))
            return true;
    }
    return false;
}

static int add_from_directory(struct settings *settings, const char *directory,
                              const char *name, const char *place,
                              struct error *error)
{
    char *path;
    int r;

    if (asprintf(&path, "%s/%s", directory, name) < 0)
        return error_no_memory(error);
    r = settings_add_map_file(settings, path, place, error);
    free(path);
    if (r)
        error_prefix(error, "'%s' in '%s'", name, directory);
    return r;
}

int settings_add_maps_directory(struct settings *settings, const char *path,
                                const char *place, struct error *error)
{
    struct dirent **entries;
    int count = scandir(path, &entries, is_map_name, alphasort);
    int r = 0;

    if (count < 0)
        return error_errno(error, "%s: read '%s'", place, path);
    if (!count)
        r = error_set(error, -EINVAL,
                      "%s: no map is in '%s'; put a file there that ends in "
                      ".rlx, .osm.pbf, .osm, .o5m or .opl, or name one with "
                      "--map FILE",
                      place, path);
    for (int i = 0; i < count; i++) {
        if (!r)
            r = add_from_directory(settings, path, entries[i]->d_name, place,
                                   error);
        free(entries[i]);
    }
    free(entries);
    return r;
}

int settings_add_option(struct settings *settings, const char *text,
                        const char *place, struct error *error)
{
    const char *equals = strchrnul(text, '=');
    char *name = strndup(text, (size_t)(equals - text));
    int r;

    if (!name)
        return error_no_memory(error);
    r = settings_add_named_option(settings, name, *equals ? equals + 1 : "",
                                  place, error);
    free(name);
    return r;
}

/* ---- Mistakes ----------------------------------------------------------- */

void mistakes_add(struct mistakes *mistakes, const struct error *error)
{
    if (mistakes->count < MISTAKES_MAX)
        mistakes->found[mistakes->count] = *error;
    mistakes->count++;
}

void mistakes_print(const struct mistakes *mistakes, FILE *to)
{
    for (size_t i = 0; i < mistakes->count && i < MISTAKES_MAX; i++)
        fprintf(to, "relaxd: %s\n", mistakes->found[i].text);
    if (mistakes->count > MISTAKES_MAX)
        fprintf(to, "relaxd: and %zu more\n", mistakes->count - MISTAKES_MAX);
}
