/* The CUDA paper in Chinese, table 1: ExtractMin by reduction, by a library, on
 * the CPU.
 *
 * The unit. The table's heading is "ns", with a value for 1000 ExtractMins.
 * That cannot be: 4075.55 ns for 10^7 labels of 4 bytes would be 9.8 TB/s for a
 * single one, when graphics cards of those years read 0.1 to 0.3. As us for
 * one, which is ms for the 1000, it is 9.8 GB/s and the loop's 6710 are 6 GB/s,
 * plausible for a CPU of those years; and the loops' numbers all end in 0, like
 * ms on a clock with a tick of 10 ms. */
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "clients/relaxctl/samples.h"
#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/heap.h"
#include "core/base/random.h"
#include "core/graph/cost.h"
#include "gpu/dijkstra_gpu/extract_times.h"
#include "lab/paper/paper.h"

/* ---- The paper's table --------------------------------------------------- */

/* The text gives the table's numbers out of order. The reconstruction: three
 * blocks of rows (1 to 10^2; 10^3, 10^4; 10^5 to 10^7), the first and the last
 * by column, the second by row, then Thrust and the CPU's columns in blocks of
 * their own (1 to 10^3, 10^4 and 10^5, 10^6, 10^7). The two ratios in section
 * 3.2 confirm it: 6710 / 4075.55 is its 1.65, 6710 / 1105.1 its 6.07. */

/* Columns of table 1. */
enum extract_way {
    EXTRACT_128, /* threads per block */
    EXTRACT_256,
    EXTRACT_512,
    EXTRACT_1024,
    EXTRACT_LIBRARY, /* Thrust; CUB here */
    EXTRACT_LOOP,    /* on the CPU, unoptimised */
    EXTRACT_LOOP_O2, /* the same with -O2 */
    EXTRACT_HEAP,    /* on the CPU */
    EXTRACT_WAYS,
    EXTRACT_REDUCTIONS = EXTRACT_LIBRARY,
};

enum { EXTRACT_SIZES = 8 };

/* Table 1, in us for one ExtractMin (the head explains why us); 0 if the
 * paper's clock showed nothing. */
static const uint32_t extract_sizes[EXTRACT_SIZES] = {
    1, 10, 100, 1000, 10000, 100000, 1000000, 10000000,
};

static const double extract_paper_us[EXTRACT_SIZES][EXTRACT_WAYS] = {
    {40.82, 48.56, 42.64, 43.81, 324.8, 0, 0, 0},
    {35.92, 57.37, 47.32, 43.76, 65.97, 0, 0, 0},
    {39.63, 43.96, 41.2, 45.52, 73.04, 0, 0, 0},
    {43.12, 43.05, 41.55, 49.77, 513.12, 0, 0, 0},
    {59.4, 50.49, 45.97, 46.74, 453.91, 150, 0, 0},
    {145.4, 112.43, 92.04, 108.75, 450.91, 630, 0, 0},
    {1033.26, 556.43, 470.487, 734.59, 498.5, 5620, 630, 0.124},
    {8033.73, 4839.28, 4075.55, 6475.09, 1105.1, 56790, 6710, 0.1311},
};

/* ---- On the CPU ---------------------------------------------------------- */

/* The scan is compiled twice, without optimisation and with -O2, independent of
 * the program's flags. The heap is core/base/heap.h's, 4-ary and with positions
 * stored. */

enum {
    RUNS = 1000,
    LABELS_A_READING = 10000, /* labels between two clock readings */
    RUNS_LEAST = 3,
};

static const uint64_t scans_most_ns = 500000000;

/* One size; times 0: not measured. */
struct extract_row {
    double us[EXTRACT_WAYS];                  /* until the answer arrives */
    double queued_us[EXTRACT_REDUCTIONS + 1]; /* one after the other */
    uint64_t least[EXTRACT_WAYS]; /* label << 32 | index; for equal labels the
                                     lowest index */
};

/* noipa: the compiler can neither drop nor move a call whose input is
 * unchanged. */
#define SCAN(NAME, LEVEL)                                                      \
    __attribute__((noipa, optimize(LEVEL))) static uint32_t NAME(              \
        const uint32_t *label, uint32_t count)                                 \
    {                                                                          \
        uint32_t value = label[0];                                             \
        uint32_t least = 0;                                                    \
                                                                               \
        for (uint32_t i = 1; i < count; i++) {                                 \
            if (label[i] < value) {                                            \
                value = label[i];                                              \
                least = i;                                                     \
            }                                                                  \
        }                                                                      \
        return least;                                                          \
    }

SCAN(scan_plain, "O0")
SCAN(scan_o2, "O2")

typedef uint32_t (*scan_fn)(const uint32_t *label, uint32_t count);

/* Enough scans between two readings to hide the clock's own time. */
static double time_reading(scan_fn scan, const uint32_t *label, uint32_t count,
                           uint32_t *ret_least)
{
    uint32_t scans = LABELS_A_READING / count + 1;
    uint64_t start_ns = clock_now_ns();

    for (uint32_t i = 0; i < scans; i++)
        *ret_least = scan(label, count);
    return (double)(clock_now_ns() - start_ns) / 1e3 / scans;
}

/* The median of at most `runs` scans within half a second, but at least
 * three. */
static int time_scan(scan_fn scan, const uint32_t *label, uint32_t count,
                     uint32_t runs, struct extract_row *row,
                     enum extract_way way, struct error *error)
{
    struct samples us;
    uint64_t start_ns = clock_now_ns();
    uint32_t least = scan(label, count);

    if (samples_init(&us, runs > RUNS_LEAST ? runs : RUNS_LEAST))
        return error_no_memory(error);
    while (us.count < us.capacity &&
           (us.count < RUNS_LEAST || clock_now_ns() - start_ns < scans_most_ns))
        samples_add(&us, time_reading(scan, label, count, &least));
    samples_sort(&us);
    row->us[way] = samples_median(&us);
    row->least[way] = (uint64_t)label[least] << 32 | least;
    samples_finish(&us);
    return 0;
}

/* The mean of extracting as many labels as there are runs, fewer if there are
 * fewer labels, repeatedly; the heap shrinks meanwhile. */
static int time_heap(const uint32_t *label, uint32_t count, uint32_t runs,
                     struct extract_row *row, struct error *error)
{
    uint32_t pops = runs < count ? runs : count;
    uint32_t rounds = runs / pops;
    struct heap_entry first = {0};
    uint64_t taken_ns = 0;
    struct heap heap;
    int r = heap_init_indexed(&heap, count);

    for (uint32_t i = 0; !r && i < rounds; i++) {
        uint64_t start_ns;

        heap_clear(&heap);
        for (uint32_t j = 0; j < count; j++)
            heap_lower(&heap, j, label[j]);
        start_ns = clock_now_ns();
        first = heap_pop(&heap);
        for (uint32_t j = 1; j < pops; j++)
            heap_pop(&heap);
        taken_ns += clock_now_ns() - start_ns;
    }
    heap_finish(&heap);
    if (r)
        return error_no_memory(error);
    row->us[EXTRACT_HEAP] = (double)taken_ns / 1e3 / ((double)rounds * pops);
    row->least[EXTRACT_HEAP] = (uint64_t)first.cost << 32 | first.vertex;
    return 0;
}

/* ---- Measuring ----------------------------------------------------------- */

static const unsigned blocks[EXTRACT_REDUCTIONS] = {128, 256, 512, 1024};

static const char *const names[EXTRACT_WAYS] = {
    "128 threads a block",
    "256",
    "512",
    "1024",
    "CUB (paper: Thrust)",
    "loop on the CPU",
    "loop, -O2",
    "heap on the CPU",
};

/* All methods that ran gave the same answer. */
static int check(uint32_t count, const uint64_t *least, struct error *error)
{
    uint64_t expected = least[EXTRACT_LOOP];

    for (int way = 0; way < EXTRACT_WAYS; way++) {
        if (least[way] != UINT64_MAX && least[way] != expected)
            return error_set(
                error, -EINVAL,
                "of %u labels the least is number %u with %u, but "
                "'%s' says number %u with %u",
                count, (uint32_t)expected, (uint32_t)(expected >> 32),
                names[way], (uint32_t)least[way], (uint32_t)(least[way] >> 32));
    }
    return 0;
}

static int measure_row(const struct study *study, const uint32_t *label,
                       uint32_t count, struct extract_row *row,
                       struct error *error)
{
    uint32_t runs = study_sources(study, RUNS);
    struct extract_time times[EXTRACT_REDUCTIONS + 1];
    int r = 0;

    memset(row->least, 0xff, sizeof(row->least));
    if (study->cuda)
        r = gpu_time_extract_min(study->cuda, label, count, runs, blocks,
                                 EXTRACT_REDUCTIONS, times, error);
    for (int i = 0; study->cuda && i <= EXTRACT_REDUCTIONS && !r; i++) {
        row->us[i] = times[i].wait_us;
        row->queued_us[i] = times[i].queued_us;
        row->least[i] = times[i].least;
    }
    if (!r)
        r = time_scan(scan_plain, label, count, runs, row, EXTRACT_LOOP, error);
    if (!r)
        r = time_scan(scan_o2, label, count, runs, row, EXTRACT_LOOP_O2, error);
    if (!r)
        r = time_heap(label, count, runs, row, error);
    return r ? r : check(count, row->least, error);
}

static int measure(const struct study *study, struct extract_row *rows,
                   size_t size_count, struct error *error)
{
    uint32_t most = extract_sizes[size_count - 1];
    uint32_t *label = array_alloc(most, sizeof(*label));
    struct random random;
    int r = 0;

    if (!label)
        return error_no_memory(error);
    random_seed(&random, study->options.seed);
    for (uint32_t i = 0; i < most; i++)
        label[i] = random_below(&random, COST_MAX);
    for (size_t i = 0; i < size_count && !r; i++) {
        progress_report(study->progress, "table 1", i, EXTRACT_SIZES);
        r = measure_row(study, label, extract_sizes[i], &rows[i], error);
    }
    free(label);
    return r;
}

/* ---- Claims -------------------------------------------------------------- */

/* The effect of -O2 on the paper's loop: 56790 us to 6710. */
static const double optimised_claimed = 8.46;

/* The paper's table, up to the size measured here. */
struct comparison {
    struct report *report;
    const struct extract_row *rows; /* [size_count] */
    size_t size_count;
    bool gpu;
    bool whole; /* all sizes, on a GPU */
};

/* The fastest of the reductions. */
static enum extract_way best_block(const double *us)
{
    enum extract_way best = EXTRACT_128;

    for (int way = EXTRACT_256; way < EXTRACT_REDUCTIONS; way++) {
        if (us[way] < us[best])
            best = way;
    }
    return best;
}

static void claim(const struct comparison *comparison, const char *says,
                  const char *paper, const char *here, bool measured,
                  bool holds, const char *why)
{
    const char *not_measured = comparison->size_count < EXTRACT_SIZES
                                   ? "a size that was not measured"
                                   : "there is no CUDA device";

    report_claim(
        comparison->report,
        (struct claim){
            .place = "section 3.2, table 1",
            .says = says,
            .paper = paper,
            .verdict = measured ? verdict_of(holds) : VERDICT_NOT_MEASURED,
            .why = measured ? why : not_measured,
        },
        "%s", measured ? here : "");
}

/* Claims about 10^7 elements: `us` are zeros unless that size was measured. */
static void claim_largest(const struct comparison *comparison, const double *us)
{
    struct report *report = comparison->report;
    bool measured = comparison->whole;
    enum extract_way best = best_block(us);
    double loop = us[EXTRACT_LOOP_O2];
    double library = us[EXTRACT_LIBRARY];
    double ratio = loop / library;
    double own = us[best] / library;

    claim(comparison, "10^7 elements: 512 threads a block are best",
          "4075.55 us, the others 4839 to 8034",
          report_words(report, "%u threads, %.2f us; 512: %.2f us",
                       blocks[best], us[best], us[EXTRACT_512]),
          measured, best == EXTRACT_512, NULL);
    claim(
        comparison,
        "10^7 elements: with 256, 512 and 1024 threads faster than the loop "
        "with -O2, with 512 most of them",
        "1.65 times as fast",
        report_words(report, "512: %.1f times as fast", loop / us[EXTRACT_512]),
        measured,
        us[EXTRACT_256] < loop && us[EXTRACT_512] < loop &&
            us[EXTRACT_1024] < loop,
        NULL);
    claim(comparison,
          "10^7 elements: Thrust is faster than the loop with -O2, and than "
          "any of the paper's reductions",
          "6.07 times as fast as the loop, 3.69 times as the reduction",
          report_words(report,
                       "CUB: %.1f times as fast as the loop, %.2f times as our "
                       "best reduction",
                       ratio, own),
          measured, ratio > 1 && own > 1,
          ratio > 1 && own <= 1
              ? "faster than the loop, but our reduction is as fast or faster"
              : NULL);
}

static void claim_library_constant(const struct comparison *comparison)
{
    double least = INFINITY;
    double most = 0;
    bool measured = comparison->gpu && comparison->size_count > 6;

    for (size_t i = 3; i <= 6 && measured; i++) {
        least = fmin(least, comparison->rows[i].us[EXTRACT_LIBRARY]);
        most = fmax(most, comparison->rows[i].us[EXTRACT_LIBRARY]);
    }
    claim(comparison,
          "Thrust takes about as long whatever the size, 10^3 to 10^6 elements",
          "451 to 513 us",
          report_words(comparison->report, "CUB: %.1f to %.1f us", least, most),
          measured, most < 1.2 * least,
          "Thrust allocates in each call, which is what the paper's time is; "
          "CUB has its storage beforehand");
}

/* Finds the least size from which 512 threads stay faster. */
static void claim_overtakes(const struct comparison *comparison,
                            enum extract_way loop, const char *says,
                            const char *paper)
{
    size_t count = comparison->size_count;
    size_t from = count;

    while (from > 0 && comparison->rows[from - 1].us[EXTRACT_512] <
                           comparison->rows[from - 1].us[loop])
        from--;
    claim(comparison, says, paper,
          from < count
              ? report_words(comparison->report, "from %u elements on",
                             extract_sizes[from])
              : report_words(comparison->report, "not up to %u elements",
                             extract_sizes[count - 1]),
          comparison->whole, from < count && from > 0, NULL);
}

static void claim_heap(const struct comparison *comparison)
{
    bool holds = true;
    size_t last = comparison->size_count - 1;
    const double *us = comparison->rows[last].us;

    for (size_t i = 0; i <= last; i++) {
        const double *row = comparison->rows[i].us;

        holds = holds && row[EXTRACT_HEAP] < row[best_block(row)];
    }
    claim(comparison,
          "the reduction is slower than a heap, at all sizes: memory, "
          "transfers and its own complexity",
          "10^7 elements: 0.1311 us, 31,000 times as fast",
          report_words(comparison->report,
                       "%u elements: %.3f us, %.1f times as fast",
                       extract_sizes[last], us[EXTRACT_HEAP],
                       us[best_block(us)] / us[EXTRACT_HEAP]),
          comparison->gpu, holds, NULL);
}

static void claim_plain_loop(const struct comparison *comparison)
{
    const double *us = comparison->rows[comparison->size_count - 1].us;
    double loop = us[EXTRACT_LOOP];
    double optimised = us[EXTRACT_LOOP_O2];

    claim(comparison, "10^7 elements: what -O2 does for the loop",
          "56790 us without, 6710 with: 8.46 times",
          report_words(comparison->report,
                       "%.0f us without, %.0f with: %.2f times", loop,
                       optimised, loop / optimised),
          comparison->size_count == EXTRACT_SIZES,
          loop > optimised_claimed / 2 * optimised,
          "held to be true from half the factor on; compilers and processors "
          "are others");
}

static void add_claims(const struct comparison *comparison)
{
    claim_largest(comparison, comparison->rows[EXTRACT_SIZES - 1].us);
    claim_library_constant(comparison);
    claim_overtakes(comparison, EXTRACT_LOOP_O2,
                    "for few elements the loop with -O2 is better, for many "
                    "the reduction",
                    "from 10^6 elements on");
    claim_overtakes(comparison, EXTRACT_LOOP,
                    "the same against the loop without optimisation",
                    "from 10^4 elements on");
    claim_heap(comparison);
    claim_plain_loop(comparison);
}

/* ---- The figure ---------------------------------------------------------- */

enum { HERE, PAPER, RATIOS, QUEUED };

#define WAY_COLUMNS                                                            \
    {"elements", "elements", "", 0}, {"threads_128_us", "128", "us", 2},       \
        {"threads_256_us", "256", "us", 2},                                    \
        {"threads_512_us", "512", "us", 2},                                    \
    {                                                                          \
        "threads_1024_us", "1024", "us", 2                                     \
    }

static const struct column here_columns[] = {
    WAY_COLUMNS,
    {"cub_us", "CUB", "us", 2},
    {"loop_us", "loop", "us", 3},
    {"loop_o2_us", "loop -O2", "us", 3},
    {"heap_us", "heap", "us", 3},
    {0},
};

static const struct column paper_columns[] = {
    WAY_COLUMNS,
    {"thrust_us", "Thrust", "us", 2},
    {"loop_us", "loop", "us", 0},
    {"loop_o2_us", "loop -O2", "us", 0},
    {"heap_us", "heap", "us", 4},
    {0},
};

static const struct column queued_columns[] = {
    WAY_COLUMNS,
    {"cub_us", "CUB", "us", 2},
    {"best_gb_s", "best reduction", "GB/s", 1},
    {"cub_gb_s", "CUB", "GB/s", 1},
    {0},
};

static const struct column ratio_columns[] = {
    {"elements", "elements", "", 0},
    {"loop_here", "loop", "here", 3},
    {"loop_paper", "loop", "paper", 3},
    {"loop_o2_here", "loop -O2", "here", 3},
    {"loop_o2_paper", "loop -O2", "paper", 3},
    {"library_here", "CUB", "here", 3},
    {"library_paper", "Thrust", "paper", 3},
    {"heap_here", "heap", "here", 5},
    {"heap_paper", "heap", "paper", 5},
    {0},
};

/* An empty cell without a time. */
static struct cell time_cell(double us)
{
    return us > 0 ? CELL(us) : cell_none;
}

/* A row of a table and points of a panel. */
static void show_times(struct sheet *table, struct chart_panel *panel,
                       size_t size, const double *us, int ways)
{
    sheet_add(table, CELL(extract_sizes[size]));
    for (int way = 0; way < ways; way++) {
        sheet_add(table, time_cell(us[way]));
        chart_add_point(chart_find_series(panel, names[way], CHART_LINE),
                        extract_sizes[size], us[way]);
    }
}

/* Ratios are to the reduction with 512 threads, the paper's best. */
static void show_gpu(struct report *report, size_t size,
                     const struct extract_row *row)
{
    static const enum extract_way ways[] = {EXTRACT_LOOP, EXTRACT_LOOP_O2,
                                            EXTRACT_LIBRARY, EXTRACT_HEAP};
    struct sheet *queued = &report->table[QUEUED];
    struct sheet *ratios = &report->table[RATIOS];
    const double *paper = extract_paper_us[size];
    double kb = 4.0 * extract_sizes[size] / 1e3;

    show_times(queued, NULL, size, row->queued_us, EXTRACT_LIBRARY + 1);
    sheet_add(queued,
              time_cell(kb / row->queued_us[best_block(row->queued_us)]),
              time_cell(kb / row->queued_us[EXTRACT_LIBRARY]));
    sheet_add(ratios, CELL(extract_sizes[size]));
    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++)
        sheet_add(ratios, time_cell(row->us[ways[i]] / row->us[EXTRACT_512]),
                  time_cell(paper[ways[i]] / paper[EXTRACT_512]));
}

/* Sizes up to --largest; at least the first. */
static size_t sizes_within(uint32_t largest)
{
    size_t count = 1;

    while (count < EXTRACT_SIZES &&
           (!largest || extract_sizes[count] <= largest))
        count++;
    return count;
}

static int run(struct report *report, struct error *error)
{
    const struct study *study = report->study;
    struct extract_row rows[EXTRACT_SIZES] = {0};
    size_t size_count = sizes_within(study->options.largest);
    const struct comparison comparison = {
        .report = report,
        .rows = rows,
        .size_count = size_count,
        .gpu = study->cuda,
        .whole = study->cuda && size_count == EXTRACT_SIZES,
    };
    int r = measure(study, rows, size_count, error);

    if (r)
        return r;
    for (size_t i = 0; i < size_count; i++) {
        show_times(&report->table[HERE], report_panel(report, 0), i, rows[i].us,
                   EXTRACT_WAYS);
        show_times(&report->table[PAPER], report_panel(report, 1), i,
                   extract_paper_us[i], EXTRACT_WAYS);
        if (study->cuda)
            show_gpu(report, i, &rows[i]);
    }
    report_note(
        report,
        "The paper heads its table \"ns\", 1000 ExtractMins a value. 4075.55 "
        "ns for 10^7 labels would be 9.8 TB/s; as us of one, which is ms of "
        "the 1000, it is 9.8 GB/s, so that is how its numbers are read here. "
        "Where a cell is empty it prints 0: less than its clock's tick of 10 "
        "ms in 1000 runs. That the loop with -O2 has 0 at 10^5 and 630 at 10^6 "
        "does not fit together.");
    add_claims(&comparison);
    return 0;
}

const struct figure cuda_parallel_table_1 = {
    .id = "table-1",
    .title = "ExtractMin: reduction by threads per block, a library's, a loop, "
             "a heap",
    .cuda_part = "ExtractMin on a GPU",
    .tables =
        {
            {NULL, "ExtractMin here, until the answer is known", here_columns},
            {"paper", "the paper's, taken as us of one ExtractMin",
             paper_columns},
            {"ratios",
             "times over those of the reduction with 512 threads: above 1 it "
             "is faster",
             ratio_columns},
            {"queued", "one after the other, nobody waits for the answer",
             queued_columns},
        },
    .chart = {.title = "ExtractMin (CUDA parallel shortest paths, table 1)",
              .timed = true,
              .x_label = "elements",
              .x_scale = CHART_LOG,
              .y = {{"here (us)", CHART_LOG}, {"the paper (us)", CHART_LOG}}},
    .run = run,
    .note = "Here: medians of single ExtractMins over labels of 4 bytes, label "
            "and index to the host, all ways checked to have the same answer; "
            "on the CPU a heap's pop out of so many, the mean of 1000. "
            "Thrust's minimum is CUB's with storage allocated in each call; "
            "CUB has it beforehand.",
};
