/* info_report: a map file in lines for people. info_report_json.c is the form
 * for programs. */
#include "clients/relaxctl/info_report.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/ordering.h"
#include "core/base/text.h"

static void print_profiles(const struct info_report *report)
{
    const char *here = report->map->roads.profile.name;
    const char *between = "  others      --profile ";

    if (!report->map->roads.piece_count)
        return;
    printf("profile       %s\n", here);
    if (report->profiles.count == 1)
        return;
    for (uint32_t i = 0; i < report->profiles.count; i++) {
        if (!strcmp(report->profiles.name[i], here))
            continue;
        printf("%s%s", between, report->profiles.name[i]);
        between = ", ";
    }
    putchar('\n');
}

static void print_roads(const struct info_report *report)
{
    const struct roads *roads = &report->map->roads;
    const struct road_counts *counts = &report->roads;

    if (!roads->piece_count)
        return;
    printf("roads         %.1f km, of them %.1f km one-way\n",
           counts->length_km, counts->one_way_km);
    printf("  pieces      %" PRIu32 ", from junction to junction\n",
           roads->piece_count);
    printf("  junctions   %" PRIu32 ", of them %" PRIu32 " plain\n",
           roads->junction_count, counts->plain_count);
    printf("  segments    %" PRIu32 ", from node to node\n",
           roads->segment_count);
    printf("  components  %" PRIu32 ", of them %" PRIu32 " large\n",
           counts->component_count, roads->large_count);
    printf("  edges       %" PRIu32 ", pieces in a direction that is open\n",
           counts->edge_count);
    printf("  states      %" PRIu32 ", further vertices for forbidden ways\n",
           roads->state_count);
    printf("  turns       %" PRIu32 ", the arcs\n",
           report->map->topology.arc_count);
}

/* What there was none of needs no line. */
static void print_import(const struct info_report *report)
{
    const struct import_report *import = &report->map->report;

    if (!report->map->roads.piece_count)
        return;
    fputs("data\n", stdout);
    for (int i = 0; i < COUNT_KINDS; i++) {
        if (import->count[i])
            printf("  %-10" PRIu64 "  %s\n", import->count[i],
                   import_count_words((enum import_count)i));
    }
}

static void print_arcs(const struct info_report *report)
{
    printf("vertices      %" PRIu32 "\n", report->map->topology.vertex_count);
    printf("arcs          %" PRIu32 "\n", report->map->topology.arc_count);
    printf("  self-loops  %" PRIu32 "\n", report->census.self_loops);
    printf("  parallel    %" PRIu32 "\n", report->census.parallel_arcs);
    printf("  closed      %" PRIu32 "\n", report->statistics.closed_count);
}

static void print_degrees(const struct info_report *report)
{
    printf("out-degree    at most %" PRIu32 "\n", report->census.degree_most);
    for (unsigned i = 0; i <= STATISTICS_DEGREE_MAX; i++)
        printf("  %u%s          %5.2f %%\n", i,
               i == STATISTICS_DEGREE_MAX ? "+" : " ",
               100 * statistics_degree_share(&report->statistics, i));
}

static void print_weights(const struct info_report *report)
{
    const struct statistics *statistics = &report->statistics;

    printf("weight        (%s)\n", report->map->info.unit);
    printf("  mean        %.2f\n", statistics->weight_mean);
    printf("  deviation   %.2f\n", statistics->weight_deviation);
    printf("  least       %" PRIu32 "\n", statistics->weight_least);
    printf("  median      %" PRIu32 "\n", report->census.weight_median);
    printf("  most        %" PRIu32 "\n", statistics->weight_most);
}

static void print_classes(const struct info_report *report)
{
    if (!report->map->road_class) {
        printf("road classes  unknown\n");
        return;
    }
    printf("road classes\n");
    for (int i = 0; i < ROAD_CLASS_COUNT; i++)
        printf("  %-10s  %" PRIu32 "\n", road_class_name((enum road_class)i),
               report->census.class_count[i]);
}

static void print_box(const struct info_report *report)
{
    const struct position *southwest = &report->census.southwest;
    const struct position *northeast = &report->census.northeast;

    if (!report->map->position) {
        printf("positions     unknown\n");
        return;
    }
    printf("positions     longitude %.6f to %.6f, latitude %.6f to %.6f\n",
           southwest->lon_e7 / 1e7, northeast->lon_e7 / 1e7,
           southwest->lat_e7 / 1e7, northeast->lat_e7 / 1e7);
}

static void print_hierarchy(const struct info_report *report)
{
    const struct hierarchy *hierarchy = &report->map->hierarchy;
    const struct hierarchy_statistics *sizes = &report->hierarchy;
    char words[HIERARCHY_SIZE_WORDS];

    if (!hierarchy->supernode_count) {
        fputs("hierarchy     none\n", stdout);
        ordering_advise("  ", report->map, arguments_input_name(report->path));
        return;
    }
    printf("hierarchy\n");
    printf("  supernodes  %" PRIu32 "\n", hierarchy->supernode_count);
    printf("  levels      %" PRIu32 "\n", hierarchy->level_count);
    printf("  depth       %" PRIu32 " %s\n", hierarchy->depth_count,
           plural(hierarchy->depth_count, "vertex", "vertices"));
    printf("  front       at most %" PRIu32 " %s\n", hierarchy->front_max,
           plural(hierarchy->front_max, "vertex", "vertices"));
    printf("  arcs        %" PRIu64 ", fill %.2f\n", sizes->joined,
           sizes->fill);
    printf("  shortcuts   %" PRIu64 "\n", sizes->shortcuts);
    printf("  triangles   %" PRIu64 "\n", sizes->triangles);
    printf("  panels      %" PRIu64 " %s\n", sizes->panel_words,
           plural(sizes->panel_words, "word", "words"));
    printf("  Schur       %" PRIu64 " %s\n", sizes->schur_words,
           plural(sizes->schur_words, "word", "words"));
    hierarchy_size_words(sizes->bytes, report->map->topology.vertex_count,
                         words);
    printf("  takes       %s\n", words);
    if (report->customize.done)
        printf("  customizing %.1f ms, up to %u %s\n",
               (double)report->customize.took_us / 1e3,
               report->customize.threads,
               plural(report->customize.threads, "thread", "threads"));
    ordering_advise("  ", report->map, arguments_input_name(report->path));
}

static void print_sections(const struct info_report *report)
{
    const char(*profile)[ROAD_NAME_SIZE] = report->profiles.name;

    printf("sections          %16s %16s\n", "first byte", "bytes");
    for (size_t i = 0; i < report->section_count; i++) {
        const struct map_section *section = &report->sections[i];
        const char *of = section->profile < report->profiles.count
                             ? profile[section->profile]
                             : "";

        printf("  %-16s%16" PRIu64 " %16" PRIu64 "%s%s\n", section->name,
               section->offset, section->size, *of ? "  " : "", of);
    }
}

void info_report_print(const struct info_report *report)
{
    printf("file          %s\n", report->path);
    printf("version       %d\n", MAP_FILE_VERSION);
    printf("source        %s\n", report->map->info.source);
    if (*report->map->info.data_version)
        printf("data version  %s\n", report->map->info.data_version);
    if (*report->map->info.generator)
        printf("generator     %s\n", report->map->info.generator);
    print_profiles(report);
    print_roads(report);
    print_arcs(report);
    print_degrees(report);
    print_weights(report);
    print_classes(report);
    print_box(report);
    print_hierarchy(report);
    print_import(report);
    print_sections(report);
}
