/* dimacs_coordinates: the positions of a .co file. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/plural.h"
#include "core/graph/import/dimacs.h"
#include "core/graph/import/dimacs_line.h"

/* The file counts in degrees times 10^6, a map in 10^7. */
enum { LON_MAX_E6 = 180000000, LAT_MAX_E6 = 90000000, E7_PER_E6 = 10 };

/* No place on Earth: a vertex without coordinates so far. */
static const struct position unknown = {INT32_MIN, INT32_MIN};

struct coordinates_parser {
    struct dimacs_reader reader;
    bool header_seen;
    uint32_t first_id;
    uint32_t vertex_count;
    uint32_t read_count;
    struct position *positions; /* [vertex_count] */
};

static bool is_known(struct position position)
{
    return position.lon_e7 != unknown.lon_e7;
}

static int parse_count(struct line *line, int64_t *ret_count,
                       struct error *error)
{
    int r;

    if (dimacs_take_word(line, "sp"))
        return error_set(error, -EINVAL,
                         "this is a graph, not a file of coordinates");
    if (!dimacs_take_word(line, "aux") || !dimacs_take_word(line, "sp") ||
        !dimacs_take_word(line, "co")) {
        char text[DIMACS_FIELD_SIZE];

        dimacs_quote_field(line, text);
        return error_set(error, -EINVAL, "'p aux sp co' was expected, not '%s'",
                         text);
    }
    r = dimacs_take_number(line, "vertex count", 0, VERTEX_COUNT_MAX, ret_count,
                           error);
    return r ? r : dimacs_take_end(line, error);
}

static int parse_header(struct coordinates_parser *parser, struct line *line,
                        struct error *error)
{
    int64_t count;
    int r;

    if (parser->header_seen)
        return error_set(error, -EINVAL, "there is a second p line");
    r = parse_count(line, &count, error);
    if (r)
        return r;
    if (count != parser->vertex_count)
        return error_set(error, -EINVAL,
                         "coordinates of %" PRId64
                         " vertices, but the graph has %" PRIu32
                         ": they are another graph's",
                         count, parser->vertex_count);
    parser->header_seen = true;
    return 0;
}

static int place(struct coordinates_parser *parser, int64_t id, int64_t lon_e6,
                 int64_t lat_e6, struct error *error)
{
    struct position *position = &parser->positions[id - parser->first_id];

    if (is_known(*position))
        return error_set(error, -EINVAL,
                         "vertex %" PRId64 " has coordinates already", id);
    position->lon_e7 = (int32_t)(lon_e6 * E7_PER_E6);
    position->lat_e7 = (int32_t)(lat_e6 * E7_PER_E6);
    parser->read_count++;
    return 0;
}

static int parse_vertex(struct coordinates_parser *parser, struct line *line,
                        struct error *error)
{
    int64_t last_id = (int64_t)parser->first_id + parser->vertex_count - 1;
    int64_t id, lon_e6, lat_e6;
    int r;

    if (!parser->header_seen)
        return error_set(error, -EINVAL,
                         "a vertex before the 'p aux sp co' line");
    r = dimacs_take_number(line, "vertex", parser->first_id, last_id, &id,
                           error);
    if (!r)
        r = dimacs_take_number(line, "longitude", -LON_MAX_E6, LON_MAX_E6,
                               &lon_e6, error);
    if (!r)
        r = dimacs_take_number(line, "latitude", -LAT_MAX_E6, LAT_MAX_E6,
                               &lat_e6, error);
    if (!r)
        r = dimacs_take_end(line, error);
    return r ? r : place(parser, id, lon_e6, lat_e6, error);
}

static int parse_line(struct coordinates_parser *parser, char kind,
                      struct line *line, struct error *error)
{
    int r;

    if (kind == 'v')
        r = parse_vertex(parser, line, error);
    else if (kind == 'p')
        r = parse_header(parser, line, error);
    else
        r = error_set(error, -EINVAL,
                      "a file of coordinates has lines c, p and v, not '%c'",
                      kind);
    if (r)
        dimacs_reader_blame(&parser->reader, error);
    return r;
}

static int check_whole(const struct coordinates_parser *parser,
                       struct error *error)
{
    uint32_t missing = parser->vertex_count - parser->read_count;
    uint32_t vertex = 0;

    if (!parser->header_seen)
        return error_set(error, -EINVAL, "there is no 'p aux sp co' line");
    if (!missing)
        return 0;
    while (is_known(parser->positions[vertex]))
        vertex++;
    return error_set(error, -EINVAL,
                     "%" PRIu32 " %s no coordinates, the first is %" PRIu64,
                     missing, plural(missing, "vertex has", "vertices have"),
                     (uint64_t)vertex + parser->first_id);
}

static int parse_lines(struct coordinates_parser *parser, struct error *error)
{
    struct line line;
    char kind;
    int r;

    while (!(r = dimacs_reader_next(&parser->reader, &line, &kind, error))) {
        r = parse_line(parser, kind, &line, error);
        if (r)
            return r;
    }
    return r < 0 ? r : check_whole(parser, error);
}

static int make_positions(struct coordinates_parser *parser,
                          struct error *error)
{
    parser->positions =
        array_alloc(parser->vertex_count, sizeof(*parser->positions));
    if (!parser->positions)
        return error_no_memory(error);
    for (uint32_t v = 0; v < parser->vertex_count; v++)
        parser->positions[v] = unknown;
    return 0;
}

int dimacs_read_coordinates(struct byte_source *source, uint32_t first_id,
                            uint32_t vertex_count, struct progress *progress,
                            struct position **ret_positions,
                            struct error *error)
{
    struct coordinates_parser parser = {
        .first_id = first_id,
        .vertex_count = vertex_count,
    };
    int r = dimacs_reader_init(&parser.reader, source, progress,
                               "read coordinates", error);

    if (!r)
        r = make_positions(&parser, error);
    if (!r)
        r = parse_lines(&parser, error);
    dimacs_reader_finish(&parser.reader);
    if (r) {
        free(parser.positions);
        return r;
    }
    *ret_positions = parser.positions;
    return 0;
}
