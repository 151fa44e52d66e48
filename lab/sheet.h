/* sheet: rows under named columns, printed as aligned text or written as CSV.
 *
 * Callers add cells one by one, row by row; a row is complete when it has a
 * cell per column. Texts are borrowed and must outlive the table. If memory
 * runs out, cells are missing and sheet_failed() reports it, so only the caller
 * that writes the table has to check. All functions accept a NULL table and do
 * nothing. One thread. */
#ifndef RELAXD_LAB_SHEET_H
#define RELAXD_LAB_SHEET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* sheet_print() shows at most this many rows. */
enum { TABLE_ROWS_SHOWN = 24 };

struct column {
    const char *name;  /* in CSV, with the unit: "mean_ms" */
    const char *title; /* in text: "mean" */
    const char *unit;  /* in text, below the title; or "" */
    int decimals;      /* in text, for numbers */
};

struct cell;

struct sheet {
    const struct column *columns; /* [column_count], the caller's */
    size_t column_count;
    struct cell *cell; /* [cell_count], row by row, owned */
    size_t cell_count;
    size_t capacity;
    bool no_memory;
};

void sheet_init(struct sheet *table, const struct column *columns,
                size_t column_count);
void sheet_finish(struct sheet *table);
bool sheet_failed(const struct sheet *table);

/* Add the next cell. A number that is not finite counts as none. */
void sheet_text(struct sheet *table, const char *text);
void sheet_count(struct sheet *table, uint64_t count);
void sheet_number(struct sheet *table, double number);
void sheet_none(struct sheet *table); /* unknown or not measured */

size_t sheet_rows(const struct sheet *table); /* complete ones */

/* Prints aligned text, each line after `indent` blanks: titles, units if any,
 * rows. Of more than TABLE_ROWS_SHOWN rows prints that many at even steps,
 * including the first and the last, and the total. 0 or -ENOMEM. */
int sheet_print(const struct sheet *table, int indent, FILE *to);

/* RFC 4180 except for line ends, which are \n: a line of names, then one per
 * row; numbers with 9 digits, nothing for unknown values. */
void sheet_write_csv(const struct sheet *table, FILE *to);

/* One CSV field, quoted if needed. */
void sheet_put_csv_text(const char *text, FILE *to);

#endif
