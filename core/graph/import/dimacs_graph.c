/* dimacs_graph: the arcs of a .gr file. */
#include <errno.h>
#include <inttypes.h>

#include "core/graph/cost.h"
#include "core/graph/import/dimacs.h"
#include "core/graph/import/dimacs_line.h"

struct graph_parser {
    struct dimacs_reader reader;
    struct map_builder *builder; /* NULL until the p line */
    bool headerless;
    int64_t first_id;
    int64_t last_id; /* the largest that is allowed */
    int64_t vertex_count;
    int64_t arcs_said; /* by the p line */
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

        dimacs_quote_field(line, text);
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

/* A headerless graph is as large as its largest id says. */
static void note_id(struct graph_parser *parser, int64_t id)
{
    if (id < parser->vertex_count)
        return;
    parser->vertex_count = id + 1;
    map_builder_raise_vertex_count(parser->builder, (uint32_t)(id + 1));
}

/* One arc too many is caught here, where its line is known. */
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

static int parse_line(struct graph_parser *parser, char kind, struct line *line,
                      struct error *error)
{
    int r;

    if (kind == 'a')
        r = parse_arc(parser, line, error);
    else if (kind == 'p')
        r = parse_header(parser, line, error);
    else
        r = error_set(error, -EINVAL, "a graph has lines c, p and a, not '%c'",
                      kind);
    if (r)
        dimacs_reader_blame(&parser->reader, error);
    return r;
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

static int parse_lines(struct graph_parser *parser, struct error *error)
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

static int begin_headerless(struct graph_parser *parser, struct error *error)
{
    parser->headerless = true;
    parser->last_id = VERTEX_COUNT_MAX - 1;
    return map_builder_create(0, &parser->builder, error);
}

static int parse_graph(struct graph_parser *parser, bool headerless,
                       struct error *error)
{
    int r = headerless ? begin_headerless(parser, error) : 0;

    if (!r)
        r = parse_lines(parser, error);
    if (!r)
        map_builder_number_from(parser->builder, (uint64_t)parser->first_id);
    return r;
}

int dimacs_read_graph(struct byte_source *source, bool headerless,
                      struct progress *progress,
                      struct map_builder **ret_builder,
                      uint32_t *ret_vertex_count, struct error *error)
{
    struct graph_parser parser = {0};
    int r = dimacs_reader_init(&parser.reader, source, progress, "read arcs",
                               error);

    if (r)
        return r;
    r = parse_graph(&parser, headerless, error);
    dimacs_reader_finish(&parser.reader);
    if (r) {
        map_builder_destroy(parser.builder);
        return r;
    }
    *ret_builder = parser.builder;
    *ret_vertex_count = (uint32_t)parser.vertex_count;
    return 0;
}
