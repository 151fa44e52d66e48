/* map_file: reads back the roads of a map, and refuses those that violate
 * roads.h. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/graph/map_file/map_file.h"
#include "core/graph/map_file/map_image.h"
#include "tests/unit/graph/map_file_fixture.h"
#include "tests/unit/graph/road_fixture.h"

static const struct condition conditions[] = {{0, 0}, {2, 0}, {2, 0}};
enum { CONDITIONS = sizeof(conditions) / sizeof(*conditions) };

/* The first words, the last ones, numbers. */
static const struct way_facts facts[] = {
    {.word = {0}},
    {.word = {21, 5, 7, 7, 7, 15, 9, 5, 3, 6, 1, 2, 4}, .flags = WAY_FLAGS},
    {.lanes = 255, .slope = -100, .max_speed = {MAX_SPEED_NONE, 500}},
    {.mtb_rating = 7, .hike_rating = 6, .horse_rating = 6},
};
enum { FACTS = sizeof(facts) / sizeof(*facts) };

static void add_facts(struct map *map)
{
    struct roads *roads = &map->roads;
    uint32_t *index =
        map_keep(map, calloc(roads->stretch_count, sizeof(*index)));

    assert_true(roads->stretch_count >= FACTS);
    for (uint32_t i = 0; i < roads->stretch_count; i++)
        index[i] = i % FACTS;
    roads->stretch_facts = index;
    roads->facts = facts;
    roads->facts_count = FACTS;
}

/* A town of four junctions with every feature. */
static struct map *make_map(void)
{
    for (uint64_t seed = 0;; seed++) {
        struct map *map = road_town(2, seed, true);

        if (map->roads.state_count > 1 &&
            map->imported.turn_duration_ms != map->imported.turn) {
            map->report.count[COUNT_RESTRICTIONS_APART] = 12345;
            map->roads.conditions = conditions;
            map->roads.condition_count = CONDITIONS;
            add_facts(map);
            return map;
        }
        map_destroy(map);
    }
}

static int set_up(void **state)
{
    return fixture_create(make_map(), state);
}

static void assert_same_roads(const struct map *a, const struct map *b)
{
    for (uint32_t id = SECTION_ROADS_FIRST; id < SECTION_END; id++) {
        const struct map_array *array = map_array(id);
        uint64_t count = map_length(a, array->length);

        assert_int_equal(count, map_length(b, array->length));
        assert_int_equal(!map_elements(a, id), !map_elements(b, id));
        if (array->length == LENGTH_TEXT || !map_elements(a, id))
            continue;
        assert_memory_equal(map_elements(a, id), map_elements(b, id),
                            count * array->element_size);
    }
    assert_memory_equal(&a->roads.profile, &b->roads.profile,
                        sizeof(a->roads.profile));
    assert_memory_equal(&a->report, &b->report, sizeof(a->report));
    assert_int_equal(a->roads.large_count, b->roads.large_count);
}

static void gives_back_the_roads(void **state)
{
    struct fixture *fixture = *state;
    struct map *map;

    assert_int_equal(map_open(fixture_map_path(fixture), &map, NULL), 0);
    assert_same_roads(fixture->map, map);
    assert_int_equal(map->roads.condition_count, CONDITIONS);
    assert_memory_equal(map->roads.conditions, conditions, sizeof(conditions));
    assert_int_equal(map->roads.facts_count, FACTS);
    assert_memory_equal(map->roads.facts, facts, sizeof(facts));
    for (uint32_t i = 0; i < map->roads.stretch_count; i++)
        assert_int_equal(map->roads.stretch_facts[i], i % FACTS);
    assert_true(map->imported.turn_duration_ms != map->imported.turn);
    assert_int_equal(map->hierarchy.supernode_count,
                     fixture->map->hierarchy.supernode_count);
    map_destroy(map);
}

static void does_not_write_durations_that_are_the_weights(void **state)
{
    struct fixture *fixture = *state;
    struct road_draft draft;
    struct map *map, *opened;

    road_town_draft(3, 1, &draft);
    draft.slow = false;
    map = road_draft_map(&draft, true);
    assert_int_equal(map_write(map, fixture_map_path(fixture), NULL), 0);
    assert_int_equal(map_open(fixture_map_path(fixture), &opened, NULL), 0);
    assert_same_roads(map, opened);
    assert_ptr_equal(opened->imported.turn_duration_ms, opened->imported.turn);
    assert_ptr_equal(opened->imported.segment_duration_ms,
                     opened->imported.segment);
    map_destroy(map);
    map_destroy(opened);
}

/* Whatever replaces the element, the image is refused. */
static void refuse_element(struct fixture *fixture, char *element, size_t size)
{
    uint64_t right = 0;

    memcpy(&right, element, size);
    for (int i = 0; i < 7; i++) {
        const uint64_t wrong[] = {0,          1,         right + 1, right - 1,
                                  UINT32_MAX, right ^ 2, 1u << 31};

        memcpy(element, &wrong[i], size);
        if (memcmp(element, &right, size) != 0)
            fixture_refused_when_sealed(fixture, "");
    }
    memcpy(element, &right, size);
}

static void refuses_any_other_element_of_the_structure(void **state)
{
    static const enum map_section_id sections[] = {
        SECTION_FIRST_NODE,       SECTION_NODE_BY_ID,
        SECTION_FIRST_LEAVING,    SECTION_PIECE_END,
        SECTION_LEAVING,          SECTION_END_VERTEX,
        SECTION_STATE_EDGE,       SECTION_STATE_VERTEX,
        SECTION_VERTEX_EDGE,      SECTION_ARC_EDGE,
        SECTION_TURN_WEIGHT,      SECTION_WEIGHT,
        SECTION_TREE_PLACE,       SECTION_SEGMENT_WEIGHT,
        SECTION_FIRST_OF_STRETCH, SECTION_STRETCH_BY_WAY,
    };
    struct fixture *fixture = *state;

    for (size_t i = 0; i < sizeof(sections) / sizeof(sections[0]); i++) {
        const struct map_entry_on_disk *entry =
            fixture_entry(fixture, sections[i]);
        char *elements = fixture_section(fixture, sections[i]);

        for (size_t at = 0; at < entry->size; at += entry->element_size)
            refuse_element(fixture, elements + at, entry->element_size);
    }
}

static void refuse_attributes(struct fixture *fixture,
                              struct road_attributes wrong)
{
    struct road_attributes *attributes =
        fixture_section(fixture, SECTION_ATTRIBUTES);
    struct road_attributes right = *attributes;

    *attributes = wrong;
    fixture_refused_when_sealed(fixture, "section attributes: byte ");
    *attributes = right;
}

static void refuses_attributes_that_mean_nothing(void **state)
{
    struct fixture *fixture = *state;
    const struct road_attributes right = fixture->map->roads.attributes[0];
    struct road_attributes wrong[6];

    for (int i = 0; i < 6; i++)
        wrong[i] = right;
    wrong[0].name = (uint32_t)fixture->map->roads.text_size;
    wrong[1].lanes[1] = 2;
    wrong[2].class_bits = 2;
    wrong[3].mode[1] = MODE_COUNT;
    wrong[4].road_class = ROAD_CLASS_COUNT;
    wrong[5].reserved = 1;
    for (int i = 0; i < 6; i++)
        refuse_attributes(fixture, wrong[i]);
}

static void refuses_conditions_of_nothing(void **state)
{
    struct fixture *fixture = *state;
    const struct roads *roads = &fixture->map->roads;
    const struct condition wrong[] = {
        {fixture->map->topology.arc_count + 2 * roads->piece_count, 0},
        {1, 0}, /* descends */
        {2, (uint32_t)roads->text_size},
        {2, 2}, /* within a text */
    };
    struct condition *condition = fixture_section(fixture, SECTION_CONDITIONS);

    for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
        condition[2] = wrong[i];
        fixture_refused_when_sealed(fixture, "section conditions: byte ");
    }
}

/* ---- Facts --------------------------------------------------------------- */

static void opens_roads_without_facts(void **state)
{
    struct fixture *fixture = *state;
    struct map map = {0};

    fixture_entry(fixture, SECTION_STRETCH_FACTS)->id = 998;
    fixture_entry(fixture, SECTION_WAY_FACTS)->id = 999;
    map_seal(fixture->image, fixture->size);
    assert_int_equal(
        map_image_read(fixture->image, fixture->size, 0, &map, &fixture->error),
        0);
    assert_null(map.roads.facts);
    assert_null(map.roads.stretch_facts);
    assert_int_equal(map.roads.facts_count, 0);
    assert_int_equal(map.roads.stretch_count,
                     fixture->map->roads.stretch_count);
}

static void refuses_half_of_the_facts(void **state)
{
    static const enum map_section_id halves[] = {SECTION_STRETCH_FACTS,
                                                 SECTION_WAY_FACTS};
    struct fixture *fixture = *state;

    for (int i = 0; i < 2; i++) {
        fixture_entry(fixture, halves[i])->id = 999;
        fixture_refused_when_sealed(
            fixture, "section stretch_facts or way_facts is missing, but the "
                     "other one is there");
        fixture_entry(fixture, 999)->id = halves[i];
    }
}

static void refuses_facts_that_are_not_there(void **state)
{
    static const uint32_t wrong[] = {FACTS, FACTS + 1, UINT32_MAX};
    struct fixture *fixture = *state;
    uint32_t *index = fixture_section(fixture, SECTION_STRETCH_FACTS);
    uint32_t count = fixture->map->roads.stretch_count;

    for (uint32_t i = 0; i < count; i++) {
        for (int w = 0; w < 3; w++) {
            index[i] = wrong[w];
            fixture_refused_when_sealed(fixture,
                                        "section stretch_facts: byte ");
            fixture_said(fixture, " of 4");
        }
        index[i] = i % FACTS;
    }
}

static void refuses_facts(struct fixture *fixture, uint32_t i,
                          struct way_facts wrong)
{
    struct way_facts *section = fixture_section(fixture, SECTION_WAY_FACTS);

    section[i] = wrong;
    fixture_refused_when_sealed(fixture, "section way_facts: byte ");
    fixture_said(fixture, "an unknown word or flag");
    section[i] = facts[i];
}

static void refuses_facts_that_mean_nothing(void **state)
{
    struct fixture *fixture = *state;
    struct way_facts wrong;

    for (uint32_t i = 0; i < FACTS; i++) {
        for (int fact = 0; fact < WORD_FACT_COUNT; fact++) {
            wrong = facts[i];
            wrong.word[fact] = word_fact_count((enum word_fact)fact);
            refuses_facts(fixture, i, wrong);
            wrong.word[fact] = UINT8_MAX;
            refuses_facts(fixture, i, wrong);
        }
        for (unsigned flag = 1; flag <= UINT8_MAX; flag *= 2) {
            wrong = facts[i];
            wrong.flags |= (uint8_t)flag;
            if (!(flag & WAY_FLAGS))
                refuses_facts(fixture, i, wrong);
        }
        wrong = facts[i];
        wrong.reserved = 1;
        refuses_facts(fixture, i, wrong);
    }
}

static void refuse_size(struct fixture *fixture, enum map_section_id id,
                        uint64_t size, const char *words)
{
    struct map_entry_on_disk *entry = fixture_entry(fixture, id);
    uint64_t right = entry->size;

    assert_int_not_equal(size, right);
    assert_int_equal(map_padded(size), map_padded(right));
    entry->size = size;
    fixture_refused_when_sealed(fixture, words);
    entry->size = right;
}

/* Of as many facts as stretches or fewer, all must be known. */
static void refuses_other_numbers_of_facts(void **state)
{
    struct fixture *fixture = *state;
    uint64_t facts_size = fixture_entry(fixture, SECTION_WAY_FACTS)->size;
    uint64_t size = fixture_entry(fixture, SECTION_STRETCH_FACTS)->size;

    assert_int_equal(facts_size, sizeof(facts));
    refuse_size(fixture, SECTION_WAY_FACTS,
                facts_size - sizeof(struct way_facts), " 3 of 3");
    refuse_size(fixture, SECTION_STRETCH_FACTS,
                map_padded(size + 4) == map_padded(size) ? size + 4 : size - 4,
                "section stretch_facts: byte ");
    fixture_said(fixture, " elements, not ");
}

static void refuses_more_facts_than_stretches(void **state)
{
    struct fixture *fixture = *state;
    struct roads *roads = &fixture->map->roads;
    struct way_facts *many =
        map_keep(fixture->map, calloc(roads->stretch_count + 1, sizeof(*many)));
    struct map *map;

    roads->facts = many;
    roads->facts_count = roads->stretch_count;
    assert_int_equal(map_write(fixture->map, fixture_map_path(fixture), NULL),
                     0);
    assert_int_equal(map_open(fixture_map_path(fixture), &map, NULL), 0);
    map_destroy(map);
    roads->facts_count++;
    assert_int_equal(map_write(fixture->map, fixture_map_path(fixture), NULL),
                     0);
    assert_int_equal(map_open(fixture_map_path(fixture), &map, &fixture->error),
                     -EINVAL);
    fixture_said(fixture, "facts of so many stretches");
}

static void refuses_texts_that_are_none(void **state)
{
    struct fixture *fixture = *state;
    char *text = fixture_section(fixture, SECTION_ROAD_TEXT);
    size_t size = fixture->map->roads.text_size;

    text[1] ^= 0x80;
    fixture_refused_when_sealed(fixture, "section road_text: byte ");
    text[1] ^= 0x80;
    text[size - 1] = 'x';
    fixture_refused_when_sealed(fixture, "section road_text: byte ");
}

static void refuses_vertices_that_are_elsewhere(void **state)
{
    struct fixture *fixture = *state;
    struct position *position = fixture_section(fixture, SECTION_POSITION);

    position[2].lon_e7++;
    fixture_refused_when_sealed(fixture, "section external_id: byte ");
    fixture_said(fixture, "vertex 2 is not at the node where edge");
}

static void refuses_profiles_that_are_none(void **state)
{
    static const struct {
        const char *from, *to, *words;
    } changes[] = {
        {"weight-is-duration=0", "weight-is-duration=1", "section turn_ms"},
        {"weight-is-duration=0", "weight-is-duration=2", "at most 1"},
        {"max-speed-kmh=130", "max-speed-kmh=13o", "not a number"},
        {"large-components=1", "large-components=9", "are large"},
        {"drives-left=0", "drives-left:0", "no 'key=value'"},
    };
    struct fixture *fixture = *state;
    char *text = fixture_section(fixture, SECTION_ROAD_PROFILE);

    for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
        char *at = strstr(text, changes[i].from);

        assert_non_null(at);
        memcpy(at, changes[i].to, strlen(changes[i].to));
        fixture_refused_when_sealed(fixture, changes[i].words);
        memcpy(at, changes[i].from, strlen(changes[i].from));
    }
}

static void refuses_a_part_of_the_roads(void **state)
{
    struct fixture *fixture = *state;

    for (uint32_t id = SECTION_ROADS_FIRST; id <= SECTION_ROADS_LAST; id++) {
        fixture_entry(fixture, id)->id = 999;
        fixture_refused_when_sealed(fixture, " is missing, but ");
        fixture_entry(fixture, 999)->id = id;
    }
    fixture_entry(fixture, SECTION_POSITION)->id = 999;
    fixture_refused_when_sealed(fixture, "section position or road_class");
}

static void says_that_roads_without_ways_need_a_new_import(void **state)
{
    struct fixture *fixture = *state;

    fixture_entry(fixture, SECTION_FIRST_OF_STRETCH)->id = 997;
    fixture_entry(fixture, SECTION_STRETCH_WAY)->id = 998;
    fixture_entry(fixture, SECTION_STRETCH_BY_WAY)->id = 999;
    fixture_refused_when_sealed(fixture, "import the roads again");
    fixture_said(fixture, "relaxctl import");
}

/* Attributes and text may have unused elements. */
static void refuses_one_element_more_or_fewer(void **state)
{
    struct fixture *fixture = *state;

    for (uint32_t id = SECTION_ROADS_FIRST; id <= SECTION_ROADS_LAST; id++) {
        struct map_entry_on_disk *entry = fixture_entry(fixture, id);
        uint64_t right = entry->size;
        uint64_t fewer = right - entry->element_size;
        uint64_t more = right + entry->element_size;

        if (id == SECTION_ATTRIBUTES || id == SECTION_ROAD_TEXT ||
            id == SECTION_ROAD_PROFILE || id == SECTION_REPORT)
            continue;
        entry->size = map_padded(fewer) == map_padded(right) ? fewer : more;
        fixture_refused_when_sealed(fixture, "section ");
        entry->size = right;
    }
}

static void refuses_every_flipped_bit(void **state)
{
    struct fixture *fixture = *state;

    for (size_t i = 0; i < fixture->size; i++) {
        for (int bit = 0; bit < 8; bit++) {
            fixture->image[i] ^= (char)(1 << bit);
            fixture_refused(fixture, "");
            fixture->image[i] ^= (char)(1 << bit);
        }
    }
}

static void refuses_every_shorter_file(void **state)
{
    struct fixture *fixture = *state;
    struct map map = {0};

    for (size_t size = 0; size < fixture->size; size++)
        assert_int_equal(map_image_read(fixture->image, size, 0, &map, NULL),
                         -EINVAL);
}

#define TEST(name)                                                             \
    cmocka_unit_test_setup_teardown(name, set_up, fixture_destroy)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(gives_back_the_roads),
        TEST(does_not_write_durations_that_are_the_weights),
        TEST(refuses_any_other_element_of_the_structure),
        TEST(refuses_attributes_that_mean_nothing),
        TEST(refuses_conditions_of_nothing),
        TEST(opens_roads_without_facts),
        TEST(refuses_half_of_the_facts),
        TEST(refuses_facts_that_are_not_there),
        TEST(refuses_facts_that_mean_nothing),
        TEST(refuses_other_numbers_of_facts),
        TEST(refuses_more_facts_than_stretches),
        TEST(refuses_texts_that_are_none),
        TEST(refuses_vertices_that_are_elsewhere),
        TEST(refuses_profiles_that_are_none),
        TEST(refuses_a_part_of_the_roads),
        TEST(says_that_roads_without_ways_need_a_new_import),
        TEST(refuses_one_element_more_or_fewer),
        TEST(refuses_every_flipped_bit),
        TEST(refuses_every_shorter_file),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
