/* safari_table_1: vertices, arcs and degrees of the maps. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "lab/paper/paper.h"

/* Out-degrees of one map. */
struct degrees {
    uint32_t most;
    uint32_t median; /* for an even number the lower one */
    double mean;
    double deviation; /* of the population */
    double from_two;  /* root mean square of the difference from 2 */
};

/* Table 1 as printed. */
static const struct original {
    const char *name;
    uint32_t vertices;
    uint32_t arcs;
    uint32_t degree_most;
    double deviation;
    uint32_t median;
} originals[] = {
    {"New York", 264346, 733846, 8, 1.24, 3},
    {"Colorado", 435666, 1057066, 8, 1.02, 2},
    {"Pennsylvania", 1090903, 3083796, 20, 1.31, 3},
    {"Northwest", 1207945, 2840208, 9, 1.00, 2},
    {"CalNev", 1890815, 4657742, 8, 1.05, 3},
    {"California", 1971278, 5533214, 12, 1.28, 3},
    {"Western", 6262104, 15248146, 9, 1.02, 3},
};

enum { ORIGINALS = sizeof(originals) / sizeof(originals[0]) };

static const struct column columns[] = {
    {"map", "map", "", 0},
    {"vertices", "vertices", "", 0},
    {"arcs", "arcs", "", 0},
    {"degree_most", "most", "out-degree", 0},
    {"degree_mean", "mean", "out-degree", 2},
    {"degree_deviation", "deviation", "out-degree", 2},
    {"degree_median", "median", "out-degree", 0},
    {"paper_name", "the paper's", "", 0},
};

enum { COLUMNS = sizeof(columns) / sizeof(columns[0]) };

static uint32_t degree(const struct topology *topology, uint32_t vertex)
{
    return topology->first_out[vertex + 1] - topology->first_out[vertex];
}

static uint32_t find_most(const struct topology *topology)
{
    uint32_t most = 0;

    for (uint32_t v = 0; v < topology->vertex_count; v++) {
        if (degree(topology, v) > most)
            most = degree(topology, v);
    }
    return most;
}

/* The least degree that half of the vertices do not exceed. */
static int find_median(const struct topology *topology, struct degrees *degrees)
{
    uint32_t *count = array_zero((size_t)degrees->most + 1, sizeof(*count));
    uint64_t seen = 0;

    if (!count)
        return -1;
    for (uint32_t v = 0; v < topology->vertex_count; v++)
        count[degree(topology, v)]++;
    degrees->median = 0;
    seen = count[0];
    while (2 * seen < topology->vertex_count)
        seen += count[++degrees->median];
    free(count);
    return 0;
}

static int take_degrees(const struct topology *topology,
                        struct degrees *ret_degrees)
{
    double n = topology->vertex_count;
    struct degrees degrees = {.most = find_most(topology)};
    double squares = 0;
    double squares_from_two = 0;

    degrees.mean = topology->arc_count / n;
    for (uint32_t v = 0; v < topology->vertex_count; v++) {
        double apart = degree(topology, v) - degrees.mean;

        squares += apart * apart;
        apart = degree(topology, v) - 2.0;
        squares_from_two += apart * apart;
    }
    degrees.deviation = sqrt(squares / n);
    degrees.from_two = sqrt(squares_from_two / n);
    if (find_median(topology, &degrees))
        return -1;
    *ret_degrees = degrees;
    return 0;
}

/* The paper's map with the same number of vertices and arcs, or NULL. */
static const struct original *find_original(const struct topology *topology)
{
    for (size_t i = 0; i < ORIGINALS; i++) {
        if (originals[i].vertices == topology->vertex_count &&
            originals[i].arcs == topology->arc_count)
            return &originals[i];
    }
    return NULL;
}

static void add_row(struct report *report, struct sheet *table,
                    const struct study_map *map, const struct degrees *degrees)
{
    const struct topology *topology = &map->map->topology;
    const struct original *original = find_original(topology);

    sheet_text(table, map->name);
    sheet_count(table, topology->vertex_count);
    sheet_count(table, topology->arc_count);
    sheet_count(table, degrees->most);
    sheet_number(table, degrees->mean);
    sheet_number(table, degrees->deviation);
    sheet_count(table, degrees->median);
    if (original)
        sheet_text(table, study_is_generated(map->map)
                              ? report_words(report, "like %s", original->name)
                              : original->name);
    else
        sheet_none(table);
}

/* Compares with the paper's rounding. */
static bool same(double here, double printed)
{
    return fabs(here - printed) < 0.0051;
}

static const char *name_ground(struct report *report, const struct map *map,
                               const struct original *original)
{
    return study_is_generated(map)
               ? report_words(report, "a map generated to be like %s",
                              original->name)
               : original->name;
}

static void claim_row(struct report *report, const struct study_map *map,
                      const struct degrees *degrees)
{
    const struct original *original = find_original(&map->map->topology);
    const char *name;
    const char *ground;

    if (!original)
        return;
    name = name_ground(report, map->map, original);
    ground = study_is_generated(map->map) ? "not on the paper's own map; " : "";
    report_add_claim(
        report,
        (struct claim){
            .place = "table 1",
            .says = report_words(
                report, "%s: out-degree at most, deviation, median", name),
            .paper = report_words(report, "%u, %.2f, %u", original->degree_most,
                                  original->deviation, original->median),
            .here = report_words(report, "%u, %.2f, %u", degrees->most,
                                 degrees->deviation, degrees->median),
            .verdict =
                verdict_of(degrees->most == original->degree_most &&
                           same(degrees->deviation, original->deviation) &&
                           degrees->median == original->median),
            .why = report_words(report,
                                "%saround 2, which the caption calls the "
                                "average, the deviation is %.2f",
                                ground, degrees->from_two),
        });
    report_add_claim(
        report,
        (struct claim){
            .place = "table 1, caption",
            .says = report_words(report,
                                 "%s: all graphs have an average "
                                 "out-degree of 2",
                                 name),
            .paper = "2",
            .here = report_words(report, "%.2f", degrees->mean),
            .verdict = verdict_of(same(degrees->mean, 2)),
            .why = same(degrees->mean, 2)
                       ? NULL
                       : report_words(report,
                                      "%sthe paper's own counts of arcs and "
                                      "vertices give the number measured here",
                                      ground),
        });
}

static int run(const struct study *study, struct report *report,
               struct error *error)
{
    struct sheet *table = report_add_table(
        report, NULL, "vertices by number of outgoing arcs", columns, COLUMNS);

    for (size_t i = 0; i < study->map_count; i++) {
        const struct study_map *map = &study->maps[i];
        struct degrees degrees;

        if (take_degrees(&map->map->topology, &degrees))
            return error_no_memory(error);
        add_row(report, table, map, &degrees);
        claim_row(report, map, &degrees);
    }
    report_add_note(report, "The paper's maps are known by their numbers of "
                            "vertices and arcs; a generated one with the same "
                            "is like it, not it.");
    return 0;
}

const struct figure safari_table_1 = {
    .id = "table-1",
    .title = "the maps: vertices, arcs, out-degrees",
    .needs_maps = true,
    .run = run,
};
