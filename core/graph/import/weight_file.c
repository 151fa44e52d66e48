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

static int find_vertex(struct parser *parser, int field, uint32_t *ret_vertex)
{
    uint64_t id;

    if (!parse_u64(parser->field[field], &id))
        return refuse(parser, field, "an id, which is digits");
    if (map_find_vertex(parser->map, id, ret_vertex))
        return 0;
    return error_set(parser->error, -EINVAL,
                     "the map has no vertex with the id %" PRIu64, id);
}

/* The weight for all arcs of the line, unless `ret_open`. */
static int parse_weight(struct parser *parser, uint32_t *ret_weight,
                        bool *ret_open)
{
    const char *text = parser->field[WEIGHT];
    uint32_t weight = WEIGHT_CLOSED;

    *ret_open = !strcmp(text, "open");
    if (!*ret_open && strcmp(text, "closed") &&
        (!parse_u32(text, &weight) || weight > WEIGHT_MAX))
        return refuse(parser, WEIGHT,
                      "a whole number from 0 to 4294967293, 'closed' or "
                      "'open'");
    *ret_weight = weight;
    return 0;
}

/* 0: all arcs. */
static int parse_which(struct parser *parser, bool given, uint32_t *ret_which)
{
    *ret_which = 0;
    if (given && (!parse_u32(parser->field[WHICH], ret_which) || !*ret_which))
        return refuse(parser, WHICH,
                      "which of several arcs is meant, a number from 1 on");
    return 0;
}

static int append(uint32_t **items, size_t *capacity, size_t count,
                  uint32_t item)
{
    void *grown = *items;

    if (array_reserve(&grown, capacity, count + 1, sizeof(item)))
        return -ENOMEM;
    *items = grown;
    (*items)[count] = item;
    return 0;
}

static int add(struct parser *parser, uint32_t arc, uint32_t weight)
{
    struct weight_edits *edits = parser->edits;

    if (append(&edits->arc, &edits->arc_capacity, edits->count, arc) ||
        append(&edits->weight, &edits->weight_capacity, edits->count, weight))
        return error_no_memory(parser->error);
    edits->count++;
    return 0;
}

static int no_arc(struct parser *parser, uint32_t which, uint32_t found)
{
    if (!found)
        return error_set(parser->error, -EINVAL,
                         "the map has no arc from %s to %s",
                         parser->field[TAIL], parser->field[HEAD]);
    return error_set(parser->error, -EINVAL,
                     "of arcs from %s to %s there %s %" PRIu32
                     ", but the fourth field says %" PRIu32,
                     parser->field[TAIL], parser->field[HEAD],
                     found == 1 ? "is" : "are", found, which);
}

static int add_arcs(struct parser *parser, uint32_t tail, uint32_t head,
                    uint32_t which)
{
    const struct topology *topology = &parser->map->topology;
    uint32_t found = 0;
    uint32_t weight = 0;
    bool open;
    int r = parse_weight(parser, &weight, &open);

    for (uint32_t a = topology->first_out[tail];
         !r && a < topology->first_out[tail + 1]; a++) {
        if (topology->head[a] != head || (++found != which && which))
            continue;
        r = add(parser, a,
                open ? parser->map->imported.arcs.weight[a] : weight);
    }
    if (!r && (!found || found < which))
        r = no_arc(parser, which, found);
    return r;
}

static int parse_fields(struct parser *parser, int count)
{
    uint32_t tail, head, which;
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
    r = find_vertex(parser, TAIL, &tail);
    if (!r)
        r = find_vertex(parser, HEAD, &head);
    if (!r)
        r = parse_which(parser, count > WHICH, &which);
    return r ? r : add_arcs(parser, tail, head, which);
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
    if (map->roads.piece_count)
        return error_set(error, -EINVAL,
                         "the ids of a map of roads are nodes, which vertices "
                         "share: they name no arcs");
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
    free(edits->arc);
    free(edits->weight);
    *edits = (struct weight_edits){0};
}

void weight_edits_apply(const struct weight_edits *edits, uint32_t *weight)
{
    for (size_t i = 0; i < edits->count; i++)
        weight[edits->arc[i]] = edits->weight[i];
}

int weight_edits_count_arcs(const struct weight_edits *edits,
                            uint32_t arc_count, size_t *ret_count)
{
    bool *seen = array_zero(arc_count, sizeof(*seen));
    size_t count = 0;

    if (!seen)
        return -ENOMEM;
    for (size_t i = 0; i < edits->count; i++) {
        count += !seen[edits->arc[i]];
        seen[edits->arc[i]] = true;
    }
    free(seen);
    *ret_count = count;
    return 0;
}

struct weight_changes weight_edits_changes(const struct weight_edits *edits)
{
    return (struct weight_changes){edits->arc, edits->count};
}
