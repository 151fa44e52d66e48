/* Heads, samples with their labels, and histograms. */
#include "api/metrics/exposition.h"

#include <stdio.h>
#include <string.h>

static void put(struct json_writer *out, const char *text)
{
    json_writer_raw(out, text, strlen(text));
}

/* Escapes the end of a line or text; a help text keeps its quotes. */
static void put_escaped(struct json_writer *out, const char *text,
                        const char *special)
{
    for (;;) {
        size_t plain = strcspn(text, special);

        json_writer_raw(out, text, plain);
        text += plain;
        if (!*text)
            return;
        put(out, "\\");
        json_writer_raw(out, *text == '\n' ? "n" : text, 1);
        text++;
    }
}

void exposition_head(struct json_writer *out, const char *type,
                     const char *name, const char *help)
{
    put(out, "# HELP ");
    put(out, name);
    put(out, " ");
    put_escaped(out, help, "\\\n");
    put(out, "\n# TYPE ");
    put(out, name);
    put(out, " ");
    put(out, type);
    put(out, "\n");
}

/* `bound`: a bucket's; NULL: not a bucket. */
static void put_labels(struct json_writer *out,
                       const struct metric_labels *labels, const char *bound)
{
    const char *before = "{";

    for (size_t i = 0; labels && i < EXPOSITION_LABELS_MAX; i++) {
        if (!labels->label[i].name)
            break;
        put(out, before);
        put(out, labels->label[i].name);
        put(out, "=\"");
        put_escaped(out, labels->label[i].value, "\\\"\n");
        put(out, "\"");
        before = ",";
    }
    if (bound) {
        put(out, before);
        put(out, "le=\"");
        put(out, bound);
        put(out, "\"");
        before = ",";
    }
    put(out, *before == '{' ? " " : "} ");
}

static void put_number(struct json_writer *out, uint64_t value)
{
    char text[24];

    snprintf(text, sizeof(text), "%ju\n", (uintmax_t)value);
    put(out, text);
}

static void put_seconds(struct json_writer *out, uint64_t value_us)
{
    char text[32];

    snprintf(text, sizeof(text), "%ju.%06ju\n", (uintmax_t)(value_us / 1000000),
             (uintmax_t)(value_us % 1000000));
    put(out, text);
}

void exposition_number(struct json_writer *out, const char *name,
                       const struct metric_labels *labels, uint64_t value)
{
    put(out, name);
    put_labels(out, labels, NULL);
    put_number(out, value);
}

void exposition_single(struct json_writer *out, const char *type,
                       const char *name, const char *help, uint64_t value)
{
    exposition_head(out, type, name, help);
    exposition_number(out, name, NULL, value);
}

void exposition_seconds_of_us(struct json_writer *out, const char *name,
                              const struct metric_labels *labels,
                              uint64_t value_us)
{
    put(out, name);
    put_labels(out, labels, NULL);
    put_seconds(out, value_us);
}

static void put_bucket(struct json_writer *out, const char *name,
                       const struct metric_labels *labels, const char *bound,
                       uint64_t count)
{
    put(out, name);
    put(out, "_bucket");
    put_labels(out, labels, bound);
    put_number(out, count);
}

/* All but the sum; `unit` is the unit of a bound. */
static void put_buckets(struct json_writer *out, const char *name,
                        const struct metric_labels *labels,
                        const struct histogram_figures *figures, double unit)
{
    uint64_t count = 0;
    char bound[32];

    for (size_t i = 0; i < figures->scale->count; i++) {
        count += figures->bucket[i];
        snprintf(bound, sizeof(bound), "%.10g",
                 (double)figures->scale->bound[i] * unit);
        put_bucket(out, name, labels, bound, count);
    }
    put_bucket(out, name, labels, "+Inf", figures->count);
    put(out, name);
    put(out, "_count");
    put_labels(out, labels, NULL);
    put_number(out, figures->count);
    put(out, name);
    put(out, "_sum");
    put_labels(out, labels, NULL);
}

void exposition_sizes(struct json_writer *out, const char *name,
                      const struct metric_labels *labels,
                      const struct histogram_figures *figures)
{
    put_buckets(out, name, labels, figures, 1);
    put_number(out, figures->sum);
}

void exposition_times(struct json_writer *out, const char *name,
                      const struct metric_labels *labels,
                      const struct histogram_figures *figures_us)
{
    put_buckets(out, name, labels, figures_us, 1e-6);
    put_seconds(out, figures_us->sum);
}
