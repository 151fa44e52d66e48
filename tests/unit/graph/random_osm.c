/* random_osm: small data full of all that roads may be, by number. */
#include "tests/unit/graph/random_osm.h"

#include <stdlib.h>

#include "core/base/random.h"
#include "tests/unit/graph/osm_add.h"

enum { NODES = 10, WAYS_MAX = 10, REFS_MAX = 5, RELATIONS_MAX = 10 };
enum { MEMBERS_MAX = 6, TAGS_MAX = 6 };

struct tag_list {
    struct osm_text_tag tag[TAGS_MAX];
    size_t count;
};

struct drawn_way {
    int64_t ref[REFS_MAX + 1];
    size_t ref_count;
    struct tag_list tags;
};

struct drawn_relation {
    struct osm_member member[MEMBERS_MAX];
    size_t member_count;
    struct tag_list tags;
};

/* Node i has the id i + 1, way w 100 + w, relation r 200 + r. */
struct drawing {
    struct random random;
    bool there[NODES];
    struct position position[NODES];
    struct tag_list node_tags[NODES];
    struct drawn_way way[WAYS_MAX];
    uint32_t way_count;
    struct drawn_relation relation[RELATIONS_MAX];
    uint32_t relation_count;
};

static bool one_in(struct drawing *drawing, uint32_t times)
{
    return random_below(&drawing->random, times) == 0;
}

static void add_tag(struct tag_list *tags, const char *key, const char *value)
{
    tags->tag[tags->count++] = (struct osm_text_tag){key, value};
}

static void draw_node(struct drawing *drawing, uint32_t i)
{
    static const char *const sides[] = {"forward", "backward", "both"};
    struct tag_list *tags = &drawing->node_tags[i];

    drawing->there[i] = !one_in(drawing, 12);
    drawing->position[i] = (struct position){
        (int32_t)(i % 4 * 12000 + random_below(&drawing->random, 2000)),
        (int32_t)(i / 4 * 12000 + random_below(&drawing->random, 2000)),
    };
    if (one_in(drawing, 5)) {
        add_tag(tags, "highway", "traffic_signals");
        if (one_in(drawing, 2))
            add_tag(tags, "traffic_signals:direction",
                    sides[random_below(&drawing->random, 3)]);
    }
    if (one_in(drawing, 12))
        add_tag(tags, "barrier", "bollard");
}

static void draw_way(struct drawing *drawing, struct drawn_way *way)
{
    static const char *const classes[] = {"primary", "primary", "secondary",
                                          "steps"};
    static const char *const ends[] = {"yes", "-1", "no"};

    way->ref_count = 2 + random_below(&drawing->random,
                                      one_in(drawing, 3) ? REFS_MAX - 1 : 2);
    for (size_t i = 0; i < way->ref_count; i++)
        way->ref[i] = 1 + random_below(&drawing->random, NODES);
    if (one_in(drawing, 6) && way->ref_count > 2)
        way->ref[way->ref_count - 1] = way->ref[0];
    if (one_in(drawing, 6))
        add_tag(&way->tags, "railway", "rail");
    else
        add_tag(&way->tags, "highway",
                classes[random_below(&drawing->random, 4)]);
    if (one_in(drawing, 3))
        add_tag(&way->tags, "oneway", ends[random_below(&drawing->random, 3)]);
    if (one_in(drawing, 4))
        add_tag(&way->tags, "name", one_in(drawing, 2) ? "x" : "y");
    if (one_in(drawing, 3))
        add_tag(&way->tags, "maxspeed:backward", "7");
    if (one_in(drawing, 6))
        add_tag(&way->tags, "toll", "yes");
}

static void add_member(struct drawn_relation *relation, enum osm_kind kind,
                       enum osm_role role, int64_t id)
{
    relation->member[relation->member_count++] =
        (struct osm_member){id, (uint8_t)kind, (uint8_t)role};
}

/* The last member moves before all others. */
static void swap_first(struct drawn_relation *relation)
{
    struct osm_member first = relation->member[0];
    size_t last = relation->member_count - 1;

    relation->member[0] = relation->member[last];
    relation->member[last] = first;
}

/* A way with the node, if one of the few tried has it. */
static int64_t way_at(struct drawing *drawing, int64_t node)
{
    uint32_t way = 0;

    for (int tries = 0; tries < 20; tries++) {
        way = random_below(&drawing->random, drawing->way_count);
        for (size_t i = 0; i < drawing->way[way].ref_count; i++) {
            if (drawing->way[way].ref[i] == node)
                return 100 + way;
        }
    }
    return 100 + way;
}

static void draw_via_node(struct drawing *drawing,
                          struct drawn_relation *relation)
{
    const struct drawn_way *way =
        &drawing->way[random_below(&drawing->random, drawing->way_count)];
    int64_t node = way->ref[one_in(drawing, 2) ? 0 : way->ref_count - 1];

    add_member(relation, OSM_NODE, ROLE_VIA, node);
    add_member(relation, OSM_WAY, ROLE_FROM, way_at(drawing, node));
    add_member(relation, OSM_WAY, ROLE_TO, way_at(drawing, node));
    if (one_in(drawing, 4))
        add_member(relation, OSM_WAY, ROLE_FROM, way_at(drawing, node));
    if (one_in(drawing, 4))
        add_member(relation, OSM_WAY, ROLE_TO, way_at(drawing, node));
}

static void draw_via_ways(struct drawing *drawing,
                          struct drawn_relation *relation)
{
    uint32_t first = random_below(&drawing->random, drawing->way_count);
    const struct drawn_way *way = &drawing->way[first];
    int64_t from = way->ref[0];
    int64_t to = way->ref[way->ref_count - 1];

    add_member(relation, OSM_WAY, ROLE_VIA, 100 + first);
    if (one_in(drawing, 3)) {
        int64_t second = way_at(drawing, to);

        way = &drawing->way[second - 100];
        to = way->ref[way->ref[0] == to ? way->ref_count - 1 : 0];
        if (second != 100 + first)
            add_member(relation, OSM_WAY, ROLE_VIA, second);
        if (one_in(drawing, 2))
            swap_first(relation);
    }
    add_member(relation, OSM_WAY, ROLE_FROM, way_at(drawing, from));
    add_member(relation, OSM_WAY, ROLE_TO, way_at(drawing, to));
}

static void draw_relation(struct drawing *drawing,
                          struct drawn_relation *relation)
{
    static const char *const kinds[] = {"no_left_turn", "only_straight_on",
                                        "no_u_turn"};

    add_tag(&relation->tags, "type", "restriction");
    add_tag(&relation->tags, "restriction",
            kinds[random_below(&drawing->random, 3)]);
    if (one_in(drawing, 3))
        draw_via_node(drawing, relation);
    else
        draw_via_ways(drawing, relation);
    if (one_in(drawing, 12))
        add_member(relation, OSM_WAY, ROLE_TO, 999);
}

static void draw(struct drawing *drawing)
{
    for (uint32_t i = 0; i < NODES; i++)
        draw_node(drawing, i);
    drawing->way_count = 2 + random_below(&drawing->random, WAYS_MAX - 1);
    for (uint32_t i = 0; i < drawing->way_count; i++)
        draw_way(drawing, &drawing->way[i]);
    drawing->relation_count = random_below(&drawing->random, RELATIONS_MAX + 1);
    for (uint32_t i = 0; i < drawing->relation_count; i++)
        draw_relation(drawing, &drawing->relation[i]);
}

static void must(int result)
{
    if (result)
        abort();
}

/* Item i of the ways, then relations. */
static void add_whole(const struct drawing *drawing, struct osm_data *data,
                      uint32_t i)
{
    if (i < drawing->way_count) {
        const struct drawn_way *way = &drawing->way[i];

        must(osm_add(data,
                     osm_way(100 + i, way->ref, way->ref_count, way->tags.tag,
                             way->tags.count),
                     NULL));
    } else {
        uint32_t number = i - drawing->way_count;
        const struct drawn_relation *relation = &drawing->relation[number];

        must(osm_add(data,
                     osm_relation(200 + number, relation->member,
                                  relation->member_count, relation->tags.tag,
                                  relation->tags.count),
                     NULL));
    }
}

static void add_node(const struct drawing *drawing, struct osm_data *data,
                     uint32_t i)
{
    const struct tag_list *tags = &drawing->node_tags[i];

    if (drawing->there[i])
        must(osm_add(
            data, osm_node(i + 1, drawing->position[i], tags->tag, tags->count),
            NULL));
}

void random_osm(uint64_t seed, bool backwards, struct osm_data *ret_data)
{
    struct drawing drawing = {0};
    uint32_t count;

    random_seed(&drawing.random, seed);
    draw(&drawing);
    count = drawing.way_count + drawing.relation_count;
    *ret_data = (struct osm_data){0};
    for (uint32_t i = 0; i < count; i++)
        add_whole(&drawing, ret_data, backwards ? count - 1 - i : i);
    for (uint32_t i = 0; i < NODES; i++)
        add_node(&drawing, ret_data, backwards ? NODES - 1 - i : i);
    must(osm_add_finish(ret_data, NULL));
}
