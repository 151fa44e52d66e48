#include "core/graph/import/weight_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/compressed_source.h"
#include "core/base/line_reader.h"
#include "core/base/text.h"
#include "core/graph/cost.h"

enum { TAIL, HEAD, WEIGHT, WHICH, FIELDS_MAX };

/* Longer than any number. */
enum { FIELD_SIZE = 32 };

struct parser {
    struct line_reader lines;
    const struct map *map;
    struct weight_edits *edits;
    struct progress *progress;
    struct error *error;
    char field[FIELDS_MAX][FIELD_SIZE];

    /* The line: */
    uint32_t weight; /* unless `open` */
    bool open;       /* the map's own weight */
    uint32_t which;  /* of several from TAIL to HEAD, from 1 on; 0: all */
    uint32_t found;  /* from TAIL to HEAD */
};

/* Includes a comma behind it. A truncated field is not a number. */
static void take_field(struct line *line, char text[static FIELD_SIZE])
{
    static const char cut[] = "...";
    const char *begin = line->begin;
    size_t length;

    while (line->begin < line->end && !line_is_blank(*line->begin) &&
           *line->begin != ',')
        line->begin++;
    length = (size_t)(line->begin - begin);
    if (length < FIELD_SIZE) {
        memcpy(text, begin, length);
        text[length] = '\0';
    } else {
        memcpy(text, begin, FIELD_SIZE - sizeof(cut));
        memcpy(text + FIELD_SIZE - sizeof(cut), cut, sizeof(cut));
    }
    line_skip_blanks(line);
    if (line->begin < line->end && *line->begin == ',')
        line->begin++;
    line_skip_blanks(line);
}

/* The number of fields; FIELDS_MAX + 1 for more than are allowed. */
static int split(struct parser *parser, struct line *line)
{
    int count = 0;

    line_skip_blanks(line);
    for (; line->begin < line->end && count < FIELDS_MAX; count++)
        take_field(line, parser->field[count]);
    return count + (line->begin < line->end);
}

/* Shows the field to a person. */
static int refuse(struct parser *parser, int field, const char *words)
{
    static const char *const names[] = {
        [TAIL] = "tail",
        [HEAD] = "head",
        [WEIGHT] = "weight",
        [WHICH] = "fourth field",
    };
    char shown[FIELD_SIZE];

    text_copy_line(shown, sizeof(shown), parser->field[field]);
    return error_set(parser->error, -EINVAL, "the %s '%s' is not %s",
                     names[field], shown, words);
}

/* DIMACS files begin lines with a letter for their kind. */
static int refuse_dimacs(struct parser *parser)
{
    return error_set(parser->error, -EINVAL,
                     "the tail 'a' is not an id, which is digits; an arc of a "
                     ".gr file is meant here without its 'a'");
}

static int parse_id(struct parser *parser, int field, uint64_t *ret_id)
{
    if (parse_u64(parser->field[field], ret_id))
        return 0;
    return refuse(parser, field, "an id, which is digits");
}

static int parse_weight(struct parser *parser)
{
    const char *text = parser->field[WEIGHT];

    parser->weight = WEIGHT_CLOSED;
    parser->open = !strcmp(text, "open");
    if (!parser->open && strcmp(text, "closed") &&
        (!parse_u32(text, &parser->weight) || parser->weight > WEIGHT_MAX))
        return refuse(parser, WEIGHT,
                      "a whole number from 0 to 4294967293, 'closed' or "
                      "'open'");
    return 0;
}

static int parse_which(struct parser *parser, bool given)
{
    parser->which = 0;
    if (given &&
        (!parse_u32(parser->field[WHICH], &parser->which) || !parser->which))
        return refuse(parser, WHICH,
                      "which of several arcs is meant, a number from 1 on");
    return 0;
}

/* An item from TAIL to HEAD, found at `own` in the map's array of weights. */
static int add(struct parser *parser, uint32_t item, const uint32_t *own)
{
    struct weight_edits *edits = parser->edits;
    const struct weight_edit edit = {item,
                                     parser->open ? own[item] : parser->weight};

    if (++parser->found != parser->which && parser->which)
        return 0;
    if (array_append(&edits->edit, &edits->count, &edits->capacity, &edit,
                     sizeof(edit)))
        return error_no_memory(parser->error);
    return 0;
}

static int find_vertex(struct parser *parser, uint64_t id, uint32_t *ret_vertex)
{
    if (map_find_vertex(parser->map, id, ret_vertex))
        return 0;
    return error_set(parser->error, -EINVAL,
                     "the map has no vertex with the id %" PRIu64, id);
}

static int add_arcs(struct parser *parser, uint64_t tail_id, uint64_t head_id)
{
    const struct topology *topology = &parser->map->topology;
    uint32_t tail, head;
    int r = find_vertex(parser, tail_id, &tail);

    if (!r)
        r = find_vertex(parser, head_id, &head);
    for (uint32_t a = r ? 0 : topology->first_out[tail];
         !r && a < topology->first_out[tail + 1]; a++) {
        if (topology->head[a] == head)
            r = add(parser, a, parser->map->imported.arcs.weight);
    }
    return r;
}

/* The segment along an edge from a node to its neighbour. */
static int add_segment(struct parser *parser, uint32_t edge, uint32_t node,
                       uint32_t neighbour, int64_t head)
{
    const struct roads *roads = &parser->map->roads;
    uint32_t segment = (node < neighbour ? node : neighbour) - edge_piece(edge);

    if (roads->node_id[neighbour] != head || !edge_is_in_graph(roads, edge))
        return 0;
    return add(parser, 2 * segment + edge % 2, parser->map->imported.segment);
}

/* All pieces that pass the tail. */
static int add_segments(struct parser *parser, int64_t tail, int64_t head)
{
    const struct roads *roads = &parser->map->roads;
    uint32_t first;
    uint32_t count = roads_find_node(roads, tail, &first);
    int r = 0;

    for (uint32_t i = first; !r && i < first + count; i++) {
        uint32_t node = roads->node_by_id[i];
        uint32_t piece = roads_node_piece(roads, node);

        if (node + 1 < roads->first_node[piece + 1])
            r = add_segment(parser, 2 * piece, node, node + 1, head);
        if (!r && node > roads->first_node[piece])
            r = add_segment(parser, 2 * piece + 1, node, node - 1, head);
    }
    return r;
}

static int refuse_none(struct parser *parser)
{
    bool on_roads = parser->map->roads.piece_count > 0;

    if (!parser->found && on_roads)
        return error_set(parser->error, -EINVAL,
                         "no open road of the map leads from node %s straight "
                         "to node %s",
                         parser->field[TAIL], parser->field[HEAD]);
    if (!parser->found)
        return error_set(parser->error, -EINVAL,
                         "the map has no arc from %s to %s",
                         parser->field[TAIL], parser->field[HEAD]);
    return error_set(parser->error, -EINVAL,
                     "of %s from %s to %s there %s %" PRIu32
                     ", but the fourth field says %" PRIu32,
                     on_roads ? "roads" : "arcs", parser->field[TAIL],
                     parser->field[HEAD], parser->found == 1 ? "is" : "are",
                     parser->found, parser->which);
}

static int add_items(struct parser *parser, uint64_t tail, uint64_t head)
{
    int r;

    parser->found = 0;
    r = parser->map->roads.piece_count
            ? add_segments(parser, (int64_t)tail, (int64_t)head)
            : add_arcs(parser, tail, head);
    if (!r && (!parser->found || parser->found < parser->which))
        r = refuse_none(parser);
    return r;
}

static int parse_fields(struct parser *parser, int count)
{
    uint64_t tail, head;
    int r;

    if (count < WHICH || count > FIELDS_MAX)
        return error_set(parser->error, -EINVAL,
                         "a line is 'TAIL HEAD WEIGHT' or 'TAIL HEAD WEIGHT "
                         "WHICH', but this one has %s",
                         count == 1   ? "one field"
                         : count == 2 ? "two fields"
                                      : "more fields");
    if (!strcmp(parser->field[TAIL], "a"))
        return refuse_dimacs(parser);
    r = parse_id(parser, TAIL, &tail);
    if (!r)
        r = parse_id(parser, HEAD, &head);
    if (!r)
        r = parse_which(parser, count > WHICH);
    if (!r)
        r = parse_weight(parser);
    return r ? r : add_items(parser, tail, head);
}

static int parse_line(struct parser *parser, struct line line)
{
    const char *comment =
        memchr(line.begin, '#', (size_t)(line.end - line.begin));
    int count;

    if (comment)
        line.end = comment;
    /* A NUL would end a field too early. */
    if (memchr(line.begin, '\0', (size_t)(line.end - line.begin)))
        return error_set(parser->error, -EINVAL,
                         "the line contains a NUL byte");
    count = split(parser, &line);
    return count ? parse_fields(parser, count) : 0;
}

static int parse_lines(struct parser *parser)
{
    struct line line;
    int r;

    while (!(r = line_reader_next(&parser->lines, &line, parser->error))) {
        r = parse_line(parser, line);
        if (r) {
            error_prefix(parser->error, "line %" PRIu64, parser->lines.number);
            return r;
        }
        line_reader_report(&parser->lines, parser->progress, "read weights");
    }
    return r < 0 ? r : 0;
}

int weight_edits_read(struct weight_edits *edits, const struct map *map,
                      struct byte_source *source, struct progress *progress,
                      struct error *error)
{
    struct parser parser = {
        .map = map,
        .edits = edits,
        .progress = progress,
        .error = error,
    };
    int r;

    *edits = (struct weight_edits){0};
    if (map->roads.segment_count > UINT32_MAX / 2)
        return error_set(error, -EINVAL,
                         "the map has too many segments to change some");
    r = line_reader_init(&parser.lines, source, error);
    if (r)
        return r;
    r = parse_lines(&parser);
    line_reader_finish(&parser.lines);
    if (r)
        weight_edits_finish(edits);
    return r;
}

int weight_edits_open(struct weight_edits *edits, const struct map *map,
                      const char *path, struct progress *progress,
                      struct error *error)
{
    struct byte_source *source;
    int r = compressed_source_open(path, &source, error);

    *edits = (struct weight_edits){0};
    if (!r) {
        r = weight_edits_read(edits, map, source, progress, error);
        byte_source_destroy(source);
    }
    if (r)
        error_prefix(error, "'%s'", path);
    return r;
}

void weight_edits_finish(struct weight_edits *edits)
{
    free(edits->edit);
    *edits = (struct weight_edits){0};
}

void weight_edits_apply(const struct weight_edits *edits, uint32_t *weight)
{
    for (size_t i = 0; i < edits->count; i++)
        weight[edits->edit[i].item] = edits->edit[i].weight;
}

int weight_edits_count(const struct weight_edits *edits, const struct map *map,
                       size_t *ret_count)
{
    size_t items = map->roads.piece_count ? 2 * (size_t)map->roads.segment_count
                                          : map->topology.arc_count;
    bool *seen = array_zero(items, sizeof(*seen));
    size_t count = 0;

    if (!seen)
        return -ENOMEM;
    for (size_t i = 0; i < edits->count; i++) {
        count += !seen[edits->edit[i].item];
        seen[edits->edit[i].item] = true;
    }
    free(seen);
    *ret_count = count;
    return 0;
}
