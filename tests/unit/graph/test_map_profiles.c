/* map_file: several maps in one file, each found by its profile. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <string.h>

#include "core/graph/map_builder.h"
#include "core/graph/map_file/map_file.h"
#include "tests/unit/graph/road_fixture.h"
#include "tests/unit/scratch.h"

static struct scratch scratch;

static const char *path(void)
{
    return scratch_path(&scratch, "several.rlx");
}

static struct map *town(uint64_t seed, const char *profile)
{
    struct map *map = road_town(2, seed, true);

    strcpy(map->roads.profile.name, profile);
    return map;
}

static void assert_is(const char *profile, const struct map *expected)
{
    struct map *map = NULL;
    struct error error = {""};

    if (map_open_profile(path(), profile, &map, &error))
        fail_msg("%s", error.text);
    assert_string_equal(map->roads.profile.name, profile);
    assert_int_equal(map->topology.arc_count, expected->topology.arc_count);
    assert_memory_equal(map->imported.arcs.weight,
                        expected->imported.arcs.weight,
                        4 * (size_t)map->topology.arc_count);
    map_destroy(map);
}

static void finds_each_map_by_its_profile(void **state)
{
    struct map *maps[] = {town(1, "car"), town(2, "bicycle"), town(3, "foot")};
    struct map_profiles profiles;
    struct map *first;

    assert_int_equal(
        map_write_all((const struct map *const *)maps, 3, path(), NULL), 0);
    assert_int_equal(map_profiles_read(path(), &profiles, NULL), 0);
    assert_int_equal(profiles.count, 3);
    assert_string_equal(profiles.name[0], "car");
    assert_string_equal(profiles.name[2], "foot");
    for (int i = 0; i < 3; i++)
        assert_is(profiles.name[i], maps[i]);
    assert_int_equal(map_open(path(), &first, NULL), 0);
    assert_string_equal(first->roads.profile.name, "car");
    map_destroy(first);
    for (int i = 0; i < 3; i++)
        map_destroy(maps[i]);
}

static void names_the_profiles_where_one_is_not_there(void **state)
{
    struct map *maps[] = {town(1, "car"), town(2, "foot")};
    struct map *map = NULL;
    struct error error;

    assert_int_equal(
        map_write_all((const struct map *const *)maps, 2, path(), NULL), 0);
    assert_int_equal(map_open_profile(path(), "boat", &map, &error), -EINVAL);
    assert_non_null(strstr(error.text, "no profile 'boat' in this map; it has "
                                       "car, foot"));
    assert_null(map);
    map_destroy(maps[0]);
    map_destroy(maps[1]);
}

static void refuses_maps_of_one_profile_none_and_too_many(void **state)
{
    struct map *map = town(1, "car");
    const struct map *maps[MAP_PROFILES_MAX + 1];
    struct error error;

    for (int i = 0; i <= MAP_PROFILES_MAX; i++)
        maps[i] = map;
    assert_int_equal(map_write_all(maps, 2, path(), &error), -EINVAL);
    assert_non_null(strstr(error.text, "have the profile 'car'"));
    assert_int_equal(map_write_all(maps, 0, path(), &error), -EINVAL);
    assert_int_equal(map_write_all(maps, MAP_PROFILES_MAX + 1, path(), &error),
                     -EINVAL);
    assert_non_null(strstr(error.text, "17 maps for one file"));
    map_destroy(map);
}

static void holds_as_many_as_it_promises(void **state)
{
    struct map *maps[MAP_PROFILES_MAX];
    struct map_profiles profiles;

    for (int i = 0; i < MAP_PROFILES_MAX; i++) {
        maps[i] = town(1, "");
        snprintf(maps[i]->roads.profile.name, ROAD_NAME_SIZE, "p%d", i);
    }
    assert_int_equal(map_write_all((const struct map *const *)maps,
                                   MAP_PROFILES_MAX, path(), NULL),
                     0);
    assert_int_equal(map_profiles_read(path(), &profiles, NULL), 0);
    assert_int_equal(profiles.count, MAP_PROFILES_MAX);
    for (int i = 0; i < MAP_PROFILES_MAX; i++) {
        assert_is(profiles.name[i], maps[i]);
        map_destroy(maps[i]);
    }
}

static void has_one_map_without_a_name_where_there_are_no_roads(void **state)
{
    struct map_builder *builder;
    struct map_profiles profiles;
    struct map *map;

    map_builder_create(2, &builder, NULL);
    map_builder_finish(builder, &map, NULL);
    map_builder_destroy(builder);
    assert_int_equal(map_write(map, path(), NULL), 0);
    map_destroy(map);
    assert_int_equal(map_profiles_read(path(), &profiles, NULL), 0);
    assert_int_equal(profiles.count, 1);
    assert_string_equal(profiles.name[0], "");
    assert_int_equal(map_open_profile(path(), "", &map, NULL), 0);
    map_destroy(map);
}

static void says_why_a_file_has_no_profiles(void **state)
{
    struct map_profiles profiles;
    struct error error;
    const char *other = scratch_file(&scratch, "other", "p sp 1 1\n", 9);

    assert_int_equal(map_profiles_read(other, &profiles, &error), -EINVAL);
    assert_non_null(strstr(error.text, "other': not a relaxd map"));
    assert_int_equal(map_profiles_read("/nowhere", &profiles, &error), -ENOENT);
}

static int set_up(void **state)
{
    scratch_init(&scratch);
    return 0;
}

static int tear_down(void **state)
{
    scratch_finish(&scratch);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_each_map_by_its_profile),
        cmocka_unit_test(names_the_profiles_where_one_is_not_there),
        cmocka_unit_test(refuses_maps_of_one_profile_none_and_too_many),
        cmocka_unit_test(holds_as_many_as_it_promises),
        cmocka_unit_test(has_one_map_without_a_name_where_there_are_no_roads),
        cmocka_unit_test(says_why_a_file_has_no_profiles),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
