/* info_report_json: a map file as one JSON object. */
#include <jansson.h>

#include "clients/relaxctl/info_report.h"
#include "clients/relaxctl/print_json.h"
#include "core/base/text.h"

/* Adding NULL to an object or array fails, and so does making one from it: a
 * shortage of memory anywhere ends in NULL at the top. */

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

int info_report_print_json(const struct info_report *report)
{
    return print_json(report_json(report),
                      JSON_INDENT(2) | JSON_REAL_PRECISION(12));
}
