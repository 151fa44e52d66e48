/* map_file: reads back the roads of a map, and refuses those that violate
 * roads.h. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <string.h>

#include "core/graph/map_file/map_file.h"
#include "core/graph/map_file/map_image.h"
#include "tests/unit/graph/map_file_fixture.h"
#include "tests/unit/graph/road_fixture.h"

static const struct condition conditions[] = {{0, 0}, {2, 0}, {2, 0}};
enum { CONDITIONS = sizeof(conditions) / sizeof(*conditions) };

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
    for (uint32_t id = SECTION_ROADS_FIRST; id < SECTION_ROAD_PROFILE; id++) {
        const struct map_array *array = map_array(id);
        uint64_t count = map_length(a, array->length);

        assert_int_equal(count, map_length(b, array->length));
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
