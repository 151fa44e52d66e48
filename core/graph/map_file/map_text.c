/* map_text: lines of keys and values, then each text. */
#include "core/graph/map_file/map_text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/text.h"

/* ---- Lines of keys and values -------------------------------------------- */

/* One line; nothing in it is NUL-terminated. */
struct key_line {
    const char *key;
    size_t key_size;
    const char *value;
    size_t value_size;
};

static bool key_line_is(const struct key_line *line, const char *key)
{
    return line->key_size == strlen(key) &&
           !memcmp(line->key, key, line->key_size);
}

static int split(const char *begin, const char *end, struct key_line *ret_line,
                 struct error *error)
{
    const char *equals = memchr(begin, '=', (size_t)(end - begin));

    if (!equals)
        return error_set(error, -EINVAL, "no 'key=value'");
    *ret_line = (struct key_line){
        .key = begin,
        .key_size = (size_t)(equals - begin),
        .value = equals + 1,
        .value_size = (size_t)(end - equals - 1),
    };
    return 0;
}

/* Calls `take` with the caller's context for each line. -EINVAL with the line's
 * number: no '=', no line end, or what `take` refused. */
static int key_lines_read(const char *text, size_t size,
                          int (*take)(void *context,
                                      const struct key_line *line,
                                      struct error *error),
                          void *context, struct error *error)
{
    const char *end = text + size;
    unsigned number = 1;

    for (const char *begin = text; begin < end; number++) {
        const char *line_end = memchr(begin, '\n', (size_t)(end - begin));
        struct key_line line;
        int r;

        if (!line_end)
            return error_set(error, -EINVAL, "line %u: no line end", number);
        r = split(begin, line_end, &line, error);
        if (!r)
            r = take(context, &line, error);
        if (r) {
            error_prefix(error, "line %u", number);
            return r;
        }
        begin = line_end + 1;
    }
    return 0;
}

/* Parse a value; -EINVAL with a message if it is invalid, and outputs are
 * untouched then. A text must be one line of UTF-8 and fit with its NUL. */
static int key_line_take_text(const struct key_line *line, char *field,
                              size_t field_size, struct error *error)
{
    if (line->value_size >= field_size)
        return error_set(error, -EINVAL,
                         "a value of %zu bytes, %zu are allowed",
                         line->value_size, field_size - 1);
    if (!text_is_line(line->value, line->value_size))
        return error_set(error, -EINVAL, "a value that is not UTF-8");
    memcpy(field, line->value, line->value_size);
    field[line->value_size] = '\0';
    return 0;
}

/* Room for any number; longer text, or one with a NUL, is not a number. */
enum { NUMBER_SIZE = 32 };

static bool copy_number(const struct key_line *line,
                        char number[static NUMBER_SIZE])
{
    if (line->value_size >= NUMBER_SIZE ||
        memchr(line->value, '\0', line->value_size))
        return false;
    memcpy(number, line->value, line->value_size);
    number[line->value_size] = '\0';
    return true;
}

static int key_line_take_number(const struct key_line *line, uint64_t most,
                                uint64_t *ret_number, struct error *error)
{
    char text[NUMBER_SIZE];
    uint64_t number;

    if (!copy_number(line, text) || !parse_u64(text, &number))
        return error_set(error, -EINVAL, "a value that is not a whole number");
    if (number > most)
        return error_set(error, -EINVAL,
                         "the number %" PRIu64 ", at most %" PRIu64
                         " is allowed",
                         number, most);
    *ret_number = number;
    return 0;
}

static int key_line_take_bool(const struct key_line *line, bool *ret_is,
                              struct error *error)
{
    uint64_t number = 0;
    int r = key_line_take_number(line, 1, &number, error);

    if (!r)
        *ret_is = number;
    return r;
}

static int key_line_take_double(const struct key_line *line, double *ret_number,
                                struct error *error)
{
    char text[NUMBER_SIZE];

    if (!copy_number(line, text) || !parse_double(text, ret_number))
        return error_set(error, -EINVAL, "a value that is not a number");
    return 0;
}

/* ---- Info ---------------------------------------------------------------- */

size_t map_info_to_text(const struct map_info *info,
                        char text[static MAP_INFO_TEXT_SIZE])
{
    struct map_info clean;
    size_t length;

    text_copy_line(clean.unit, sizeof(clean.unit), info->unit);
    text_copy_line(clean.source, sizeof(clean.source), info->source);
    length = (size_t)snprintf(text, MAP_INFO_TEXT_SIZE, "unit=%s\nsource=%s\n",
                              clean.unit, clean.source);
    text_copy_line(clean.data_version, sizeof(clean.data_version),
                   info->data_version);
    if (*clean.data_version)
        length += (size_t)snprintf(text + length, MAP_INFO_TEXT_SIZE - length,
                                   "data-version=%s\n", clean.data_version);
    text_copy_line(clean.generator, sizeof(clean.generator), info->generator);
    if (*clean.generator)
        length += (size_t)snprintf(text + length, MAP_INFO_TEXT_SIZE - length,
                                   "generator=%s\n", clean.generator);
    if (info->too_large_bytes)
        length += (size_t)snprintf(text + length, MAP_INFO_TEXT_SIZE - length,
                                   "hierarchy-too-large-bytes=%" PRIu64 "\n",
                                   info->too_large_bytes);
    return length;
}

static int take_line(void *context, const struct key_line *line,
                     struct error *error)
{
    struct map_info *info = context;

    if (key_line_is(line, "unit"))
        return key_line_take_text(line, info->unit, sizeof(info->unit), error);
    if (key_line_is(line, "source"))
        return key_line_take_text(line, info->source, sizeof(info->source),
                                  error);
    if (key_line_is(line, "data-version"))
        return key_line_take_text(line, info->data_version,
                                  sizeof(info->data_version), error);
    if (key_line_is(line, "generator"))
        return key_line_take_text(line, info->generator,
                                  sizeof(info->generator), error);
    if (key_line_is(line, "hierarchy-too-large-bytes"))
        return key_line_take_number(line, UINT64_MAX, &info->too_large_bytes,
                                    error);
    return 0;
}

int map_info_from_text(const char *text, size_t size, struct map_info *ret_info,
                       struct error *error)
{
    struct map_info info = {0};
    int r = key_lines_read(text, size, take_line, &info, error);

    if (!r)
        *ret_info = info;
    return r;
}

/* ---- The profile and the report of roads --------------------------------- */

static void write_name(FILE *file, const char *key, const char *name)
{
    char clean[ROAD_NAME_SIZE];

    text_copy_line(clean, sizeof(clean), name);
    fprintf(file, "%s=%s\n", key, clean);
}

static void write_profile(FILE *file, const struct roads *roads)
{
    const struct road_profile *profile = &roads->profile;

    write_name(file, "name", profile->name);
    write_name(file, "weight-name", profile->weight_name);
    for (uint32_t i = 0; i < profile->class_count; i++)
        write_name(file, "class", profile->class_name[i]);
    for (uint32_t i = 0; i < profile->exclude_count; i++)
        fprintf(file, "exclude=%" PRIu16 "\n", profile->exclude[i]);
    fprintf(file, "continue-straight=%d\n", profile->continue_straight);
    fprintf(file, "drives-left=%d\n", profile->drives_left);
    fprintf(file, "weight-is-duration=%d\n", profile->weight_is_duration);
    fprintf(file, "weighs-distance=%d\n", profile->weighs_distance);
    fprintf(file, "max-speed-kmh=%.17g\n", profile->max_speed_kmh);
    fprintf(file, "step-ms=%" PRIu32 "\n", profile->step_ms);
    fprintf(file, "large-components=%" PRIu32 "\n", roads->large_count);
}

int map_profile_to_text(const struct roads *roads, char **ret_text,
                        size_t *ret_size)
{
    FILE *file;

    *ret_text = NULL;
    file = open_memstream(ret_text, ret_size);
    if (!file)
        return -ENOMEM;
    write_profile(file, roads);
    return memory_stream_close(file, ret_text);
}

int map_report_to_text(const struct import_report *report, char **ret_text,
                       size_t *ret_size)
{
    FILE *file;

    *ret_text = NULL;
    file = open_memstream(ret_text, ret_size);
    if (!file)
        return -ENOMEM;
    for (int i = 0; i < COUNT_KINDS; i++)
        fprintf(file, "%s=%" PRIu64 "\n",
                import_count_name((enum import_count)i), report->count[i]);
    return memory_stream_close(file, ret_text);
}

static int take_class(struct road_profile *profile, const struct key_line *line,
                      struct error *error)
{
    uint32_t at = profile->class_count;

    if (at == ROAD_CLASSES_MAX)
        return error_set(error, -EINVAL, "more than %d classes",
                         ROAD_CLASSES_MAX);
    profile->class_count++;
    return key_line_take_text(line, profile->class_name[at], ROAD_NAME_SIZE,
                              error);
}

static int take_exclude(struct road_profile *profile,
                        const struct key_line *line, struct error *error)
{
    uint64_t bits = 0;
    int r = key_line_take_number(line, UINT16_MAX, &bits, error);

    if (r)
        return r;
    if (profile->exclude_count == ROAD_EXCLUDES_MAX)
        return error_set(error, -EINVAL, "more than %d exclusions",
                         ROAD_EXCLUDES_MAX);
    profile->exclude[profile->exclude_count++] = (uint16_t)bits;
    return 0;
}

static int take_uint32(uint32_t *ret_count, const struct key_line *line,
                       uint32_t most, struct error *error)
{
    uint64_t count = 0;
    int r = key_line_take_number(line, most, &count, error);

    if (!r)
        *ret_count = (uint32_t)count;
    return r;
}

static int take_profile_line(void *context, const struct key_line *line,
                             struct error *error)
{
    struct roads *roads = context;
    struct road_profile *profile = &roads->profile;

    if (key_line_is(line, "name"))
        return key_line_take_text(line, profile->name, ROAD_NAME_SIZE, error);
    if (key_line_is(line, "weight-name"))
        return key_line_take_text(line, profile->weight_name, ROAD_NAME_SIZE,
                                  error);
    if (key_line_is(line, "class"))
        return take_class(profile, line, error);
    if (key_line_is(line, "exclude"))
        return take_exclude(profile, line, error);
    if (key_line_is(line, "continue-straight"))
        return key_line_take_bool(line, &profile->continue_straight, error);
    if (key_line_is(line, "drives-left"))
        return key_line_take_bool(line, &profile->drives_left, error);
    if (key_line_is(line, "weight-is-duration"))
        return key_line_take_bool(line, &profile->weight_is_duration, error);
    if (key_line_is(line, "weighs-distance"))
        return key_line_take_bool(line, &profile->weighs_distance, error);
    if (key_line_is(line, "max-speed-kmh"))
        return key_line_take_double(line, &profile->max_speed_kmh, error);
    if (key_line_is(line, "step-ms"))
        return take_uint32(&profile->step_ms, line, 1000, error);
    if (key_line_is(line, "large-components"))
        return take_uint32(&roads->large_count, line, UINT32_MAX, error);
    return 0;
}

/* Only once all classes are known. */
static int check_excludes(const struct road_profile *profile,
                          struct error *error)
{
    for (uint32_t i = 0; i < profile->exclude_count; i++) {
        if (profile->exclude[i] >> profile->class_count)
            return error_set(error, -EINVAL,
                             "the exclusion %u has classes beyond %" PRIu32,
                             profile->exclude[i], profile->class_count);
    }
    return 0;
}

int map_profile_from_text(const char *text, size_t size,
                          struct roads *ret_roads, struct error *error)
{
    struct roads roads = {0};
    int r = key_lines_read(text, size, take_profile_line, &roads, error);

    if (!r)
        r = check_excludes(&roads.profile, error);
    if (r)
        return r;
    ret_roads->profile = roads.profile;
    ret_roads->large_count = roads.large_count;
    return 0;
}

static int take_count(void *context, const struct key_line *line,
                      struct error *error)
{
    struct import_report *report = context;

    for (int i = 0; i < COUNT_KINDS; i++) {
        if (key_line_is(line, import_count_name((enum import_count)i)))
            return key_line_take_number(line, UINT64_MAX, &report->count[i],
                                        error);
    }
    return 0;
}

int map_report_from_text(const char *text, size_t size,
                         struct import_report *ret_report, struct error *error)
{
    struct import_report report = {0};
    int r = key_lines_read(text, size, take_count, &report, error);

    if (!r)
        *ret_report = report;
    return r;
}
