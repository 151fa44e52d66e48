/* map_sections: a map file is refused with the words of the invalid section. */
#include "tests/unit/cmocka_all.h"

#include <string.h>

#include "core/graph/map_file/map_image.h"
#include "tests/unit/graph/map_file_fixture.h"

static void skips_a_section_it_does_not_know(void **state)
{
    struct fixture *fixture = *state;
    struct map map = {0};

    fixture_entry(fixture, SECTION_ROAD_CLASS)->id = 77;
    map_seal(fixture->image, fixture->size);
    assert_int_equal(
        map_image_read(fixture->image, fixture->size, 0, &map, &fixture->error),
        0);
    assert_null(map.road_class);
    ((char *)fixture->image)[fixture->size - 1] ^= 1;
    fixture_refused(fixture, "section 77: checksum differs");
}

static void refuses_sections_that_are_missing_double_or_misshapen(void **state)
{
    struct fixture *fixture = *state;

    fixture_entry(fixture, SECTION_WEIGHT)->id = 99;
    fixture_refused_when_sealed(fixture, "section weight is missing");
    fixture_entry(fixture, 99)->id = SECTION_HEAD;
    fixture_refused_when_sealed(fixture, "section head: there is a second one");
}

static void refuses_sections_out_of_place(void **state)
{
    struct fixture *fixture = *state;

    fixture_entry(fixture, SECTION_HEAD)->offset += 64;
    fixture_refused_when_sealed(fixture, "section table: entry 2: starts at");
    fixture_entry(fixture, SECTION_HEAD)->offset -= 64;
    fixture_entry(fixture, SECTION_HEAD)->size = UINT64_MAX - 3;
    fixture_refused_when_sealed(fixture, "go past the end");
    fixture_entry(fixture, SECTION_HEAD)->size = 3;
    fixture_refused_when_sealed(fixture, "not a multiple of its element size");
    fixture_entry(fixture, SECTION_HEAD)->size = 4;
    fixture_refused_when_sealed(fixture, "section weight: byte");
}

static void refuses_first_out_that_does_not_ascend_to_the_arcs(void **state)
{
    struct fixture *fixture = *state;
    uint32_t *first_out = fixture_section(fixture, SECTION_FIRST_OUT);

    first_out[1] = 4;
    first_out[2] = 3;
    fixture_refused_when_sealed(fixture, "section first_out: byte");
    fixture_said(fixture, "3 after 4; offsets ascend to 4");
    memset(first_out, 0, (SMALL_VERTICES + 1) * 4);
    fixture_refused_when_sealed(fixture, "ends with 0, not 4");
    for (int v = 0; v <= SMALL_VERTICES; v++)
        first_out[v] = SMALL_ARCS;
    fixture_refused_when_sealed(fixture, "begins with 4, not 0");
}

static void refuses_heads_weights_and_classes_out_of_range(void **state)
{
    struct fixture *fixture = *state;
    uint32_t *head = fixture_section(fixture, SECTION_HEAD);
    uint32_t *weight = fixture_section(fixture, SECTION_WEIGHT);
    uint8_t *road_class = fixture_section(fixture, SECTION_ROAD_CLASS);

    road_class[3] = ROAD_CLASS_COUNT;
    fixture_refused_when_sealed(fixture, "section road_class: byte");
    fixture_said(fixture, "arc 3 has class 6");
    weight[2] = UINT32_MAX - 1;
    fixture_refused_when_sealed(fixture, "section weight: byte");
    fixture_said(fixture, "arc 2 has the weight");
    head[1] = SMALL_VERTICES;
    fixture_refused_when_sealed(fixture, "section head: byte");
    fixture_said(fixture, "arc 1 leads to vertex 3 of 3");
}

static void refuses_ids_that_are_not_all_different(void **state)
{
    struct fixture *fixture = *state;
    uint32_t *vertex_by_id = fixture_section(fixture, SECTION_VERTEX_BY_ID);
    uint64_t *external_id = fixture_section(fixture, SECTION_EXTERNAL_ID);

    external_id[0] = external_id[1];
    fixture_refused_when_sealed(fixture, "id 999 does not come after id 999");
    external_id[0] = 1000;
    vertex_by_id[2] = vertex_by_id[1];
    fixture_refused_when_sealed(fixture, "does not come after");
    vertex_by_id[2] = 12;
    fixture_refused_when_sealed(fixture, "vertex 12 of 3");
}

static void refuses_positions_off_the_earth(void **state)
{
    struct fixture *fixture = *state;
    struct position *position = fixture_section(fixture, SECTION_POSITION);

    position[1].lat_e7 = 900000001;
    fixture_refused_when_sealed(fixture, "section position: byte");
    fixture_said(fixture, "vertex 1");
}

static void refuses_info_that_is_no_number(void **state)
{
    static const char *const numbers[] = {"x23456789012", "12345678901-",
                                          "12345678901", "            "};
    struct fixture *fixture = *state;
    char *info = fixture_section(fixture, SECTION_INFO);
    char *number = strchr(strstr(info, "bytes="), '=') + 1;

    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        memcpy(number, numbers[i], strlen(numbers[i]) + (i == 2));
        fixture_refused_when_sealed(fixture,
                                    "a value that is not a whole number");
        fixture_said(fixture, "line 5");
    }
}

static void refuses_info_that_is_no_text(void **state)
{
    struct fixture *fixture = *state;
    char *info = fixture_section(fixture, SECTION_INFO);

    info[5] = '\x80';
    fixture_refused_when_sealed(fixture, "line 1: a value that is not UTF-8");
    info[4] = ':';
    fixture_refused_when_sealed(fixture, "section info: byte");
    fixture_said(fixture, "line 1: no 'key=value'");
}

#define TEST(name)                                                             \
    cmocka_unit_test_setup_teardown(name, fixture_create_small, fixture_destroy)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(skips_a_section_it_does_not_know),
        TEST(refuses_sections_that_are_missing_double_or_misshapen),
        TEST(refuses_sections_out_of_place),
        TEST(refuses_first_out_that_does_not_ascend_to_the_arcs),
        TEST(refuses_heads_weights_and_classes_out_of_range),
        TEST(refuses_ids_that_are_not_all_different),
        TEST(refuses_positions_off_the_earth),
        TEST(refuses_info_that_is_no_text),
        TEST(refuses_info_that_is_no_number),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
