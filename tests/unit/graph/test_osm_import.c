/* osm_import: files become a map for each profile, or none at all. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <string.h>

#include "core/graph/import/osm/osm_import.h"
#include "core/graph/map_file/map_file.h"
#include "tests/unit/scratch.h"

/* A street, a path from its middle, and a footway in a separate file. */
static const char street[] =
    "<osm version='0.6'>"
    "<node id='1' lat='0' lon='0'/><node id='2' lat='0' lon='0.001'/>"
    "<node id='3' lat='0' lon='0.002'/><node id='4' lat='0.001' lon='0.001'/>"
    "<way id='1'><nd ref='1'/><nd ref='2'/><nd ref='3'/>"
    "<tag k='highway' v='residential'/></way>"
    "<way id='2'><nd ref='2'/><nd ref='4'/>"
    "<tag k='highway' v='footway'/></way></osm>";
static const char footway[] =
    "<osm version='0.6'>"
    "<node id='4' lat='0.001' lon='0.001'/><node id='5' lat='0.002' lon='0'/>"
    "<way id='3'><nd ref='4'/><nd ref='5'/>"
    "<tag k='highway' v='footway'/></way></osm>";

struct import {
    struct scratch scratch;
    char path[2][256];
    const char *paths[2];
    struct profile *profiles[2];
};

static void import_begin(struct import *import, const char *profile,
                         const char *other)
{
    scratch_init(&import->scratch);
    strcpy(import->path[0], scratch_file(&import->scratch, "street.osm", street,
                                         sizeof(street) - 1));
    strcpy(import->path[1], scratch_file(&import->scratch, "footway.osm",
                                         footway, sizeof(footway) - 1));
    for (int i = 0; i < 2; i++) {
        import->paths[i] = import->path[i];
        assert_int_equal(profile_find(i ? other : profile, NULL, 0,
                                      &import->profiles[i], NULL),
                         0);
    }
}

static void import_end(struct import *import)
{
    profile_destroy(import->profiles[0]);
    profile_destroy(import->profiles[1]);
    scratch_finish(&import->scratch);
}

static void each_profile_has_a_map_of_all_files(void **state)
{
    struct import import;
    struct map *maps[2];
    struct error error = {""};

    import_begin(&import, "car", "foot");
    if (osm_import(
            &(struct osm_import_settings){
                .paths = import.paths,
                .path_count = 2,
                .profiles = import.profiles,
                .profile_count = 2,
            },
            NULL, maps, &error))
        fail_msg("%s", error.text);
    assert_int_equal(maps[0]->roads.piece_count, 1);
    assert_int_equal(maps[1]->roads.piece_count, 3);
    assert_string_equal(maps[0]->roads.profile.name, "car");
    assert_string_equal(maps[0]->info.source, "street.osm, footway.osm");
    assert_int_equal(maps[0]->report.count[COUNT_ROADS], 1);
    assert_int_equal(maps[1]->report.count[COUNT_ROADS], 3);
    map_destroy(maps[0]);
    map_destroy(maps[1]);
    import_end(&import);
}

static struct map *import_one(struct import *import)
{
    struct map *map;
    struct error error = {""};

    if (osm_import(
            &(struct osm_import_settings){
                .paths = import->paths,
                .path_count = 2,
                .profiles = import->profiles,
                .profile_count = 1,
            },
            NULL, &map, &error))
        fail_msg("%s", error.text);
    return map;
}

static void check_facts_of_streets(const struct roads *roads)
{
    assert_int_equal(roads->stretch_count, 4);
    assert_int_equal(roads->facts_count, 2);
    for (uint32_t i = 0; i < roads->stretch_count; i++) {
        const struct way_facts *facts = &roads->facts[roads->stretch_facts[i]];
        uint8_t class = facts->word[FACT_ROAD_CLASS];

        assert_string_equal(word_fact_words(FACT_ROAD_CLASS)[class],
                            roads->stretch_way[i] / 2 == 1 ? "RESIDENTIAL"
                                                           : "FOOTWAY");
    }
}

/* Both footways say the same. */
static void a_map_keeps_what_ways_say_in_its_file(void **state)
{
    struct import import;
    struct map *map, *opened;
    const char *path;

    import_begin(&import, "foot", "car");
    path = scratch_path(&import.scratch, "streets.rlx");
    map = import_one(&import);
    check_facts_of_streets(&map->roads);
    assert_int_equal(map_write(map, path, NULL), 0);
    assert_int_equal(map_open(path, &opened, NULL), 0);
    check_facts_of_streets(&opened->roads);
    map_destroy(map);
    map_destroy(opened);
    import_end(&import);
}

static void a_profile_without_a_road_is_named(void **state)
{
    struct import import;
    struct map *untouched = (struct map *)&import;
    struct map *maps[2] = {untouched, untouched};
    struct error error = {""};

    import_begin(&import, "foot", "car");
    assert_int_equal(osm_import(
                         &(struct osm_import_settings){
                             .paths = import.paths + 1,
                             .path_count = 1,
                             .profiles = import.profiles,
                             .profile_count = 2,
                         },
                         NULL, maps, &error),
                     -EINVAL);
    assert_non_null(strstr(error.text, "'car'"));
    assert_ptr_equal(maps[0], untouched);
    assert_ptr_equal(maps[1], untouched);
    import_end(&import);
}

static void a_missing_file_is_named(void **state)
{
    struct import import;
    struct map *maps[1];
    struct error error = {""};
    const char *path = "/nowhere/at all.osm";

    import_begin(&import, "car", "foot");
    assert_true(osm_import(
                    &(struct osm_import_settings){
                        .paths = &path,
                        .path_count = 1,
                        .profiles = import.profiles,
                        .profile_count = 1,
                    },
                    NULL, maps, &error) < 0);
    assert_non_null(strstr(error.text, path));
    import_end(&import);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_profile_has_a_map_of_all_files),
        cmocka_unit_test(a_map_keeps_what_ways_say_in_its_file),
        cmocka_unit_test(a_profile_without_a_road_is_named),
        cmocka_unit_test(a_missing_file_is_named),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
