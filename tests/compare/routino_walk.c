/* routino_walk: whether routino's data allow a way, without its search.
 *
 * Between two nodes there may be several segments, so all that one may have
 * come by are followed at once. */
#include "tests/compare/fail.h"
#include "tests/compare/routino.h"

enum { PARALLEL_MAX = 16 };

/* Segments that one may have come by, and the least length so far. */
struct front {
    uint32_t count;
    uint32_t segment[PARALLEL_MAX];
    uint64_t length_m[PARALLEL_MAX];
};

static bool turn_is_bound(const struct routino *routino,
                          enum traveller traveller, uint32_t from, uint32_t via,
                          uint32_t to)
{
    for (uint32_t i = 0; i < routino->turn_count; i++) {
        const struct routino_turn *turn = &routino->turn[i];

        if (turn->via == via && turn->from == from && turn->to == to &&
            turn->bound & 1 << traveller)
            return true;
    }
    return false;
}

enum routino_reason routino_turn(const struct routino *routino,
                                 enum traveller traveller, uint32_t from,
                                 uint32_t via, uint32_t to)
{
    if (!(routino->passable[via] & 1 << traveller))
        return REASON_NODE;
    if (traveller == ON_FOOT)
        return REASON_NONE;
    if (from == to)
        return REASON_BACK;
    return routino->has_turns[via] &&
                   turn_is_bound(routino, traveller, from, via, to)
               ? REASON_TURN
               : REASON_NONE;
}

/* Takes a segment after each of those before; `before` NULL: the first. */
static void enter(const struct routino *routino, enum traveller traveller,
                  const struct front *before, uint32_t via, uint32_t segment,
                  struct front *front, enum routino_reason *reason)
{
    uint64_t length_m = routino->segment[segment].length_m;
    uint64_t least_m = before ? UINT64_MAX : length_m;

    for (uint32_t i = 0; before && i < before->count; i++) {
        enum routino_reason why =
            routino_turn(routino, traveller, before->segment[i], via, segment);

        if (why)
            *reason = why;
        else if (before->length_m[i] + length_m < least_m)
            least_m = before->length_m[i] + length_m;
    }
    if (least_m == UINT64_MAX)
        return;
    if (front->count == PARALLEL_MAX)
        fail("more than %d segments between two nodes", PARALLEL_MAX);
    front->segment[front->count] = segment;
    front->length_m[front->count++] = least_m;
}

static struct front step(const struct routino *routino,
                         enum traveller traveller, const struct front *before,
                         uint32_t from, uint32_t to,
                         enum routino_reason *reason)
{
    struct front front = {0};

    *reason = REASON_NO_SEGMENT;
    for (uint32_t i = routino->first_at[from]; i < routino->first_at[from + 1];
         i++) {
        uint32_t number = routino->at[i];
        const struct routino_segment *segment = &routino->segment[number];
        int side = segment->node[0] == from ? 0 : 1;

        if (segment->node[!side] == to && segment->open[side] & 1 << traveller)
            enter(routino, traveller, before, from, number, &front, reason);
    }
    return front;
}

enum routino_reason routino_walk(const struct routino *routino,
                                 enum traveller traveller, const uint32_t *node,
                                 uint32_t count, uint64_t *ret_length_m,
                                 uint32_t *ret_step)
{
    uint64_t least_m = count < 2 ? 0 : UINT64_MAX;
    struct front front = {0};
    enum routino_reason reason;

    for (uint32_t i = 0; i + 1 < count; i++) {
        struct front before = front;

        front = step(routino, traveller, i > 0 ? &before : NULL, node[i],
                     node[i + 1], &reason);
        if (!front.count) {
            *ret_step = i;
            return reason;
        }
    }
    for (uint32_t i = 0; i < front.count; i++)
        least_m = front.length_m[i] < least_m ? front.length_m[i] : least_m;
    *ret_length_m = least_m;
    return REASON_NONE;
}
