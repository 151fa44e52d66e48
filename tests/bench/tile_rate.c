/* tile_rate: how long tiles take to draw, and how long they are, on one core.
 *
 * usage: tile_rate [-z ZOOM] MAP.rlx            all tiles that hold roads, of
 *                                               each zoom level, or of one; of
 *                                               more than 2000 some
 *        tile_rate -d Z/X/Y -o FILE MAP.rlx     writes one tile
 *        tile_rate -l LON,LAT -z ZOOM MAP.rlx   says which tile that is */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "core/base/array.h"
#include "core/graph/map_file/map_file.h"
#include "core/service/tile/tile_draw.h"

enum { TILES_MAX = 2000 };

struct call {
    const char *path;
    const char *tile;
    const char *out;
    const char *place;
    int zoom; /* -1: all */
};

struct figures {
    uint32_t tiles;
    double total_ms;
    double most_ms;
    size_t most_bytes;
    size_t bytes;
    struct tile_id slowest;
};

static double spent_ms(void)
{
    struct timespec spent;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
    return (double)spent.tv_sec * 1e3 + (double)spent.tv_nsec / 1e6;
}

static uint32_t column_of(uint32_t z, double lon_deg)
{
    return (uint32_t)floor((lon_deg + 180) / 360 * (1 << z));
}

static uint32_t row_of(uint32_t z, double lat_deg)
{
    double up = asinh(tan(lat_deg * M_PI / 180));

    return (uint32_t)floor((1 - up / M_PI) / 2 * (1 << z));
}

static int draw_one(const struct tile_index *index,
                    const struct weighting *weighting, struct tile_id id,
                    struct figures *figures, struct error *error)
{
    struct mvt_bytes tile;
    double began_ms = spent_ms();
    int r = tile_draw(index, (struct tile_weights){weighting, weighting}, id,
                      &tile, error);
    double took_ms = spent_ms() - began_ms;

    if (r)
        return r;
    if (tile.length) {
        figures->tiles++;
        figures->total_ms += took_ms;
        figures->bytes += tile.length;
        if (took_ms > figures->most_ms) {
            figures->most_ms = took_ms;
            figures->slowest = id;
        }
        if (tile.length > figures->most_bytes)
            figures->most_bytes = tile.length;
    }
    mvt_bytes_finish(&tile);
    return 0;
}

static int draw_zoom(const struct tile_index *index,
                     const struct weighting *weighting, uint32_t z,
                     struct error *error)
{
    struct segment_box all =
        index->box[index->level[index->level_count - 1].first];
    uint32_t west = column_of(z, all.low.lon_e7 / 1e7);
    uint32_t east = column_of(z, all.high.lon_e7 / 1e7);
    uint32_t north = row_of(z, all.high.lat_e7 / 1e7);
    uint32_t south = row_of(z, all.low.lat_e7 / 1e7);
    uint64_t count = (uint64_t)(east - west + 1) * (south - north + 1);
    uint64_t step = count / TILES_MAX + 1;
    struct figures figures = {0};
    int r = 0;

    for (uint64_t i = 0; i < count && !r; i += step) {
        struct tile_id id = {z, west + (uint32_t)(i % (east - west + 1)),
                             north + (uint32_t)(i / (east - west + 1))};

        r = draw_one(index, weighting, id, &figures, error);
    }
    if (!r && figures.tiles)
        printf("z %2u: %4u tiles, mean %6.2f ms %7.0f bytes, most %6.2f ms "
               "(%u,%u) %7zu bytes\n",
               z, figures.tiles, figures.total_ms / figures.tiles,
               (double)figures.bytes / figures.tiles, figures.most_ms,
               figures.slowest.x, figures.slowest.y, figures.most_bytes);
    return r;
}

static int write_tile(const struct call *call, const struct tile_index *index,
                      const struct weighting *weighting, struct error *error)
{
    struct tile_id id;
    struct mvt_bytes tile;
    FILE *file;
    int r;

    if (sscanf(call->tile, "%u/%u/%u", &id.z, &id.x, &id.y) != 3)
        return error_set(error, -EINVAL, "not Z/X/Y: %s", call->tile);
    r = tile_draw(index, (struct tile_weights){weighting, weighting}, id, &tile,
                  error);
    if (r)
        return r;
    file = fopen(call->out, "w");
    if (!file || fwrite(tile.at, 1, tile.length, file) != tile.length)
        r = error_errno(error, "write %s", call->out);
    if (file)
        fclose(file);
    mvt_bytes_finish(&tile);
    return r;
}

static int say_tile(const struct call *call)
{
    double lon, lat;

    if (sscanf(call->place, "%lf,%lf", &lon, &lat) == 2)
        printf("%d/%u/%u\n", call->zoom, column_of((uint32_t)call->zoom, lon),
               row_of((uint32_t)call->zoom, lat));
    return 0;
}

static int run(const struct call *call, struct error *error)
{
    struct tile_index *index;
    struct map *map;
    double began_ms;
    int r = map_open(call->path, &map, error);

    if (r)
        return r;
    if (!map->roads.piece_count) {
        r = error_set(error, -EINVAL, "'%s' has no roads", call->path);
        goto destroy_map;
    }
    began_ms = spent_ms();
    r = tile_index_create(&map->roads, &index, error);
    if (r)
        goto destroy_map;
    if (call->place)
        r = say_tile(call);
    else if (call->tile)
        r = write_tile(call, index, WEIGHTING_OF_MAP(map), error);
    else
        printf("%s: %u pieces, %u segments; index in %.1f ms\n", call->path,
               index->count, map->roads.segment_count, spent_ms() - began_ms);
    for (int z = 0; z <= TILE_ZOOM_MAX && !r && !call->place && !call->tile;
         z++) {
        if (call->zoom < 0 || call->zoom == z)
            r = draw_zoom(index, WEIGHTING_OF_MAP(map), (uint32_t)z, error);
    }
    tile_index_destroy(index);
destroy_map:
    map_destroy(map);
    return r;
}

int main(int argc, char **argv)
{
    struct call call = {.zoom = -1};
    struct error error = {""};
    int option;
    int r;

    while ((option = getopt(argc, argv, "z:d:o:l:")) != -1) {
        if (option == 'z')
            call.zoom = atoi(optarg);
        else if (option == 'd')
            call.tile = optarg;
        else if (option == 'o')
            call.out = optarg;
        else if (option == 'l')
            call.place = optarg;
    }
    call.path = argv[optind];
    if (optind + 1 != argc || !call.tile != !call.out) {
        fputs("usage: tile_rate [-z ZOOM] [-d Z/X/Y -o FILE] [-l LON,LAT] "
              "MAP.rlx\n",
              stderr);
        return 2;
    }
    r = run(&call, &error);
    if (r < 0)
        fprintf(stderr, "tile_rate: %s\n", error.text);
    return r != 0;
}
