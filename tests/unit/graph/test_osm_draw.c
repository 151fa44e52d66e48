/* osm_draw: consistent data, the same for a seed, open to cars. */
#include "tests/unit/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/graph/components.h"
#include "core/graph/map_builder.h"
#include "lab/generate/generate.h"
#include "lab/generate/noise.h"
#include "lab/generate/osm/osm_draw.h"

/* A way by the range of its refs and what cars may do there. */
struct kept_way {
    size_t first_ref;
    size_t ref_count;
    bool forward;
    bool backward;
    bool closed;
    bool rail;
};

/* Keeps the drawn objects, and checks them as they arrive. */
struct keeper {
    struct osm_sink sink;
    int64_t *node; /* [nodes] */
    size_t nodes, node_capacity;
    struct kept_way *way; /* [ways] with id i + 1 */
    size_t ways, way_capacity;
    int64_t *ref;
    size_t refs, ref_capacity;
    size_t relations, over_ways;
    size_t rings, ramps, signals, barriers, stations, rails, named, one_ways,
        against;
    uint64_t checksum;
};

static void note(struct keeper *keeper, uint64_t value)
{
    keeper->checksum = noise_hash(keeper->checksum, value);
}

static void note_tags(struct keeper *keeper, const struct osm_text_tag *tags,
                      size_t count)
{
    for (size_t i = 0; i < count; i++) {
        assert_true(tags[i].key[0] && tags[i].value[0]);
        for (const char *c = tags[i].key; *c; c++)
            note(keeper, (uint64_t)*c);
        for (const char *c = tags[i].value; *c; c++)
            note(keeper, (uint64_t)*c);
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(tags[i].key, tags[j].key);
    }
}

static bool has(const struct osm_text_tag *tags, size_t count, const char *key,
                const char *value)
{
    for (size_t i = 0; i < count; i++) {
        if (!strcmp(tags[i].key, key) &&
            (!value || !strcmp(tags[i].value, value)))
            return true;
    }
    return false;
}

static void take_node(struct keeper *keeper, const struct osm_object *node)
{
    assert_true(!keeper->nodes || node->id > keeper->node[keeper->nodes - 1]);
    assert_int_equal(array_reserve((void **)&keeper->node,
                                   &keeper->node_capacity, keeper->nodes + 1,
                                   sizeof(*keeper->node)),
                     0);
    keeper->node[keeper->nodes++] = node->id;
    keeper->signals +=
        has(node->tags, node->tag_count, "highway", "traffic_signals");
    keeper->barriers += has(node->tags, node->tag_count, "barrier", NULL);
    keeper->stations += has(node->tags, node->tag_count, "railway", "station");
    note(keeper, (uint64_t)node->id);
    note(keeper, (uint32_t)node->position.lon_e7);
    note(keeper, (uint32_t)node->position.lat_e7);
    note_tags(keeper, node->tags, node->tag_count);
}

static bool is_closed(const struct osm_text_tag *tags, size_t count)
{
    static const char *const kinds[] = {"pedestrian", "cycleway", "footway",
                                        "path"};
    bool closed = !has(tags, count, "highway", NULL) ||
                  has(tags, count, "access", NULL) ||
                  has(tags, count, "vehicle", NULL);

    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        closed |= has(tags, count, "highway", kinds[i]);
    return closed;
}

static void take_way(struct keeper *keeper, const struct osm_object *way)
{
    const struct osm_text_tag *tags = way->tags;
    size_t tag_count = way->tag_count;
    const int64_t *refs = way->refs;
    size_t ref_count = way->ref_count;
    bool ring = has(tags, tag_count, "junction", "roundabout");
    bool yes = has(tags, tag_count, "oneway", "yes");
    bool against = has(tags, tag_count, "oneway", "-1");

    assert_int_equal(way->id, keeper->ways + 1);
    assert_true(ref_count >= 2);
    assert_int_equal(array_reserve((void **)&keeper->way, &keeper->way_capacity,
                                   keeper->ways + 1, sizeof(*keeper->way)),
                     0);
    assert_int_equal(array_reserve((void **)&keeper->ref, &keeper->ref_capacity,
                                   keeper->refs + ref_count,
                                   sizeof(*keeper->ref)),
                     0);
    keeper->way[keeper->ways++] = (struct kept_way){
        .first_ref = keeper->refs,
        .ref_count = ref_count,
        .forward = !against,
        .backward = !yes && !ring,
        .closed = is_closed(tags, tag_count),
        .rail = has(tags, tag_count, "railway", "rail"),
    };
    memcpy(keeper->ref + keeper->refs, refs, ref_count * sizeof(*refs));
    keeper->refs += ref_count;
    keeper->rings += ring;
    keeper->ramps += has(tags, tag_count, "highway", "motorway_link");
    keeper->rails += has(tags, tag_count, "railway", "rail");
    keeper->named += has(tags, tag_count, "name", NULL);
    keeper->one_ways += yes;
    keeper->against += against;
    for (size_t i = 0; i < ref_count; i++) {
        assert_true(i == 0 || refs[i] != refs[i - 1]);
        note(keeper, (uint64_t)refs[i]);
    }
    note_tags(keeper, tags, tag_count);
}

static int64_t way_end(const struct keeper *keeper, int64_t way, bool last)
{
    const struct kept_way *kept = &keeper->way[way - 1];

    assert_in_range(way, 1, keeper->ways);
    return keeper->ref[kept->first_ref + (last ? kept->ref_count - 1 : 0)];
}

/* Whether one can reach the node at the way's end, or leave it there. */
static bool leads(const struct keeper *keeper, int64_t way, int64_t node,
                  bool away)
{
    const struct kept_way *kept = &keeper->way[way - 1];

    return (way_end(keeper, way, !away) == node && kept->forward) ||
           (way_end(keeper, way, away) == node && kept->backward);
}

static bool is_end(const struct keeper *keeper, int64_t way, int64_t node)
{
    return way_end(keeper, way, false) == node ||
           way_end(keeper, way, true) == node;
}

static void take_relation(struct keeper *keeper,
                          const struct osm_object *relation)
{
    const struct osm_member *members = relation->members;

    assert_int_equal(relation->id, ++keeper->relations);
    assert_int_equal(relation->member_count, 3);
    assert_true(
        has(relation->tags, relation->tag_count, "type", "restriction"));
    assert_int_equal(members[0].role, ROLE_FROM);
    assert_int_equal(members[1].role, ROLE_VIA);
    assert_int_equal(members[2].role, ROLE_TO);
    if (members[1].kind == OSM_NODE) {
        assert_true(leads(keeper, members[0].id, members[1].id, false));
        assert_true(leads(keeper, members[2].id, members[1].id, true));
    } else {
        int64_t a = way_end(keeper, members[1].id, false);
        int64_t b = way_end(keeper, members[1].id, true);

        keeper->over_ways++;
        assert_true((is_end(keeper, members[0].id, a) &&
                     is_end(keeper, members[2].id, b)) ||
                    (is_end(keeper, members[0].id, b) &&
                     is_end(keeper, members[2].id, a)));
    }
    for (size_t i = 0; i < 3; i++)
        note(keeper, (uint64_t)members[i].id);
    note_tags(keeper, relation->tags, relation->tag_count);
}

static int take(struct osm_sink *sink, const struct osm_object *object,
                struct error *error)
{
    struct keeper *keeper = (struct keeper *)sink;

    if (object->kind == OSM_NODE)
        take_node(keeper, object);
    else if (object->kind == OSM_WAY)
        take_way(keeper, object);
    else
        take_relation(keeper, object);
    return 0;
}

static void keeper_init(struct keeper *keeper)
{
    *keeper = (struct keeper){.sink = {take}};
}

static void keeper_finish(struct keeper *keeper)
{
    free(keeper->node);
    free(keeper->way);
    free(keeper->ref);
}

static void draw(const char *preset, uint32_t vertices, uint64_t nodes,
                 uint64_t seed, struct keeper *keeper)
{
    struct generate_request request = {model_find(preset), vertices, seed};
    struct osm_draw_settings settings = {seed, nodes};
    struct osm_drawn drawn;
    struct map *map = NULL;

    keeper_init(keeper);
    assert_int_equal(generate_map(&request, NULL, &map, NULL), 0);
    assert_int_equal(
        osm_draw(map, &settings, &keeper->sink, NULL, &drawn, NULL), 0);
    assert_int_equal(drawn.nodes, keeper->nodes);
    assert_int_equal(drawn.ways, keeper->ways);
    assert_int_equal(drawn.relations, keeper->relations);
    map_destroy(map);
}

static size_t place_of(const struct keeper *keeper, int64_t id)
{
    size_t low = 0;
    size_t high = keeper->nodes;

    while (low < high) {
        size_t middle = (low + high) / 2;

        if (keeper->node[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    assert_true(low < keeper->nodes && keeper->node[low] == id);
    return low;
}

static void has_the_nodes_asked_for(void **state)
{
    static const struct {
        uint32_t vertices;
        uint64_t nodes, expected;
    } cases[] = {{1, 0, 1},
                 {2, 0, 10},
                 {3000, 0, 15000},
                 {3000, 20011, 20011},
                 {500, 100000, 100000}};

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (size_t p = 0; p < model_count; p++) {
            struct keeper keeper;

            draw(models[p]->name, cases[i].vertices, cases[i].nodes, 3,
                 &keeper);
            if (p == 0 || cases[i].vertices > 1)
                assert_int_equal(keeper.nodes, cases[i].expected);
            keeper_finish(&keeper);
        }
    }
}

static void needs_no_more_nodes_than_it_must(void **state)
{
    struct keeper keeper;

    draw("ny", 3000, 1, 3, &keeper);
    assert_in_range(keeper.nodes, 3000, 2 * 3000);
    keeper_finish(&keeper);
}

static void names_nodes_that_are_there(void **state)
{
    struct keeper keeper;

    draw("kanto", 5000, 0, 8, &keeper);
    for (size_t i = 0; i < keeper.refs; i++)
        place_of(&keeper, keeper.ref[i]);
    keeper_finish(&keeper);
}

/* Every node is on a way, except in a map without streets. */
static void draws_every_node_into_a_way(void **state)
{
    struct keeper keeper;
    bool *used;

    draw("kanto", 5000, 0, 8, &keeper);
    used = calloc(keeper.nodes, sizeof(*used));
    assert_non_null(used);
    for (size_t i = 0; i < keeper.refs; i++)
        used[place_of(&keeper, keeper.ref[i])] = true;
    for (size_t i = 0; i < keeper.nodes; i++)
        assert_true(used[i]);
    free(used);
    keeper_finish(&keeper);
}

static void is_the_same_for_a_seed(void **state)
{
    struct keeper one;
    struct keeper same;
    struct keeper other;

    draw("kanto", 2000, 0, 5, &one);
    draw("kanto", 2000, 0, 5, &same);
    draw("kanto", 2000, 0, 6, &other);
    assert_true(one.checksum == same.checksum);
    assert_true(one.checksum != other.checksum);
    keeper_finish(&one);
    keeper_finish(&same);
    keeper_finish(&other);
}

static void has_something_of_everything(void **state)
{
    struct keeper keeper;

    draw("kanto", 60000, 0, 2, &keeper);
    assert_true(keeper.rings > 10);
    assert_true(keeper.ramps > 10);
    assert_true(keeper.signals > 100);
    assert_true(keeper.barriers > 20);
    assert_true(keeper.stations > 20);
    assert_true(keeper.rails > 20);
    assert_true(keeper.named > keeper.ways / 2);
    assert_true(keeper.one_ways > 100);
    assert_true(keeper.against > 0);
    assert_true(keeper.relations > 100);
    assert_true(keeper.over_ways > 10);
    assert_true(keeper.refs > 3 * keeper.ways);
    keeper_finish(&keeper);
}

static void add_way(const struct keeper *keeper, const struct kept_way *way,
                    struct map_builder *builder)
{
    for (size_t i = 1; i < way->ref_count; i++) {
        const int64_t *ref = keeper->ref + way->first_ref + i;
        uint32_t from = (uint32_t)place_of(keeper, ref[-1]);
        uint32_t to = (uint32_t)place_of(keeper, ref[0]);

        if (way->forward && !way->closed)
            assert_int_equal(map_builder_add_arc(builder, from, to, 1, NULL),
                             0);
        if (way->backward && !way->closed)
            assert_int_equal(map_builder_add_arc(builder, to, from, 1, NULL),
                             0);
    }
}

/* Nodes of roads that are open to cars unconditionally. */
static size_t count_open(const struct keeper *keeper)
{
    bool *open = calloc(keeper->nodes, sizeof(*open));
    size_t count = 0;

    assert_non_null(open);
    for (size_t w = 0; w < keeper->ways; w++) {
        const struct kept_way *way = &keeper->way[w];

        for (size_t i = 0; i < way->ref_count; i++)
            open[place_of(keeper, keeper->ref[way->first_ref + i])] |=
                !way->closed;
    }
    for (size_t i = 0; i < keeper->nodes; i++)
        count += open[i];
    free(open);
    return count;
}

static void leads_cars_from_everywhere_to_everywhere(void **state)
{
    for (uint64_t seed = 1; seed <= 4; seed++) {
        struct map_builder *builder = NULL;
        struct components strong;
        struct keeper keeper;
        struct map *map = NULL;

        draw(seed % 2 ? "ny" : "kanto", 8000, 0, seed, &keeper);
        assert_int_equal(
            map_builder_create((uint32_t)keeper.nodes, &builder, NULL), 0);
        for (size_t w = 0; w < keeper.ways; w++)
            add_way(&keeper, &keeper.way[w], builder);
        assert_int_equal(map_builder_finish(builder, &map, NULL), 0);
        map_builder_destroy(builder);
        assert_int_equal(components_strong(map, &strong), 0);
        assert_int_equal(strong.largest, count_open(&keeper));
        map_destroy(map);
        keeper_finish(&keeper);
    }
}

static int refuse_way(struct osm_sink *sink, const struct osm_object *object,
                      struct error *error)
{
    return object->kind == OSM_WAY ? error_set(error, -28, "no more room")
                                   : take(sink, object, error);
}

static void ends_with_what_the_sink_says(void **state)
{
    struct generate_request request = {model_find("ny"), 100, 1};
    struct osm_draw_settings settings = {0};
    struct osm_drawn drawn;
    struct keeper keeper;
    struct error error;
    struct map *map = NULL;

    keeper_init(&keeper);
    keeper.sink.put = refuse_way;
    assert_int_equal(generate_map(&request, NULL, &map, NULL), 0);
    assert_int_equal(
        osm_draw(map, &settings, &keeper.sink, NULL, &drawn, &error), -28);
    assert_string_equal(error.text, "no more room");
    map_destroy(map);
    keeper_finish(&keeper);
}

static void needs_positions(void **state)
{
    struct osm_draw_settings settings = {0};
    struct map_builder *builder = NULL;
    struct osm_drawn drawn;
    struct keeper keeper;
    struct error error;
    struct map *map = NULL;

    keeper_init(&keeper);
    assert_int_equal(map_builder_create(2, &builder, NULL), 0);
    assert_int_equal(map_builder_finish(builder, &map, NULL), 0);
    map_builder_destroy(builder);
    assert_int_equal(
        osm_draw(map, &settings, &keeper.sink, NULL, &drawn, &error), -22);
    assert_string_equal(error.text, "the map has no positions");
    map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(has_the_nodes_asked_for),
        cmocka_unit_test(needs_no_more_nodes_than_it_must),
        cmocka_unit_test(names_nodes_that_are_there),
        cmocka_unit_test(draws_every_node_into_a_way),
        cmocka_unit_test(is_the_same_for_a_seed),
        cmocka_unit_test(has_something_of_everything),
        cmocka_unit_test(leads_cars_from_everywhere_to_everywhere),
        cmocka_unit_test(ends_with_what_the_sink_says),
        cmocka_unit_test(needs_positions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
