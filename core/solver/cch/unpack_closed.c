/* unpack_closed: the basic entries that make up a closed one. */
#include <errno.h>
#include <string.h>

#include "core/solver/cch/panel.h"
#include "core/solver/cch/rows.h"
#include "core/solver/cch/unpack.h"

/* A closed entry in the basic panel of its supernode. */
struct search {
    struct unpacker *unpacker;
    struct panel panel;
    uint32_t tail;
    uint32_t head;
    uint32_t weight;
};

/* Costs of rising from the tail, over vertices of the supernode. */
static void climb_up(const struct search *search)
{
    const struct panel *panel = &search->panel;
    uint32_t *up = search->unpacker->up;

    memset(up, 0xff, panel->s * sizeof(*up));
    up[search->tail] = 0;
    for (uint32_t x = search->tail; x + 1 < panel->s; x++)
        search->unpacker->rows->relax(up + x + 1, up + x, 1, search->weight + 1,
                                      panel_out(panel, x, x + 1), 0,
                                      panel->s - x - 1);
}

/* Costs of falling to the head. */
static void climb_down(const struct search *search)
{
    const struct panel *panel = &search->panel;
    uint32_t *down = search->unpacker->down;
    uint32_t head = search->head;

    memset(down, 0xff, panel->s * sizeof(*down));
    down[head] = 0;
    for (uint32_t y = head + 1; y < panel->s; y++)
        down[y] = search->unpacker->rows->meet(panel_out(panel, y, head),
                                               down + head, y - head);
}

static int add_stage(const struct search *search, const uint32_t *entry)
{
    return stage_append(search->unpacker,
                        (uint64_t)(entry - search->unpacker->metric->basic));
}

/* The stages that rise from the tail to an entry, which it costs `cost` to
 * reach, the last one first. */
static int add_up(const struct search *search, uint32_t entry, uint32_t cost)
{
    const struct panel *panel = &search->panel;
    const uint32_t *up = search->unpacker->up;

    while (entry != search->tail) {
        uint32_t end = entry < panel->s ? entry : panel->s;
        uint32_t x = search->tail;
        int r;

        while (x < end && cost_add(up[x], *panel_out(panel, x, entry)) != cost)
            x++;
        if (x >= end)
            return -EIO;
        r = add_stage(search, panel_out(panel, x, entry));
        if (r)
            return r;
        entry = x;
        cost = up[x];
    }
    return 0;
}

/* The stages that fall from an entry to the head. */
static int add_falling(const struct search *search, uint32_t entry,
                       uint32_t cost)
{
    const struct panel *panel = &search->panel;
    const uint32_t *down = search->unpacker->down;

    while (entry != search->head) {
        uint32_t end = entry < panel->s ? entry : panel->s;
        uint32_t x = search->head;
        int r;

        while (x < end && cost_add(*panel_in(panel, entry, x), down[x]) != cost)
            x++;
        if (x >= end)
            return -EIO;
        r = add_stage(search, panel_in(panel, entry, x));
        if (r)
            return r;
        entry = x;
        cost = down[x];
    }
    return 0;
}

static void turn_around(struct stage *stages, size_t count)
{
    for (size_t i = 0, j = count; i + 1 < j; i++) {
        struct stage other = stages[i];

        stages[i] = stages[--j];
        stages[j] = other;
    }
}

static int add_rising(const struct search *search, uint32_t entry,
                      uint32_t cost)
{
    struct unpacker *unpacker = search->unpacker;
    size_t first = unpacker->stage_count;
    int r = add_up(search, entry, cost);

    if (!r)
        turn_around(unpacker->stages + first, unpacker->stage_count - first);
    return r;
}

/* The highest vertex of the entry's path, or s: there is no path of that
 * weight. */
static uint32_t find_peak(const struct search *search)
{
    const uint32_t *up = search->unpacker->up;
    const uint32_t *down = search->unpacker->down;
    uint32_t s = search->panel.s;
    uint32_t peak = search->tail > search->head ? search->tail : search->head;

    while (peak < s && cost_add(up[peak], down[peak]) != search->weight)
        peak++;
    return peak;
}

static int add_both_sides(const struct search *search)
{
    const struct unpacker *unpacker = search->unpacker;
    uint32_t peak;
    int r;

    climb_up(search);
    climb_down(search);
    peak = find_peak(search);
    if (peak == search->panel.s)
        return -EIO;
    r = add_rising(search, peak, unpacker->up[peak]);
    return r ? r : add_falling(search, peak, unpacker->down[peak]);
}

int unpack_closed(struct unpacker *unpacker, uint32_t supernode, uint32_t tail,
                  uint32_t head)
{
    struct panel closed =
        panel_of(unpacker->hierarchy, unpacker->metric->closed, supernode);
    struct search search = {
        .unpacker = unpacker,
        .panel =
            panel_of(unpacker->hierarchy, unpacker->metric->basic, supernode),
        .tail = tail,
        .head = head,
        .weight = panel_weight(&closed, tail, head),
    };

    if (panel_weight(&search.panel, tail, head) == search.weight)
        return add_stage(&search, panel_entry(&search.panel, tail, head));
    if (head >= search.panel.s) {
        climb_up(&search);
        return add_rising(&search, head, search.weight);
    }
    if (tail >= search.panel.s) {
        climb_down(&search);
        return add_falling(&search, tail, search.weight);
    }
    return add_both_sides(&search);
}
