/* cuda_parallel_spmv: memory traffic and time per round of spmv-csr and
 * spmv-ell. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/forms/ell_size.h"
#include "gpu/spmv/spmv_sectors.h"
#include "lab/paper/contest.h"
#include "lab/paper/paper.h"

enum { SOURCES = 3 };

/* MB that an H200 copies in a microsecond: reading plus writing. */
#define MB_PER_US 4.0

static const struct column columns[] = {
    {"map", "map", "", 0},
    {"solver", "solver", "", 0},
    {"first_in_mb", "first_in", "MB", 1},
    {"tails_mb", "tails", "MB", 1},
    {"weights_mb", "weights", "MB", 1},
    {"labels_mb", "labels", "MB", 1},
    {"writes_mb", "writes", "MB", 1},
    {"moved_mb", "moved", "MB", 1},
    {"asked_mb", "asked", "MB", 1},
    {"floor_us", "floor", "us", 1},
    {"rounds", "rounds", "a query", 0},
    {"round_us", "a round", "us", 1},
    {"floors", "a round", "floors", 2},
};

enum { COLUMNS = sizeof(columns) / sizeof(columns[0]) };

/* One of the two on one map. */
struct product {
    const char *solver;
    bool refused;
    struct spmv_sectors sectors;
    double rounds;   /* per query; NAN: not measured */
    double round_us; /* the same, in us */
};

enum { PRODUCTS = 2, CSR = 0, ELL = 1 };

static void add_row(struct sheet *table, const struct study_map *map,
                    const struct product *product)
{
    const struct spmv_sectors *sectors = &product->sectors;
    double moved_mb = (double)spmv_bytes_moved(sectors) / 1e6;
    double floor_us = moved_mb / MB_PER_US;

    sheet_text(table, map->name);
    sheet_text(table, product->solver);
    for (int i = 0; i < SPMV_ARRAYS; i++)
        sheet_number(table, (double)sectors->moved[i] * SECTOR_BYTES / 1e6);
    sheet_number(table, moved_mb);
    sheet_number(table, (double)spmv_bytes_asked(sectors) / 1e6);
    sheet_number(table, floor_us);
    sheet_number(table, product->rounds);
    sheet_number(table, product->round_us);
    sheet_number(table, product->round_us / floor_us);
}

static void leave_out(struct report *report, const struct study_map *map,
                      struct product *product, const struct error *error)
{
    product->refused = true;
    report_add_missing(
        report, report_words(report, "%s on %s", product->solver, map->name),
        report_words(report, "%s", error->text));
}

/* ELL by limits that hold on every device: an idle one has enough memory. */
static int count_ell(const struct study_map *map,
                     const struct reverse_topology *reverse,
                     struct report *report, struct product *product)
{
    uint32_t vertices = map->map->topology.vertex_count;
    struct ell_size size;
    struct error error;

    ell_size_take(reverse->first_in, vertices, &size);
    if (ell_size_check(&size, map->map, device_cpu(), UINT64_MAX, &error)) {
        leave_out(report, map, product, &error);
        return 0;
    }
    return spmv_sectors_ell(reverse, vertices, &product->sectors);
}

static int count_sectors(const struct study_map *map, struct report *report,
                         struct product products[PRODUCTS], struct error *error)
{
    struct reverse_topology reverse;
    int r = reverse_topology_init(&reverse, &map->map->topology);

    if (r)
        return error_no_memory(error);
    r = spmv_sectors_csr(&reverse, map->map->topology.vertex_count,
                         &products[CSR].sectors);
    if (!r)
        r = count_ell(map, &reverse, report, &products[ELL]);
    reverse_topology_finish(&reverse);
    return r ? error_no_memory(error) : 0;
}

/* Leaves out a contestant that the device refuses. */
static int add_contestant(struct contest *contest, const struct study_map *map,
                          struct report *report, struct product *product,
                          struct error *error)
{
    int r = product->refused
                ? 0
                : contest_add(contest, product->solver, NULL, error);

    if (r == SOLVER_REFUSES)
        leave_out(report, map, product, error);
    return r < 0 ? r : 0;
}

static void take_times(const struct contest *contest,
                       struct product products[PRODUCTS])
{
    size_t index = 0;

    for (int i = 0; i < PRODUCTS; i++) {
        if (products[i].refused)
            continue;
        products[i].rounds = contest_phases(contest, index);
        products[i].round_us =
            contest_mean_ms(contest, index) * 1000 / products[i].rounds;
        index++;
    }
}

static int measure(const struct study *study, const struct study_map *map,
                   struct report *report, struct product products[PRODUCTS],
                   struct error *error)
{
    struct contest *contest = calloc(1, sizeof(*contest));
    int r;

    if (!contest)
        return error_no_memory(error);
    r = contest_init(contest, study, map->map, error);
    for (int i = 0; !r && i < PRODUCTS; i++)
        r = add_contestant(contest, map, report, &products[i], error);
    if (!r)
        r = contest_run(contest, study_sources(study, SOURCES), error);
    if (!r)
        take_times(contest, products);
    contest_finish(contest);
    free(contest);
    return r;
}

static int show_map(const struct study *study, struct report *report,
                    struct sheet *table, const struct study_map *map,
                    struct error *error)
{
    struct product products[PRODUCTS] = {
        [CSR] = {.solver = "spmv-csr", .rounds = NAN, .round_us = NAN},
        [ELL] = {.solver = "spmv-ell", .rounds = NAN, .round_us = NAN},
    };
    int r = count_sectors(map, report, products, error);

    if (!r && study->cuda)
        r = measure(study, map, report, products, error);
    for (int i = 0; !r && i < PRODUCTS; i++) {
        if (!products[i].refused)
            add_row(table, map, &products[i]);
    }
    return r;
}

static int run(const struct study *study, struct report *report,
               struct error *error)
{
    struct sheet *table = report_add_table(
        report, NULL, "a round by map and form", columns, COLUMNS);
    int r = 0;

    for (size_t i = 0; !r && i < study->map_count; i++)
        r = show_map(study, report, table, &study->maps[i], error);
    if (!study->cuda)
        report_add_missing(report, "the time of a round", study->no_cuda);
    report_add_note(report,
                    "Bytes are whole sectors of 32: moved, each once for the "
                    "32 rows of a warp; asked, each for every load. The floor "
                    "is what was moved at 4 TB/s, an H200's rate of copying.");
    report_add_note(report,
                    "A round's time is a query's by its rounds: seeds and "
                    "delivery are in it, and on small maps the launch.");
    return r;
}

const struct figure cuda_parallel_spmv = {
    .id = "figure-spmv",
    .title = "sparse matrix times vector in CSR and ELL: bytes and time of a "
             "round",
    .needs_maps = true,
    .run = run,
};
