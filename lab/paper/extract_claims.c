/* extract_claims: what the CUDA shortest-path paper in Chinese says of
 * ExtractMin. */
#include "lab/paper/extract_claims.h"

/* What -O2 made of the paper's loop: 56790 us to 6710. */
static const double optimised_claimed = 8.46;

static const char place[] = "section 3.2, table 1";

static const unsigned block_threads[EXTRACT_REDUCTIONS] = {128, 256, 512, 1024};

/* The paper's table to the same size as what was measured here. */
struct comparison {
    struct report *report;
    const struct extract_row *rows; /* [size_count] */
    size_t size_count;
    bool gpu;
};

enum extract_way extract_best_block(const double *us)
{
    enum extract_way best = EXTRACT_128;

    for (int way = EXTRACT_256; way < EXTRACT_REDUCTIONS; way++) {
        if (us[way] < us[best])
            best = way;
    }
    return best;
}

/* Claims of 10^7 elements are held against no other size. */
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

/* The least size from which on 512 threads are faster; SIZES: none. */
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

void extract_add_claims(struct report *report, const struct extract_row *rows,
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
