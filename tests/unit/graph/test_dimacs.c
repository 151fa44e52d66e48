/* dimacs: graphs are read exactly; errors are reported with their line. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/graph/cost.h"
#include "core/graph/import/dimacs/dimacs.h"
#include "tests/unit/memory_source.h"
#include "tests/unit/scratch.h"

static const char triangle[] = "c a triangle\n"
                               "p sp 3 5\n"
                               "a 1 2 5\n"
                               "a 3 1 4294967293\n"
                               "a 2 3 0\n"
                               "a 1 1 7\n"
                               "a 1 2 5\n";

static const char corners[] = "p aux sp co 3\n"
                              "v 3 -180000000 -90000000\n"
                              "v 1 -73530767 41085396\n"
                              "v 2 180000000 90000000\n";

struct bad {
    const char *text;
    const char *words;
};

static struct byte_source *source_of(const char *text)
{
    struct byte_source *source;

    assert_int_equal(memory_source_create(text, strlen(text), &source, NULL),
                     0);
    return source;
}

static int read_graph(const char *text, bool headerless,
                      struct map_builder **ret_builder,
                      uint32_t *ret_vertex_count, struct error *error)
{
    struct byte_source *source = source_of(text);
    int r = dimacs_read_graph(source, headerless, NULL, ret_builder,
                              ret_vertex_count, error);

    byte_source_destroy(source);
    return r;
}

static struct map *graph(const char *text, bool headerless)
{
    struct map_builder *builder;
    struct error error = {""};
    uint32_t vertex_count;
    struct map *map;

    if (read_graph(text, headerless, &builder, &vertex_count, &error))
        fail_msg("%s", error.text);
    assert_int_equal(map_builder_finish(builder, &map, NULL), 0);
    map_builder_destroy(builder);
    assert_int_equal(map->topology.vertex_count, vertex_count);
    return map;
}

static void assert_words(const char *text, const char *words)
{
    if (!strstr(text, words))
        fail_msg("'%s' does not say '%s'", text, words);
}

static void assert_graph_refused(const struct bad *bad, bool headerless)
{
    struct map_builder *builder = NULL;
    uint32_t vertex_count;
    struct error error;

    assert_int_equal(
        read_graph(bad->text, headerless, &builder, &vertex_count, &error),
        -EINVAL);
    assert_words(error.text, bad->words);
    assert_null(builder);
}

static int read_corners(const char *text, uint32_t first_id,
                        struct position **ret_positions, struct error *error)
{
    struct byte_source *source = source_of(text);
    int r = dimacs_read_coordinates(source, first_id, 3, NULL, ret_positions,
                                    error);

    byte_source_destroy(source);
    return r;
}

static void reads_arcs_and_keeps_the_ids(void **state)
{
    static const uint32_t heads[] = {1, 0, 1, 2, 0};
    static const uint32_t weights[] = {5, 7, 5, 0, WEIGHT_MAX};
    struct map *map = graph(triangle, false);

    assert_int_equal(map->topology.vertex_count, 3);
    assert_int_equal(map->topology.arc_count, 5);
    assert_memory_equal(map->topology.head, heads, sizeof(heads));
    assert_memory_equal(map->imported.arcs.weight, weights, sizeof(weights));
    assert_int_equal(map->external_id[0], 1);
    assert_int_equal(map->external_id[2], 3);
    map_destroy(map);
}

static void takes_blanks_tabs_and_windows_line_ends(void **state)
{
    struct map *map = graph("\r\np  sp\t2 1 \r\n  a 1\t 2  9\t\r\nc", false);

    assert_int_equal(map->topology.arc_count, 1);
    assert_int_equal(map->imported.arcs.weight[0], 9);
    map_destroy(map);
}

static void keeps_vertices_without_arcs(void **state)
{
    struct map *map = graph("p sp 7 0\n", false);

    assert_int_equal(map->topology.vertex_count, 7);
    map_destroy(map);
}

static void numbers_a_headerless_graph_from_0_to_its_largest_id(void **state)
{
    struct map *map = graph("a 0 4 1\na 2 0 2\n", true);

    assert_int_equal(map->topology.vertex_count, 5);
    assert_int_equal(map->topology.arc_count, 2);
    assert_int_equal(map->external_id[4], 4);
    map_destroy(map);
}

static void refuses_bad_graphs_with_the_line(void **state)
{
    static const struct bad bad[] = {
        {"", "there is no 'p sp' line; a graph without one is imported with "
             "--headerless"},
        {"c nothing\n", "there is no 'p sp' line; a graph without one is"},
        {"p sp 0 0\n", "line 1: 'p sp 0 0': a map needs a vertex"},
        {"a 1 2 3\n", "line 1: an arc before the p line"},
        {"p sp 2 1\np sp 2 1\n", "line 2: there is a second p line"},
        {"p sp 2 2\na 1 2 3\n", "the p line says 2 arcs, but there are 1"},
        {"p sp 2 1\na 1 2 3\na 2 1 3\n",
         "line 3: one arc more than the p line says, 1"},
        {"p sp 2 1\na 0 2 3\n", "line 2: the tail vertex 0 is not within 1"},
        {"p sp 2 1\na 1 3 3\n",
         "line 2: the head vertex 3 is not within 1 to 2"},
        {"p sp 2 1\na -1 2 3\n", "the tail vertex -1 is not within 1 to 2"},
        {"p sp 2 1\na 1 2 -3\n", "the weight -3 is not within 0 to 4294967293"},
        {"p sp 2 1\na 1 2 4294967294\n",
         "the weight 4294967294 is not within 0 to 4294967293"},
        {"p sp 2 1\na 1 2 99999999999999999999999\n",
         "the weight 99999999999999999999999 is not within"},
        {"p sp 2 1\na 1 2 1.5\n", "the weight '1.5' is not a whole number"},
        {"p sp 2 1\na 1 2 0x5\n", "the weight '0x5' is not a whole number"},
        {"p sp 2 1\na 1 2 -\n", "the weight '-' is not a whole number"},
        {"p sp 2 1\na one 2 1\n", "the tail vertex 'one' is not a whole"},
        {"p sp 2 1\na 1 2\n", "line 2: the weight is missing"},
        {"p sp 2 1\na 1\n", "line 2: the head vertex is missing"},
        {"p sp 2 1\na\n", "line 2: the tail vertex is missing"},
        {"p sp 2 1\na 1 2 3 4\n", "line 2: '4' is one field too many"},
        {"p sp 2 1\nb 1 2 3\n", "lines c, p and a, not 'b'"},
        {"p sp 2 1\narc 1 2 3\n", "line 2: a line begins with c, p, a or v"},
        {"p sp 2\n", "line 1: the arc count is missing"},
        {"p sp\n", "line 1: the vertex count is missing"},
        {"p sp 2 1 0\n", "line 1: '0' is one field too many"},
        {"p sp 4294967294 1\n", "the vertex count 4294967294 is not within"},
        {"p max 2 1\n", "line 1: 'p sp' was expected, not 'p max'"},
        {"p aux sp co 2\n", "line 1: this is a file of coordinates"},
        {"p sp 4294967293 0\n", "4294967293 vertices, but only 0 arcs"},
    };

    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_graph_refused(&bad[i], false);
}

static void assert_bytes_refused(const char *bytes, size_t size,
                                 const char *words)
{
    struct map_builder *builder;
    struct byte_source *source;
    struct position *positions;
    uint32_t vertex_count;
    struct error error;

    assert_int_equal(memory_source_create(bytes, size, &source, NULL), 0);
    assert_int_equal(
        dimacs_read_graph(source, false, NULL, &builder, &vertex_count, &error),
        -EINVAL);
    byte_source_destroy(source);
    assert_string_equal(error.text, words);
    assert_int_equal(memory_source_create(bytes, size, &source, NULL), 0);
    assert_int_equal(
        dimacs_read_coordinates(source, 1, 2, NULL, &positions, &error),
        -EINVAL);
    byte_source_destroy(source);
    assert_string_equal(error.text, words);
}

#define ASSERT_BYTES_REFUSED(bytes, words)                                     \
    assert_bytes_refused(bytes, sizeof(bytes) - 1, words)

static void says_what_a_file_is_that_is_no_dimacs_text(void **state)
{
    ASSERT_BYTES_REFUSED("\x89RLX\r\n\x1a\n\x01",
                         "this is not DIMACS text but a map of relaxd (.rlx)");
    ASSERT_BYTES_REFUSED(
        "\0\0\0\x0d\n\x09OSMHeader\x18\x7c",
        "this is not DIMACS text but OpenStreetMap data, to be "
        "imported from a file whose name ends in .osm.pbf");
    ASSERT_BYTES_REFUSED(
        "<?xml version='1.0'?>\n<osm>\n",
        "this is not DIMACS text but XML; OpenStreetMap data is "
        "imported from a file whose name ends in .osm");
    ASSERT_BYTES_REFUSED("PK\x03\x04",
                         "this is not DIMACS text but binary data");
    ASSERT_BYTES_REFUSED("\xff\xfep\0 \0",
                         "this is not DIMACS text but binary data");
}

static void says_that_a_line_holds_a_nul_byte(void **state)
{
    ASSERT_BYTES_REFUSED("c a\na\0 1 2 5\n",
                         "line 2: the line contains a NUL byte");
    ASSERT_BYTES_REFUSED("p sp\0 2 1\n",
                         "line 1: the line contains a NUL byte");
    ASSERT_BYTES_REFUSED("c a\nv 1 2\0 5\na 1 2\0 5\n",
                         "line 2: the line contains a NUL byte");
}

static void refuses_bad_headerless_graphs(void **state)
{
    static const struct bad bad[] = {
        {"", "there are no arcs"},
        {"p sp 2 1\na 1 2 3\n", "line 1: there is a p line"},
        {"a 0 4294967293 3\n", "the head vertex 4294967293 is not within 0"},
        {"a 0 4000000000 3\n",
         "4000000001 vertices, but only 1 arcs: is the largest id right"},
    };

    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_graph_refused(&bad[i], true);
}

static void turns_coordinates_into_positions_by_id(void **state)
{
    static const struct position expected[] = {
        {-735307670, 410853960},
        {1800000000, 900000000},
        {-1800000000, -900000000},
    };
    struct position *positions;
    struct error error;

    assert_int_equal(read_corners(corners, 1, &positions, &error), 0);
    assert_memory_equal(positions, expected, sizeof(expected));
    free(positions);
}

static void refuses_bad_coordinates_with_the_line(void **state)
{
    static const struct bad bad[] = {
        {"", "there is no 'p aux sp co' line"},
        {"v 1 0 0\n", "line 1: a vertex before the 'p aux sp co' line"},
        {"p aux sp co 3\np aux sp co 3\n", "line 2: there is a second p line"},
        {"p aux sp co 4\n",
         "line 1: coordinates of 4 vertices, but the graph has 3: they are "
         "another graph's"},
        {"p sp 3 3\n", "line 1: this is a graph"},
        {"p aux sp xy 3\n", "'p aux sp co' was expected, not 'xy'"},
        {"p aux sp co 3\nv 4 0 0\n", "the vertex 4 is not within 1 to 3"},
        {"p aux sp co 3\nv 0 0 0\n", "the vertex 0 is not within 1 to 3"},
        {"p aux sp co 3\nv 1 0 0\nv 1 0 0\n",
         "line 3: vertex 1 has coordinates already"},
        {"p aux sp co 3\nv 1 0 0\nv 3 0 0\n",
         "1 vertex has no coordinates, the first is 2"},
        {"p aux sp co 3\nv 1 180000001 0\n", "the longitude 180000001 is not"},
        {"p aux sp co 3\nv 1 0 -90000001\n", "the latitude -90000001 is not"},
        {"p aux sp co 3\nv 1 0.5 0\n", "'0.5' is not a whole number"},
        {"p aux sp co 3\nv 1 0\n", "the latitude is missing"},
        {"p aux sp co 3\nv 1 0 0 0\n", "'0' is one field too many"},
        {"p aux sp co 3\na 1 0 0\n", "lines c, p and v, not 'a'"},
    };

    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        struct position *positions = NULL;
        struct error error;

        assert_int_equal(read_corners(bad[i].text, 1, &positions, &error),
                         -EINVAL);
        assert_words(error.text, bad[i].words);
        assert_null(positions);
    }
}

static void imports_files_and_names_the_one_that_is_wrong(void **state)
{
    struct scratch scratch;
    struct dimacs_files files = {.unit = "0.1 m"};
    struct error error;
    struct map *map;

    scratch_init(&scratch);
    files.graph =
        strdup(scratch_file(&scratch, "three.gr", triangle, strlen(triangle)));
    files.coordinates =
        strdup(scratch_file(&scratch, "three.co", corners, strlen(corners)));
    assert_int_equal(dimacs_import(&files, NULL, &map, &error), 0);
    assert_string_equal(map->info.source, "three.gr");
    assert_string_equal(map->info.unit, "0.1 m");
    assert_int_equal(map->position[1].lat_e7, 900000000);
    map_destroy(map);
    scratch_file(&scratch, "three.co", "v", 1);
    assert_int_equal(dimacs_import(&files, NULL, &map, &error), -EINVAL);
    assert_words(error.text, "/three.co': line 1: ");
    free((char *)files.graph);
    free((char *)files.coordinates);
    scratch_finish(&scratch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_arcs_and_keeps_the_ids),
        cmocka_unit_test(takes_blanks_tabs_and_windows_line_ends),
        cmocka_unit_test(keeps_vertices_without_arcs),
        cmocka_unit_test(numbers_a_headerless_graph_from_0_to_its_largest_id),
        cmocka_unit_test(refuses_bad_graphs_with_the_line),
        cmocka_unit_test(says_what_a_file_is_that_is_no_dimacs_text),
        cmocka_unit_test(says_that_a_line_holds_a_nul_byte),
        cmocka_unit_test(refuses_bad_headerless_graphs),
        cmocka_unit_test(turns_coordinates_into_positions_by_id),
        cmocka_unit_test(refuses_bad_coordinates_with_the_line),
        cmocka_unit_test(imports_files_and_names_the_one_that_is_wrong),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
