/* tile_join: pieces that look the same as one line where they meet. */
#include "core/service/tile/tile_join.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "core/graph/roads/ground.h"

/* Ends of one style at a junction; further ones stay apart. */
enum { MEETING_MAX = 24 };

struct meeting {
    const struct roads *roads;
    struct tile_piece *item;
    unsigned count;
    uint32_t end[MEETING_MAX];        /* 2i + e: end e of item i */
    double direction[MEETING_MAX][2]; /* that it leads away, of length 1 */
};

static unsigned role_of(const struct tile_piece *item, unsigned end)
{
    return item->directed ? 1 + (end ^ item->backward) : 0;
}

/* Of one-way pieces one has to arrive and one to leave. */
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
        edge_first_place(roads, 2 * meeting->item[end / 2].piece + end % 2);
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

/* Joins the two that bend least; false: no two may be joined. */
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

/* Takes the list of ends apart that begins with `first`. */
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

/* Puts an end before those that are at its junction already. */
static int arrive(const struct roads *roads, struct tile_table *table,
                  struct tile_piece *item, uint32_t end)
{
    struct tile_piece *of = &item[end / 2];
    uint32_t junction = roads->piece_end[2 * of->piece + end % 2];
    struct tile_key key = {(uint64_t)junction << 32 | of->style,
                           (uint64_t)(of->turns + 1)};
    uint32_t *first = tile_table_at(table, key);

    if (!first)
        return -ENOMEM;
    of->next[end % 2] = *first;
    *first = end;
    return 0;
}

int tile_join(const struct roads *roads, struct tile_piece *item,
              uint32_t count)
{
    struct meeting meeting = {.roads = roads, .item = item};
    struct tile_table table = {0};
    int result = 0;

    for (uint32_t end = 0; end < 2 * count && !result; end++)
        result = arrive(roads, &table, item, end);
    for (size_t i = 0; i < table.size && !result; i++) {
        if (table.slot[i].used)
            meet(&meeting, table.slot[i].value);
    }
    tile_table_finish(&table);
    return result;
}

/* One-way lines are drawn from their start; others from either. */
uint32_t tile_join_start(const struct tile_piece *item, uint32_t i)
{
    uint32_t at = 2 * i + (item[i].directed && item[i].backward);
    uint32_t before = item[i].next[at % 2];

    while (before != JOINT_NONE && before / 2 != i) {
        at = before ^ 1;
        before = item[at / 2].next[at % 2];
    }
    return at;
}
