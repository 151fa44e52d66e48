/* ask_counts: snaps, paths by ids, and what is counted. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/graph/cost.h"
#include "core/graph/roads/ground.h"
#include "tests/pictures/ask.h"

/* ---- Snaps -------------------------------------------------------------- */

enum { SNAPS_MAX = 20, COMPASS = 8 };

static const char *const compass[COMPASS] = {
    "north", "northeast", "east", "southeast",
    "south", "southwest", "west", "northwest",
};

static unsigned compass_of(const struct roads *roads, const struct snap *snap,
                           bool back)
{
    uint32_t place = snap->segment + snap->piece;
    struct position a = roads->node_position[place + back];
    struct position b = roads->node_position[place + !back];
    struct ground ground = ground_at(a.lat_e7);
    double bearing_deg = atan2((b.lon_e7 - a.lon_e7) * ground.east_m,
                               (b.lat_e7 - a.lat_e7) * ground.north_m) *
                         180 / M_PI;

    return (unsigned)lround(bearing_deg / 45 + COMPASS) % COMPASS;
}

static bool expects_word(const struct ask_expect *expect, const char *word)
{
    for (size_t i = 0; i < expect->count; i++) {
        if (!strcmp(expect->text[i], word))
            return true;
    }
    return false;
}

static void check_leads(struct asking *asking, const struct ask_expect *expect,
                        const struct snap *snap)
{
    const struct roads *roads = &asking->world->map->roads;
    char got[100] = "";
    size_t right = 0;
    size_t count = 0;

    for (int back = 0; back < 2; back++) {
        const char *word = compass[compass_of(roads, snap, back)];

        if (!snap->direction[back])
            continue;
        count++;
        right += expects_word(expect, word);
        list_add(got, sizeof(got), word);
    }
    if (right != count || count != expect->count)
        asking_miss(asking, "expected other directions, it leads %s", got);
}

static void check_snaps(struct asking *asking, const struct ask_expect *expect,
                        const struct snap *snaps, uint32_t count,
                        const char *ways)
{
    if (expect->kind == EXPECT_COUNT) {
        asking_expect_number(asking, "count", expect, 0, count, 0);
        return;
    }
    if ((expect->kind == EXPECT_NONE) != (count == 0)) {
        asking_miss(asking, "expected %s snap, got %" PRIu32,
                    expect->kind == EXPECT_NONE ? "no" : "a", count);
        return;
    }
    switch (expect->kind) {
    case EXPECT_WAYS:
        asking_expect_text(asking, "ways", expect, ways);
        break;
    case EXPECT_AT:
        asking_expect_place(asking, "at", expect, snaps[0].position);
        break;
    case EXPECT_DISTANCE:
        asking_expect_number(asking, "distance", expect, 0, snaps[0].distance_m,
                             0.1);
        break;
    case EXPECT_LEADS:
        check_leads(asking, expect, &snaps[0]);
        break;
    default:
        return;
    }
}

void ask_snap(struct asking *asking)
{
    const struct picture_ask *ask = asking->ask;
    struct snap_options options = asking_wish(asking, &ask->place[0]);
    struct snap snaps[SNAPS_MAX];
    char ways[1000] = "";
    uint32_t count =
        snap_nearest(&asking->world->map->roads, &options,
                     ask->number < SNAPS_MAX ? ask->number : SNAPS_MAX, snaps);

    for (uint32_t i = 0; i < count; i++)
        list_add(ways, sizeof(ways), asking_piece_name(asking, snaps[i].piece));
    fprintf(asking->got, "count %" PRIu32 ", ways %s", count, ways);
    if (count)
        fprintf(asking->got, ", distance %gm", snaps[0].distance_m);
    for (size_t i = 0; i < ask->expect_count; i++)
        check_snaps(asking, &ask->expect[i], snaps, count, ways);
}

/* ---- Paths by ids ------------------------------------------------------- */

static void check_path(struct asking *asking, const struct ask_expect *expect,
                       const struct path_answer *answer)
{
    char nodes[1000] = "";

    for (size_t i = 0; i < answer->vertex_count && i < sizeof(nodes) - 1; i++)
        nodes[i] = asking_letter(asking, (int64_t)answer->vertices[i]);
    if (expect->kind == EXPECT_NODES)
        asking_expect_text(asking, "nodes", expect, nodes);
    else if (expect->kind == EXPECT_COST)
        asking_expect_number(asking, "cost", expect, 0, answer->cost / 1e3,
                             0.1);
    else if (answer->cost != COST_INFINITY)
        asking_miss(asking, "expected no path, got %s", nodes);
    fprintf(asking->got, "nodes %s, cost %gs ", nodes, answer->cost / 1e3);
}

void ask_path(struct asking *asking)
{
    const struct picture_ask *ask = asking->ask;
    const struct picture *picture = asking->picture;
    struct path_pair pair = {
        (uint64_t)picture_find(picture, ask->place[0].letter)->id,
        (uint64_t)picture_find(picture, ask->place[1].letter)->id,
    };
    struct path_question question = {
        .base = {.map = "picture", .exclude_names = ask->exclude},
        .pairs = &pair,
        .pair_count = 1};
    enum outcome outcome = world_ask_path(asking->world, &question);
    bool unknown = ask->expect[0].kind == EXPECT_UNKNOWN;

    if (unknown != (outcome == OUTCOME_UNKNOWN_ID))
        asking_miss(asking, "expected %s id: %s", unknown ? "no" : "an",
                    question.base.error.text);
    else if (!unknown && outcome != OUTCOME_OK)
        asking_miss(asking, "could not be asked: %s", question.base.error.text);
    for (size_t i = 0; i < ask->expect_count && outcome == OUTCOME_OK; i++)
        check_path(asking, &ask->expect[i], &question.answers[0]);
    path_question_finish(&question);
}

/* ---- Counts ------------------------------------------------------------- */

static void check_count(struct asking *asking, uint64_t got)
{
    fprintf(asking->got, "%s %" PRIu64, asking->ask->name, got);
    if (got != asking->ask->number)
        asking_miss(asking, "expected %s %" PRIu32 ", got %" PRIu64,
                    asking->ask->name, asking->ask->number, got);
}

void ask_report(struct asking *asking)
{
    for (int i = 0; i < COUNT_KINDS; i++) {
        if (!strcmp(import_count_name((enum import_count)i),
                    asking->ask->name)) {
            check_count(asking, asking->world->report.count[i]);
            return;
        }
    }
    asking_miss(asking, "'%s' is not counted", asking->ask->name);
}

static uint32_t component_count(const struct roads *roads)
{
    uint32_t count = 0;

    for (uint32_t p = 0; p < roads->piece_count; p++) {
        if (roads->component[p] >= count)
            count = roads->component[p] + 1;
    }
    return count;
}

void ask_roads(struct asking *asking)
{
    const struct map *map = asking->world->map;
    const struct roads *roads = &map->roads;
    const struct {
        const char *name;
        uint32_t count;
    } counts[] = {
        {"pieces", roads->piece_count},
        {"segments", roads->segment_count},
        {"junctions", roads->junction_count},
        {"components", component_count(roads)},
        {"large", roads->large_count},
        {"states", roads->state_count},
        {"vertices", map->topology.vertex_count},
    };

    for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
        if (!strcmp(counts[i].name, asking->ask->name)) {
            check_count(asking, counts[i].count);
            return;
        }
    }
    asking_miss(asking, "roads have no '%s'", asking->ask->name);
}
