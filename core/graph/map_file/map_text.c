#include "core/graph/map_file/map_text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/base/text.h"

enum field_kind {
    FIELD_TEXT,     /* char [], NUL-terminated */
    FIELD_FILLED,   /* the same; not written if empty */
    FIELD_CLASSES,  /* a line for each class of the profile */
    FIELD_EXCLUDES, /* a line for each combination of classes */
    FIELD_BOOL,     /* 0 or 1 */
    FIELD_NUMBER,   /* uint32_t */
    FIELD_BYTES,    /* uint64_t; not written if 0 */
    FIELD_KMH,      /* double */
};

/* A field of struct map. */
struct field {
    enum map_section_id section;
    const char *key;
    enum field_kind kind;
    size_t offset;
    size_t most; /* bytes of a text, or the largest number */
};

#define FIELD(section, key, kind, member, most)                                \
    {                                                                          \
        section, key, kind, offsetof(struct map, member), most                 \
    }
#define TEXT_FIELD(section, key, kind, member)                                 \
    FIELD(section, key, kind, member, sizeof(((struct map *)NULL)->member) - 1)

static const struct field fields[] = {
    TEXT_FIELD(SECTION_INFO, "unit", FIELD_TEXT, info.unit),
    TEXT_FIELD(SECTION_INFO, "source", FIELD_TEXT, info.source),
    TEXT_FIELD(SECTION_INFO, "data-version", FIELD_FILLED, info.data_version),
    TEXT_FIELD(SECTION_INFO, "generator", FIELD_FILLED, info.generator),
    FIELD(SECTION_INFO, "hierarchy-too-large-bytes", FIELD_BYTES,
          info.too_large_bytes, UINT64_MAX),

#define PROFILE(key, kind, member, most)                                       \
    FIELD(SECTION_ROAD_PROFILE, key, kind, roads.profile.member, most)
    PROFILE("name", FIELD_TEXT, name, ROAD_NAME_SIZE - 1),
    PROFILE("weight-name", FIELD_TEXT, weight_name, ROAD_NAME_SIZE - 1),
    PROFILE("class", FIELD_CLASSES, class_name, ROAD_NAME_SIZE - 1),
    PROFILE("exclude", FIELD_EXCLUDES, exclude, UINT16_MAX),
    PROFILE("continue-straight", FIELD_BOOL, continue_straight, 1),
    PROFILE("drives-left", FIELD_BOOL, drives_left, 1),
    PROFILE("weight-is-duration", FIELD_BOOL, weight_is_duration, 1),
    PROFILE("weighs-distance", FIELD_BOOL, weighs_distance, 1),
    PROFILE("max-speed-kmh", FIELD_KMH, max_speed_kmh, 0),
    PROFILE("step-ms", FIELD_NUMBER, step_ms, 1000),
    FIELD(SECTION_ROAD_PROFILE, "large-components", FIELD_NUMBER,
          roads.large_count, UINT32_MAX),
};
enum { FIELD_COUNT = sizeof(fields) / sizeof(fields[0]) };

/* ---- Writing ------------------------------------------------------------- */

static void write_text(FILE *file, const struct field *field, const char *text)
{
    char clean[sizeof(((struct map_info *)NULL)->source)];

    text_copy_line(clean, field->most + 1, text);
    if (*clean || field->kind != FIELD_FILLED)
        fprintf(file, "%s=%s\n", field->key, clean);
}

static void write_lists(FILE *file, const struct field *field,
                        const struct road_profile *profile)
{
    if (field->kind == FIELD_CLASSES) {
        for (uint32_t i = 0; i < profile->class_count; i++)
            write_text(file, field, profile->class_name[i]);
    } else {
        for (uint32_t i = 0; i < profile->exclude_count; i++)
            fprintf(file, "%s=%" PRIu16 "\n", field->key, profile->exclude[i]);
    }
}

static void write_field(FILE *file, const struct field *field,
                        const struct map *map)
{
    const void *value = (const char *)map + field->offset;

    switch (field->kind) {
    case FIELD_TEXT:
    case FIELD_FILLED:
        write_text(file, field, value);
        break;
    case FIELD_CLASSES:
    case FIELD_EXCLUDES:
        write_lists(file, field, &map->roads.profile);
        break;
    case FIELD_BOOL:
        fprintf(file, "%s=%d\n", field->key, *(const bool *)value);
        break;
    case FIELD_NUMBER:
        fprintf(file, "%s=%" PRIu32 "\n", field->key, *(const uint32_t *)value);
        break;
    case FIELD_BYTES:
        if (*(const uint64_t *)value)
            fprintf(file, "%s=%" PRIu64 "\n", field->key,
                    *(const uint64_t *)value);
        break;
    case FIELD_KMH:
        fprintf(file, "%s=%.17g\n", field->key, *(const double *)value);
        break;
    }
}

int map_text_write(const struct map *map, enum map_section_id id,
                   char **ret_text, size_t *ret_size)
{
    FILE *file;

    *ret_text = NULL;
    file = open_memstream(ret_text, ret_size);
    if (!file)
        return -ENOMEM;
    for (int i = 0; i < FIELD_COUNT; i++) {
        if (fields[i].section == id)
            write_field(file, &fields[i], map);
    }
    for (int i = 0; i < COUNT_KINDS && id == SECTION_REPORT; i++)
        fprintf(file, "%s=%" PRIu64 "\n",
                import_count_name((enum import_count)i), map->report.count[i]);
    return memory_stream_close(file, ret_text);
}

/* ---- Reading ------------------------------------------------------------- */

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

static int take_text(const struct key_line *line, size_t most, char *ret_text,
                     struct error *error)
{
    if (line->value_size > most)
        return error_set(error, -EINVAL,
                         "a value of %zu bytes, %zu are allowed",
                         line->value_size, most);
    if (!text_is_line(line->value, line->value_size))
        return error_set(error, -EINVAL, "a value that is not UTF-8");
    memcpy(ret_text, line->value, line->value_size);
    ret_text[line->value_size] = '\0';
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

static int take_number(const struct key_line *line, uint64_t most,
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

static int take_double(const struct key_line *line, double *ret_number,
                       struct error *error)
{
    char text[NUMBER_SIZE];

    if (!copy_number(line, text) || !parse_double(text, ret_number))
        return error_set(error, -EINVAL, "a value that is not a number");
    return 0;
}

static int take_class(const struct key_line *line, struct road_profile *profile,
                      struct error *error)
{
    if (profile->class_count == ROAD_CLASSES_MAX)
        return error_set(error, -EINVAL, "more than %d classes",
                         ROAD_CLASSES_MAX);
    return take_text(line, ROAD_NAME_SIZE - 1,
                     profile->class_name[profile->class_count++], error);
}

static int take_exclude(uint64_t bits, struct road_profile *profile,
                        struct error *error)
{
    if (profile->exclude_count == ROAD_EXCLUDES_MAX)
        return error_set(error, -EINVAL, "more than %d exclusions",
                         ROAD_EXCLUDES_MAX);
    profile->exclude[profile->exclude_count++] = (uint16_t)bits;
    return 0;
}

static int take_field(const struct key_line *line, const struct field *field,
                      struct map *map, struct error *error)
{
    void *value = (char *)map + field->offset;
    uint64_t number = 0;
    int r;

    if (field->kind <= FIELD_FILLED)
        return take_text(line, field->most, value, error);
    if (field->kind == FIELD_CLASSES)
        return take_class(line, &map->roads.profile, error);
    if (field->kind == FIELD_KMH)
        return take_double(line, value, error);
    r = take_number(line, field->most, &number, error);
    if (r)
        return r;
    if (field->kind == FIELD_EXCLUDES)
        return take_exclude(number, &map->roads.profile, error);
    if (field->kind == FIELD_BOOL)
        *(bool *)value = number;
    else if (field->kind == FIELD_NUMBER)
        *(uint32_t *)value = (uint32_t)number;
    else
        *(uint64_t *)value = number;
    return 0;
}

static int take_line(const struct key_line *line, enum map_section_id id,
                     struct map *map, struct error *error)
{
    for (int i = 0; i < FIELD_COUNT; i++) {
        if (fields[i].section == id && key_line_is(line, fields[i].key))
            return take_field(line, &fields[i], map, error);
    }
    for (int i = 0; i < COUNT_KINDS && id == SECTION_REPORT; i++) {
        if (key_line_is(line, import_count_name((enum import_count)i)))
            return take_number(line, UINT64_MAX, &map->report.count[i], error);
    }
    return 0;
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

int map_text_read(const char *text, size_t size, enum map_section_id id,
                  struct map *map, struct error *error)
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
            r = take_line(&line, id, map, error);
        if (r) {
            error_prefix(error, "line %u", number);
            return r;
        }
        begin = line_end + 1;
    }
    return check_excludes(&map->roads.profile, error);
}
