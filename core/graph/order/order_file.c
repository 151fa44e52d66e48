#include "core/graph/order/order_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/atomic_file.h"
#include "core/base/compressed_source.h"
#include "core/base/line_reader.h"
#include "core/base/text.h"

/* Bytes of a 64-bit number with its line end, and of a write to the file. */
enum { ID_SIZE = 21, PIECE_SIZE = 1 << 16 };

struct reader {
    struct line_reader lines;
    const struct map *map;
    struct progress *progress;
    uint32_t *order; /* [count] so far */
    uint32_t count;
    uint64_t *line; /* [vertex_count] the line of each; 0: not yet read */
};

static int take_id(const struct line *line, uint64_t *ret_id,
                   struct error *error)
{
    size_t length = (size_t)(line->end - line->begin);
    char raw[ID_SIZE + 4];
    char text[sizeof(raw)];

    if (memchr(line->begin, '\0', length))
        return error_set(error, -EINVAL, "the line contains a NUL byte");
    snprintf(raw, sizeof(raw), "%.*s", (int)length, line->begin);
    if (length < sizeof(raw) && parse_u64(raw, ret_id))
        return 0;
    text_copy_line(text, sizeof(text), raw);
    return error_set(error, -EINVAL,
                     "'%s' is not a valid id: write a whole number alone",
                     text);
}

static int take_line(struct reader *reader, const struct line *line,
                     struct error *error)
{
    uint64_t number = reader->lines.number;
    uint32_t vertex;
    uint64_t id;
    int r = take_id(line, &id, error);

    if (r)
        return r;
    if (!map_find_vertex(reader->map, id, &vertex))
        return error_set(error, -EINVAL, "the map has no vertex %" PRIu64, id);
    if (reader->line[vertex])
        return error_set(error, -EINVAL,
                         "vertex %" PRIu64 " is already on line %" PRIu64, id,
                         reader->line[vertex]);
    reader->line[vertex] = number;
    reader->order[reader->count++] = vertex;
    return 0;
}

static void cut_comment(struct line *line)
{
    const char *comment =
        memchr(line->begin, '#', (size_t)(line->end - line->begin));

    if (comment)
        line->end = comment;
}

static int take_lines(struct reader *reader, struct error *error)
{
    struct line line;
    int r;

    while (!(r = line_reader_next(&reader->lines, &line, error))) {
        line_reader_report(&reader->lines, reader->progress, "read the order");
        cut_comment(&line);
        line_trim(&line);
        if (line.begin < line.end)
            r = take_line(reader, &line, error);
        if (r) {
            error_prefix(error, "line %" PRIu64, reader->lines.number);
            return r;
        }
    }
    return r == LINE_READER_END ? 0 : r;
}

/* No vertex occurs twice, so as many as there are vertices are all. */
static int check_all(const struct reader *reader, struct error *error)
{
    const struct map *map = reader->map;
    uint32_t missing = map->topology.vertex_count - reader->count;
    uint32_t i = 0;

    if (!missing)
        return 0;
    while (reader->line[map->vertex_by_id[i]])
        i++;
    return error_set(error, -EINVAL,
                     "after line %" PRIu64 ": %" PRIu32 " of %" PRIu32
                     " vertices are missing, the first is %" PRIu64,
                     reader->lines.number, missing, map->topology.vertex_count,
                     map->external_id[map->vertex_by_id[i]]);
}

static int read_order(struct reader *reader, struct error *error)
{
    uint32_t n = reader->map->topology.vertex_count;
    int r;

    reader->order = array_alloc(n, sizeof(*reader->order));
    reader->line = array_zero(n, sizeof(*reader->line));
    if (!reader->order || !reader->line)
        return error_no_memory(error);
    r = take_lines(reader, error);
    return r ? r : check_all(reader, error);
}

/* Refuses maps whose vertices share ids. */
static int check_ids(const struct map *map, struct error *error)
{
    if (!map->roads.piece_count)
        return 0;
    return error_set(error, -EINVAL,
                     "the ids of a map of roads are nodes, which vertices "
                     "share, so a text cannot name an order; import finds "
                     "a good one by itself");
}

int order_read(struct byte_source *source, const struct map *map,
               struct progress *progress, uint32_t **ret_order,
               struct error *error)
{
    struct reader reader = {.map = map, .progress = progress};
    int r = check_ids(map, error);

    if (!r)
        r = line_reader_init(&reader.lines, source, error);
    if (r)
        return r;
    r = read_order(&reader, error);
    line_reader_finish(&reader.lines);
    free(reader.line);
    if (r)
        free(reader.order);
    else
        *ret_order = reader.order;
    return r;
}

int order_import(const char *path, const struct map *map,
                 struct progress *progress, uint32_t **ret_order,
                 struct error *error)
{
    struct byte_source *source;
    int r = compressed_source_open(path, &source, error);

    if (!r) {
        r = order_read(source, map, progress, ret_order, error);
        byte_source_destroy(source);
    }
    if (r)
        error_prefix(error, "'%s'", path);
    return r;
}

static int write_ids(const struct map *map, struct atomic_file *file,
                     struct error *error)
{
    uint32_t n = map->topology.vertex_count;
    char piece[PIECE_SIZE];
    size_t used = 0;
    int r = 0;

    for (uint32_t v = 0; v < n && !r; v++) {
        used += (size_t)snprintf(piece + used, sizeof(piece) - used,
                                 "%" PRIu64 "\n", map->external_id[v]);
        if (v + 1 < n && sizeof(piece) - used > ID_SIZE)
            continue;
        r = atomic_file_write(file, piece, used, error);
        used = 0;
    }
    return r;
}

int order_export(const struct map *map, const char *path, struct error *error)
{
    struct atomic_file file;
    int r;

    if (!map->hierarchy.supernode_count)
        return error_set(error, -EINVAL, "the map is not ordered");
    r = check_ids(map, error);
    if (!r)
        r = atomic_file_open(&file, path, error);
    if (r)
        return r;
    r = write_ids(map, &file, error);
    if (!r)
        r = atomic_file_commit(&file, error);
    atomic_file_abort(&file);
    return r;
}
