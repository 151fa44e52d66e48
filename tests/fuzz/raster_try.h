/* raster_try: any bytes through one reader of rasters. */
#ifndef RELAXD_TESTS_FUZZ_RASTER_TRY_H
#define RELAXD_TESTS_FUZZ_RASTER_TRY_H

#include <stdlib.h>

#include "core/graph/import/raster/raster_formats.h"
#include "core/graph/import/raster/raster_map.h"
#include "core/graph/map_file/map_verify.h"
#include "tests/unit/memory_source.h"

/* Larger maps take long and show nothing new. */
enum { RASTER_TRY_CELLS_MAX = 10000 };

typedef int raster_reader(struct raster_input *input, struct raster *raster,
                          struct error *error);

/* A raster that the reader accepts makes a sound map, or is refused with words.
 */
static inline void raster_try_map(const struct raster *raster)
{
    const struct raster_map_settings settings = {.source = "fuzz"};
    struct raster_map_summary summary;
    struct error error = {""};
    struct map *map;

    if (!raster->rows || !raster->columns)
        abort();
    if (raster_cell_count(raster) > RASTER_TRY_CELLS_MAX)
        return;
    if (raster_map_make(raster, &settings, &summary, &map, &error)) {
        if (!error.text[0])
            abort();
        return;
    }
    if (map->topology.vertex_count != raster_cell_count(raster) ||
        map_verify(map, NULL, 1, &error))
        abort();
    map_destroy(map);
}

static inline void raster_try(const uint8_t *bytes, size_t size,
                              raster_reader *reader)
{
    struct raster raster = {.precision = RASTER_PRECISION_F8};
    struct byte_source *source;
    struct raster_input input;
    struct error error = {""};

    if (memory_source_create(bytes, size, &source, &error))
        return;
    if (!raster_input_init(&input, source, NULL, &error)) {
        if (!reader(&input, &raster, &error))
            raster_try_map(&raster);
        else if (!error.text[0])
            abort();
        raster_finish(&raster);
        raster_input_finish(&input);
    }
    byte_source_destroy(source);
}

#endif
