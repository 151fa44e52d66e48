/* report: what one figure of a paper came to: tables, charts, pictures, claims,
 * and what could not be measured.
 *
 * A figure's run() fills it; the command prints and writes it. Texts that are
 * not constants are made by report_words() and live as long as the report.
 * Where memory runs out parts are missing and report_failed() tells, so that
 * only the command has to look; what could not be made is NULL, which table.h
 * and chart.h take. One thread. */
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

/* What this machine says of a claim. */
enum verdict {
    VERDICT_HOLDS,
    VERDICT_FAILS,
    VERDICT_NOT_COMPARABLE, /* measured, but on other ground than the paper's */
    VERDICT_NOT_MEASURED,
};

/* Something that a paper says. */
struct claim {
    const char *place; /* "section 4, figure 5" */
    const char *says;  /* in words, with its conditions */
    const char *paper; /* the paper's number with unit, "" where it has none */
    const char *here;  /* the same measured here, "" where it was not */
    enum verdict verdict;
    const char *why; /* what there is to know about the verdict; or NULL */
};

struct report_table {
    const char *id; /* last part of the file's name; NULL: the figure's own */
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

/* Something that was asked for and could not be had. */
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

/* Text made as printf() makes it; "" when memory is short. */
const char *report_words(struct report *report, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* An empty table or chart, valid until report_finish(). The columns live as
 * long as the report. `id` NULL: the only or main one of the figure; the others
 * have one each. */
struct sheet *report_add_table(struct report *report, const char *id,
                               const char *title, const struct column *columns,
                               size_t column_count);
struct chart *report_add_chart(struct report *report, const char *id,
                               const char *title, const char *x_label,
                               enum chart_scale x_scale);

/* Takes it over, whatever the outcome. */
void report_take_picture(struct report *report, const char *id,
                         struct picture *picture);

void report_add_note(struct report *report, const char *text);
void report_add_claim(struct report *report, struct claim claim);

/* What was asked for is not there, and so the command fails in the end. */
void report_add_missing(struct report *report, const char *what,
                        const char *why);

/* "holds" and so on. */
const char *verdict_name(enum verdict verdict);
static inline enum verdict verdict_of(bool holds)
{
    return holds ? VERDICT_HOLDS : VERDICT_FAILS;
}

/* Tables with a row, notes, claims and what is missing as text. 0 or -ENOMEM.
 */
int report_print(const struct report *report, FILE *to);

/* Each table with a row as FOLDER/PREFIX.csv, each chart with a point as
 * FOLDER/PREFIX.svg and each picture as FOLDER/PREFIX.png, with "-ID" after the
 * prefix where there is an id; each file whole and new or what it was before.
 * Names of files go to `to`, one a line. */
int report_write(const struct report *report, const char *folder,
                 const char *prefix, FILE *to, struct error *error);

/* The first line of a CSV of claims, and the claims of one figure under it. */
void report_write_claims_head(FILE *to);
void report_write_claims(const struct report *report, const char *figure,
                         FILE *to);

/* Which share of some whole numbers is at most so large.
 *
 * A curve over a logarithmic axis, its points at even steps of the logarithm,
 * each rounded down to a whole number, from the least power of ten that is not
 * above the least number (1 where that is 0) to the largest number. */

void distribution_sort(uint32_t *numbers, size_t count);

/* How many of the sorted numbers are at most `limit`. */
size_t distribution_count_to(const uint32_t *sorted, size_t count,
                             double limit);

/* Rows of name, number, share for the table, which has these three columns, and
 * the same points for the series. */
void distribution_add_curve(const uint32_t *sorted, size_t count,
                            const char *name, struct sheet *table,
                            struct chart_series *series);

/* Text on its way to a file. */
struct output_file {
    FILE *text; /* what is written to it ends up in the file */
    char *bytes;
    size_t size;
};

int output_file_open(struct output_file *file, struct error *error);

/* Puts all of it into FOLDER/NAME and says so on `to`. The file is done with
 * then, whatever the outcome. */
int output_file_close(struct output_file *file, const char *folder,
                      const char *name, FILE *to, struct error *error);

/* Is done with it and leaves the file in the folder as it was. */
void output_file_drop(struct output_file *file);

#endif
