/* map_info_text: struct map_info as the text of the section info. */
#include "core/graph/map_file/map_info_text.h"

#include <inttypes.h>
#include <stdio.h>

#include "core/base/text.h"
#include "core/graph/map_file/key_lines.h"

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
