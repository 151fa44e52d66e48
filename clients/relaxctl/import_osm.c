/* import_osm: OpenStreetMap data into an .rlx file. */
#include "clients/relaxctl/import_osm.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/resource.h>

#include "clients/relaxctl/ordering.h"
#include "clients/relaxctl/road_counts.h"
#include "core/base/clock.h"
#include "core/base/progress.h"
#include "core/base/text.h"
#include "core/graph/import/osm/osm_import.h"
#include "core/graph/map_file/map_file.h"
#include "core/graph/profile/profile.h"

/* What was held in memory at most. What METIS works in, a process of its own,
 * shares what this one held by then. */
static double peak_mib(void)
{
    struct rusage own;
    struct rusage apart;

    getrusage(RUSAGE_SELF, &own);
    getrusage(RUSAGE_CHILDREN, &apart);
    return (double)(own.ru_maxrss > apart.ru_maxrss ? own.ru_maxrss
                                                    : apart.ru_maxrss) /
           1024;
}

static void summarize_map(const struct map *map)
{
    const struct roads *roads = &map->roads;
    struct road_counts counts;
    uint32_t n = map->topology.vertex_count;
    uint32_t m = map->topology.arc_count;

    road_counts_take(map, &counts);
    printf("  %s: %.1f km of roads in %" PRIu32 " %s, %" PRIu32 " %s, %" PRIu32
           " %s%s\n",
           roads->profile.name, counts.length_km, roads->piece_count,
           plural(roads->piece_count, "piece", "pieces"), n,
           plural(n, "vertex", "vertices"), m, plural(m, "arc", "arcs"),
           map->hierarchy.supernode_count ? ", ordered" : ", not ordered");
}

/* Not the ways that are no roads: those are most, and as they should be. */
static bool is_worth_telling(enum import_count count, uint64_t number)
{
    return number && count > COUNT_ROADS && count != COUNT_WAYS_NO_ROAD &&
           count != COUNT_WAYS_AREA && count != COUNT_RESTRICTIONS;
}

static void summarize_left_out(const struct import_report *report,
                               const char *output)
{
    uint64_t kinds = 0;

    for (int i = 0; i < COUNT_KINDS; i++)
        kinds += is_worth_telling((enum import_count)i, report->count[i]);
    if (kinds)
        printf("  not everything in the data could be used; 'relaxctl info %s' "
               "counts what was left out, by reason\n",
               output);
}

static void summarize(const struct import_osm *import, struct map *const *maps,
                      size_t map_count, uint64_t started_us)
{
    const struct import_report *report = &maps[0]->report;
    double seconds = (double)(clock_now_us() - started_us) / 1e6;
    uint64_t nodes = report->count[COUNT_NODES];
    uint64_t ways = report->count[COUNT_WAYS];

    printf("%s: %" PRIu64 " %s and %" PRIu64 " %s read, %.2f s, %.0f MiB of "
           "memory at most\n",
           import->output, nodes, plural(nodes, "node", "nodes"), ways,
           plural(ways, "way", "ways"), seconds, peak_mib());
    for (size_t i = 0; i < map_count; i++) {
        summarize_map(maps[i]);
        if (!import->unordered)
            ordering_advise("    ", maps[i], import->output);
    }
    summarize_left_out(report, import->output);
}

static int import_all(const struct import_osm *import,
                      const struct profile_list *profiles, struct map **maps,
                      struct error *error)
{
    const struct osm_import_settings settings = {
        .paths = import->paths,
        .path_count = import->path_count,
        .profiles = profiles->profile,
        .profile_count = profiles->count,
        .small_component = import->small_component,
        .unordered = import->unordered,
    };
    struct progress_printer printer;
    int r;

    progress_printer_init(&printer);
    r = osm_import(&settings, &printer.base, maps, error);
    progress_printer_finish(&printer);
    return r;
}

static void name_data(const struct import_osm *import, struct map **maps,
                      size_t count)
{
    for (size_t i = 0; i < count && import->data_version; i++)
        text_copy_line(maps[i]->info.data_version,
                       sizeof(maps[i]->info.data_version),
                       import->data_version);
}

int import_osm_run(const struct import_osm *import, struct error *error)
{
    uint64_t started_us = clock_now_us();
    struct map *maps[PROFILE_LIST_MAX];
    struct profile_list profiles;
    int r = profile_list_open(import->profiles, import->set, import->set_count,
                              &profiles, error);

    if (r)
        return r;
    r = import_all(import, &profiles, maps, error);
    if (!r) {
        name_data(import, maps, profiles.count);
        r = map_write_all((const struct map *const *)maps,
                          (uint32_t)profiles.count, import->output, error);
        if (!r)
            summarize(import, maps, profiles.count, started_us);
        for (size_t i = 0; i < profiles.count; i++)
            map_destroy(maps[i]);
    }
    profile_list_finish(&profiles);
    return r;
}
