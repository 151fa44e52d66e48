/* The CUDA paper in Chinese, figures "solvers" and "labels": each solver
 * against Boost's Dijkstra on growing graphs, and the gain of small-label-first
 * and large-label-last. */
#include <math.h>

#include "lab/paper/contest.h"

#define SLF  "bellman-ford-queue.slf=1"
#define BOTH SLF ",bellman-ford-queue.lll=1"

/* ---- Solvers ------------------------------------------------------------- */

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

static const struct entrant {
    const char *name;     /* in tables and charts */
    const char *solver;   /* NULL: not ours */
    const char *settings; /* or NULL */
} entrants[WAYS] = {
    [BOOST_CSR] = {"Boost (CSR)", NULL, NULL},
    [BOOST_LIST] = {"Boost (adjacency list)", NULL, NULL},
    [DIJKSTRA] = {"dijkstra", "dijkstra", NULL},
    [DIJKSTRA_GPU] = {"dijkstra-gpu", "dijkstra-gpu", NULL},
    [BELLMAN_FORD] = {"bellman-ford", "bellman-ford", NULL},
    [QUEUE] = {"bellman-ford-queue", "bellman-ford-queue", NULL},
    [QUEUE_SLF] = {"bellman-ford-queue, SLF", "bellman-ford-queue", SLF},
    [QUEUE_BOTH] = {"bellman-ford-queue, SLF and LLL", "bellman-ford-queue",
                    BOTH},
    /* As in the paper: delta is the median, one light arc per round. */
    [DELTA_MEDIAN] = {"delta-stepping, delta the median", "delta-stepping",
                      "delta-stepping.delta-times=1,delta-stepping.hops=1"},
    [DELTA_STEPPING] = {"delta-stepping", "delta-stepping", NULL},
    [SPMV_CSR] = {"spmv-csr", "spmv-csr", NULL},
    [SPMV_ELL] = {"spmv-ell", "spmv-ell", NULL},
};

enum { VERTICES_COLUMN = 1, FIRST_WAY_COLUMN = 3 };

static const struct column solver_columns[] = {
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
    {0},
};

static bool is_there(const struct study *study, int way)
{
    if (way <= BOOST_LIST)
        return study->options.boost;
    return way == DIJKSTRA || study->cuda;
}

static int tell_missing(struct report *report, struct error *error)
{
    if (!report->study->options.boost)
        report_missing(report, "Boost's Dijkstra: "
                               "give its program with --boost: 'ninja -C build "
                               "tests/bench/boost_dijkstra' makes it where "
                               "libboost-graph-dev is installed");
    return 0;
}

/* Runs all of relaxlab's own. */
static void run_own(struct contest *contest, double ms[WAYS])
{
    size_t index[WAYS];

    for (int way = DIJKSTRA; way < WAYS; way++)
        index[way] =
            is_there(contest->study, way)
                ? contest_try(contest, entrants[way].name, entrants[way].solver,
                              entrants[way].settings)
                : CONTEST_NONE;
    if (!contest_run(contest, contest->source_count))
        return;
    for (int way = DIJKSTRA; way < WAYS; way++) {
        if (index[way] != CONTEST_NONE)
            ms[way] = contest_mean_ms(contest, index[way]);
    }
}

/* Curves over the generated maps, which differ only in size. */
static void show_solvers(struct report *report, const double ms[WAYS])
{
    uint32_t n = report->map->map->topology.vertex_count;
    struct sheet *table = &report->table[0];

    sheet_add(table, CELL(report->map->name), CELL(n),
              CELL(report->map->map->topology.arc_count));
    for (int way = 0; way < WAYS; way++) {
        sheet_add(table, CELL(ms[way]));
        if (is_there(report->study, way) && !report->map->path)
            chart_add_point(chart_find_series(report_panel(report, 0),
                                              entrants[way].name, CHART_LINE),
                            n, ms[way]);
    }
}

static int measure_solvers(struct report *report, struct error *error)
{
    const char *boost = report->study->options.boost;
    struct contest contest;
    double ms[WAYS]; /* means over the sources; NAN: not measured */

    for (int way = 0; way < WAYS; way++)
        ms[way] = NAN;
    contest_init(&contest, report, report->map->map, error);
    contest_draw(&contest, study_sources(report->study, SOURCES), true);
    run_own(&contest, ms);
    if (!contest.r && boost)
        contest.r = boost_run(boost, report->map, contest.sources,
                              contest.source_count, &ms[BOOST_CSR], error);
    if (!contest.r)
        show_solvers(report, ms);
    return contest_finish(&contest);
}

static double ms_of(const struct report *report, size_t row, int way)
{
    return sheet_at(&report->table[0], row, FIRST_WAY_COLUMN + (size_t)way);
}

static unsigned vertices_of(const struct report *report, size_t row)
{
    return (unsigned)sheet_at(&report->table[0], row, VERTICES_COLUMN);
}

/* Compares the first and the last map on which both were measured. */
static void claim_against_boost(struct report *report, int way)
{
    const size_t rows = sheet_rows(&report->table[0]);
    struct claim claim = {
        .place = "abstract, as far as it can be read",
        .says = report_words(report,
                             "%s against Boost's Dijkstra: the larger the "
                             "graph, the greater the advantage",
                             entrants[way].name),
        .paper = "(its figures are lost)",
        .verdict = VERDICT_NOT_MEASURED,
        .why = "wants a CUDA device, Boost's program by --boost, and two maps "
               "that the solver takes",
    };
    size_t first = rows;
    size_t last = rows;
    double small;
    double large;

    for (size_t i = 0; i < rows; i++) {
        if (isnan(ms_of(report, i, BOOST_CSR)) || isnan(ms_of(report, i, way)))
            continue;
        first = first == rows ? i : first;
        last = i;
    }
    if (first == last) {
        report_claim(report, claim, "%s", "");
        return;
    }
    small = ms_of(report, first, BOOST_CSR) / ms_of(report, first, way);
    large = ms_of(report, last, BOOST_CSR) / ms_of(report, last, way);
    claim.verdict = verdict_of(large > 1 && large > small);
    claim.why = "against Boost on its CSR graph, the faster of its two; other "
                "graphs than the paper's";
    report_claim(report, claim, "%.3g times as fast at %u vertices, %.3g at %u",
                 small, vertices_of(report, first), large,
                 vertices_of(report, last));
}

/* Finds the generated map from which delta-stepping is faster. */
static void note_crossover(struct report *report, int other)
{
    const struct study *study = report->study;
    size_t from = study->growing_count;

    for (size_t i = study->growing_count; i-- > 0;) {
        if (study->growing[i].path)
            continue;
        if (!(ms_of(report, i, DELTA_STEPPING) < ms_of(report, i, other)))
            break;
        from = i;
    }
    report_note(
        report, "%s",
        from < study->growing_count
            ? report_words(report,
                           "delta-stepping is faster than %s on the generated "
                           "maps from %u vertices on.",
                           entrants[other].name, vertices_of(report, from))
            : report_words(report,
                           "delta-stepping is not faster than %s on the "
                           "largest generated map.",
                           entrants[other].name));
}

static void conclude_solvers(struct report *report)
{
    if (report->study->cuda) {
        note_crossover(report, BELLMAN_FORD);
        note_crossover(report, QUEUE);
    }
    report_note(report,
                "its queue: bellman-ford-queue, then with "
                "small-label-first, then with large-label-last too; median "
                "delta: delta-stepping with the paper's.");
    for (int way = DIJKSTRA_GPU; way < WAYS; way++)
        claim_against_boost(report, way);
}

const struct figure cuda_parallel_solvers = {
    .id = "figure-solvers",
    .title = "each solver against Boost's Dijkstra over growing maps",
    .cuda_part = "the CUDA solvers",
    .needs_growth = true,
    .tables = {{NULL, "one vertex to all, mean time over the sources",
                solver_columns}},
    .chart = {.title = "One vertex to all over growing maps (CUDA parallel "
                       "shortest paths)",
              .timed = true,
              .x_label = "vertices of the generated map",
              .x_scale = CHART_LOG,
              .y = {{"mean time (ms)", CHART_LOG}}},
    .run = tell_missing,
    .run_map = measure_solvers,
    .conclude = conclude_solvers,
    .note = "What graphs the paper measured on is lost with its section 7; "
            "these are road maps and maps drawn to be like them. Every answer "
            "was compared with dijkstra's.",
};

/* ---- Labels -------------------------------------------------------------- */

enum { LABEL_SOURCES = 20 };

/* Orders of the queue. */
enum { PLAIN, FIRST, FIRST_AND_LAST, ORDERS };

static const char *const order_settings[ORDERS] = {NULL, SLF, BOTH};

/* A window narrower than the queue usually is, where the order decides which
 * vertices a round takes; and the study's own, which may take all. */
enum { NARROW, OWN, WINDOWS };

#define NARROW_WINDOW "1024"

/* Smaller differences count as equal: the order of two writers varies between
 * runs. */
static const double same_share = 0.01;

/* The paper's claims, in percent: the lower end of its 15 to 20. */
static const double slf_claimed = 15;
static const double both_claimed = 50;

static const struct column label_columns[] = {
    {"map", "map", "", 0},
    {"vertices", "vertices", "", 0},
    {"window", "window", "vertices", 0},
    {"plain_ms", "plain", "ms", 3},
    {"slf_ms", "SLF", "ms", 3},
    {"slf_lll_ms", "SLF+LLL", "ms", 3},
    {"slf_gain", "SLF", "gain %", 1},
    {"slf_lll_gain", "SLF+LLL", "gain %", 1},
    {"plain_relaxed", "plain", "relaxed", 0},
    {"slf_relaxed", "SLF", "relaxed", 0},
    {"slf_lll_relaxed", "SLF+LLL", "relaxed", 0},
    {"slf_relaxed_gain", "SLF", "gain %", 1},
    {"slf_lll_relaxed_gain", "SLF+LLL", "gain %", 1},
    {0},
};

/* One map's result with one window. */
struct result {
    uint32_t window;
    double ms[ORDERS];
    double relaxed[ORDERS]; /* vertices per query */
};

/* The gain over plain, in percent: work done in the same time. */
static double gain(const double *of, int order)
{
    return 100 * (of[PLAIN] / of[order] - 1);
}

static bool take_result(struct contest *contest, int window,
                        struct result *result)
{
    for (int order = 0; order < ORDERS; order++) {
        size_t index = (size_t)(window * ORDERS + order);
        const struct runner *runner = &contest->bench.contestants[index].runner;
        struct tally tally;

        if (!contest_count(contest, index, &tally))
            return false;
        result->ms[order] = contest_mean_ms(contest, index);
        result->relaxed[order] = (double)tally.updated / contest->source_count;
        result->window =
            (uint32_t)solver_option_value(runner->choice.ops, runner->settings,
                                          runner->setting_count, "window");
    }
    return true;
}

/* First with the narrow window, then with the own. */
static void add_orders(struct contest *contest)
{
    for (int i = 0; i < WINDOWS * ORDERS; i++) {
        const char *order = order_settings[i % ORDERS];
        const char *settings =
            i / ORDERS == OWN
                ? order
                : report_words(contest->report,
                               "bellman-ford-queue.window=" NARROW_WINDOW
                               "%s%s",
                               order ? "," : "", order ? order : "");

        contest_try(contest, entrants[QUEUE + i % ORDERS].name,
                    "bellman-ford-queue", settings);
    }
}

static void show_result(struct report *report, const struct result *result,
                        int window)
{
    static const char *const orders[ORDERS] = {"plain", "SLF", "SLF and LLL"};
    uint32_t n = report->map->map->topology.vertex_count;
    const double *ms = result->ms;
    const double *relaxed = result->relaxed;

    sheet_add(&report->table[0], CELL(report->map->name), CELL(n),
              CELL(result->window), CELL(ms[PLAIN]), CELL(ms[FIRST]),
              CELL(ms[FIRST_AND_LAST]), CELL(gain(ms, FIRST)),
              CELL(gain(ms, FIRST_AND_LAST)), CELL(relaxed[PLAIN]),
              CELL(relaxed[FIRST]), CELL(relaxed[FIRST_AND_LAST]),
              CELL(gain(relaxed, FIRST)), CELL(gain(relaxed, FIRST_AND_LAST)));
    for (int order = 0; order < ORDERS; order++) {
        const char *name =
            report_words(report, "%s, window %s", orders[order],
                         window == NARROW ? NARROW_WINDOW : "as set");
        struct chart_series *time =
            chart_find_series(report_panel(report, 0), name, CHART_LINE);
        struct chart_series *work =
            chart_find_series(report_panel(report, 1), name, CHART_LINE);

        if (report->map->path)
            continue;
        chart_add_point(time, n, ms[order]);
        chart_add_point(work, n, relaxed[order] / n);
    }
}

static void claim_gain(struct report *report, const struct result *result,
                       int order)
{
    double time_gain = gain(result->ms, order);
    double relaxed_gain = gain(result->relaxed, order);
    bool nothing =
        fabs(result->relaxed[order] - result->relaxed[PLAIN]) <=
        same_share * result->relaxed[PLAIN]; /* relaxes as many as plain */
    bool holds = time_gain >= (order == FIRST ? slf_claimed : both_claimed) &&
                 relaxed_gain > 0;

    report_claim(
        report,
        (struct claim){
            .place = "section 4.3, after its reference 26",
            .about = report_words(report, "%s, window %u", report->map->name,
                                  result->window),
            .says = order == FIRST ? "the gain by small-label-first"
                                   : "the gain by small-label-first and "
                                     "large-label-last together",
            .paper = order == FIRST ? "15 to 20 %" : "50 %",
            .verdict = nothing ? VERDICT_NOT_COMPARABLE : verdict_of(holds),
            .why = !nothing ? "by time, with fewer relaxations; known of a "
                              "queue that is taken from one vertex at a time, "
                              "which this one is not"
                   : order == FIRST
                       ? "SLF does nothing here: a round takes the whole queue"
                       : "SLF and LLL do nothing here: as many vertices are "
                         "relaxed, the time is noise",
        },
        "%+.1f %% in time, %+.1f %% in vertices relaxed", time_gain,
        relaxed_gain);
}

/* Verdicts use the given maps or, without any, the largest generated one. */
static bool is_claimed(const struct study *study, const struct study_map *map)
{
    return study->map_count ? map->path != NULL
                            : map == &study->growing[study->growing_count - 1];
}

static int measure_labels(struct report *report, struct error *error)
{
    const struct study *study = report->study;
    struct contest contest;

    contest_init(&contest, report, report->map->map, error);
    contest_draw(&contest, study_sources(study, LABEL_SOURCES), true);
    add_orders(&contest);
    /* Fewer if the map is refused. */
    if (contest.bench.contestant_count < WINDOWS * ORDERS)
        return contest_finish(&contest);
    contest_run(&contest, contest.source_count);
    for (int window = 0; window < WINDOWS; window++) {
        struct result result;

        if (!take_result(&contest, window, &result))
            break;
        show_result(report, &result, window);
        if (is_claimed(study, report->map)) {
            claim_gain(report, &result, FIRST);
            claim_gain(report, &result, FIRST_AND_LAST);
        }
    }
    return contest_finish(&contest);
}

const struct figure cuda_parallel_labels = {
    .id = "figure-labels",
    .title = "small-label-first and large-label-last",
    .needs_cuda = true,
    .needs_growth = true,
    .tables = {{NULL, "bellman-ford-queue by the order of its queue, a query",
                label_columns}},
    .chart = {.title = "The order of the queue (CUDA parallel shortest paths, "
                       "section 4.3)",
              .timed = true,
              .x_label = "vertices of the generated map",
              .x_scale = CHART_LOG,
              .y = {{"mean time (ms)", CHART_LOG},
                    {"relaxations of a vertex", CHART_LINEAR}}},
    .run_map = measure_labels,
    .note = "Gain: how much more is done in the same time or with as many "
            "relaxations. Window: how many vertices a round takes from the "
            "queue at most; an order changes what is relaxed where it is "
            "narrower than the queue.",
};
