/* Safari and Ebneenasir, section 3.2 and table 1: the maps, and how many
 * iterations harish and locality need on them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "lab/main_roads.h"
#include "lab/paper/safari.h"

/* Whether 'relaxlab generate' made it: never a paper's own map, whatever its
 * counts. */
static bool is_generated(const struct map *map)
{
    return !strncmp(map->info.source, "generated:", 10);
}

/* ---- Settings ------------------------------------------------------------ */

int safari_count_phases(struct report *report, const struct map *map,
                        struct phase_counts *ret_counts, struct error *error)
{
    uint32_t sources = study_sources(report->study, SAFARI_SOURCES);
    struct updates updates;
    int r = updates_count(&updates, report, map, sources, error);

    if (!r)
        *ret_counts = updates.counts;
    updates_finish(&updates);
    return r;
}

const char *safari_settings(struct report *report, unsigned k,
                            unsigned affinity, unsigned launches)
{
    return report_words(report,
                        "locality.walk=thread,locality.k=%u,"
                        "locality.affinity=%u,locality.launches=%u",
                        k, affinity, launches);
}

/* ---- Iterations ---------------------------------------------------------- */

enum {
    K_MOST = 5,
    CLOSING = 2, /* launches that find no more work */
    NY_VERTICES = 264346,
    NY_ARCS = 733846,
    NY_ITERATIONS = 440, /* the least over 100 sources, according to the
                            paper */
};

/* The relative tolerance of "about". */
static const double about = 0.05;

/* Weights for counting a map's iterations. */
static const struct variant {
    const char *name;
    uint32_t least; /* 0: the map's own */
    uint32_t most;
} variants[] = {
    {"the map's", 0, 0},
    {"1 to 10", 1, 10},
    {"all 1: hops", 1, 1},
};

enum { VARIANTS = sizeof(variants) / sizeof(variants[0]) };

enum { PHASES, BOUNDS };

static const struct column phase_columns[] = {
    {"map", "map", "", 0},
    {"weights", "weights", "", 0},
    {"sources", "sources", "", 0},
    {"phases_least", "least", "phases", 0},
    {"phases_mean", "mean", "phases", 1},
    {"phases_most", "most", "phases", 0},
    {0},
};

static const struct column bound_columns[] = {
    {"map", "map", "", 0},
    {"k", "k", "steps", 0},
    {"launches_mean", "mean", "launches", 1},
    {"launches_most", "most", "launches", 0},
    {"bound", "hops / k", "rounded up", 0},
    {0},
};

static void claim_440(struct report *report, const char *weights,
                      uint32_t least)
{
    report_claim(
        report,
        (struct claim){
            .place = "section 3.2",
            .about = report_words(report, "%s, %s", report->map->name, weights),
            .says = "harish ends after about 440 iterations from the source of "
                    "100 that needs fewest",
            .paper = "about 440",
            .verdict = verdict_of(fabs((double)least - NY_ITERATIONS) <
                                  about * NY_ITERATIONS),
            .why = report_words(
                report,
                "%sabout is within 5 %%; a synchronous method needs a round "
                "for every arc of that shortest path which has most, and one "
                "to find the end",
                is_generated(report->map->map) ? "not on the paper's own map; "
                                               : ""),
        },
        "%u, the least of %u sources", least,
        study_sources(report->study, SAFARI_SOURCES));
}

static int count_variant(struct report *report, const struct variant *variant,
                         struct phase_counts *ret_phases, struct error *error)
{
    const struct study *study = report->study;
    struct map *redrawn = NULL;
    int r = variant->least
                ? map_redraw(report->map->map, variant->least, variant->most,
                             study->options.seed, &redrawn, error)
                : 0;

    if (!r)
        r = safari_count_phases(report, redrawn ? redrawn : report->map->map,
                                ret_phases, error);
    map_destroy(redrawn);
    if (!r)
        sheet_add(&report->table[PHASES], CELL(report->map->name),
                  CELL(variant->name),
                  CELL(study_sources(study, SAFARI_SOURCES)),
                  CELL(ret_phases->least), CELL(ret_phases->mean),
                  CELL(ret_phases->most));
    return r;
}

/* The worst case of a map: launches beyond the closing ones, over hops / k. */
struct bound {
    double worst;
    unsigned at_k; /* the k of `worst` */
};

/* Counts locality's launches with k steps, each reported to the host. */
static void bound_at(struct contest *contest, unsigned k, uint32_t hops,
                     struct bound *bound)
{
    struct report *report = contest->report;
    double limit = ceil((double)hops / k);
    struct tally tally;

    contest_add(contest, "locality",
                report_words(report, "%s,locality.ahead=0",
                             safari_settings(report, k, SAFARI_AFFINITY, 0)));
    if (!contest_count(contest, k - 1, &tally))
        return;
    sheet_add(&report->table[BOUNDS], CELL(report->map->name), CELL(k),
              CELL((double)tally.launches / contest->source_count),
              CELL(tally.launches_most), CELL((uint64_t)limit));
    if (((double)tally.launches_most - CLOSING) / limit > bound->worst)
        *bound =
            (struct bound){((double)tally.launches_most - CLOSING) / limit, k};
}

static int count_launches(struct report *report, uint32_t hops,
                          struct error *error)
{
    const struct study *study = report->study;
    struct bound bound = {0};
    struct contest contest;
    int r;

    if (!study->cuda) {
        report_missing(report, "iterations of locality on %s: %s",
                       report->map->name, study->no_cuda);
        return 0;
    }
    contest_init(&contest, report, report->map->map, error);
    contest_draw(&contest, study_sources(study, SAFARI_SOURCES), false);
    for (unsigned k = 1; k <= K_MOST; k++)
        bound_at(&contest, k, hops, &bound);
    r = contest_finish(&contest);
    if (r)
        return r;
    report_claim(
        report,
        (struct claim){
            .place = "section 3.2",
            .says = "iterations should not go beyond the diameter over k",
            .paper = "a conjecture",
            .verdict = verdict_of(bound.worst <= 1),
            .why = "hops: of the deepest of these queries, which the diameter "
                   "is not below; two launches to find the end are not counted",
        },
        "at most %.2f times %u hops over k, rounded up, at k = %u", bound.worst,
        hops, bound.at_k);
    return 0;
}

/* The paper does not give the weights that it used. */
static int count_iterations(struct report *report, struct error *error)
{
    const struct topology *topology = &report->map->map->topology;
    struct phase_counts counted[VARIANTS];
    int r = 0;

    for (int i = 0; !r && i < VARIANTS; i++)
        r = count_variant(report, &variants[i], &counted[i], error);
    if (r)
        return r;
    if (topology->vertex_count == NY_VERTICES &&
        topology->arc_count == NY_ARCS) {
        claim_440(report, "its own weights", counted[0].least);
        claim_440(report, "weights from 1 to 10 as for figure 4",
                  counted[1].least);
    }
    return count_launches(report, counted[0].most - 1, error);
}

const struct figure safari_iterations = {
    .id = "iterations",
    .title = "iterations of harish and of locality (section 3.2)",
    .needs_maps = true,
    .tables = {{NULL,
                "phases of a synchronous method, the closing one without an "
                "update among them",
                phase_columns},
               {"locality", "launches of locality, two vertices a thread",
                bound_columns}},
    .run_map = count_iterations,
};

/* ---- Table 1 ------------------------------------------------------------- */

/* Out-degrees of one map. */
struct degrees {
    uint32_t most;
    uint32_t median; /* for an even number the lower one */
    double mean;
    double deviation; /* of the population */
    double from_two;  /* root mean square of the difference from 2 */
};

/* As printed. */
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

static const struct column degree_columns[] = {
    {"map", "map", "", 0},
    {"vertices", "vertices", "", 0},
    {"arcs", "arcs", "", 0},
    {"degree_most", "most", "out-degree", 0},
    {"degree_mean", "mean", "out-degree", 2},
    {"degree_deviation", "deviation", "out-degree", 2},
    {"degree_median", "median", "out-degree", 0},
    {"paper_name", "the paper's", "", 0},
    {0},
};

static int take_degrees(const struct topology *topology,
                        struct degrees *ret_degrees, struct error *error)
{
    uint32_t n = topology->vertex_count;
    uint32_t *degree = array_alloc(n, sizeof(*degree));
    struct degrees degrees = {.mean = topology->arc_count / (double)n};

    if (!degree)
        return error_no_memory(error);
    for (uint32_t v = 0; v < n; v++) {
        degree[v] = topology->first_out[v + 1] - topology->first_out[v];
        degrees.deviation +=
            (degree[v] - degrees.mean) * (degree[v] - degrees.mean);
        degrees.from_two += (degree[v] - 2.0) * (degree[v] - 2.0);
    }
    qsort(degree, n, sizeof(*degree), compare_u32);
    if (n) {
        degrees.most = degree[n - 1];
        degrees.median = degree[(n - 1) / 2];
    }
    free(degree);
    degrees.deviation = sqrt(degrees.deviation / n);
    degrees.from_two = sqrt(degrees.from_two / n);
    *ret_degrees = degrees;
    return 0;
}

/* The paper's map with the same number of vertices and arcs, or NULL. */
static const struct original *find_original(const struct topology *topology)
{
    for (size_t i = 0; i < sizeof(originals) / sizeof(originals[0]); i++) {
        if (originals[i].vertices == topology->vertex_count &&
            originals[i].arcs == topology->arc_count)
            return &originals[i];
    }
    return NULL;
}

/* Compares with the paper's rounding. */
static bool same(double here, double printed)
{
    return fabs(here - printed) < 0.0051;
}

static void claim_degrees(struct report *report,
                          const struct original *original,
                          const struct degrees *degrees)
{
    bool generated = is_generated(report->map->map);
    const char *ground = generated ? "not on the paper's own map; " : "";
    const char *name =
        generated ? report_words(report, "a map generated to be like %s",
                                 original->name)
                  : original->name;
    bool holds = degrees->most == original->degree_most &&
                 same(degrees->deviation, original->deviation) &&
                 degrees->median == original->median;

    report_claim(
        report,
        (struct claim){
            .place = "table 1",
            .about = name,
            .says = "out-degree at most, deviation, median",
            .paper = report_words(report, "%u, %.2f, %u", original->degree_most,
                                  original->deviation, original->median),
            .verdict = verdict_of(holds),
            .why = report_words(report,
                                "%saround 2, which the caption calls the "
                                "average, the deviation is %.2f",
                                ground, degrees->from_two),
        },
        "%u, %.2f, %u", degrees->most, degrees->deviation, degrees->median);
    report_claim(
        report,
        (struct claim){
            .place = "table 1, caption",
            .about = name,
            .says = "all graphs have an average out-degree of 2",
            .paper = "2",
            .verdict = verdict_of(same(degrees->mean, 2)),
            .why = same(degrees->mean, 2)
                       ? NULL
                       : report_words(report,
                                      "%sthe paper's own counts of arcs and "
                                      "vertices give the number measured here",
                                      ground),
        },
        "%.2f", degrees->mean);
}

static int show_degrees(struct report *report, struct error *error)
{
    const struct topology *topology = &report->map->map->topology;
    const struct original *original = find_original(topology);
    const char *name = original ? original->name : NULL;
    struct degrees degrees = {0};
    int r = take_degrees(topology, &degrees, error);

    if (r)
        return r;
    if (name && is_generated(report->map->map))
        name = report_words(report, "like %s", name);
    sheet_add(&report->table[0], CELL(report->map->name),
              CELL(topology->vertex_count), CELL(topology->arc_count),
              CELL(degrees.most), CELL(degrees.mean), CELL(degrees.deviation),
              CELL(degrees.median), CELL(name));
    if (original)
        claim_degrees(report, original, &degrees);
    return 0;
}

const struct figure safari_table_1 = {
    .id = "table-1",
    .title = "the maps: vertices, arcs, out-degrees",
    .needs_maps = true,
    .tables = {{NULL, "vertices by number of outgoing arcs", degree_columns}},
    .run_map = show_degrees,
    .note = "The paper's maps are known by their numbers of vertices and arcs; "
            "a generated one with the same is like it, not it.",
};
