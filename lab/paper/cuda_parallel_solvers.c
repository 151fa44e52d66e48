/* cuda_parallel_solvers: each solver against Boost's Dijkstra on growing
 * graphs. */
#include <math.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "lab/paper/contest.h"
#include "lab/paper/growth.h"
#include "lab/paper/paper.h"

enum { SOURCES = 5 };

/* In the order of the table's columns. */
enum {
    BOOST_CSR,
    BOOST_LIST,
    DIJKSTRA,
    DIJKSTRA_GPU,
    BELLMAN_FORD,
    QUEUE,
    QUEUE_SLF,
    QUEUE_BOTH,
    DELTA_MEDIAN,
    DELTA_STEPPING,
    SPMV_CSR,
    SPMV_ELL,
    WAYS,
};

static const struct entrant entrants[WAYS] = {
    [BOOST_CSR] = {"Boost (CSR)", NULL, {0}},
    [BOOST_LIST] = {"Boost (adjacency list)", NULL, {0}},
    [DIJKSTRA] = {"dijkstra", "dijkstra", {0}},
    [DIJKSTRA_GPU] = {"dijkstra-gpu", "dijkstra-gpu", {0}},
    [BELLMAN_FORD] = {"bellman-ford", "bellman-ford", {0}},
    [QUEUE] = {"bellman-ford-queue", "bellman-ford-queue", {0}},
    [QUEUE_SLF] = {"bellman-ford-queue, SLF",
                   "bellman-ford-queue",
                   {"bellman-ford-queue.slf"}},
    [QUEUE_BOTH] = {"bellman-ford-queue, SLF and LLL",
                    "bellman-ford-queue",
                    {"bellman-ford-queue.slf", "bellman-ford-queue.lll"}},
    /* As in the paper: delta is the median, one light arc per round. */
    [DELTA_MEDIAN] = {"delta-stepping, delta the median",
                      "delta-stepping",
                      {"delta-stepping.delta-times", "delta-stepping.hops"}},
    [DELTA_STEPPING] = {"delta-stepping", "delta-stepping", {0}},
    [SPMV_CSR] = {"spmv-csr", "spmv-csr", {0}},
    [SPMV_ELL] = {"spmv-ell", "spmv-ell", {0}},
};

static const struct column columns[] = {
    {"map", "map", "", 0},
    {"vertices", "vertices", "", 0},
    {"arcs", "arcs", "", 0},
    {"boost_csr_ms", "Boost CSR", "ms", 2},
    {"boost_list_ms", "Boost list", "ms", 2},
    {"dijkstra_ms", "dijkstra", "CPU, ms", 2},
    {"dijkstra_gpu_ms", "dijkstra-gpu", "ms", 2},
    {"bellman_ford_ms", "bellman-ford", "ms", 2},
    {"queue_ms", "its queue", "ms", 2},
    {"queue_slf_ms", "queue, SLF", "ms", 2},
    {"queue_slf_lll_ms", "SLF and LLL", "ms", 2},
    {"delta_median_ms", "median delta", "ms", 2},
    {"delta_stepping_ms", "delta-stepping", "ms", 2},
    {"spmv_csr_ms", "spmv-csr", "ms", 2},
    {"spmv_ell_ms", "spmv-ell", "ms", 2},
};

enum { COLUMNS = sizeof(columns) / sizeof(columns[0]) };

struct row {
    const struct growth_map *map;
    double ms[WAYS]; /* means over the sources; NAN: not measured */
};

struct measurement {
    const struct study *study;
    struct report *report;
    struct growth growth;
    bool there[WAYS];
    struct row *row; /* [growth.count] */
};

static void look_around(struct measurement *measurement)
{
    const struct study *study = measurement->study;
    bool told = false;

    for (int way = DIJKSTRA; way < WAYS; way++)
        measurement->there[way] =
            entrant_is_there(&entrants[way], study, measurement->report, &told);
    measurement->there[BOOST_CSR] = study->boost;
    measurement->there[BOOST_LIST] = study->boost;
    if (!study->boost)
        report_add_missing(measurement->report, "Boost's Dijkstra",
                           "give its program with --boost: 'ninja -C build "
                           "tests/bench/boost_dijkstra' makes it where "
                           "libboost-graph-dev is installed");
}

/* Runs all of relaxlab's own. */
static int run_contest(const struct measurement *measurement, struct row *row,
                       struct contest *contest, const uint32_t *sources,
                       uint32_t source_count, struct error *error)
{
    size_t index[WAYS];
    int r = 0;

    for (int way = DIJKSTRA; way < WAYS && !r; way++) {
        index[way] = ENTRANT_NONE;
        if (measurement->there[way])
            r = entrant_add(&entrants[way], contest, NULL, row->map->name,
                            measurement->report, &index[way], error);
    }
    contest->bench.sources = sources;
    if (!r)
        r = contest_run(contest, source_count, error);
    for (int way = DIJKSTRA; way < WAYS && !r; way++) {
        if (index[way] != ENTRANT_NONE)
            row->ms[way] = contest_mean_ms(contest, index[way]);
    }
    return r;
}

static int run_boost(const struct measurement *measurement, struct row *row,
                     const uint32_t *sources, uint32_t source_count,
                     struct error *error)
{
    struct boost_times times;
    int r;

    if (!measurement->study->boost)
        return 0;
    r = boost_run(measurement->study->boost, row->map, sources, source_count,
                  &times, error);
    if (!r) {
        row->ms[BOOST_CSR] = times.csr_ms;
        row->ms[BOOST_LIST] = times.list_ms;
    }
    return r;
}

static int measure_map(const struct measurement *measurement, struct row *row,
                       struct error *error)
{
    const struct study *study = measurement->study;
    uint32_t count = study_sources(study, SOURCES);
    uint32_t *sources = study_draw_sources(study, row->map->map, count);
    struct contest contest = {0};
    int r = sources ? contest_init(&contest, study, row->map->map, error)
                    : error_no_memory(error);

    for (int way = 0; way < WAYS; way++)
        row->ms[way] = NAN;
    if (!r)
        r = run_contest(measurement, row, &contest, sources, count, error);
    contest_finish(&contest);
    if (!r)
        r = run_boost(measurement, row, sources, count, error);
    free(sources);
    return r;
}

static int measure(struct measurement *measurement, struct error *error)
{
    size_t count = measurement->growth.count;
    int r = 0;

    measurement->row = array_zero(count, sizeof(*measurement->row));
    if (!measurement->row)
        return error_no_memory(error);
    for (size_t i = 0; i < count && !r; i++) {
        measurement->row[i].map = &measurement->growth.item[i];
        r = measure_map(measurement, &measurement->row[i], error);
    }
    return r;
}

static void fill_table(const struct measurement *measurement)
{
    struct sheet *table = report_add_table(
        measurement->report, NULL,
        "one vertex to all, mean time over the sources", columns, COLUMNS);

    for (size_t i = 0; i < measurement->growth.count; i++) {
        const struct row *row = &measurement->row[i];

        sheet_text(table,
                   report_words(measurement->report, "%s", row->map->name));
        sheet_count(table, row->map->map->topology.vertex_count);
        sheet_count(table, row->map->map->topology.arc_count);
        for (int way = 0; way < WAYS; way++)
            sheet_number(table, row->ms[way]);
    }
}

/* Curves over the generated maps, which differ only in size. */
static void draw(const struct measurement *measurement)
{
    struct chart *chart = report_add_chart(
        measurement->report, NULL,
        "One vertex to all over growing maps (CUDA parallel shortest paths)",
        "vertices of the generated map", CHART_LOG);
    struct chart_panel *panel =
        chart_add_panel(chart, "mean time (ms)", CHART_LOG);

    if (chart)
        chart->subtitle = measurement->study->machine;
    for (int way = 0; way < WAYS; way++) {
        struct chart_series *series =
            measurement->there[way]
                ? chart_add_series(panel, entrants[way].name, CHART_LINE)
                : NULL;

        for (size_t i = 0; i < measurement->growth.count && series; i++) {
            const struct row *row = &measurement->row[i];

            if (row->map->drawn)
                chart_add_point(series, row->map->map->topology.vertex_count,
                                row->ms[way]);
        }
    }
}

/* The first and the last map on which both were measured; false if there are
 * fewer than two. */
static bool find_ends(const struct measurement *measurement, int one, int other,
                      const struct row **ret_first, const struct row **ret_last)
{
    const struct row *first = NULL;
    const struct row *last = NULL;

    for (size_t i = 0; i < measurement->growth.count; i++) {
        const struct row *row = &measurement->row[i];

        if (isnan(row->ms[one]) || isnan(row->ms[other]))
            continue;
        if (!first)
            first = row;
        last = row;
    }
    *ret_first = first;
    *ret_last = last;
    return first != last;
}

static void claim_against_boost(const struct measurement *measurement, int way)
{
    const struct row *first;
    const struct row *last;
    struct claim claim = {
        .place = "abstract, as far as it can be read",
        .says = report_words(measurement->report,
                             "%s against Boost's Dijkstra: the larger the "
                             "graph, the greater the advantage",
                             entrants[way].name),
        .paper = "(its figures are lost)",
        .here = "",
        .verdict = VERDICT_NOT_MEASURED,
        .why = "wants a CUDA device, Boost's program by --boost, and two maps "
               "that the solver takes",
    };

    if (find_ends(measurement, way, BOOST_CSR, &first, &last)) {
        double small = first->ms[BOOST_CSR] / first->ms[way];
        double large = last->ms[BOOST_CSR] / last->ms[way];

        claim.here =
            report_words(measurement->report,
                         "%.3g times as fast at %u vertices, %.3g at %u", small,
                         first->map->map->topology.vertex_count, large,
                         last->map->map->topology.vertex_count);
        claim.verdict = verdict_of(large > 1 && large > small);
        claim.why = "against Boost on its CSR graph, the faster of its two; "
                    "other graphs than the paper's";
    }
    report_add_claim(measurement->report, claim);
}

/* The generated map from which delta-stepping is faster; NULL: it is slower at
 * the end. */
static const struct row *find_crossover(const struct measurement *measurement,
                                        int other)
{
    const struct row *from = NULL;

    for (size_t i = measurement->growth.count; i-- > 0;) {
        const struct row *row = &measurement->row[i];

        if (!row->map->drawn)
            continue;
        if (!(row->ms[DELTA_STEPPING] < row->ms[other]))
            break;
        from = row;
    }
    return from;
}

static void note_crossover(const struct measurement *measurement, int other)
{
    const struct row *from = find_crossover(measurement, other);

    if (!measurement->there[DELTA_STEPPING] || !measurement->there[other])
        return;
    report_add_note(
        measurement->report,
        from ? report_words(measurement->report,
                            "delta-stepping is faster than %s on the generated "
                            "maps from %u vertices on.",
                            entrants[other].name,
                            from->map->map->topology.vertex_count)
             : report_words(measurement->report,
                            "delta-stepping is not faster than %s on the "
                            "largest generated map.",
                            entrants[other].name));
}

static void conclude(const struct measurement *measurement)
{
    fill_table(measurement);
    draw(measurement);
    note_crossover(measurement, BELLMAN_FORD);
    note_crossover(measurement, QUEUE);
    report_add_note(measurement->report,
                    "its queue: bellman-ford-queue, then with "
                    "small-label-first, then with large-label-last too; median "
                    "delta: delta-stepping with the paper's.");
    report_add_note(measurement->report,
                    "What graphs the paper measured on is lost with its "
                    "section 7; these are road maps and maps drawn to be like "
                    "them. Every answer was compared with dijkstra's.");
    for (int way = DIJKSTRA_GPU; way < WAYS; way++)
        claim_against_boost(measurement, way);
}

static int run(const struct study *study, struct report *report,
               struct error *error)
{
    struct measurement measurement = {.study = study, .report = report};
    int r = growth_init(&measurement.growth, study, error);

    if (!r) {
        look_around(&measurement);
        r = measure(&measurement, error);
    }
    if (!r)
        conclude(&measurement);
    free(measurement.row);
    growth_finish(&measurement.growth);
    return r;
}

const struct figure cuda_parallel_solvers = {
    .id = "figure-solvers",
    .title = "each solver against Boost's Dijkstra over growing maps",
    .run = run,
};
