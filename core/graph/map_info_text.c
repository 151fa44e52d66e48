/* map_info_text: struct map_info as the text of the section info. */
#include "core/graph/map_info_text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/base/parse.h"
#include "core/base/text.h"

size_t map_info_to_text(const struct map_info *info,
                        char text[static MAP_INFO_TEXT_SIZE])
{
    struct map_info clean;
    size_t length;

    text_copy_line(clean.unit, sizeof(clean.unit), info->unit);
    text_copy_line(clean.source, sizeof(clean.source), info->source);
    length = (size_t)snprintf(text, MAP_INFO_TEXT_SIZE, "unit=%s\nsource=%s\n",
                              clean.unit, clean.source);
    if (info->too_large_bytes)
        length += (size_t)snprintf(text + length, MAP_INFO_TEXT_SIZE - length,
                                   "hierarchy-too-large-bytes=%" PRIu64 "\n",
                                   info->too_large_bytes);
    return length;
}

static int take_number(uint64_t *field, const char *value, size_t size,
                       struct error *error)
{
    char text[24] = "";

    if (size < sizeof(text))
        memcpy(text, value, size);
    if (memchr(text, '\0', size < sizeof(text) ? size : 0) ||
        !parse_u64(text, field))
        return error_set(error, -EINVAL, "a value that is no whole number");
    return 0;
}

static int take_value(char *field, size_t field_size, const char *value,
                      size_t size, struct error *error)
{
    if (size >= field_size)
        return error_set(error, -EINVAL,
                         "a value of %zu bytes, %zu are allowed", size,
                         field_size - 1);
    if (!text_is_line(value, size))
        return error_set(error, -EINVAL, "a value that is not UTF-8");
    memcpy(field, value, size);
    field[size] = '\0';
    return 0;
}

static bool is_key(const char *line, const char *equals, const char *key)
{
    size_t length = (size_t)(equals - line);

    return length == strlen(key) && !memcmp(line, key, length);
}

static int take_line(struct map_info *info, const char *line, const char *end,
                     struct error *error)
{
    const char *equals = memchr(line, '=', (size_t)(end - line));
    size_t size;

    if (!equals)
        return error_set(error, -EINVAL, "no 'key=value'");
    size = (size_t)(end - equals - 1);
    if (is_key(line, equals, "unit"))
        return take_value(info->unit, sizeof(info->unit), equals + 1, size,
                          error);
    if (is_key(line, equals, "source"))
        return take_value(info->source, sizeof(info->source), equals + 1, size,
                          error);
    if (is_key(line, equals, "hierarchy-too-large-bytes"))
        return take_number(&info->too_large_bytes, equals + 1, size, error);
    return 0;
}

int map_info_from_text(const char *text, size_t size, struct map_info *ret_info,
                       struct error *error)
{
    struct map_info info = {0};
    const char *end = text + size;
    unsigned number = 1;

    for (const char *line = text; line < end; number++) {
        const char *line_end = memchr(line, '\n', (size_t)(end - line));
        int r;

        if (!line_end)
            return error_set(error, -EINVAL, "line %u: no line end", number);
        r = take_line(&info, line, line_end, error);
        if (r) {
            error_prefix(error, "line %u", number);
            return r;
        }
        line = line_end + 1;
    }
    *ret_info = info;
    return 0;
}
