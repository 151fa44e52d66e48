/* metrics_compute: the threads for what is neither solving nor quick, and the
 * tiles they draw. */
#include "api/metrics/exposition.h"
#include "api/metrics/metrics.h"
#include "api/tile/tile_store.h"
#include "core/base/pool.h"

static void times(struct json_writer *out, const char *name, const char *help,
                  const struct histogram_figures *figures_us)
{
    exposition_histogram(out, name, help);
    exposition_times(out, name, NULL, figures_us);
}

static void write_pool(struct pool *pool, struct json_writer *out)
{
    struct pool_figures figures;

    pool_read(pool, &figures);
    exposition_gauge_of(out, "relaxd_compute_threads",
                        "Threads for steps, tiles and long bodies.",
                        figures.threads);
    exposition_gauge_of(out, "relaxd_compute_tasks", "Tasks that wait.",
                        figures.waiting);
    exposition_gauge_of(out, "relaxd_compute_tasks_limit", "How many may wait.",
                        figures.waiting_max);
    exposition_counter_of(out, "relaxd_compute_refused_total",
                          "Tasks that were turned away: too many waited.",
                          figures.turned_away);
    times(out, "relaxd_compute_wait_seconds",
          "How long tasks waited for a thread.", &figures.wait_us);
    times(out, "relaxd_compute_seconds", "What a task took.", &figures.run_us);
}

static void write_tiles(struct tile_store *tiles, struct json_writer *out)
{
    struct tile_figures figures;

    tile_store_read(tiles, &figures);
    exposition_counter_of(out, "relaxd_tile_cache_hits_total",
                          "Tiles asked for that had been drawn already.",
                          figures.hits);
    exposition_counter_of(out, "relaxd_tile_cache_misses_total",
                          "Tiles asked for that had to be drawn.",
                          figures.misses);
    exposition_gauge_of(out, "relaxd_tile_cache_bytes", "What kept tiles take.",
                        figures.bytes);
    exposition_gauge_of(out, "relaxd_tile_cache_limit_bytes",
                        "What they may take.", figures.bytes_max);
}

void metrics_write_compute(struct pool *pool, struct tile_store *tiles,
                           struct json_writer *out)
{
    write_pool(pool, out);
    write_tiles(tiles, out);
}
