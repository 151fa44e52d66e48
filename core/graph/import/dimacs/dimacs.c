#include "core/graph/import/dimacs/dimacs.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/compressed_source.h"
#include "core/base/error.h"
#include "core/base/line_reader.h"
#include "core/base/progress.h"
#include "core/base/text.h"
#include "core/graph/cost.h"
#include "core/graph/import/raster/raster.h"
#include "core/graph/map_file/map_file.h"

enum { DIMACS_LONELY_MAX = 1 << 20, DIMACS_LONELY_SHARE = 64 };

/* ---- Foreign files ------------------------------------------------------- */

/* How many bytes are examined for a magic, and for the name of an OSM PBF
 * file's first block, which a length and a tag precede. */
enum { FRONT_SIZE = 4, OSM_FRONT_SIZE = 64 };

static bool is_osm_pbf(const char *bytes, size_t size)
{
    static const char name[] = "OSMHeader";
    size_t front = size < OSM_FRONT_SIZE ? size : OSM_FRONT_SIZE;

    return memmem(bytes, front, name, strlen(name));
}

static bool is_control(unsigned char byte)
{
    return byte == 0x7f ||
           (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r');
}

/* A later byte above 0x7f may be a letter in a comment; the first cannot begin
 * a comment or anything else. */
static bool is_binary(const char *bytes, size_t size)
{
    bool binary = size && (unsigned char)bytes[0] >= 0x80;

    for (size_t i = 0; i < size && i < FRONT_SIZE; i++)
        binary |= is_control((unsigned char)bytes[i]);
    return binary;
}

/* NULL: unknown. */
static const char *name_foreign(const char *bytes, size_t size)
{
    if (size && bytes[0] == '<')
        return "XML; OpenStreetMap data is imported from a file whose name "
               "ends in .osm";
    if (raster_has_mark(bytes, size))
        return "a cost raster, which is imported with --grid";
    if (!is_binary(bytes, size))
        return NULL;
    if (map_has_magic(bytes, size))
        return "a map of relaxd (.rlx)";
    if (is_osm_pbf(bytes, size))
        return "OpenStreetMap data, to be imported from a file whose name ends "
               "in .osm.pbf";
    return "binary data";
}

/* ---- Fields of a line ---------------------------------------------------- */

/* The reader of the challenge's files; embedded in a parser. */
struct dimacs_reader {
    struct line_reader lines;
    struct line line; /* the current one, with its letter */
    struct progress *progress;
    const char *what; /* for progress: "read arcs" */
};

/* Room for a field in errors. */
enum { DIMACS_FIELD_SIZE = 32 };

/* Beyond every accepted range; ten times it still fits 64 bits. */
#define NUMBER_LIMIT (INT64_MAX / 100)

/* Prefixes the error with "line N: " for the current line. If that contains a
 * NUL byte, the error says so instead: it would end at the NUL and quote a line
 * that looks valid. */
static void blame(const struct dimacs_reader *reader, struct error *error)
{
    const struct line *line = &reader->line;

    if (memchr(line->begin, '\0', (size_t)(line->end - line->begin)))
        error_set(error, 0, "the line contains a NUL byte");
    error_prefix(error, "line %" PRIu64, reader->lines.number);
}

static const char *field_end(const struct line *line)
{
    const char *at = line->begin;

    while (at < line->end && !line_is_blank(*at))
        at++;
    return at;
}

/* Copies the next field to `text` for errors, truncated if long. */
static void quote_field(const struct line *line,
                        char text[static DIMACS_FIELD_SIZE])
{
    char raw[DIMACS_FIELD_SIZE];
    size_t length = (size_t)(field_end(line) - line->begin);

    if (length >= sizeof(raw))
        length = sizeof(raw) - 1;
    memcpy(raw, line->begin, length);
    raw[length] = '\0';
    text_copy_line(text, DIMACS_FIELD_SIZE, raw);
}

/* The letter stands alone. */
static int take_kind(struct line *line, char *ret_kind, struct error *error)
{
    char text[DIMACS_FIELD_SIZE];

    if (field_end(line) - line->begin != 1) {
        quote_field(line, text);
        return error_set(error, -EINVAL,
                         "a line begins with c, p, a or v, not '%s'", text);
    }
    *ret_kind = *line->begin++;
    return 0;
}

/* -EINVAL for bytes that cannot begin a text; the error names the format if it
 * is recognized. */
static int check_start(struct dimacs_reader *reader, struct error *error)
{
    struct line front;
    const char *name;
    int r = line_reader_peek(&reader->lines, &front, error);

    if (r)
        return r;
    name = name_foreign(front.begin, (size_t)(front.end - front.begin));
    return name ? error_set(error, -EINVAL, "this is not DIMACS text but %s",
                            name)
                : 0;
}

/* The next line that is neither a comment nor empty. LINE_READER_END after the
 * last. */
static int next_line(struct dimacs_reader *reader, struct error *error)
{
    struct line *line = &reader->line;

    do {
        int r = line_reader_next(&reader->lines, line, error);

        if (r)
            return r;
        line_reader_report(&reader->lines, reader->progress, reader->what);
        line_skip_blanks(line);
    } while (line->begin == line->end || *line->begin == 'c');
    return 0;
}

/* Parses a line after its letter. */
typedef int take_line(struct dimacs_reader *reader, char kind,
                      struct line *line, struct error *error);

/* Takes all lines that are neither comments nor empty. -EINVAL if the file's
 * first bytes are not text. */
static int dimacs_read(struct dimacs_reader *reader, struct byte_source *source,
                       take_line *take, struct error *error)
{
    int r = line_reader_init(&reader->lines, source, error);

    if (!r)
        r = check_start(reader, error);
    while (!r && !(r = next_line(reader, error))) {
        struct line line = reader->line;
        char kind = 0;

        r = take_kind(&line, &kind, error);
        if (!r)
            r = take(reader, kind, &line, error);
        if (r)
            blame(reader, error);
    }
    line_reader_finish(&reader->lines);
    return r < 0 ? r : 0;
}

/* Consumes the next field if it is this word. */
static bool dimacs_take_word(struct line *line, const char *word)
{
    size_t length = strlen(word);

    line_skip_blanks(line);
    if ((size_t)(field_end(line) - line->begin) != length ||
        memcmp(line->begin, word, length))
        return false;
    line->begin += length;
    return true;
}

static int refuse_number(const struct line *line, const char *name,
                         struct error *error)
{
    char text[DIMACS_FIELD_SIZE];

    if (line->begin == line->end)
        return error_set(error, -EINVAL, "the %s is missing", name);
    quote_field(line, text);
    return error_set(error, -EINVAL, "the %s '%s' is not a whole number", name,
                     text);
}

static int refuse_range(const struct line *line, const char *name,
                        int64_t least, int64_t most, struct error *error)
{
    char text[DIMACS_FIELD_SIZE];

    quote_field(line, text);
    return error_set(error, -EINVAL,
                     "the %s %s is not within %" PRId64 " to %" PRId64, name,
                     text, least, most);
}

/* Reads a whole field of digits, at least one. Numbers beyond NUMBER_LIMIT stay
 * beyond it. */
static bool read_digits(const char **at, const char *end, int64_t *ret_number)
{
    const char *next = *at;
    int64_t number = 0;

    for (; next < end && !line_is_blank(*next); next++) {
        unsigned digit = (unsigned)*next - '0';

        if (digit > 9)
            return false;
        if (number < NUMBER_LIMIT)
            number = number * 10 + digit;
    }
    if (next == *at)
        return false;
    *at = next;
    *ret_number = number;
    return true;
}

/* Reads the next field as a whole number within [least, most]. `name` is how
 * errors call it. */
static int dimacs_take_number(struct line *line, const char *name,
                              int64_t least, int64_t most, int64_t *ret_number,
                              struct error *error)
{
    const char *at;
    bool negative;
    int64_t number;

    line_skip_blanks(line);
    at = line->begin;
    negative = at < line->end && *at == '-';
    at += negative;
    if (!read_digits(&at, line->end, &number))
        return refuse_number(line, name, error);
    if (negative)
        number = -number;
    if (number < least || number > most)
        return refuse_range(line, name, least, most, error);
    line->begin = at;
    *ret_number = number;
    return 0;
}

/* -EINVAL, naming the field, unless the line has ended. */
static int dimacs_take_end(struct line *line, struct error *error)
{
    char text[DIMACS_FIELD_SIZE];

    line_skip_blanks(line);
    if (line->begin == line->end)
        return 0;
    quote_field(line, text);
    return error_set(error, -EINVAL, "'%s' is one field too many", text);
}

/* ---- Graphs -------------------------------------------------------------- */

struct graph_parser {
    struct dimacs_reader reader;
    struct map_builder *builder; /* NULL until the p line */
    bool headerless;
    int64_t first_id;
    int64_t last_id; /* the largest allowed */
    int64_t vertex_count;
    int64_t arcs_said; /* stated by the p line */
    int64_t arcs_read;
};

static int parse_counts(struct line *line, int64_t *ret_vertices,
                        int64_t *ret_arcs, struct error *error)
{
    int r;

    if (dimacs_take_word(line, "aux"))
        return error_set(error, -EINVAL,
                         "this is a file of coordinates, not a graph");
    if (!dimacs_take_word(line, "sp")) {
        char text[DIMACS_FIELD_SIZE];

        quote_field(line, text);
        return error_set(error, -EINVAL, "'p sp' was expected, not 'p %s'",
                         text);
    }
    r = dimacs_take_number(line, "vertex count", 0, VERTEX_COUNT_MAX,
                           ret_vertices, error);
    if (!r)
        r = dimacs_take_number(line, "arc count", 0, ARC_COUNT_MAX, ret_arcs,
                               error);
    return r ? r : dimacs_take_end(line, error);
}

static int parse_header(struct graph_parser *parser, struct line *line,
                        struct error *error)
{
    int64_t vertices, arcs;
    int r;

    if (parser->headerless)
        return error_set(error, -EINVAL,
                         "there is a p line: the graph is not headerless");
    if (parser->builder)
        return error_set(error, -EINVAL, "there is a second p line");
    r = parse_counts(line, &vertices, &arcs, error);
    if (!r && !vertices)
        r = error_set(error, -EINVAL,
                      "'p sp 0 %" PRId64 "': a map needs a vertex", arcs);
    if (!r)
        r = map_builder_create((uint32_t)vertices, &parser->builder, error);
    if (r)
        return r;
    parser->first_id = 1;
    parser->last_id = vertices;
    parser->vertex_count = vertices;
    parser->arcs_said = arcs;
    return 0;
}

/* A headerless graph is as large as its largest id. */
static void note_id(struct graph_parser *parser, int64_t id)
{
    if (id < parser->vertex_count)
        return;
    parser->vertex_count = id + 1;
    map_builder_raise_vertex_count(parser->builder, (uint32_t)(id + 1));
}

/* Catches one arc too many here, where its line is known. */
static int count_arc(struct graph_parser *parser, struct error *error)
{
    if (!parser->builder)
        return error_set(error, -EINVAL,
                         "an arc before the p line; a graph without one is "
                         "imported with --headerless");
    if (!parser->headerless && parser->arcs_read == parser->arcs_said)
        return error_set(error, -EINVAL,
                         "one arc more than the p line says, %" PRId64,
                         parser->arcs_said);
    parser->arcs_read++;
    return 0;
}

static int parse_arc(struct graph_parser *parser, struct line *line,
                     struct error *error)
{
    int64_t tail, head, weight;
    int r = count_arc(parser, error);

    if (!r)
        r = dimacs_take_number(line, "tail vertex", parser->first_id,
                               parser->last_id, &tail, error);
    if (!r)
        r = dimacs_take_number(line, "head vertex", parser->first_id,
                               parser->last_id, &head, error);
    if (!r)
        r = dimacs_take_number(line, "weight", 0, WEIGHT_MAX, &weight, error);
    if (!r)
        r = dimacs_take_end(line, error);
    if (r)
        return r;
    if (parser->headerless)
        note_id(parser, tail > head ? tail : head);
    return map_builder_add_arc(
        parser->builder, (uint32_t)(tail - parser->first_id),
        (uint32_t)(head - parser->first_id), (uint32_t)weight, error);
}

static int take_graph_line(struct dimacs_reader *reader, char kind,
                           struct line *line, struct error *error)
{
    struct graph_parser *parser = (struct graph_parser *)reader;

    if (kind == 'a')
        return parse_arc(parser, line, error);
    if (kind == 'p')
        return parse_header(parser, line, error);
    return error_set(error, -EINVAL, "a graph has lines c, p and a, not '%c'",
                     kind);
}

static int check_whole(const struct graph_parser *parser, struct error *error)
{
    if (!parser->builder)
        return error_set(error, -EINVAL,
                         "there is no 'p sp' line; a graph without one is "
                         "imported with --headerless");
    if (parser->headerless && !parser->arcs_read)
        return error_set(error, -EINVAL, "there are no arcs");
    if (!parser->headerless && parser->arcs_read != parser->arcs_said)
        return error_set(error, -EINVAL,
                         "the p line says %" PRId64 " arcs, but there are "
                         "%" PRId64,
                         parser->arcs_said, parser->arcs_read);
    if (parser->vertex_count > DIMACS_LONELY_MAX &&
        parser->vertex_count / DIMACS_LONELY_SHARE > parser->arcs_read)
        return error_set(error, -EINVAL,
                         "%" PRId64 " vertices, but only %" PRId64
                         " arcs: is the %s right?",
                         parser->vertex_count, parser->arcs_read,
                         parser->headerless ? "largest id" : "p line");
    return 0;
}

static int begin_headerless(struct graph_parser *parser, struct error *error)
{
    parser->headerless = true;
    parser->last_id = VERTEX_COUNT_MAX - 1;
    return map_builder_create(0, &parser->builder, error);
}

int dimacs_read_graph(struct byte_source *source, bool headerless,
                      struct progress *progress,
                      struct map_builder **ret_builder,
                      uint32_t *ret_vertex_count, struct error *error)
{
    struct graph_parser parser = {
        .reader = {.progress = progress, .what = "read arcs"},
    };
    int r = headerless ? begin_headerless(&parser, error) : 0;

    if (!r)
        r = dimacs_read(&parser.reader, source, take_graph_line, error);
    if (!r)
        r = check_whole(&parser, error);
    if (r) {
        map_builder_destroy(parser.builder);
        return r;
    }
    map_builder_number_from(parser.builder, (uint64_t)parser.first_id);
    *ret_builder = parser.builder;
    *ret_vertex_count = (uint32_t)parser.vertex_count;
    return 0;
}

/* ---- Coordinates --------------------------------------------------------- */

/* The file uses degrees times 10^6, a map 10^7. */
enum { LON_MAX_E6 = 180000000, LAT_MAX_E6 = 90000000, E7_PER_E6 = 10 };

/* An impossible position: a vertex without coordinates so far. */
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

        quote_field(line, text);
        return error_set(error, -EINVAL, "'p aux sp co' was expected, not '%s'",
                         text);
    }
    r = dimacs_take_number(line, "vertex count", 0, VERTEX_COUNT_MAX, ret_count,
                           error);
    return r ? r : dimacs_take_end(line, error);
}

static int parse_coordinates_header(struct coordinates_parser *parser,
                                    struct line *line, struct error *error)
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

static int take_coordinates_line(struct dimacs_reader *reader, char kind,
                                 struct line *line, struct error *error)
{
    struct coordinates_parser *parser = (struct coordinates_parser *)reader;

    if (kind == 'v')
        return parse_vertex(parser, line, error);
    if (kind == 'p')
        return parse_coordinates_header(parser, line, error);
    return error_set(error, -EINVAL,
                     "a file of coordinates has lines c, p and v, not '%c'",
                     kind);
}

static int check_all_coordinates(const struct coordinates_parser *parser,
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
        .reader = {.progress = progress, .what = "read coordinates"},
        .first_id = first_id,
        .vertex_count = vertex_count,
    };
    int r = make_positions(&parser, error);

    if (!r)
        r = dimacs_read(&parser.reader, source, take_coordinates_line, error);
    if (!r)
        r = check_all_coordinates(&parser, error);
    if (r) {
        free(parser.positions);
        return r;
    }
    *ret_positions = parser.positions;
    return 0;
}

/* ---- Files --------------------------------------------------------------- */

static int read_graph(const struct dimacs_files *files,
                      struct progress *progress,
                      struct map_builder **ret_builder,
                      uint32_t *ret_vertex_count, struct error *error)
{
    struct byte_source *source;
    int r = compressed_source_open(files->graph, &source, error);

    if (!r) {
        r = dimacs_read_graph(source, files->headerless, progress, ret_builder,
                              ret_vertex_count, error);
        byte_source_destroy(source);
    }
    if (r)
        error_prefix(error, "'%s'", files->graph);
    return r;
}

static int read_coordinates(const struct dimacs_files *files,
                            uint32_t vertex_count, struct progress *progress,
                            struct position **ret_positions,
                            struct error *error)
{
    struct byte_source *source;
    int r = compressed_source_open(files->coordinates, &source, error);

    if (!r) {
        r = dimacs_read_coordinates(source, files->headerless ? 0 : 1,
                                    vertex_count, progress, ret_positions,
                                    error);
        byte_source_destroy(source);
    }
    if (r)
        error_prefix(error, "'%s'", files->coordinates);
    return r;
}

static int finish_map(const struct dimacs_files *files,
                      struct map_builder *builder, uint32_t vertex_count,
                      struct progress *progress, struct map **ret_map,
                      struct error *error)
{
    const char *unit = files->unit ? files->unit : "as in source";
    struct position *positions;

    if (files->coordinates) {
        int r =
            read_coordinates(files, vertex_count, progress, &positions, error);

        if (r)
            return r;
        map_builder_take_positions(builder, positions);
    }
    map_builder_set_info(builder, unit, basename(files->graph));
    return map_builder_finish(builder, ret_map, error);
}

int dimacs_import(const struct dimacs_files *files, struct progress *progress,
                  struct map **ret_map, struct error *error)
{
    struct map_builder *builder;
    uint32_t vertex_count;
    int r = read_graph(files, progress, &builder, &vertex_count, error);

    if (r)
        return r;
    r = finish_map(files, builder, vertex_count, progress, ret_map, error);
    map_builder_destroy(builder);
    return r;
}

/* ---- The importer -------------------------------------------------------- */

static const struct importer_option options[] = {
    {
        .name = "coordinates",
        .value = VALUE_FILE,
        .argument = "FILE",
        .help = "the .co file that belongs to it",
    },
    {
        .name = "headerless",
        .help = "FILE has no p line, and ids from 0",
    },
    {
        .name = "unit",
        .value = VALUE_TEXT,
        .argument = "TEXT",
        .size_max = sizeof(((struct map_info *)NULL)->unit) - 1,
        .help = "what a weight is counted in: 'ms', '0.1 m'; at most 31 bytes",
    },
};

/* The importer of all files that no other detects. */
static bool detects(const char *path, const struct import_request *request)
{
    return true;
}

static int run(const struct import_request *request, struct progress *progress,
               struct import_result *ret_result, struct error *error)
{
    const struct dimacs_files files = {
        .graph = request->paths[0],
        .coordinates = import_given(request, "coordinates"),
        .headerless = import_given(request, "headerless"),
        .unit = import_given(request, "unit"),
    };

    ret_result->count = 1;
    return dimacs_import(&files, progress, &ret_result->map[0], error);
}

const struct importer_ops dimacs_importer = {
    .name = "a DIMACS graph",
    .help = "Else FILE is a .gr file of the 9th DIMACS challenge, plain or "
            "compressed with "
            "gzip, bzip2 or zstd; - is standard input.",
    .version = 1,
    .options = options,
    .option_count = sizeof(options) / sizeof(options[0]),
    .detects = detects,
    .run = run,
};
