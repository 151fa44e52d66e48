/* tuned: reads and writes the file of tuned settings. */
#include "core/engine/tuned.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/atomic_file.h"
#include "core/base/line_reader.h"
#include "core/base/text.h"

static const char *const magic = "relaxd-tuned 1";

enum {
    LINE_SIZE = 256,
    FILE_SIZE = 16384,
};

/* One line, cut at its " = ". */
struct pair {
    char text[LINE_SIZE];
    char *value;
};

void tuned_key_init(struct tuned_key *key, const struct map *map,
                    const struct device *device)
{
    snprintf(key->map, sizeof(key->map), "%016" PRIx64,
             topology_checksum(&map->topology));
    key->device = device->description;
}

char *tuned_default_directory(void)
{
    return folder_default("STATE_DIRECTORY", "/var/lib/relaxd",
                          ".local/state/relaxd");
}

char *tuned_path(const char *directory, const struct tuned_key *key)
{
    char *path;
    char *device;

    if (asprintf(&path, "%s/tuned/%s-%s", directory, key->map, key->device) < 0)
        return NULL;
    device = path + strlen(path) - strlen(key->device);
    for (; *device; device++) {
        if (!isalnum((unsigned char)*device))
            *device = '-';
    }
    return path;
}

static int line_error(const char *path, const struct line_reader *lines,
                      struct error *error, const char *words)
{
    return error_set(error, -EINVAL,
                     "'%s' line %" PRIu64 ": %s; delete the file or run "
                     "'relaxctl tune' again",
                     path, lines->number, words);
}

/* Positive at the end of the file. */
static int next_text(const char *path, struct line_reader *lines,
                     struct pair *ret_pair, struct error *error)
{
    struct line line;
    size_t length;
    int r = line_reader_next(lines, &line, error);

    if (r < 0)
        error_prefix(error, "'%s'", path);
    if (r)
        return r;
    length = (size_t)(line.end - line.begin);
    if (length >= sizeof(ret_pair->text) || memchr(line.begin, '\0', length))
        return line_error(path, lines, error, "is too long or not text");
    memcpy(ret_pair->text, line.begin, length);
    ret_pair->text[length] = '\0';
    return 0;
}

static int next_pair(const char *path, struct line_reader *lines,
                     struct pair *ret_pair, struct error *error)
{
    int r = next_text(path, lines, ret_pair, error);
    char *equals;

    if (r)
        return r;
    equals = strstr(ret_pair->text, " = ");
    if (!equals)
        return line_error(path, lines, error, "is not 'name = value'");
    *equals = '\0';
    ret_pair->value = equals + 3;
    return 0;
}

/* The magic line, then one for map and device each. */
static int read_head(const char *path, struct line_reader *lines,
                     const struct tuned_key *key, struct error *error)
{
    struct pair pair;
    int r = next_text(path, lines, &pair, error);

    if (r > 0 || (!r && strcmp(pair.text, magic)))
        return line_error(path, lines, error, "is not 'relaxd-tuned 1'");
    if (!r)
        r = next_pair(path, lines, &pair, error);
    if (r > 0 ||
        (!r && (strcmp(pair.text, "map") || strcmp(pair.value, key->map))))
        return line_error(path, lines, error, "is for another map");
    if (!r)
        r = next_pair(path, lines, &pair, error);
    if (r > 0 || (!r && (strcmp(pair.text, "device") ||
                         strcmp(pair.value, key->device))))
        return line_error(path, lines, error, "is for another device");
    return r;
}

static int take_pair(const char *path, struct line_reader *lines,
                     const struct pair *pair, struct tuned *tuned,
                     struct error *error)
{
    struct solver_setting *setting = &tuned->setting[tuned->count];

    if (tuned->count == TUNED_MAX)
        return line_error(path, lines, error, "is one setting too many");
    if (strlen(pair->text) >= TUNED_NAME_SIZE || !*pair->text)
        return line_error(path, lines, error, "does not name a setting");
    if (!parse_double(pair->value, &setting->value))
        return line_error(path, lines, error, "has no number");
    setting->name = strcpy(tuned->name[tuned->count], pair->text);
    tuned->count++;
    return 0;
}

int tuned_read(const char *path, struct byte_source *source,
               const struct tuned_key *key, struct tuned *ret_tuned,
               struct error *error)
{
    struct line_reader lines;
    struct pair pair;
    int r = line_reader_init(&lines, source, error);

    if (r)
        return r;
    ret_tuned->count = 0;
    r = read_head(path, &lines, key, error);
    while (!r) {
        r = next_pair(path, &lines, &pair, error);
        if (!r)
            r = take_pair(path, &lines, &pair, ret_tuned, error);
    }
    line_reader_finish(&lines);
    if (r < 0)
        ret_tuned->count = 0;
    return r == LINE_READER_END ? 0 : r;
}

int tuned_load(const char *directory, const struct tuned_key *key,
               struct tuned *ret_tuned, struct error *error)
{
    char *path = tuned_path(directory, key);
    struct byte_source *source = NULL;
    int r;

    ret_tuned->count = 0;
    if (!path)
        return error_no_memory(error);
    if (access(path, F_OK) && (errno == ENOENT || errno == ENOTDIR)) {
        free(path);
        return TUNED_NONE;
    }
    r = file_source_open(path, &source, error);
    if (r)
        error_prefix(error, "'%s'", path);
    else
        r = tuned_read(path, source, key, ret_tuned, error);
    byte_source_destroy(source);
    free(path);
    return r;
}

static size_t compose(const struct tuned_key *key,
                      const struct solver_setting *settings,
                      size_t setting_count, char *ret_text)
{
    int used = snprintf(ret_text, FILE_SIZE, "%s\nmap = %s\ndevice = %s\n",
                        magic, key->map, key->device);

    for (size_t i = 0; i < setting_count; i++)
        used += snprintf(ret_text + used, (size_t)(FILE_SIZE - used),
                         "%.63s = %.9g\n", settings[i].name, settings[i].value);
    return (size_t)used;
}

static int make_folder(const char *path, struct error *error)
{
    char *folder = file_name_folder(path);
    int r = folder ? folder_make(folder, error) : error_no_memory(error);

    free(folder);
    return r;
}

int tuned_check(const char *directory, const struct tuned_key *key,
                struct error *error)
{
    char *path = tuned_path(directory, key);
    int r;

    if (!path)
        return error_no_memory(error);
    r = make_folder(path, error);
    if (!r)
        r = atomic_file_check(path, error);
    if (r)
        error_prefix(error, "keep tuned settings");
    free(path);
    return r;
}

int tuned_save(const char *directory, const struct tuned_key *key,
               const struct solver_setting *settings, size_t setting_count,
               struct error *error)
{
    char text[FILE_SIZE];
    char *path;
    int r;

    if (setting_count > TUNED_MAX)
        return error_set(error, -EINVAL, "more than %d settings", TUNED_MAX);
    path = tuned_path(directory, key);
    if (!path)
        return error_no_memory(error);
    r = make_folder(path, error);
    if (!r)
        r = atomic_file_put(path, text,
                            compose(key, settings, setting_count, text), error);
    if (r)
        error_prefix(error, "keep tuned settings");
    free(path);
    return r;
}

/* ---- Speeds of solvers --------------------------------------------------- */

static void line_name(const struct solver_ops *solver, size_t number,
                      char ret_name[static TUNED_NAME_SIZE])
{
    snprintf(ret_name, TUNED_NAME_SIZE, "%s.speed.%s", solver->name,
             solver_speed_names[number]);
}

static const struct solver_setting *find_line(const struct tuned *tuned,
                                              const char *name)
{
    for (size_t i = 0; i < tuned->count; i++) {
        if (!strcmp(tuned->setting[i].name, name))
            return &tuned->setting[i];
    }
    return NULL;
}

bool tuned_is_speed(const struct catalog *catalog,
                    const struct solver_setting *line)
{
    for (size_t i = 0; i < catalog->count; i++) {
        for (size_t j = 0; j < SOLVER_SPEED_NUMBERS; j++) {
            char name[TUNED_NAME_SIZE];

            line_name(catalog->solver[i], j, name);
            if (!strcmp(line->name, name))
                return true;
        }
    }
    return false;
}

int tuned_speed_find(const struct tuned *tuned, const struct solver_ops *solver,
                     struct solver_speed *ret_speed, struct error *error)
{
    struct solver_speed speed = {0};
    char missing[TUNED_NAME_SIZE] = "";
    size_t found = 0;

    for (size_t i = 0; i < SOLVER_SPEED_NUMBERS; i++) {
        const struct solver_setting *line;
        char name[TUNED_NAME_SIZE];

        line_name(solver, i, name);
        line = find_line(tuned, name);
        if (!line) {
            strcpy(missing, name);
            continue;
        }
        if (!(line->value >= 0) || !isfinite(line->value))
            return error_set(error, -EINVAL, "%s: %g is not a time", name,
                             line->value);
        *solver_speed_number(&speed, i) = line->value;
        found++;
    }
    if (!found)
        return TUNED_NONE;
    if (*missing)
        return error_set(error, -EINVAL, "%s is missing", missing);
    *ret_speed = speed;
    return 0;
}

void tuned_speed_lines(
    const struct solver_ops *solver, const struct solver_speed *speed,
    char names[static SOLVER_SPEED_NUMBERS][TUNED_NAME_SIZE],
    struct solver_setting ret_lines[static SOLVER_SPEED_NUMBERS])
{
    struct solver_speed copy = *speed;

    for (size_t i = 0; i < SOLVER_SPEED_NUMBERS; i++) {
        line_name(solver, i, names[i]);
        ret_lines[i] = (struct solver_setting){
            names[i],
            *solver_speed_number(&copy, i),
        };
    }
}
