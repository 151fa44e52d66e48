/* map_file: reads back what was written, and refuses changed files. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/graph/map_builder.h"
#include "core/graph/map_file/map_file.h"
#include "core/graph/map_file/map_image.h"
#include "tests/unit/graph/map_file_fixture.h"

static void gives_back_every_array_that_was_written(void **state)
{
    struct fixture *fixture = *state;
    const struct map *a = fixture->map;
    struct map *b;

    assert_int_equal(map_open(fixture_map_path(fixture), &b, &fixture->error),
                     0);
    assert_int_equal(b->topology.vertex_count, SMALL_VERTICES);
    assert_int_equal(b->topology.arc_count, SMALL_ARCS);
    assert_int_equal(b->imported.arcs.arc_count, SMALL_ARCS);
    assert_int_equal(b->imported.arcs.epoch, 1);
    assert_memory_equal(a->topology.first_out, b->topology.first_out,
                        (SMALL_VERTICES + 1) * 4);
    assert_memory_equal(a->topology.head, b->topology.head, SMALL_ARCS * 4);
    assert_memory_equal(a->imported.arcs.weight, b->imported.arcs.weight,
                        SMALL_ARCS * 4);
    assert_memory_equal(a->external_id, b->external_id, SMALL_VERTICES * 8);
    assert_memory_equal(a->vertex_by_id, b->vertex_by_id, SMALL_VERTICES * 4);
    assert_memory_equal(a->position, b->position, SMALL_VERTICES * 8);
    assert_memory_equal(a->road_class, b->road_class, SMALL_ARCS);
    assert_string_equal(b->info.unit, "ms");
    assert_string_equal(b->info.source, "ring.gr");
    assert_string_equal(b->info.data_version, "2026-11-22T05:44:19Z");
    assert_string_equal(b->info.generator, "osmium/1.14.0, JOSM");
    assert_true(b->info.too_large_bytes == 123456789012);
    map_destroy(b);
}

/* Resident pages of a mapping, as the system counts them. */
static size_t resident_kib(const void *start)
{
    FILE *maps = fopen("/proc/self/smaps", "r");
    bool found = false;
    size_t kib = 0;
    char line[512];

    assert_non_null(maps);
    while (fgets(line, sizeof(line), maps)) {
        uintptr_t first;
        uintptr_t last;

        if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " ", &first, &last) == 2)
            found = first == (uintptr_t)start;
        else if (found && sscanf(line, "Rss: %zu kB", &kib) == 1)
            break;
    }
    fclose(maps);
    return kib;
}

static void a_map_at_rest_takes_no_memory_and_is_the_same(void **state)
{
    struct fixture *fixture = *state;
    struct map *map;

    assert_int_equal(map_open(fixture_map_path(fixture), &map, &fixture->error),
                     0);
    assert_true(resident_kib(map->storage->mapped) > 0);
    map_trim(map);
    assert_int_equal(resident_kib(map->storage->mapped), 0);
    assert_memory_equal(fixture->map->topology.head, map->topology.head,
                        SMALL_ARCS * 4);
    map_destroy(map);
    map_trim(fixture->map); /* in memory alone */
}

static void refuses_a_map_without_vertices(void **state)
{
    struct fixture *fixture = *state;
    struct map_builder *builder;
    struct map *map;

    assert_int_equal(map_builder_create(0, &builder, NULL), 0);
    assert_int_equal(map_builder_finish(builder, &map, NULL), 0);
    map_builder_destroy(builder);
    assert_int_equal(map_write(map, fixture_map_path(fixture), &fixture->error),
                     0);
    map_destroy(map);
    assert_int_equal(map_open(fixture_map_path(fixture), &map, &fixture->error),
                     -EINVAL);
    fixture_said(fixture, "section first_out: the map has no vertex");
}

static void gives_back_a_map_without_options(void **state)
{
    struct fixture *fixture = *state;
    struct map_builder *builder;
    struct map *map;

    assert_int_equal(map_builder_create(1, &builder, NULL), 0);
    assert_int_equal(map_builder_finish(builder, &map, NULL), 0);
    map_builder_destroy(builder);
    assert_int_equal(map_write(map, fixture_map_path(fixture), &fixture->error),
                     0);
    map_destroy(map);
    assert_int_equal(map_open(fixture_map_path(fixture), &map, &fixture->error),
                     0);
    assert_int_equal(map->topology.vertex_count, 1);
    assert_int_equal(map->topology.arc_count, 0);
    assert_null(map->position);
    assert_null(map->road_class);
    map_destroy(map);
}

static bool names_something(const char *text)
{
    static const char *const words[] = {
        "not a relaxd map",   "checksum differs", "version",
        "byte order mark",    "cut short",        "the map ends at byte",
        "sections cannot be",
    };

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (strstr(text, words[i]))
            return true;
    }
    return false;
}

static void refuses_every_flipped_byte_and_says_where(void **state)
{
    struct fixture *fixture = *state;

    for (size_t i = 0; i < fixture->size; i++) {
        for (int bit = 0; bit < 8; bit++) {
            fixture->image[i] ^= (char)(1 << bit);
            fixture_refused(fixture, "");
            assert_true(names_something(fixture->error.text));
            fixture->image[i] ^= (char)(1 << bit);
        }
    }
}

static void refuses_every_shorter_file_and_says_so(void **state)
{
    struct fixture *fixture = *state;
    struct map *map = NULL;

    for (size_t size = 0; size < fixture->size; size++) {
        const char *path =
            scratch_file(&fixture->scratch, "short.rlx", fixture->image, size);

        assert_int_equal(map_open(path, &map, &fixture->error), -EINVAL);
        fixture_said(fixture, size ? "short.rlx': cut short: "
                                   : "short.rlx': the file is empty");
        assert_null(map);
    }
}

static void refuses_bytes_after_the_end(void **state)
{
    struct fixture *fixture = *state;
    struct map *map = NULL;
    FILE *file = fopen(fixture_map_path(fixture), "ab");

    fputc(0, file);
    fclose(file);
    assert_int_equal(map_open(fixture_map_path(fixture), &map, &fixture->error),
                     -EINVAL);
    fixture_said(fixture, "the map ends at byte");
}

static void refuses_a_foreign_byte_order(void **state)
{
    struct fixture *fixture = *state;
    struct map_header *header = (void *)fixture->image;

    header->byte_order = __builtin_bswap32(header->byte_order);
    fixture_refused(fixture, "the other byte order");
}

static void refuses_a_newer_version_by_its_number(void **state)
{
    struct fixture *fixture = *state;
    struct map_header *header = (void *)fixture->image;

    header->version = 9;
    fixture_refused(fixture, "map file version 9, but this program reads");
}

static void refuses_features_it_does_not_know(void **state)
{
    struct fixture *fixture = *state;
    struct map_header *header = (void *)fixture->image;

    header->features = 4;
    fixture_refused_when_sealed(fixture, "needs features 0x4");
}

static void lists_its_sections(void **state)
{
    struct fixture *fixture = *state;
    struct map_section sections[4];
    size_t count;

    assert_int_equal(map_sections(fixture_map_path(fixture), sections, 4,
                                  &count, &fixture->error),
                     0);
    assert_int_equal(count, 8);
    assert_string_equal(sections[0].name, "info");
    assert_string_equal(sections[1].name, "first_out");
    assert_int_equal(sections[1].size, (SMALL_VERTICES + 1) * 4);
    assert_int_equal(sections[1].offset % 64, 0);
}

static void refuses_to_list_what_is_no_map(void **state)
{
    struct fixture *fixture = *state;
    size_t count = 0;
    const char *path =
        scratch_file(&fixture->scratch, "other", "p sp 1 1\n", 9);

    assert_int_equal(map_sections(path, NULL, 0, &count, &fixture->error),
                     -EINVAL);
    fixture_said(fixture, "not a relaxd map");
}

static void says_why_a_file_cannot_be_opened(void **state)
{
    struct fixture *fixture = *state;
    struct map *map = NULL;

    assert_int_equal(map_open("/nowhere/x.rlx", &map, &fixture->error),
                     -ENOENT);
    fixture_said(fixture, "'/nowhere/x.rlx': open: No such file");
    assert_int_equal(map_open(fixture->scratch.folder, &map, &fixture->error),
                     -EISDIR);
    fixture_said(fixture, "is a directory, not a map file");
}
static void waits_for_no_pipe(void **state)
{
    struct fixture *fixture = *state;
    struct map *map = NULL;
    char pipe[PATH_MAX];

    snprintf(pipe, sizeof(pipe), "%s/pipe.rlx", fixture->scratch.folder);
    assert_int_equal(mkfifo(pipe, 0600), 0);
    assert_int_equal(map_open(pipe, &map, &fixture->error), -EINVAL);
    fixture_said(fixture, "is not a regular file, as a map file must be");
    unlink(pipe);
}

static void keeps_the_old_map_when_the_new_one_cannot_be_written(void **state)
{
    struct fixture *fixture = *state;
    struct rlimit before, small = {100, RLIM_INFINITY};
    struct map *map;
    int r;

    /* Like a full disk: writing beyond 100 bytes fails. */
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    small.rlim_max = before.rlim_max;
    setrlimit(RLIMIT_FSIZE, &small);
    r = map_write(fixture->map, fixture_map_path(fixture), &fixture->error);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_int_equal(r, -EFBIG);
    fixture_said(fixture, "map.rlx': File too large");
    assert_int_equal(scratch_files(&fixture->scratch, 0), 1);
    assert_int_equal(map_open(fixture_map_path(fixture), &map, &fixture->error),
                     0);
    map_destroy(map);
}

#define TEST(name)                                                             \
    cmocka_unit_test_setup_teardown(name, fixture_create_small, fixture_destroy)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(gives_back_every_array_that_was_written),
        TEST(a_map_at_rest_takes_no_memory_and_is_the_same),
        TEST(refuses_a_map_without_vertices),
        TEST(gives_back_a_map_without_options),
        TEST(refuses_every_flipped_byte_and_says_where),
        TEST(refuses_every_shorter_file_and_says_so),
        TEST(refuses_bytes_after_the_end),
        TEST(refuses_a_foreign_byte_order),
        TEST(refuses_a_newer_version_by_its_number),
        TEST(refuses_features_it_does_not_know),
        TEST(lists_its_sections),
        TEST(refuses_to_list_what_is_no_map),
        TEST(says_why_a_file_cannot_be_opened),
        TEST(waits_for_no_pipe),
        TEST(keeps_the_old_map_when_the_new_one_cannot_be_written),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
