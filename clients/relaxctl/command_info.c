/* relaxctl info: the contents of a map file. */
#include <inttypes.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/commands.h"
#include "clients/relaxctl/ordering.h"
#include "clients/relaxctl/output.h"
#include "clients/relaxctl/runner.h"
#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/graph/hierarchy/hierarchy_size.h"
#include "core/graph/map.h"
#include "core/graph/map_file/map_file.h"
#include "core/graph/statistics.h"
#include "core/solver/cch/cch.h"

/* ---- The time to customize ----------------------------------------------- */

struct info_customize {
    bool done;        /* false without a hierarchy, or with one too large to
                         serve */
    uint64_t took_us; /* of the CPU's cch, for a new metric */
    unsigned threads; /* at most */
};

static bool is_served(const struct map *map)
{
    struct hierarchy_size size = hierarchy_size_held(&map->hierarchy);

    return map->hierarchy.supernode_count &&
           hierarchy_size_bytes(&size) <=
               hierarchy_bytes_max(map->topology.vertex_count);
}

/* 0 or -ENOMEM. */
static int info_customize_take(const struct map *map,
                               struct info_customize *ret_customize,
                               struct error *error)
{
    const struct form *form;
    struct forms forms;
    int r;

    if (!is_served(map))
        return 0;
    forms_init(&forms, map);
    r = forms_get(&forms, &cch_form, device_cpu(), &form, error);
    if (!r)
        *ret_customize = (struct info_customize){
            .done = true,
            .took_us = form->customize_us,
            .threads = parallel_thread_count(),
        };
    forms_finish(&forms);
    return r;
}

/* ---- Totals over the roads ----------------------------------------------- */

struct road_counts {
    double length_km;  /* of all pieces */
    double one_way_km; /* of pieces with one open edge */
    uint32_t component_count;
    uint32_t edge_count;  /* open directions */
    uint32_t plain_count; /* plain junctions with a vertex */
};

static void count_piece(const struct roads *roads, uint32_t piece,
                        struct road_counts *counts)
{
    double km = (double)roads_piece_mm(roads, piece) / 1e6;
    uint32_t open =
        edge_is_open(roads, 2 * piece) + edge_is_open(roads, 2 * piece + 1);

    counts->length_km += km;
    counts->one_way_km += open == 1 ? km : 0;
    counts->edge_count += open;
    if (roads->component[piece] >= counts->component_count)
        counts->component_count = roads->component[piece] + 1;
}

/* Zeros for a map without roads. */
static void road_counts_take(const struct map *map,
                             struct road_counts *ret_counts)
{
    const struct roads *roads = &map->roads;
    struct road_counts counts = {0};

    for (uint32_t p = 0; p < roads->piece_count; p++)
        count_piece(roads, p, &counts);
    for (uint32_t v = 0; roads->piece_count && v < map->topology.vertex_count;
         v++)
        counts.plain_count += roads->vertex_edge[v] == EDGE_NONE;
    *ret_counts = counts;
}

/* ---- As text ------------------------------------------------------------- */

enum { INFO_SECTIONS_MAX = 1024 };

struct info_report {
    const char *path;
    const struct map *map;
    struct map_profiles profiles; /* all maps of the file */
    struct road_counts roads;     /* if the map has roads */
    struct statistics statistics;
    struct census census;
    struct hierarchy_statistics hierarchy; /* if the map is ordered */
    struct info_customize customize;
    struct map_section sections[INFO_SECTIONS_MAX];
    size_t section_count; /* in `sections` */
};

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
    if (roads->condition_count)
        printf("  conditional %" PRIu32
               ", turns and directions of roads closed at "
               "times\n",
               roads->condition_count);
}

/* Leaves out zeros. */
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

/* Prints lines on stdout. */
static void info_report_print(const struct info_report *report)
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

/* ---- As JSON ------------------------------------------------------------- */

/* Adding NULL to an object or array fails, and so does creating one from NULL:
 * any failed allocation ends in NULL at the top. */

static json_t *degrees_json(const struct info_report *report)
{
    json_t *counts = json_array();

    for (unsigned i = 0; i <= STATISTICS_DEGREE_MAX; i++)
        json_array_append_new(counts,
                              json_integer(report->statistics.degree_count[i]));
    return json_pack("{s:I, s:o}", "max",
                     (json_int_t)report->census.degree_most, "vertices",
                     counts);
}

static json_t *weights_json(const struct info_report *report)
{
    const struct statistics *statistics = &report->statistics;

    return json_pack("{s:s, s:f, s:f, s:I, s:I, s:I}", "unit",
                     report->map->info.unit, "mean", statistics->weight_mean,
                     "deviation", statistics->weight_deviation, "min",
                     (json_int_t)statistics->weight_least, "median",
                     (json_int_t)report->census.weight_median, "max",
                     (json_int_t)statistics->weight_most);
}

static json_t *classes_json(const struct info_report *report)
{
    json_t *classes;

    if (!report->map->road_class)
        return json_null();
    classes = json_object();
    for (int i = 0; i < ROAD_CLASS_COUNT; i++)
        json_object_set_new(classes, road_class_name((enum road_class)i),
                            json_integer(report->census.class_count[i]));
    return classes;
}

static json_t *bounds_json(const struct info_report *report)
{
    const struct census *census = &report->census;

    if (!report->map->position)
        return json_null();
    return json_pack(
        "{s:f, s:f, s:f, s:f}", "west", census->southwest.lon_e7 / 1e7, "south",
        census->southwest.lat_e7 / 1e7, "east", census->northeast.lon_e7 / 1e7,
        "north", census->northeast.lat_e7 / 1e7);
}

static json_t *customize_json(const struct info_report *report)
{
    if (!report->customize.done)
        return json_null();
    return json_pack("{s:I, s:i}", "us", (json_int_t)report->customize.took_us,
                     "threads", (int)report->customize.threads);
}

static json_t *hierarchy_json(const struct info_report *report)
{
    const struct hierarchy *hierarchy = &report->map->hierarchy;
    const struct hierarchy_statistics *sizes = &report->hierarchy;

    if (!hierarchy->supernode_count)
        return json_null();
    return json_pack(
        "{s:I, s:I, s:I, s:I, s:I, s:f, s:I, s:I, s:I, s:I, s:f, s:o}",
        "supernodes", (json_int_t)hierarchy->supernode_count, "levels",
        (json_int_t)hierarchy->level_count, "depth",
        (json_int_t)hierarchy->depth_count, "largest_front",
        (json_int_t)hierarchy->front_max, "arcs", (json_int_t)sizes->joined,
        "fill", sizes->fill, "shortcuts", (json_int_t)sizes->shortcuts,
        "triangles", (json_int_t)sizes->triangles, "panel_words",
        (json_int_t)sizes->panel_words, "schur_words",
        (json_int_t)sizes->schur_words, "bytes_per_vertex",
        sizes->bytes_per_vertex, "customize", customize_json(report));
}

static json_t *profiles_json(const struct info_report *report)
{
    json_t *profiles = json_array();

    for (uint32_t i = 0; i < report->profiles.count; i++) {
        if (*report->profiles.name[i])
            json_array_append_new(profiles,
                                  json_string(report->profiles.name[i]));
    }
    return profiles;
}

static json_t *roads_json(const struct info_report *report)
{
    const struct roads *roads = &report->map->roads;

    if (!roads->piece_count)
        return json_null();
    return json_pack(
        "{s:s, s:f, s:f, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "profile",
        roads->profile.name, "length_km", report->roads.length_km, "one_way_km",
        report->roads.one_way_km, "pieces", (json_int_t)roads->piece_count,
        "junctions", (json_int_t)roads->junction_count, "segments",
        (json_int_t)roads->segment_count, "components",
        (json_int_t)report->roads.component_count, "large_components",
        (json_int_t)roads->large_count, "plain_junctions",
        (json_int_t)report->roads.plain_count, "edges",
        (json_int_t)report->roads.edge_count, "states",
        (json_int_t)roads->state_count);
}

static json_t *import_json(const struct info_report *report)
{
    const struct import_report *import = &report->map->report;
    json_t *counts;

    if (!report->map->roads.piece_count)
        return json_null();
    counts = json_object();
    for (int i = 0; i < COUNT_KINDS; i++)
        json_object_set_new(counts, import_count_name((enum import_count)i),
                            json_integer((json_int_t)import->count[i]));
    return counts;
}

static json_t *sections_json(const struct info_report *report)
{
    json_t *sections = json_array();

    for (size_t i = 0; i < report->section_count; i++) {
        const struct map_section *section = &report->sections[i];

        json_array_append_new(
            sections, json_pack("{s:s, s:I, s:I, s:I}", "name", section->name,
                                "map", (json_int_t)section->profile, "offset",
                                (json_int_t)section->offset, "bytes",
                                (json_int_t)section->size));
    }
    return sections;
}

static json_t *report_json(const struct info_report *report)
{
    char path[4096];

    text_copy_line(path, sizeof(path), report->path);
    return json_pack(
        "{s:s, s:i, s:s, s:s?, s:s?, s:o, s:o, s:o, s:I, s:I, s:I, s:I, s:I, "
        "s:o, "
        "s:o, "
        "s:o, s:o, s:o, s:o}",
        "file", path, "version", MAP_FILE_VERSION, "source",
        report->map->info.source, "data_version",
        *report->map->info.data_version ? report->map->info.data_version : NULL,
        "generator",
        *report->map->info.generator ? report->map->info.generator : NULL,
        "profiles", profiles_json(report), "roads", roads_json(report),
        "import", import_json(report), "vertices",
        (json_int_t)report->map->topology.vertex_count, "arcs",
        (json_int_t)report->map->topology.arc_count, "self_loops",
        (json_int_t)report->census.self_loops, "parallel_arcs",
        (json_int_t)report->census.parallel_arcs, "closed_arcs",
        (json_int_t)report->statistics.closed_count, "out_degree",
        degrees_json(report), "weight", weights_json(report), "road_classes",
        classes_json(report), "bounds", bounds_json(report), "hierarchy",
        hierarchy_json(report), "sections", sections_json(report));
}

/* ---- The command --------------------------------------------------------- */

struct options {
    const char *map;
    const char *profile; /* NULL: the file's first */
    bool json;
};

static int take_sections(struct info_report *report, struct error *error)
{
    size_t count;
    int r = map_sections(report->path, report->sections, INFO_SECTIONS_MAX,
                         &count, error);

    if (!r)
        report->section_count =
            count < INFO_SECTIONS_MAX ? count : INFO_SECTIONS_MAX;
    return r;
}

static int take_hierarchy(struct info_report *report, struct error *error)
{
    if (!report->map->hierarchy.supernode_count)
        return 0;
    hierarchy_statistics_take(&report->map->hierarchy, &report->map->topology,
                              &report->hierarchy);
    return info_customize_take(report->map, &report->customize, error);
}

static int print_report(struct info_report *report,
                        const struct options *options, struct error *error)
{
    int r = take_sections(report, error);

    if (!r)
        r = take_hierarchy(report, error);
    if (r)
        return r;
    road_counts_take(report->map, &report->roads);
    statistics_take(report->map, &report->statistics);
    if (census_take(report->map, &report->census))
        return error_no_memory(error);
    if (!options->json)
        info_report_print(report);
    else if (print_json(report_json(report),
                        JSON_INDENT(2) | JSON_REAL_PRECISION(12)))
        return error_no_memory(error);
    return 0;
}

static int run(void *context, struct error *error)
{
    const struct options *options = context;
    struct info_report report = {.path = options->map};
    struct map *map;
    int r = map_profiles_read(options->map, &report.profiles, error);

    if (!r)
        r = map_open_profile(options->map, options->profile, &map, error);
    if (r)
        return r;
    report.map = map;
    r = print_report(&report, options, error);
    map_destroy(map);
    return r;
}

static struct options options;

static const struct argument arguments[] = {
    ARGUMENT_PROFILE(struct options,
                     "of the map of that profile; default the first"),
    {"json", NULL, ARGUMENT_FLAG, offsetof(struct options, json),
     .help = "one JSON object, for programs"},
    {0},
};

const struct command command_info = {
    .name = "info",
    .summary = "say what is in a map file",
    .usage = "MAP [--profile NAME] [--json]",
    .about =
        "Counts, degrees, weights, bounds, hierarchy and sections of a map "
        "file; of one made from OpenStreetMap data, also what was read and "
        "what was left out, by reason. Of parallel arcs the first of each pair "
        "of vertices is not counted; closed arcs have no weight. Of a "
        "hierarchy:\n"
        "\n"
        "  supernodes   sets of vertices that are eliminated together\n"
        "  levels       steps from its leaves to its roots, in supernodes\n"
        "  depth        vertices that a search meets at most on its way up\n"
        "  front        vertices that a supernode is joined to, with its own\n"
        "  arcs         the map's arcs and shortcuts, and fill, how many\n"
        "               times the map's own arcs they are\n"
        "  shortcuts    those that are not the map's own\n"
        "  triangles    of a vertex and two that it is joined to above: what\n"
        "               customizing goes through\n"
        "  panels       of these arcs, and Schur complements, in words of 4\n"
        "               bytes\n"
        "  takes        what 'cch' holds in memory for one set of weights:\n"
        "               panels twice, as much again of hints for paths, and\n"
        "               Schur complements\n"
        "  customizing  what changing all weights takes, measured once with\n"
        "               'cch'; not where a hierarchy is too large to serve",
    .examples = "  relaxctl info ny.rlx",
    .arguments = {arguments},
    .options = &options,
    .take = arguments_take_map,
    .run = run,
};
