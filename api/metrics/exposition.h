/* exposition: Prometheus's text format, version 0.0.4.
 *
 * A family is its head, then all its samples in a row. The program chooses
 * names of metrics and labels; label values may be any UTF-8. A writer that
 * runs out of memory stays failed, as for JSON. */
#ifndef RELAXD_API_METRICS_EXPOSITION_H
#define RELAXD_API_METRICS_EXPOSITION_H

#include "api/form/json_writer.h"
#include "core/base/histogram.h"

#define EXPOSITION_TYPE "text/plain; version=0.0.4; charset=utf-8"

enum { EXPOSITION_LABELS_MAX = 4 };

/* Labels of one sample; unused ones are NULL. */
struct metric_labels {
    struct {
        const char *name; /* NULL: end */
        const char *value;
    } label[EXPOSITION_LABELS_MAX];
};

/* Writes a family's head. `type`: "counter", "gauge" or "histogram"; `help`:
 * one line. */
void exposition_head(struct json_writer *out, const char *type,
                     const char *name, const char *help);

/* A sample of the family `name`. `labels` NULL: none. */
void exposition_number(struct json_writer *out, const char *name,
                       const struct metric_labels *labels, uint64_t value);

/* A family of one number without labels: head and sample. */
void exposition_single(struct json_writer *out, const char *type,
                       const char *name, const char *help, uint64_t value);

/* A sample in seconds, exactly. */
void exposition_seconds_of_us(struct json_writer *out, const char *name,
                              const struct metric_labels *labels,
                              uint64_t value_us);

/* The buckets, sum and count of a histogram: of sizes, or of microseconds,
 * written as seconds. */
void exposition_sizes(struct json_writer *out, const char *name,
                      const struct metric_labels *labels,
                      const struct histogram_figures *figures);
void exposition_times(struct json_writer *out, const char *name,
                      const struct metric_labels *labels,
                      const struct histogram_figures *figures_us);

#endif
