/* tile_draw: joins pieces to lines where they meet, and draws style by
 * style. */
#include "core/service/tile/tile_draw.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/graph/roads/ground.h"
#include "core/graph/roads/roads.h"
#include "core/service/tile/tile_style.h"

/* ---- Joining ------------------------------------------------------------ */

/* Pieces that look the same become one line where they meet. At a junction the
 * straightest pairs are joined first, so that both carriageways continue where
 * they meet; one-way pieces join only head to tail. */

#define JOINT_NONE UINT32_MAX

/* A piece on a tile. */
struct tile_piece {
    uint32_t piece;
    uint32_t style;   /* pieces of the same style may be joined */
    int8_t turns;     /* offset of the world copy, in turns */
    bool directed;    /* one-way: drawn in the direction of travel */
    bool backward;    /* travel is against the piece's own direction */
    bool taken;       /* part of a line already */
    uint32_t next[2]; /* what its start and end are joined to: 2i + e for end e
                         of item i; JOINT_NONE */
};

/* Ends of one style at a junction; further ones are not joined. */
enum { MEETING_MAX = 24 };

struct meeting {
    const struct roads *roads;
    struct tile_piece *item;
    unsigned count;
    uint32_t end[MEETING_MAX];        /* 2i + e: end e of item i */
    double direction[MEETING_MAX][2]; /* unit vector away from the junction */
};

static unsigned role_of(const struct tile_piece *item, unsigned end)
{
    return item->directed ? 1 + (end ^ item->backward) : 0;
}

/* Of two one-way pieces one must arrive and the other leave. */
static bool may_join(const struct meeting *meeting, unsigned a, unsigned b)
{
    const struct tile_piece *item = meeting->item;
    uint32_t one = meeting->end[a];
    uint32_t other = meeting->end[b];

    return one / 2 != other / 2 && (!item[one / 2].directed ||
                                    role_of(&item[one / 2], one % 2) !=
                                        role_of(&item[other / 2], other % 2));
}

static void find_direction(const struct meeting *meeting, uint32_t end,
                           double direction[2])
{
    const struct roads *roads = meeting->roads;
    uint32_t at =
        edge_first_node(roads, 2 * meeting->item[end / 2].piece + end % 2);
    struct position from = roads->node_position[at];
    struct position to = roads->node_position[end % 2 ? at - 1 : at + 1];
    double x = (double)lon_e7_apart(from.lon_e7, to.lon_e7) *
               cos(from.lat_e7 * (M_PI / 180e7));
    double y = (double)to.lat_e7 - from.lat_e7;
    double length = hypot(x, y);

    direction[0] = length > 0 ? x / length : 0;
    direction[1] = length > 0 ? y / length : 0;
}

static void join(struct meeting *meeting, unsigned a, unsigned b)
{
    struct tile_piece *item = meeting->item;
    uint32_t one = meeting->end[a];
    uint32_t other = meeting->end[b];

    item[one / 2].next[one % 2] = other;
    item[other / 2].next[other % 2] = one;
}

static void leave_out(struct meeting *meeting, unsigned a)
{
    unsigned last = --meeting->count;

    meeting->end[a] = meeting->end[last];
    memcpy(meeting->direction[a], meeting->direction[last],
           sizeof(meeting->direction[a]));
}

/* Joins the pair with the smallest bend; false: no pair may be joined. */
static bool join_straightest(struct meeting *meeting)
{
    double least = INFINITY;
    unsigned one = 0;
    unsigned other = 0;

    for (unsigned a = 0; a < meeting->count; a++) {
        for (unsigned b = a + 1; b < meeting->count; b++) {
            const double *u = meeting->direction[a];
            const double *v = meeting->direction[b];
            double cosine = u[0] * v[0] + u[1] * v[1];

            if (cosine >= least || !may_join(meeting, a, b))
                continue;
            least = cosine;
            one = a;
            other = b;
        }
    }
    if (least == INFINITY)
        return false;
    join(meeting, one, other);
    leave_out(meeting, other);
    leave_out(meeting, one);
    return true;
}

/* Processes the list of ends that begins with `first`. */
static void meet(struct meeting *meeting, uint32_t first)
{
    uint32_t end = first;

    meeting->count = 0;
    while (end != JOINT_NONE) {
        uint32_t *next = &meeting->item[end / 2].next[end % 2];
        uint32_t following = *next;

        *next = JOINT_NONE;
        if (meeting->count < MEETING_MAX)
            meeting->end[meeting->count++] = end;
        end = following;
    }
    if (meeting->count == 2) {
        if (may_join(meeting, 0, 1))
            join(meeting, 0, 1);
        return;
    }
    for (unsigned i = 0; i < meeting->count; i++)
        find_direction(meeting, meeting->end[i], meeting->direction[i]);
    while (join_straightest(meeting))
        continue;
}

/* The ends that meet, by style and world copy. */
struct junctions {
    struct intern_pool numbers; /* of tile_key */
    uint32_t *first;            /* [count] of the list of ends */
    uint32_t count;
};

/* Adds an end to the front of its junction's list. */
static int arrive(const struct roads *roads, struct junctions *junctions,
                  struct tile_piece *item, uint32_t end)
{
    struct tile_piece *of = &item[end / 2];
    uint32_t junction = roads->piece_end[2 * of->piece + end % 2];
    struct tile_key key = {(uint64_t)junction << 32 | of->style,
                           (uint64_t)(of->turns + 1)};
    uint32_t offset;
    uint32_t *first;

    if (intern_pool_add(&junctions->numbers, &key, sizeof(key), &offset))
        return -ENOMEM;
    first = &junctions->first[offset / sizeof(key)];
    if (offset / sizeof(key) == junctions->count)
        junctions->first[junctions->count++] = JOINT_NONE;
    of->next[end % 2] = *first;
    *first = end;
    return 0;
}

/* Sets `next` of all items. 0 or -ENOMEM. */
static int tile_join(const struct roads *roads, struct tile_piece *item,
                     uint32_t count)
{
    struct meeting meeting = {.roads = roads, .item = item};
    struct junctions junctions = {
        .first = array_alloc(count, 2 * sizeof(*junctions.first))};
    int r = junctions.first ? 0 : -ENOMEM;

    for (uint32_t end = 0; end < 2 * count && !r; end++)
        r = arrive(roads, &junctions, item, end);
    for (uint32_t i = 0; i < junctions.count && !r; i++)
        meet(&meeting, junctions.first[i]);
    intern_pool_finish(&junctions.numbers);
    free(junctions.first);
    return r;
}

/* The start of the line through end e, 0 or 1, of item `i`: 2j + f if the line
 * begins with end f of item j. One-way lines are drawn from their start, others
 * from either end; a ring begins at the given item. */
static uint32_t tile_join_start(const struct tile_piece *item, uint32_t i)
{
    uint32_t at = 2 * i + (item[i].directed && item[i].backward);
    uint32_t before = item[i].next[at % 2];

    while (before != JOINT_NONE && before / 2 != i) {
        at = before ^ 1;
        before = item[at / 2].next[at % 2];
    }
    return at;
}

/* ---- Drawing ------------------------------------------------------------ */

/* All lines of one style. */
struct lines {
    struct tile_style style;
    uint32_t first; /* first item; the others follow by next_of_style */
    uint32_t last;
};

struct item {
    uint32_t start; /* of a line, 2i + e, from tile_join_start() */
    uint32_t next;  /* index among items of the same style; JOINT_NONE */
};

struct drawing {
    const struct tile_index *index;
    const struct roads *roads;
    struct tile_weights weights;
    struct tile_id id;
    struct tile_frame frame;
    int turns; /* offset of the world copy for the pieces being found */

    struct tile_piece *piece; /* [piece_count] */
    size_t piece_count;
    size_t piece_capacity;
    struct intern_pool styles; /* of tile_key; numbers are indices of lines */
    struct lines *lines;       /* [lines_count], in the order of the index */
    size_t lines_count;
    size_t lines_capacity;
    struct item *item; /* [piece_count] lines, the first item_count of them */
    size_t item_count;

    struct tile_line line;
    struct mvt_feature feature;
    struct mvt_writer writer;
    bool failed; /* no memory */
};

/* The edge that represents a piece, and whether it is one-way. */
static uint32_t edge_of(const struct roads *roads, uint32_t piece,
                        bool *ret_oneway)
{
    bool forward = edge_is_open(roads, 2 * piece);

    *ret_oneway = !forward || !edge_is_open(roads, 2 * piece + 1);
    return 2 * piece + !forward;
}

static void add_lines(struct drawing *drawing, const struct tile_style *style)
{
    struct lines lines = {*style, JOINT_NONE, JOINT_NONE};

    if (array_append(&drawing->lines, &drawing->lines_count,
                     &drawing->lines_capacity, &lines, sizeof(lines)))
        drawing->failed = true;
}

static uint32_t number_style(struct drawing *drawing,
                             const struct tile_style *style)
{
    struct tile_key key = tile_style_key(style);
    uint32_t offset;

    if (intern_pool_add(&drawing->styles, &key, sizeof(key), &offset)) {
        drawing->failed = true;
        return 0;
    }
    if (offset / sizeof(key) == drawing->lines_count)
        add_lines(drawing, style);
    return offset / sizeof(key);
}

static void note_piece(void *context, uint32_t piece)
{
    struct drawing *drawing = context;
    struct tile_style style;
    bool oneway;
    uint32_t edge = edge_of(drawing->roads, piece, &oneway);

    if (array_reserve(&drawing->piece, &drawing->piece_capacity,
                      drawing->piece_count + 1, sizeof(*drawing->piece))) {
        drawing->failed = true;
        return;
    }
    style = tile_style_of(drawing->roads, &drawing->weights, edge, oneway,
                          drawing->id.z);
    drawing->piece[drawing->piece_count++] = (struct tile_piece){
        .piece = piece,
        .style = number_style(drawing, &style),
        .turns = (int8_t)drawing->turns,
        .directed = style.oneway,
        .backward = !edge_is_forward(edge),
        .next = {JOINT_NONE, JOINT_NONE},
    };
}

static void find_pieces(struct drawing *drawing)
{
    struct segment_box box;

    for (drawing->turns = -1; drawing->turns <= 1; drawing->turns++) {
        if (tile_frame_box(&drawing->frame, drawing->turns, &box))
            tile_index_find(drawing->index, drawing->id.z, &box, note_piece,
                            drawing);
    }
}

/* Appends the piece's nodes to the line, from its end `end` on, without the
 * first if the line has it already. Longitudes continue beyond 180 degrees. */
static void add_nodes(struct drawing *drawing, uint32_t piece, unsigned end,
                      bool joined, int64_t *lon_e7)
{
    const struct roads *roads = drawing->roads;
    uint32_t edge = 2 * piece + end;
    uint32_t first = edge_first_node(roads, edge);
    uint32_t count = roads->first_node[piece + 1] - roads->first_node[piece];
    int32_t before = roads->node_position[first].lon_e7;

    for (uint32_t i = joined; i < count; i++) {
        uint32_t node = end ? first - i : first + i;
        struct position at = roads->node_position[node];

        *lon_e7 += lon_e7_apart(before, at.lon_e7);
        before = at.lon_e7;
        tile_line_add(&drawing->line, &drawing->feature,
                      tile_frame_point(&drawing->frame, *lon_e7, at.lat_e7));
    }
}

/* Draws the line that begins with end e of piece i, for 2i + e. */
static void draw_line(struct drawing *drawing, uint32_t start)
{
    const struct tile_piece *piece = &drawing->piece[start / 2];
    const struct roads *roads = drawing->roads;
    uint32_t node = edge_first_node(roads, 2 * piece->piece + start % 2);
    int64_t lon_e7 =
        roads->node_position[node].lon_e7 + piece->turns * LON_E7_TURN;
    uint32_t at = start;
    bool joined = false;

    do {
        piece = &drawing->piece[at / 2];
        add_nodes(drawing, piece->piece, at % 2, joined, &lon_e7);
        at = piece->next[!(at % 2)];
        joined = true;
    } while (at != JOINT_NONE && at != start);
    tile_line_end(&drawing->line, &drawing->feature);
}

static void take_line(struct tile_piece *piece, uint32_t start)
{
    uint32_t at = start;

    do {
        piece[at / 2].taken = true;
        at = piece[at / 2].next[!(at % 2)];
    } while (at != JOINT_NONE && at != start);
}

static void add_item(struct drawing *drawing, uint32_t style, uint32_t start)
{
    struct lines *lines = &drawing->lines[style];
    uint32_t i = (uint32_t)drawing->item_count++;

    drawing->item[i] = (struct item){start, JOINT_NONE};
    if (lines->first == JOINT_NONE)
        lines->first = i;
    else
        drawing->item[lines->last].next = i;
    lines->last = i;
}

static void collect_lines(struct drawing *drawing)
{
    if (tile_join(drawing->roads, drawing->piece,
                  (uint32_t)drawing->piece_count)) {
        drawing->failed = true;
        return;
    }
    for (uint32_t i = 0; i < drawing->piece_count; i++) {
        uint32_t start;

        if (drawing->piece[i].taken)
            continue;
        start = tile_join_start(drawing->piece, i);
        take_line(drawing->piece, start);
        add_item(drawing, drawing->piece[i].style, start);
    }
}

/* Whether the tile has room for the feature. */
static bool add_feature(struct drawing *drawing)
{
    const struct mvt_feature *feature = &drawing->feature;
    size_t length = drawing->writer.features.length +
                    drawing->writer.values.length + feature->tags.length +
                    feature->lines.length;

    if (length > TILE_BYTES_MAX)
        return false;
    mvt_writer_add(&drawing->writer, feature);
    return true;
}

/* A failed feature counts as not empty, so that the writer fails, too. */
static bool is_empty(const struct mvt_feature *feature)
{
    return !feature->lines.length && !feature->lines.failed;
}

/* One feature for each style. */
static void draw_styles(struct drawing *drawing)
{
    for (size_t s = 0; s < drawing->lines_count; s++) {
        const struct lines *lines = &drawing->lines[s];

        mvt_feature_clear(&drawing->feature);
        for (uint32_t i = lines->first; i != JOINT_NONE;
             i = drawing->item[i].next)
            draw_line(drawing, drawing->item[i].start);
        if (is_empty(&drawing->feature))
            continue;
        tile_style_tag(&lines->style, drawing->roads, drawing->id.z,
                       &drawing->writer, &drawing->feature);
        if (!add_feature(drawing))
            return;
    }
}

static bool draw_edge(struct drawing *drawing, uint32_t i, uint32_t edge,
                      const struct tile_style *style)
{
    mvt_feature_clear(&drawing->feature);
    draw_line(drawing, 2 * i + !edge_is_forward(edge));
    if (is_empty(&drawing->feature))
        return true;
    tile_style_tag(style, drawing->roads, drawing->id.z, &drawing->writer,
                   &drawing->feature);
    tile_edge_tag(drawing->roads, &drawing->weights, edge, &drawing->writer,
                  &drawing->feature);
    return add_feature(drawing);
}

/* One feature for each piece, or for each direction if they differ. */
static void draw_pieces(struct drawing *drawing)
{
    const struct roads *roads = drawing->roads;

    for (uint32_t i = 0; i < drawing->piece_count; i++) {
        const struct tile_piece *piece = &drawing->piece[i];
        const struct tile_style *style = &drawing->lines[piece->style].style;
        uint32_t edge = 2 * piece->piece + piece->backward;
        struct tile_style back;

        if (!draw_edge(drawing, i, edge, style))
            return;
        if (style->oneway)
            continue;
        back = tile_style_of(roads, &drawing->weights, edge_reverse(edge),
                             false, drawing->id.z);
        if ((back.speed_kmh != style->speed_kmh ||
             back.free_flow_kmh != style->free_flow_kmh) &&
            !draw_edge(drawing, i, edge_reverse(edge), &back))
            return;
    }
}

static void draw(struct drawing *drawing)
{
    bool joined = drawing->id.z < TILE_ZOOM_EACH;

    drawing->line.tolerance = joined ? TILE_PIXEL / 2 : 1;
    drawing->line.tiny = joined ? TILE_PIXEL / 2 : 0;
    tile_frame_init(&drawing->frame, drawing->id);
    find_pieces(drawing);
    if (drawing->failed)
        return;
    if (!joined) {
        draw_pieces(drawing);
        return;
    }
    drawing->item = array_alloc(drawing->piece_count, sizeof(*drawing->item));
    drawing->failed = !drawing->item;
    if (!drawing->failed)
        collect_lines(drawing);
    if (!drawing->failed)
        draw_styles(drawing);
}

static void drawing_destroy(struct drawing *drawing)
{
    free(drawing->piece);
    free(drawing->lines);
    free(drawing->item);
    intern_pool_finish(&drawing->styles);
    tile_line_finish(&drawing->line);
    mvt_feature_finish(&drawing->feature);
    mvt_writer_finish(&drawing->writer);
    free(drawing);
}

static bool encode(const struct drawing *drawing, struct mvt_bytes *ret_tile)
{
    const char *keys[16];

    for (size_t i = 0; i < tile_property_count; i++)
        keys[i] = tile_properties[i].key;
    return mvt_writer_end(&drawing->writer, TILE_LAYER, keys,
                          tile_property_count, ret_tile);
}

int tile_draw(const struct tile_index *index, struct tile_weights weights,
              struct tile_id id, struct mvt_bytes *ret_tile,
              struct error *error)
{
    struct drawing *drawing = calloc(1, sizeof(*drawing));
    bool drawn = false;

    if (!drawing)
        return error_no_memory(error);
    drawing->index = index;
    drawing->roads = index->roads;
    drawing->weights = weights;
    drawing->id = id;
    draw(drawing);
    if (!drawing->failed && !drawing->line.failed)
        drawn = encode(drawing, ret_tile);
    drawing_destroy(drawing);
    return drawn ? 0 : error_no_memory(error);
}
