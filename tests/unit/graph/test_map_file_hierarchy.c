/* map_file: reads back an ordered map's hierarchy, and refuses it when any
 * element changes. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <string.h>

#include "core/graph/map_builder.h"
#include "core/graph/map_file/map_file.h"
#include "core/graph/map_file/map_image.h"
#include "core/graph/order/map_order.h"
#include "tests/unit/graph/map_file_fixture.h"

enum { SIDE = 7, VERTICES = SIDE * SIDE + 3 };

static void add(struct map_builder *builder, uint32_t a, uint32_t b)
{
    map_builder_add_arc(builder, a, b, 1 + a, NULL);
    if ((a + b) % 3)
        map_builder_add_arc(builder, b, a, 2 + b, NULL);
}

/* A grid with one-way streets, a separate pair of vertices, a single vertex
 * with a loop, and parallel arcs. */
static struct map *make_map(void)
{
    struct map_builder *builder;
    struct map *map, *ordered;

    map_builder_create(VERTICES, &builder, NULL);
    for (uint32_t v = 0; v < SIDE * SIDE; v++) {
        if (v % SIDE + 1 < SIDE)
            add(builder, v, v + 1);
        if (v + SIDE < SIDE * SIDE)
            add(builder, v, v + SIDE);
    }
    add(builder, SIDE * SIDE, SIDE * SIDE + 1);
    add(builder, VERTICES - 1, VERTICES - 1);
    add(builder, 0, 1);
    assert_int_equal(map_builder_finish(builder, &map, NULL), 0);
    map_builder_destroy(builder);
    assert_int_equal(map_order(map, NULL, &ordered, NULL), 0);
    map_destroy(map);
    return ordered;
}

static int set_up(void **state)
{
    return fixture_create(make_map(), state);
}

static void assert_same(const void *a, const void *b, uint64_t count,
                        size_t size)
{
    assert_memory_equal(a, b, count * size);
}

static void gives_back_the_hierarchy(void **state)
{
    struct fixture *fixture = *state;
    const struct hierarchy *a = &fixture->map->hierarchy;
    const struct hierarchy *b;
    uint32_t m = fixture->map->topology.arc_count;
    uint32_t count = a->supernode_count;
    struct map *map;

    assert_int_equal(map_open(fixture_map_path(fixture), &map, NULL), 0);
    b = &map->hierarchy;
    assert_int_equal(count, b->supernode_count);
    assert_int_equal(a->level_count, b->level_count);
    assert_int_equal(a->depth_count, b->depth_count);
    assert_int_equal(a->front_max, b->front_max);
    assert_true(a->level_count > 2);
    assert_same(a->first_vertex, b->first_vertex, count + 1, 4);
    assert_same(a->parent, b->parent, count, 4);
    assert_same(a->first_child, b->first_child, count + 1, 4);
    assert_same(a->child, b->child, a->first_child[count], 4);
    assert_same(a->first_of_level, b->first_of_level, a->level_count + 1, 4);
    assert_same(a->by_level, b->by_level, count, 4);
    assert_same(a->first_upward, b->first_upward, count + 1, 8);
    assert_same(a->upward, b->upward, a->first_upward[count], 4);
    assert_same(a->parent_index, b->parent_index, a->first_upward[count], 4);
    assert_same(a->first_panel, b->first_panel, count + 1, 8);
    assert_same(a->first_schur, b->first_schur, count + 1, 8);
    assert_same(a->supernode, b->supernode, VERTICES, 4);
    assert_same(a->depth, b->depth, VERTICES, 4);
    assert_same(a->arc_slot, b->arc_slot, m, 8);
    assert_same(a->arc_by_slot, b->arc_by_slot, m, 4);
    map_destroy(map);
}

static uint64_t read_number(const void *element, size_t size)
{
    uint64_t number = 0;

    memcpy(&number, element, size);
    return number;
}

/* Whatever replaces an element, the image is refused, with the words of some
 * section. */
static void refuse_element(struct fixture *fixture, char *element, size_t size,
                           uint64_t next)
{
    uint64_t right = read_number(element, size);
    const uint64_t wrong[] = {0,         1,    right - 1,        right + 1,
                              right ^ 2, next, UINT32_MAX,       VERTICES,
                              1u << 31,  -2u,  (uint64_t)1 << 63};

    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        memcpy(element, &wrong[i], size);
        if (read_number(element, size) != right)
            fixture_refused_when_sealed(fixture, ": byte ");
    }
    memcpy(element, &right, size);
}

static void refuses_any_other_element(void **state)
{
    struct fixture *fixture = *state;

    for (uint32_t id = SECTION_HIERARCHY_FIRST; id <= SECTION_HIERARCHY_LAST;
         id++) {
        const struct map_entry_on_disk *entry = fixture_entry(fixture, id);
        char *elements = fixture_section(fixture, id);
        size_t size = entry->element_size;

        for (size_t at = 0; at < entry->size; at += size)
            refuse_element(
                fixture, elements + at, size,
                read_number(elements + (at + size) % entry->size, size));
    }
    map_seal(fixture->image, fixture->size);
    assert_int_equal(map_image_read(fixture->image, fixture->size, 0,
                                    &(struct map){0}, &fixture->error),
                     0);
}

static void refuses_elements_that_changed_places(void **state)
{
    struct fixture *fixture = *state;

    for (uint32_t id = SECTION_HIERARCHY_FIRST; id <= SECTION_HIERARCHY_LAST;
         id++) {
        const struct map_entry_on_disk *entry = fixture_entry(fixture, id);
        char *elements = fixture_section(fixture, id);
        size_t size = entry->element_size;

        for (size_t at = size; at < entry->size; at += size) {
            uint64_t a = read_number(elements + at - size, size);
            uint64_t b = read_number(elements + at, size);

            if (a == b)
                continue;
            memcpy(elements + at - size, &b, size);
            memcpy(elements + at, &a, size);
            fixture_refused_when_sealed(fixture, ": byte ");
            memcpy(elements + at - size, &a, size);
            memcpy(elements + at, &b, size);
        }
    }
}

static void refuses_one_element_more_or_fewer(void **state)
{
    struct fixture *fixture = *state;

    for (uint32_t id = SECTION_HIERARCHY_FIRST; id <= SECTION_HIERARCHY_LAST;
         id++) {
        struct map_entry_on_disk *entry = fixture_entry(fixture, id);
        uint64_t right = entry->size;
        uint64_t fewer = right - entry->element_size;
        uint64_t more = right + entry->element_size;

        entry->size = map_padded(fewer) == map_padded(right) ? fewer : more;
        fixture_refused_when_sealed(fixture, "section ");
        entry->size = right;
    }
}

static void refuses_a_part_of_a_hierarchy(void **state)
{
    struct fixture *fixture = *state;

    for (uint32_t id = SECTION_HIERARCHY_FIRST; id <= SECTION_HIERARCHY_LAST;
         id++) {
        char words[64];

        fixture_entry(fixture, id)->id = 99;
        snprintf(words, sizeof(words), "section %s is missing, but section ",
                 map_array(id)->name);
        fixture_refused_when_sealed(fixture, words);
        fixture_entry(fixture, 99)->id = id;
    }
}

static void opens_without_any_of_it(void **state)
{
    struct fixture *fixture = *state;
    struct map map = {0};

    for (uint32_t id = SECTION_HIERARCHY_FIRST; id <= SECTION_HIERARCHY_LAST;
         id++)
        fixture_entry(fixture, id)->id = 1000 + id;
    map_seal(fixture->image, fixture->size);
    assert_int_equal(
        map_image_read(fixture->image, fixture->size, 0, &map, &fixture->error),
        0);
    assert_int_equal(map.topology.vertex_count, VERTICES);
    assert_int_equal(map.hierarchy.supernode_count, 0);
    assert_null(map.hierarchy.arc_slot);
}

static void says_where_it_is_wrong(void **state)
{
    struct fixture *fixture = *state;
    uint32_t *depth = fixture_section(fixture, SECTION_DEPTH);
    char words[64];

    depth[3]++;
    snprintf(words, sizeof(words), "section depth: byte %zu: vertex 3 has",
             (size_t)((char *)&depth[3] - fixture->image));
    fixture_refused_when_sealed(fixture, words);
}

/* Without correcting checksums. */
static void refuses_every_flipped_byte(void **state)
{
    struct fixture *fixture = *state;

    for (size_t i = 0; i < fixture->size; i++) {
        fixture->image[i] ^= 1;
        fixture_refused(fixture, "");
        fixture->image[i] ^= 1;
    }
}

#define TEST(name)                                                             \
    cmocka_unit_test_setup_teardown(name, set_up, fixture_destroy)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(gives_back_the_hierarchy),
        TEST(refuses_any_other_element),
        TEST(refuses_elements_that_changed_places),
        TEST(refuses_one_element_more_or_fewer),
        TEST(refuses_a_part_of_a_hierarchy),
        TEST(opens_without_any_of_it),
        TEST(says_where_it_is_wrong),
        TEST(refuses_every_flipped_byte),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
