/* metrics: what `GET /metrics` tells a Prometheus of this process.
 *
 * Each file writes one group of families. None waits for a query, nor for a map
 * that is being loaded: counters are read as they stand. The table in
 * docs/operate.md lists all of them, and a test holds the two to each other. */
#ifndef RELAXD_API_METRICS_METRICS_H
#define RELAXD_API_METRICS_METRICS_H

#include "api/form/json_writer.h"

struct engine;
struct http_figures;
struct pool;
struct registry;
struct reload_note;
struct tile_store;

/* Requests, refusals, connections. */
void metrics_write_http(const struct http_figures *figures,
                        size_t connections_max, struct json_writer *out);

/* Queues, batches and solvers of each device. */
void metrics_write_engine(struct engine *engine, struct json_writer *out);

/* The threads for what is neither solving nor quick, and the tiles they draw.
 */
void metrics_write_compute(struct pool *pool, struct tile_store *tiles,
                           struct json_writer *out);

/* The maps being served. */
void metrics_write_maps(struct registry *registry, struct json_writer *out);

/* What became of reading settings and maps anew; `note` NULL: nothing is. */
void metrics_write_reloads(struct reload_note *note, struct json_writer *out);

/* The version, and what the system says of the process. What it does not say is
 * left out. */
void metrics_write_process(const char *version, struct json_writer *out);

#endif
