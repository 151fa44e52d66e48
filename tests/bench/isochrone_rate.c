/* isochrone_rate: how long isochrones take, step by step, on one core.
 *
 * usage: isochrone_rate MAP.rlx PROFILE LON LAT CONTOUR,... [SOURCES]
 *
 * Contours are seconds, ascending. Draws them from the place, then again from
 * so many others (10) at random nodes, and prints the median of each step. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/random.h"
#include "core/base/text.h"
#include "core/graph/map_file/map_file.h"
#include "core/service/isochrone/isochrone.h"

enum { SNAPS_MAX = 16, SOURCES_MAX = 1000 };

static bool place_at(const struct map *map, struct position position,
                     struct place *ret_place)
{
    const struct roads *roads = &map->roads;
    struct snap_options options = snap_options_of(position);
    struct snap snaps[SNAPS_MAX];

    options.large_only = true;
    place_of_snaps(roads, WEIGHTING_OF_MAP(map), snaps,
                   snap_place(roads, &options, SNAPS_MAX, snaps), ret_place);
    return ret_place->point_count > 0;
}

static int read_contours(char *text, struct isochrone_options *options)
{
    for (char *part = strtok(text, ","); part; part = strtok(NULL, ",")) {
        double seconds;

        if (options->contour_count == ISOCHRONE_CONTOURS_MAX ||
            !parse_double(part, &seconds))
            return -1;
        options->contours[options->contour_count++] =
            (uint32_t)(seconds * 1000);
    }
    return options->contour_count ? 0 : -1;
}

static int compare(const void *a, const void *b)
{
    const uint64_t *first = a, *second = b;

    return *first < *second ? -1 : *first > *second;
}

static double median_ms(uint64_t *us, size_t count)
{
    qsort(us, count, sizeof(*us), compare);
    return (double)us[count / 2] / 1000;
}

static void tell(const struct isochrone *made)
{
    printf("%" PRIu64 " vertices settled, cells of %.1f m, %zu points\n",
           made->settled, made->cell_m, made->point_count);
    for (size_t i = 0; i < made->area_count; i++)
        printf("%6.0f s: %zu rings, %.2f km2\n", made->area[i].contour / 1e3,
               made->area[i].ring_count, made->area[i].area_m2 / 1e6);
}

static void measure(const struct map *map, const struct place *first,
                    const struct isochrone_options *options, size_t count)
{
    static uint64_t search_us[SOURCES_MAX], draw_us[SOURCES_MAX];
    struct random random;
    struct place place = *first;

    random_seed(&random, 1);
    for (size_t i = 0; i < count; i++) {
        struct isochrone made;

        if (isochrone_make(map, WEIGHTING_OF_MAP(map), &place, 1, options,
                           &made)) {
            fputs("isochrone_rate: out of memory\n", stderr);
            exit(1);
        }
        if (i == 0)
            tell(&made);
        search_us[i] = made.search_us;
        draw_us[i] = made.draw_us;
        isochrone_finish(&made);
        place_at(map,
                 map->roads.node_position[random_below(&random,
                                                       map->roads.node_count)],
                 &place);
    }
    printf("median of %zu: search %.2f ms, drawing %.2f ms\n", count,
           median_ms(search_us, count), median_ms(draw_us, count));
}

int main(int argc, char **argv)
{
    struct isochrone_options options = {.generalize_m = NAN};
    double lon, lat;
    uint32_t count = 11;
    struct map *map;
    struct place place;
    struct error error;

    if (argc < 6 || argc > 7 || !parse_double(argv[3], &lon) ||
        !parse_double(argv[4], &lat) || read_contours(argv[5], &options) ||
        (argc > 6 && (!parse_u32(argv[6], &count) || count >= SOURCES_MAX))) {
        fprintf(stderr, "usage: isochrone_rate MAP.rlx PROFILE LON LAT "
                        "CONTOUR,... [SOURCES]\n");
        return 2;
    }
    if (map_open_profile(argv[1], argv[2], &map, &error)) {
        fprintf(stderr, "isochrone_rate: %s\n", error.text);
        return 1;
    }
    if (place_at(map,
                 (struct position){(int32_t)(lon * 1e7), (int32_t)(lat * 1e7)},
                 &place))
        measure(map, &place, &options, count);
    map_destroy(map);
    return 0;
}
