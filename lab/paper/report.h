/* report: the result of one figure of a paper: tables, charts, pictures,
 * claims, and missing measurements.
 *
 * A figure fills it; paper.c prints and writes it. report_words() makes texts
 * that are not constants; they live as long as the report. If memory runs out,
 * parts are missing and report_failed() reports it, so only paper.c has to
 * check; functions then return NULL, which sheet.h and chart.h accept. One
 * thread. */
#ifndef RELAXD_LAB_PAPER_REPORT_H
#define RELAXD_LAB_PAPER_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "core/base/error.h"
#include "lab/chart.h"
#include "lab/sheet.h"

struct figure;
struct study;
struct study_map;

enum { FIGURE_TABLES_MAX = 4 };

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
    const char *about; /* what it is checked on; NULL: the report's map, if
                          any */
    const char *says;  /* in words, with its conditions */
    const char *paper; /* the paper's number with unit, or NULL */
    const char *here;  /* the number measured here, or ""; report_claim() sets
                          it */
    enum verdict verdict;
    const char *why; /* remarks on the verdict; or NULL */
};

/* Items that stay in place as the list grows. */
struct report_list {
    void **item; /* [count], owned */
    size_t count;
    size_t capacity;
};

struct report {
    const struct study *study; /* what the figure is measured with */
    const struct figure *figure;
    const struct study_map *map; /* that the figure is about now, or NULL */
    struct sheet table[FIGURE_TABLES_MAX]; /* the figure's */
    struct report_list charts;
    char *picture; /* [picture_size] a PNG, owned; or NULL */
    size_t picture_size;
    struct report_list claims;
    struct report_list missing;
    struct report_list notes; /* lines between tables and claims */
    struct report_list words;
    bool no_memory;
};

void report_init(struct report *report, const struct study *study,
                 const struct figure *figure);
void report_finish(struct report *report);
bool report_failed(const struct report *report);

/* Formats text like printf() and keeps it in a list; "" if out of memory. A
 * note stands between tables and claims. Something missing, which was asked
 * for, with the reason, makes the command fail in the end. */
const char *report_add_words(struct report *report, struct report_list *list,
                             const char *format, ...)
    __attribute__((format(printf, 3, 4)));
#define report_words(REPORT, ...)                                              \
    report_add_words((REPORT), &(REPORT)->words, __VA_ARGS__)
#define report_note(REPORT, ...)                                               \
    report_add_words((REPORT), &(REPORT)->notes, __VA_ARGS__)
#define report_missing(REPORT, ...)                                            \
    report_add_words((REPORT), &(REPORT)->missing, __VA_ARGS__)

/* An empty chart, valid until report_finish(). `timed`: the subtitle names the
 * machine. With several maps, the report's map is part of its file's name. */
struct chart *report_add_chart(struct report *report, bool timed,
                               const char *title, const char *x_label,
                               enum chart_scale x_scale);

/* A panel of the first chart, by order of addition; NULL if memory ran out. */
struct chart_panel *report_panel(const struct report *report, size_t index);

/* `format` makes the number measured here. */
void report_claim(struct report *report, struct claim claim, const char *format,
                  ...) __attribute__((format(printf, 3, 4)));

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
 * unchanged. Prints file names on stdout, one per line; and charts that it
 * cannot draw, as gnuplot is not installed. */
int report_write(const struct report *report, const char *folder,
                 const char *prefix, struct error *error);

/* Writes the claims of all reports to FOLDER/PAPER-claims.csv. */
int report_write_claims(const struct report *reports, size_t count,
                        const char *folder, const char *paper,
                        struct error *error);

#endif
