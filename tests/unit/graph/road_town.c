/* road_town: towns by number, for road_fixture.h. */
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/random.h"
#include "tests/unit/graph/road_fixture.h"

enum { BLOCK_M = 100, SEQUENCE_MOST = 5, STREET_NAMES = 7 };

struct town {
    struct road_draft *draft;
    struct random random;
    uint32_t side;
    bool *plain;         /* [side * side] */
    uint32_t *edge_tail; /* [2 * street_count] */
    bool *edge_open;     /* [2 * street_count] */
    uint32_t street_count;
};

static bool one_in(struct town *town, uint32_t count)
{
    return random_below(&town->random, count) == 0;
}

static void add_street(struct town *town, uint32_t from, uint32_t to)
{
    static const char *const names[STREET_NAMES] = {
        "Hauptstraße", "Plöck", "Am Markt", "Neue Gasse", "Uferweg", "", "B 37",
    };
    const char *name = names[random_below(&town->random, STREET_NAMES)];
    uint32_t segments = 1 + random_below(&town->random, 3);
    bool one_way = one_in(town, 5);
    uint32_t piece;

    if (!strcmp(name, "B 37") && segments == 3)
        name = ROAD_DRAFT_LOW_BRIDGE;
    piece = road_draft_road(town->draft, from, to, name, segments, one_way);

    town->edge_tail[2 * piece] = from;
    town->edge_tail[2 * piece + 1] = to;
    town->edge_open[2 * piece] = true;
    town->edge_open[2 * piece + 1] = !one_way;
    town->street_count = piece + 1;
}

static void add_streets(struct town *town)
{
    uint32_t side = town->side;

    for (uint32_t j = 0; j < side * side; j++) {
        town->plain[j] = one_in(town, 3);
        road_draft_junction(town->draft, j % side * BLOCK_M, j / side * BLOCK_M,
                            town->plain[j]);
    }
    for (uint32_t j = 0; j < side * side; j++) {
        if (j % side + 1 < side && (!j || !one_in(town, 8)))
            add_street(town, j, j + 1);
        if (j / side + 1 < side && !one_in(town, 8))
            add_street(town, j + side, j);
    }
    add_street(town, side * side - 1, side * side - 1);
}

/* Two roads that lead nowhere else. */
static void add_hamlet(struct town *town)
{
    double far = (town->side + 3) * BLOCK_M;
    uint32_t a = road_draft_junction(town->draft, far, 0, false);
    uint32_t b = road_draft_junction(town->draft, far + BLOCK_M, 0, true);
    uint32_t c = road_draft_junction(town->draft, far, BLOCK_M, false);

    road_draft_road(town->draft, a, b, "Weiler", 2, false);
    road_draft_road(town->draft, a, c, "", 1, false);
}

/* An edge that leaves where this one ends; the edge itself where there is none.
 */
static uint32_t draw_next(struct town *town, uint32_t edge)
{
    uint32_t head = town->edge_tail[edge ^ 1];
    uint32_t found = edge;
    uint32_t count = 0;

    for (uint32_t e = 0; e < 2 * town->street_count; e++) {
        if (town->edge_tail[e] == head && town->edge_open[e] &&
            e != (edge ^ 1) && random_below(&town->random, ++count) == 0)
            found = e;
    }
    return found;
}

/* A walk of up to `most` edges over junctions that are not plain. */
static size_t walk(struct town *town, uint32_t *edges, size_t most)
{
    size_t count = 1;

    edges[0] = random_below(&town->random, 2 * town->street_count);
    if (!town->edge_open[edges[0]])
        return 0;
    while (count < most) {
        uint32_t last = edges[count - 1];
        uint32_t next = town->plain[town->edge_tail[last ^ 1]]
                            ? last
                            : draw_next(town, last);

        if (next == last)
            break;
        edges[count++] = next;
    }
    return count;
}

static void forbid_some(struct town *town)
{
    uint32_t edges[SEQUENCE_MOST];

    for (uint32_t i = 0; i < town->side * town->side; i++) {
        size_t count = walk(town, edges,
                            2 + random_below(&town->random, SEQUENCE_MOST - 1));

        if (count > 2 || (count == 2 && one_in(town, 3)))
            road_draft_forbid(town->draft, edges, count);
    }
}

void road_town_draft(uint32_t side, uint64_t seed, struct road_draft *ret_draft)
{
    size_t streets_most = 2 * (size_t)side * side + 1;
    struct town town = {
        .draft = ret_draft,
        .side = side,
        .plain = array_alloc((size_t)side * side, sizeof(bool)),
        .edge_tail = array_alloc(2 * streets_most, sizeof(uint32_t)),
        .edge_open = array_alloc(2 * streets_most, sizeof(bool)),
    };

    if (!town.plain || !town.edge_tail || !town.edge_open)
        abort();
    random_seed(&town.random, seed);
    road_draft_init(ret_draft);
    ret_draft->turn_varied = one_in(&town, 4) ? 0 : 9000;
    ret_draft->turn_back = one_in(&town, 3);
    ret_draft->slow = one_in(&town, 2);
    ret_draft->small_component = 3;
    add_streets(&town);
    forbid_some(&town);
    add_hamlet(&town);
    free(town.plain);
    free(town.edge_tail);
    free(town.edge_open);
}

struct map *road_town(uint32_t side, uint64_t seed, bool ordered)
{
    struct road_draft draft;

    road_town_draft(side, seed, &draft);
    return road_draft_map(&draft, ordered);
}
