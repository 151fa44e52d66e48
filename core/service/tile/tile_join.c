/* tile_join: pieces that look the same as one line where they meet. */
#include "core/service/tile/tile_join.h"

#include <errno.h>

/* What waits at a junction for another of its kind: the role of an end of a
 * one-way piece is where it leads. */
static struct tile_key key_of(const struct tile_piece *item, uint32_t junction,
                              unsigned role)
{
    return (struct tile_key){(uint64_t)junction << 32 | item->style,
                             (uint64_t)(item->turns + 1) << 2 | role};
}

static unsigned role_of(const struct tile_piece *item, unsigned end)
{
    return item->directed ? 1 + (end ^ item->backward) : 0;
}

static unsigned role_opposite(unsigned role)
{
    return role ? 3 - role : 0;
}

static int join_end(const struct roads *roads, struct tile_table *table,
                    struct tile_piece *item, uint32_t i, unsigned end)
{
    uint32_t junction = roads->piece_end[2 * item[i].piece + end];
    unsigned role = role_of(&item[i], end);
    uint32_t *waiting =
        tile_table_at(table, key_of(&item[i], junction, role_opposite(role)));

    if (!waiting)
        return -ENOMEM;
    if (*waiting != JOINT_NONE && *waiting / 2 != i) {
        item[i].next[end] = *waiting;
        item[*waiting / 2].next[*waiting % 2] = 2 * i + end;
        *waiting = JOINT_NONE;
        return 0;
    }
    waiting = tile_table_at(table, key_of(&item[i], junction, role));
    if (!waiting)
        return -ENOMEM;
    *waiting = 2 * i + end;
    return 0;
}

int tile_join(const struct roads *roads, struct tile_piece *item,
              uint32_t count)
{
    struct tile_table table = {0};
    int result = 0;

    for (uint32_t i = 0; i < count; i++)
        item[i].next[0] = item[i].next[1] = JOINT_NONE;
    for (uint32_t i = 0; i < count && !result; i++) {
        result = join_end(roads, &table, item, i, 0);
        if (!result)
            result = join_end(roads, &table, item, i, 1);
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
