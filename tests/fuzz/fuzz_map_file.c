/* fuzz_map_file: any bytes as an .rlx file, as they are and with checksums made
 * right, since no fuzzer guesses those. */
#include <stdlib.h>
#include <string.h>

#include "core/graph/map_image.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/map_seal.h"

/* Touches every array from end to end, so that a sanitizer sees one that
 * reaches beyond the image. */
static void walk(const struct map *map)
{
    const struct topology *topology = &map->topology;
    uint64_t sum = 0;

    for (uint32_t v = 0; v < topology->vertex_count; v++) {
        uint32_t found;

        if (!map_find_vertex(map, map->external_id[v], &found) || found != v)
            abort();
        for (uint32_t a = topology->first_out[v];
             a < topology->first_out[v + 1]; a++)
            sum += topology->first_out[topology->head[a]] +
                   map->weights.weight[a] +
                   (map->road_class ? map->road_class[a] : 0);
        sum += map->position ? (uint32_t)map->position[v].lat_e7 : 0;
    }
    if (sum == 1 && strlen(map->info.unit) > sizeof(map->info.unit))
        abort();
}

static void read_image(const void *image, size_t size)
{
    struct map map = {0};
    struct error error;

    if (!map_image_read(image, size, &map, &error))
        walk(&map);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    void *image;

    /* Exactly as large as the input, and aligned as a mapped file is. */
    if (posix_memalign(&image, MAP_ALIGNMENT, size ? size : 1))
        return 0;
    memcpy(image, bytes, size);
    read_image(image, size);
    map_seal(image, size);
    read_image(image, size);
    free(image);
    return 0;
}
