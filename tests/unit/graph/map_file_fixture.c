#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/graph/map_builder.h"
#include "core/graph/map_file/map_file.h"
#include "core/graph/map_file/map_image.h"
#include "tests/unit/graph/map_file_fixture.h"

static void read_image(struct fixture *fixture, const char *path)
{
    FILE *file = fopen(path, "rb");

    fseek(file, 0, SEEK_END);
    fixture->size = (size_t)ftell(file);
    rewind(file);
    fixture->image = aligned_alloc(64, map_padded(fixture->size));
    assert_int_equal(fread(fixture->image, 1, fixture->size, file),
                     fixture->size);
    fclose(file);
}

const char *fixture_map_path(struct fixture *fixture)
{
    return scratch_path(&fixture->scratch, "map.rlx");
}

int fixture_create(struct map *map, void **state)
{
    struct fixture *fixture = calloc(1, sizeof(*fixture));

    scratch_init(&fixture->scratch);
    fixture->map = map;
    if (map_write(map, fixture_map_path(fixture), &fixture->error))
        return -1;
    read_image(fixture, fixture_map_path(fixture));
    *state = fixture;
    return 0;
}

static struct map *make_small(void)
{
    struct map_builder *builder;
    struct map *map;
    uint64_t *ids = malloc(SMALL_VERTICES * sizeof(*ids));
    struct position *positions = malloc(SMALL_VERTICES * sizeof(*positions));

    for (int v = 0; v < SMALL_VERTICES; v++) {
        ids[v] = 1000 - (unsigned)v;
        positions[v] = (struct position){v, -v};
    }
    assert_int_equal(map_builder_create(SMALL_VERTICES, &builder, NULL), 0);
    map_builder_add_road(builder, 0, 1, 5, ROAD_PRIMARY, NULL);
    map_builder_add_road(builder, 1, 2, 0, ROAD_RAIL, NULL);
    map_builder_add_road(builder, 2, 0, UINT32_MAX, ROAD_LOCAL, NULL);
    map_builder_add_road(builder, 0, 0, 7, ROAD_LOCAL, NULL);
    map_builder_take_ids(builder, ids);
    map_builder_take_positions(builder, positions);
    map_builder_set_info(builder, "ms", "ring.gr");
    assert_int_equal(map_builder_finish(builder, &map, NULL), 0);
    map_builder_destroy(builder);
    map->info.too_large_bytes = 123456789012;
    strcpy(map->info.data_version, "2026-11-22T05:44:19Z");
    strcpy(map->info.generator, "osmium/1.14.0, JOSM");
    return map;
}

int fixture_create_small(void **state)
{
    return fixture_create(make_small(), state);
}

int fixture_destroy(void **state)
{
    struct fixture *fixture = *state;

    scratch_finish(&fixture->scratch);
    map_destroy(fixture->map);
    free(fixture->image);
    free(fixture);
    return 0;
}

void fixture_said(const struct fixture *fixture, const char *words)
{
    if (!strstr(fixture->error.text, words))
        fail_msg("'%s' does not say '%s'", fixture->error.text, words);
}

void fixture_refused(struct fixture *fixture, const char *words)
{
    struct map map = {0};

    assert_int_equal(
        map_image_read(fixture->image, fixture->size, 0, &map, &fixture->error),
        -EINVAL);
    fixture_said(fixture, words);
    assert_null(map.topology.head);
}

void fixture_refused_when_sealed(struct fixture *fixture, const char *words)
{
    map_seal(fixture->image, fixture->size);
    fixture_refused(fixture, words);
}

struct map_entry_on_disk *fixture_entry(struct fixture *fixture,
                                        enum map_section_id id)
{
    struct map_entry_on_disk *table =
        (void *)(fixture->image + sizeof(struct map_header));

    while (table->id != id)
        table++;
    return table;
}

void *fixture_section(struct fixture *fixture, enum map_section_id id)
{
    return fixture->image + fixture_entry(fixture, id)->offset;
}
