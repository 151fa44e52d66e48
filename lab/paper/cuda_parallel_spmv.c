/* The CUDA paper in Chinese, figure "spmv": memory traffic and time per round
 * of spmv-csr and spmv-ell. */
#include <math.h>

#include "gpu/forms/ell_size.h"
#include "lab/paper/contest.h"
#include "lab/paper/spmv_sectors.h"

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
    {0},
};

enum { CSR, ELL, PRODUCTS };

static const char *const names[PRODUCTS] = {"spmv-csr", "spmv-ell"};

/* One of the two on one map. */
struct product {
    bool refused;
    struct spmv_sectors sectors;
    double rounds;   /* per query; NAN: not measured */
    double round_us; /* the same, in us */
};

static void show_product(struct report *report, const char *name,
                         const struct product *product)
{
    const struct spmv_sectors *sectors = &product->sectors;
    struct sheet *table = &report->table[0];
    double moved_mb = (double)spmv_bytes(sectors->moved) / 1e6;
    double floor_us = moved_mb / MB_PER_US;

    sheet_add(table, CELL(report->map->name), CELL(name));
    for (int i = 0; i < SPMV_ARRAYS; i++)
        sheet_add(table, CELL((double)sectors->moved[i] * SECTOR_BYTES / 1e6));
    sheet_add(table, CELL(moved_mb),
              CELL((double)spmv_bytes(sectors->asked) / 1e6), CELL(floor_us),
              CELL(product->rounds), CELL(product->round_us),
              CELL(product->round_us / floor_us));
}

/* ELL by limits that hold on every device: an idle one has enough memory. */
static int count_ell(struct report *report,
                     const struct reverse_topology *reverse,
                     struct product *product)
{
    const struct map *map = report->map->map;
    uint32_t vertices = map->topology.vertex_count;
    struct ell_size size;
    struct error error;

    ell_size_take(reverse->first_in, vertices, &size);
    if (!ell_size_check(&size, map, device_cpu(), UINT64_MAX, &error))
        return spmv_sectors_ell(reverse, vertices, &product->sectors);
    product->refused = true;
    report_missing(report, "%s on %s: %s", names[ELL], report->map->name,
                   error.text);
    return 0;
}

static int count_sectors(struct report *report,
                         struct product products[PRODUCTS], struct error *error)
{
    const struct topology *topology = &report->map->map->topology;
    struct reverse_topology reverse;
    int r = reverse_topology_init(&reverse, topology);

    if (r)
        return error_no_memory(error);
    r = spmv_sectors_csr(&reverse, topology->vertex_count,
                         &products[CSR].sectors);
    if (!r)
        r = count_ell(report, &reverse, &products[ELL]);
    reverse_topology_finish(&reverse);
    return r ? error_no_memory(error) : 0;
}

static int measure(struct report *report, struct product products[PRODUCTS],
                   struct error *error)
{
    const struct study *study = report->study;
    size_t index[PRODUCTS];
    struct contest contest;

    contest_init(&contest, report, report->map->map, error);
    for (int i = 0; i < PRODUCTS; i++) {
        if (products[i].refused)
            continue;
        index[i] = contest_try(&contest, names[i], names[i], NULL);
        products[i].refused = index[i] == CONTEST_NONE;
    }
    contest_run(&contest, study_sources(study, SOURCES));
    for (int i = 0; !contest.r && i < PRODUCTS; i++) {
        if (products[i].refused)
            continue;
        products[i].rounds = contest_phases(&contest, index[i]);
        products[i].round_us =
            contest_mean_ms(&contest, index[i]) * 1000 / products[i].rounds;
    }
    return contest_finish(&contest);
}

static int show_map(struct report *report, struct error *error)
{
    struct product products[PRODUCTS] = {
        {.rounds = NAN, .round_us = NAN},
        {.rounds = NAN, .round_us = NAN},
    };
    int r = count_sectors(report, products, error);

    if (!r && report->study->cuda)
        r = measure(report, products, error);
    for (int i = 0; !r && i < PRODUCTS; i++) {
        if (!products[i].refused)
            show_product(report, names[i], &products[i]);
    }
    return r;
}

static void conclude(struct report *report)
{
    if (!report->study->cuda)
        report_missing(report, "the time of a round: %s",
                       report->study->no_cuda);
    report_note(report,
                "Bytes are whole sectors of 32: moved, each once for the "
                "32 rows of a warp; asked, each for every load. The floor "
                "is what was moved at 4 TB/s, an H200's rate of copying.");
}

const struct figure cuda_parallel_spmv = {
    .id = "figure-spmv",
    .title = "sparse matrix times vector in CSR and ELL: bytes and time of a "
             "round",
    .needs_maps = true,
    .tables = {{NULL, "a round by map and form", columns}},
    .run_map = show_map,
    .conclude = conclude,
    .note = "A round's time is a query's by its rounds: seeds and delivery are "
            "in it, and on small maps the launch.",
};
