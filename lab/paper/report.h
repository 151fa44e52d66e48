/* report: the result of one figure of a paper: tables, charts, pictures,
 * claims, and missing measurements.
 *
 * A figure's run() fills it; the command prints and writes it. report_words()
 * makes texts that are not constants; they live as long as the report. If
 * memory runs out, parts are missing and report_failed() reports it, so only
 * the command has to check; functions then return NULL, which sheet.h and
 * chart.h accept. One thread. */
#ifndef RELAXD_LAB_PAPER_REPORT_H
#define RELAXD_LAB_PAPER_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "core/base/error.h"
#include "lab/chart.h"
#include "lab/picture.h"
#include "lab/sheet.h"

/* This machine's result for a claim. */
enum verdict {
    VERDICT_HOLDS,
    VERDICT_FAILS,
    VERDICT_NOT_COMPARABLE, /* measured, but under other conditions */
    VERDICT_NOT_MEASURED,
};

/* A claim of a paper. */
struct claim {
    const char *place; /* "section 4, figure 5" */
    const char *says;  /* in words, with its conditions */
    const char *paper; /* the paper's number with unit, or "" */
    const char *here;  /* the number measured here, or "" */
    enum verdict verdict;
    const char *why; /* remarks on the verdict; or NULL */
};

struct report_table {
    const char *id; /* last part of the file name; NULL: the figure's own */
    const char *title;
    struct sheet table;
};

struct report_chart {
    const char *id; /* as above */
    struct chart chart;
};

struct report_picture {
    const char *id; /* as above */
    struct picture picture;
};

/* Something requested but not available. */
struct report_missing {
    const char *what;
    const char *why;
};

struct report {
    struct report_table **tables;
    size_t table_count;
    size_t table_capacity;
    struct report_chart **charts;
    size_t chart_count;
    size_t chart_capacity;
    struct report_picture *pictures;
    size_t picture_count;
    size_t picture_capacity;
    struct claim *claims;
    size_t claim_count;
    size_t claim_capacity;
    struct report_missing *missing;
    size_t missing_count;
    size_t missing_capacity;
    const char **notes; /* lines between tables and claims */
    size_t note_count;
    size_t note_capacity;
    char **words;
    size_t word_count;
    size_t word_capacity;
    bool no_memory;
};

void report_init(struct report *report);
void report_finish(struct report *report);
bool report_failed(const struct report *report);

/* Formats text like printf(); "" if out of memory. */
const char *report_words(struct report *report, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* An empty table or chart, valid until report_finish(). The columns must
 * outlive the report. `id` NULL: the figure's only or main one; others have
 * unique ids. */
struct sheet *report_add_table(struct report *report, const char *id,
                               const char *title, const struct column *columns,
                               size_t column_count);
struct chart *report_add_chart(struct report *report, const char *id,
                               const char *title, const char *x_label,
                               enum chart_scale x_scale);

/* Takes the picture over, also on failure. */
void report_take_picture(struct report *report, const char *id,
                         struct picture *picture);

void report_add_note(struct report *report, const char *text);
void report_add_claim(struct report *report, struct claim claim);

/* Records that something requested is missing, so the command fails in the
 * end. */
void report_add_missing(struct report *report, const char *what,
                        const char *why);

/* "holds", ... */
const char *verdict_name(enum verdict verdict);
static inline enum verdict verdict_of(bool holds)
{
    return holds ? VERDICT_HOLDS : VERDICT_FAILS;
}

/* Prints tables with a row, notes, claims and missing items as text. 0 or
 * -ENOMEM. */
int report_print(const struct report *report, FILE *to);

/* Writes each table with a row to FOLDER/PREFIX.csv, each chart with a point to
 * FOLDER/PREFIX.svg and each picture to FOLDER/PREFIX.png, with "-ID" after the
 * prefix if there is an id. Replaces each file as a whole or leaves it
 * unchanged. Prints file names on `to`, one per line. */
int report_write(const struct report *report, const char *folder,
                 const char *prefix, FILE *to, struct error *error);

/* The header of a CSV of claims, and the claims of one figure. */
void report_write_claims_head(FILE *to);
void report_write_claims(const struct report *report, const char *figure,
                         FILE *to);

/* The cumulative distribution of whole numbers.
 *
 * A curve over a logarithmic axis. Its points are at even steps of the
 * logarithm, rounded down to whole numbers, from the greatest power of ten not
 * above the least number (1 if that is 0) to the largest number. */

void distribution_sort(uint32_t *numbers, size_t count);

/* How many of the sorted numbers are <= `limit`. */
size_t distribution_count_to(const uint32_t *sorted, size_t count,
                             double limit);

/* Adds rows of name, number, share to the table, which has these three columns,
 * and the same points to the series. */
void distribution_add_curve(const uint32_t *sorted, size_t count,
                            const char *name, struct sheet *table,
                            struct chart_series *series);

/* Text to be written to a file. */
struct output_file {
    FILE *text; /* write here */
    char *bytes;
    size_t size;
};

int output_file_open(struct output_file *file, struct error *error);

/* Writes the text to FOLDER/NAME and prints the name on `to`. Finishes the file
 * in any case. */
int output_file_close(struct output_file *file, const char *folder,
                      const char *name, FILE *to, struct error *error);

/* Drops the text; the file in the folder stays as it was. */
void output_file_drop(struct output_file *file);

#endif
