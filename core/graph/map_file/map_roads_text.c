/* map_roads_text: what is not arrays of a map's roads, as text. */
#include "core/graph/map_file/map_roads_text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/base/memory_stream.h"
#include "core/base/text.h"
#include "core/graph/map_file/key_lines.h"

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
