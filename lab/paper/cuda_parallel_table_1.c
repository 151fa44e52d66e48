/* cuda_parallel_table_1: ExtractMin by reduction, by a library, on the CPU.
 *
 * The unit. The table's heading is "ns", with a value for 1000 ExtractMins.
 * That cannot be: 4075.55 ns for 10^7 labels of 4 bytes would be 9.8 TB/s for a
 * single one, when graphics cards of those years read 0.1 to 0.3. As us for
 * one, which is ms for the 1000, it is 9.8 GB/s and the loop's 6710 are 6 GB/s,
 * plausible for a CPU of those years; and the loops' numbers all end in 0, like
 * ms on a clock with a tick of 10 ms. */
#include <errno.h>
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
#include "lab/paper/report.h"

/* ---- The paper's table --------------------------------------------------- */

/* Table 1 of the CUDA shortest-path paper in Chinese.
 *
 * The text gives the table's numbers out of order. The reconstruction: three
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
extern const uint32_t extract_sizes[EXTRACT_SIZES]; /* elements */
extern const double extract_paper_us[EXTRACT_SIZES][EXTRACT_WAYS];

const uint32_t extract_sizes[EXTRACT_SIZES] = {
    1, 10, 100, 1000, 10000, 100000, 1000000, 10000000,
};

const double extract_paper_us[EXTRACT_SIZES][EXTRACT_WAYS] = {
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

/* Times ExtractMin on the CPU: by a linear scan over all labels, and from a
 * heap.
 *
 * The scan is compiled twice, without optimisation and with -O2, independent of
 * the program's flags. The heap is core/base/heap.h's, 4-ary and with positions
 * stored. One thread. */

struct extract_cpu_time {
    double us;      /* for one ExtractMin */
    uint64_t least; /* label << 32 | index; for equal labels the lowest index */
};

struct extract_cpu_times {
    struct extract_cpu_time loop; /* unoptimised; medians over the runs */
    struct extract_cpu_time loop_o2;
    struct extract_cpu_time heap; /* the mean of extracting as many labels as
                                     there are runs, fewer if there are fewer
                                     labels, repeatedly; the heap shrinks
                                     meanwhile */
};

enum {
    LABELS_A_READING = 10000, /* labels between two clock readings */
    RUNS_LEAST = 3,
};

static const uint64_t scans_most_ns = 500000000;

/* noipa: the compiler can neither drop nor move a call whose input is
 * unchanged. */
#define SCAN(LEVEL) __attribute__((noipa, optimize(LEVEL)))

typedef uint32_t (*scan_fn)(const uint32_t *label, uint32_t count);

SCAN("O0") static uint32_t scan_plain(const uint32_t *label, uint32_t count)
{
    uint32_t value = label[0];
    uint32_t least = 0;

    for (uint32_t i = 1; i < count; i++) {
        if (label[i] < value) {
            value = label[i];
            least = i;
        }
    }
    return least;
}

SCAN("O2") static uint32_t scan_o2(const uint32_t *label, uint32_t count)
{
    uint32_t value = label[0];
    uint32_t least = 0;

    for (uint32_t i = 1; i < count; i++) {
        if (label[i] < value) {
            value = label[i];
            least = i;
        }
    }
    return least;
}

static uint64_t key(const uint32_t *label, uint32_t index)
{
    return (uint64_t)label[index] << 32 | index;
}

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

static int time_scan(scan_fn scan, const uint32_t *label, uint32_t count,
                     uint32_t runs, struct extract_cpu_time *ret_time,
                     struct error *error)
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
    *ret_time = (struct extract_cpu_time){
        .us = samples_median(&us),
        .least = key(label, least),
    };
    samples_finish(&us);
    return 0;
}

static void fill_heap(struct heap *heap, const uint32_t *label, uint32_t count)
{
    heap_clear(heap);
    for (uint32_t i = 0; i < count; i++)
        heap_lower(heap, i, label[i]);
}

static void time_pops(struct heap *heap, const uint32_t *label, uint32_t count,
                      uint32_t runs, struct extract_cpu_time *ret_time)
{
    uint32_t pops = runs < count ? runs : count;
    uint32_t rounds = runs / pops;
    uint64_t taken_ns = 0;
    struct heap_entry first = {0};

    for (uint32_t i = 0; i < rounds; i++) {
        uint64_t start_ns;

        fill_heap(heap, label, count);
        start_ns = clock_now_ns();
        first = heap_pop(heap);
        for (uint32_t j = 1; j < pops; j++)
            heap_pop(heap);
        taken_ns += clock_now_ns() - start_ns;
    }
    *ret_time = (struct extract_cpu_time){
        .us = (double)taken_ns / 1e3 / ((double)rounds * pops),
        .least = (uint64_t)first.cost << 32 | first.vertex,
    };
}

static int time_heap(const uint32_t *label, uint32_t count, uint32_t runs,
                     struct extract_cpu_time *ret_time, struct error *error)
{
    struct heap heap;
    int r = heap_init_indexed(&heap, count);

    if (!r)
        time_pops(&heap, label, count, runs, ret_time);
    heap_finish(&heap);
    return r ? error_no_memory(error) : 0;
}

/* `label`: [count], count >= 1. At most `runs` scans within half a second, but
 * at least three. */
static int extract_cpu_time(const uint32_t *label, uint32_t count,
                            uint32_t runs, struct extract_cpu_times *ret_times,
                            struct error *error)
{
    struct extract_cpu_times times = {0};
    int r = time_scan(scan_plain, label, count, runs, &times.loop, error);

    if (!r)
        r = time_scan(scan_o2, label, count, runs, &times.loop_o2, error);
    if (!r)
        r = time_heap(label, count, runs, &times.heap, error);
    if (!r)
        *ret_times = times;
    return r;
}

/* ---- Claims -------------------------------------------------------------- */

/* One size; 0: not measured. */
struct extract_row {
    double us[EXTRACT_WAYS];                  /* until the answer arrives */
    double queued_us[EXTRACT_REDUCTIONS + 1]; /* one after the other */
};

/* The effect of -O2 on the paper's loop: 56790 us to 6710. */
static const double optimised_claimed = 8.46;

static const char place[] = "section 3.2, table 1";

static const unsigned block_threads[EXTRACT_REDUCTIONS] = {128, 256, 512, 1024};

/* The paper's table, up to the size measured here. */
struct comparison {
    struct report *report;
    const struct extract_row *rows; /* [size_count] */
    size_t size_count;
    bool gpu;
};

/* The fastest of the reductions. */
static enum extract_way extract_best_block(const double *us)
{
    enum extract_way best = EXTRACT_128;

    for (int way = EXTRACT_256; way < EXTRACT_REDUCTIONS; way++) {
        if (us[way] < us[best])
            best = way;
    }
    return best;
}

/* Claims about 10^7 elements are checked only at that size. */
static const struct extract_row *largest(const struct comparison *comparison)
{
    return comparison->gpu && comparison->size_count == EXTRACT_SIZES
               ? &comparison->rows[EXTRACT_SIZES - 1]
               : NULL;
}

static void add(const struct comparison *comparison, const char *says,
                const char *paper, const char *here, bool measured, bool holds,
                const char *why)
{
    const char *not_measured = comparison->size_count < EXTRACT_SIZES
                                   ? "a size that was not measured"
                                   : "there is no CUDA device";

    report_add_claim(
        comparison->report,
        (struct claim){
            .place = place,
            .says = says,
            .paper = paper,
            .here = measured ? here : "",
            .verdict = measured ? verdict_of(holds) : VERDICT_NOT_MEASURED,
            .why = measured ? why : not_measured,
        });
}

static void claim_best_block(const struct comparison *comparison)
{
    const struct extract_row *row = largest(comparison);
    enum extract_way best = row ? extract_best_block(row->us) : EXTRACT_128;

    add(comparison, "10^7 elements: 512 threads a block are best",
        "4075.55 us, the others 4839 to 8034",
        row ? report_words(
                  comparison->report, "%u threads, %.2f us; 512: %.2f us",
                  block_threads[best], row->us[best], row->us[EXTRACT_512])
            : "",
        row, best == EXTRACT_512, NULL);
}

static void claim_faster_than_loop(const struct comparison *comparison)
{
    const struct extract_row *row = largest(comparison);
    bool holds = row;
    double ratio = 0;

    for (int way = EXTRACT_256; way <= EXTRACT_1024 && row; way++)
        holds = holds && row->us[way] < row->us[EXTRACT_LOOP_O2];
    if (row)
        ratio = row->us[EXTRACT_LOOP_O2] / row->us[EXTRACT_512];
    add(comparison,
        "10^7 elements: with 256, 512 and 1024 threads faster than the loop "
        "with -O2, with 512 most of them",
        "1.65 times as fast",
        report_words(comparison->report, "512: %.1f times as fast", ratio), row,
        holds, NULL);
}

static void claim_library(const struct comparison *comparison)
{
    const struct extract_row *row = largest(comparison);
    double ratio =
        row ? row->us[EXTRACT_LOOP_O2] / row->us[EXTRACT_LIBRARY] : 0;
    double own =
        row ? row->us[extract_best_block(row->us)] / row->us[EXTRACT_LIBRARY]
            : 0;

    add(comparison,
        "10^7 elements: Thrust is faster than the loop with -O2, and than any "
        "of the paper's reductions",
        "6.07 times as fast as the loop, 3.69 times as the reduction",
        report_words(comparison->report,
                     "CUB: %.1f times as fast as the loop, %.2f times as our "
                     "best reduction",
                     ratio, own),
        row, ratio > 1 && own > 1,
        ratio > 1 && own <= 1
            ? "faster than the loop, but our reduction is as fast or faster"
            : NULL);
}

static void claim_library_constant(const struct comparison *comparison)
{
    double least = 0;
    double most = 0;
    bool measured = comparison->gpu && comparison->size_count > 6;

    for (size_t i = 3; i <= 6 && measured; i++) {
        double us = comparison->rows[i].us[EXTRACT_LIBRARY];

        least = i == 3 || us < least ? us : least;
        most = us > most ? us : most;
    }
    add(comparison,
        "Thrust takes about as long whatever the size, 10^3 to 10^6 elements",
        "451 to 513 us",
        report_words(comparison->report, "CUB: %.1f to %.1f us", least, most),
        measured, most < 1.2 * least,
        "Thrust allocates in each call, which is what the paper's time is; CUB "
        "has its storage beforehand");
}

/* The least size from which 512 threads stay faster; SIZES: none. */
static size_t overtakes(const struct comparison *comparison,
                        enum extract_way loop)
{
    size_t from = comparison->size_count;

    while (from > 0 && comparison->rows[from - 1].us[EXTRACT_512] <
                           comparison->rows[from - 1].us[loop])
        from--;
    return from;
}

static void claim_overtakes(const struct comparison *comparison,
                            enum extract_way loop, const char *says,
                            const char *paper)
{
    size_t from = overtakes(comparison, loop);
    bool ever = from < comparison->size_count;
    size_t last = comparison->size_count - 1;

    add(comparison, says, paper,
        ever ? report_words(comparison->report, "from %u elements on",
                            extract_sizes[from])
             : report_words(comparison->report, "not up to %u elements",
                            extract_sizes[last]),
        comparison->gpu && comparison->size_count == EXTRACT_SIZES,
        ever && from > 0, NULL);
}

static void claim_heap(const struct comparison *comparison)
{
    bool holds = true;
    size_t last = comparison->size_count - 1;
    const double *us = comparison->rows[last].us;

    for (size_t i = 0; i <= last; i++) {
        const double *row = comparison->rows[i].us;

        holds = holds && row[EXTRACT_HEAP] < row[extract_best_block(row)];
    }
    add(comparison,
        "the reduction is slower than a heap, at all sizes: memory, transfers "
        "and its own complexity",
        "10^7 elements: 0.1311 us, 31,000 times as fast",
        report_words(comparison->report,
                     "%u elements: %.3f us, %.1f times as fast",
                     extract_sizes[last], us[EXTRACT_HEAP],
                     us[extract_best_block(us)] / us[EXTRACT_HEAP]),
        comparison->gpu, holds, NULL);
}

static void claim_plain_loop(const struct comparison *comparison)
{
    bool measured = comparison->size_count == EXTRACT_SIZES;
    const double *us = comparison->rows[comparison->size_count - 1].us;

    add(comparison, "10^7 elements: what -O2 does for the loop",
        "56790 us without, 6710 with: 8.46 times",
        report_words(comparison->report,
                     "%.0f us without, %.0f with: %.2f "
                     "times",
                     us[EXTRACT_LOOP], us[EXTRACT_LOOP_O2],
                     us[EXTRACT_LOOP] / us[EXTRACT_LOOP_O2]),
        measured,
        us[EXTRACT_LOOP] > optimised_claimed / 2 * us[EXTRACT_LOOP_O2],
        "held to be true from half the factor on; compilers and processors "
        "are others");
}

/* `rows`: [size_count] starting at extract_sizes[0]. */
static void extract_add_claims(struct report *report,
                               const struct extract_row *rows,
                               size_t size_count, bool gpu)
{
    const struct comparison comparison = {report, rows, size_count, gpu};

    claim_best_block(&comparison);
    claim_faster_than_loop(&comparison);
    claim_library(&comparison);
    claim_library_constant(&comparison);
    claim_overtakes(&comparison, EXTRACT_LOOP_O2,
                    "for few elements the loop with -O2 is better, for many "
                    "the reduction",
                    "from 10^6 elements on");
    claim_overtakes(&comparison, EXTRACT_LOOP,
                    "the same against the loop without optimisation",
                    "from 10^4 elements on");
    claim_heap(&comparison);
    claim_plain_loop(&comparison);
}

/* ---- The table ----------------------------------------------------------- */

enum { RUNS = 1000 };

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
};

static const struct column paper_columns[] = {
    WAY_COLUMNS,
    {"thrust_us", "Thrust", "us", 2},
    {"loop_us", "loop", "us", 0},
    {"loop_o2_us", "loop -O2", "us", 0},
    {"heap_us", "heap", "us", 4},
};

static const struct column queued_columns[] = {
    WAY_COLUMNS,
    {"cub_us", "CUB", "us", 2},
    {"best_gb_s", "best reduction", "GB/s", 1},
    {"cub_gb_s", "CUB", "GB/s", 1},
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
};

#define COUNT(ARRAY) (sizeof(ARRAY) / sizeof((ARRAY)[0]))

static void draw_labels(uint64_t seed, uint32_t *label, uint32_t count)
{
    struct random random;

    random_seed(&random, seed);
    for (uint32_t i = 0; i < count; i++)
        label[i] = random_below(&random, COST_MAX);
}

static int differ(uint32_t count, enum extract_way way, uint64_t least,
                  uint64_t expected, struct error *error)
{
    return error_set(error, -EINVAL,
                     "of %u labels the least is number %u with %u, but '%s' "
                     "says number %u with %u",
                     count, (uint32_t)expected, (uint32_t)(expected >> 32),
                     names[way], (uint32_t)least, (uint32_t)(least >> 32));
}

/* All methods that ran gave the same answer. */
static int check(uint32_t count, const uint64_t *least, struct error *error)
{
    uint64_t expected = least[EXTRACT_LOOP];

    for (int way = 0; way < EXTRACT_WAYS; way++) {
        if (least[way] != UINT64_MAX && least[way] != expected)
            return differ(count, way, least[way], expected, error);
    }
    return 0;
}

static int measure_gpu(const struct study *study, const uint32_t *label,
                       uint32_t count, struct extract_row *row, uint64_t *least,
                       struct error *error)
{
    struct extract_time times[EXTRACT_REDUCTIONS + 1];
    int r;

    if (!study->cuda)
        return 0;
    r = gpu_time_extract_min(study->cuda, label, count,
                             study_sources(study, RUNS), blocks,
                             EXTRACT_REDUCTIONS, times, error);
    for (int i = 0; i <= EXTRACT_REDUCTIONS && !r; i++) {
        row->us[i] = times[i].wait_us;
        row->queued_us[i] = times[i].queued_us;
        least[i] = times[i].least;
    }
    return r;
}

static int measure_cpu(const struct study *study, const uint32_t *label,
                       uint32_t count, struct extract_row *row, uint64_t *least,
                       struct error *error)
{
    struct extract_cpu_times times = {0};
    int r = extract_cpu_time(label, count, study_sources(study, RUNS), &times,
                             error);

    row->us[EXTRACT_LOOP] = times.loop.us;
    row->us[EXTRACT_LOOP_O2] = times.loop_o2.us;
    row->us[EXTRACT_HEAP] = times.heap.us;
    least[EXTRACT_LOOP] = times.loop.least;
    least[EXTRACT_LOOP_O2] = times.loop_o2.least;
    least[EXTRACT_HEAP] = times.heap.least;
    return r;
}

static int measure_row(const struct study *study, const uint32_t *label,
                       size_t size, struct extract_row *row,
                       struct error *error)
{
    uint32_t count = extract_sizes[size];
    uint64_t least[EXTRACT_WAYS];
    int r;

    memset(least, 0xff, sizeof(least));
    progress_report(study->progress, "table 1", size, EXTRACT_SIZES);
    r = measure_gpu(study, label, count, row, least, error);
    if (!r)
        r = measure_cpu(study, label, count, row, least, error);
    return r ? r : check(count, least, error);
}

static int measure(const struct study *study, struct extract_row *rows,
                   size_t size_count, struct error *error)
{
    uint32_t most = extract_sizes[size_count - 1];
    uint32_t *label = array_alloc(most, sizeof(*label));
    int r = 0;

    if (!label)
        return error_no_memory(error);
    draw_labels(study->seed, label, most);
    for (size_t i = 0; i < size_count && !r; i++)
        r = measure_row(study, label, i, &rows[i], error);
    free(label);
    return r;
}

/* Leaves the cell empty without a time. */
static void put(struct sheet *table, double us)
{
    if (us > 0)
        sheet_number(table, us);
    else
        sheet_none(table);
}

static void add_times(struct sheet *table, size_t size, const double *us,
                      int ways)
{
    sheet_count(table, extract_sizes[size]);
    for (int i = 0; i < ways; i++)
        put(table, us[i]);
}

static void add_queued(struct sheet *table, size_t size,
                       const struct extract_row *row)
{
    double bytes = 4.0 * extract_sizes[size];

    add_times(table, size, row->queued_us, EXTRACT_LIBRARY + 1);
    put(table,
        bytes / 1e3 / row->queued_us[extract_best_block(row->queued_us)]);
    put(table, bytes / 1e3 / row->queued_us[EXTRACT_LIBRARY]);
}

/* For the reduction with 512 threads, the paper's best. */
static void add_ratios(struct sheet *table, size_t size,
                       const struct extract_row *row)
{
    static const enum extract_way ways[] = {EXTRACT_LOOP, EXTRACT_LOOP_O2,
                                            EXTRACT_LIBRARY, EXTRACT_HEAP};

    sheet_count(table, extract_sizes[size]);
    for (size_t i = 0; i < COUNT(ways); i++) {
        const double *paper = extract_paper_us[size];

        put(table, row->us[EXTRACT_512] > 0
                       ? row->us[ways[i]] / row->us[EXTRACT_512]
                       : 0);
        put(table, paper[ways[i]] / paper[EXTRACT_512]);
    }
}

static void fill_tables(struct report *report, const struct extract_row *rows,
                        size_t size_count, bool gpu)
{
    struct sheet *here = report_add_table(
        report, NULL, "ExtractMin here, until the answer is known",
        here_columns, COUNT(here_columns));
    struct sheet *paper = report_add_table(
        report, "paper", "the paper's, taken as us of one ExtractMin",
        paper_columns, COUNT(paper_columns));
    struct sheet *ratios = report_add_table(
        report, "ratios",
        "times over those of the reduction with 512 threads: above 1 it is "
        "faster",
        ratio_columns, COUNT(ratio_columns));
    struct sheet *queued = report_add_table(
        report, "queued", "one after the other, nobody waits for the answer",
        queued_columns, COUNT(queued_columns));

    for (size_t i = 0; i < size_count; i++) {
        add_times(here, i, rows[i].us, EXTRACT_WAYS);
        add_times(paper, i, extract_paper_us[i], EXTRACT_WAYS);
        if (gpu) {
            add_ratios(ratios, i, &rows[i]);
            add_queued(queued, i, &rows[i]);
        }
    }
}

static void add_curves(struct chart *chart, const char *y_label,
                       const double *(*us)(const struct extract_row *rows,
                                           size_t size),
                       const struct extract_row *rows, size_t size_count)
{
    struct chart_panel *panel = chart_add_panel(chart, y_label, CHART_LOG);

    for (int way = 0; way < EXTRACT_WAYS; way++) {
        struct chart_series *series =
            chart_add_series(panel, names[way], CHART_LINE);

        for (size_t i = 0; i < size_count; i++)
            chart_add_point(series, extract_sizes[i], us(rows, i)[way]);
    }
}

static const double *here_us(const struct extract_row *rows, size_t size)
{
    return rows[size].us;
}

static const double *paper_us(const struct extract_row *rows, size_t size)
{
    (void)rows;
    return extract_paper_us[size];
}

static void draw(const struct study *study, struct report *report,
                 const struct extract_row *rows, size_t size_count)
{
    struct chart *chart = report_add_chart(
        report, NULL, "ExtractMin (CUDA parallel shortest paths, table 1)",
        "elements", CHART_LOG);

    if (chart)
        chart->subtitle = study->machine;
    add_curves(chart, "here (us)", here_us, rows, size_count);
    add_curves(chart, "the paper (us)", paper_us, rows, size_count);
}

static void add_notes(struct report *report)
{
    report_add_note(
        report,
        "The paper heads its table \"ns\", 1000 ExtractMins a value. 4075.55 "
        "ns for 10^7 labels would be 9.8 TB/s; as us of one, which is ms of "
        "the 1000, it is 9.8 GB/s, so that is how its numbers are read here. "
        "Where a cell is empty it prints 0: less than its clock's tick of 10 "
        "ms in 1000 runs. That the loop with -O2 has 0 at 10^5 and 630 at 10^6 "
        "does not fit together.");
    report_add_note(
        report,
        "Here: medians of single ExtractMins over labels of 4 bytes, label and "
        "index to the host, all ways checked to have the same answer; on the "
        "CPU a heap's pop out of so many, the mean of 1000. Thrust's minimum "
        "is "
        "CUB's with storage allocated in each call; CUB has it beforehand.");
}

/* Sizes up to --largest; at least the first. */
static size_t sizes_within(const struct study *study)
{
    size_t count = 1;

    while (count < EXTRACT_SIZES &&
           (!study->largest || extract_sizes[count] <= study->largest))
        count++;
    return count;
}

static int run(const struct study *study, struct report *report,
               struct error *error)
{
    struct extract_row rows[EXTRACT_SIZES] = {0};
    size_t size_count = sizes_within(study);
    int r = measure(study, rows, size_count, error);

    if (r)
        return r;
    fill_tables(report, rows, size_count, study->cuda);
    draw(study, report, rows, size_count);
    add_notes(report);
    extract_add_claims(report, rows, size_count, study->cuda);
    if (!study->cuda)
        report_add_missing(report, "ExtractMin on a GPU", study->no_cuda);
    return 0;
}

const struct figure cuda_parallel_table_1 = {
    .id = "table-1",
    .title = "ExtractMin: reduction by threads per block, a library's, a loop, "
             "a heap",
    .run = run,
};
