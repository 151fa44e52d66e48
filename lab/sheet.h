/* sheet: rows under named columns, for people as aligned text and for programs
 * as CSV.
 *
 * Cells are added one after the other, row by row; a row is complete when it
 * has a cell for each column. Texts are borrowed and stay valid as long as the
 * table. Where memory runs out cells are missing and sheet_failed() tells, so
 * that only whoever writes the table has to look. NULL for a table is fine
 * everywhere and does nothing. One thread. */
#ifndef RELAXD_LAB_SHEET_H
#define RELAXD_LAB_SHEET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A table with more rows than this is shown to people by so many of them. */
enum { TABLE_ROWS_SHOWN = 24 };

struct column {
    const char *name;  /* in CSV, with the unit: "mean_ms" */
    const char *title; /* for people: "mean" */
    const char *unit;  /* for people, below the title; "" where there is none */
    int decimals;      /* for people, of numbers */
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

/* The next cell. Not finite numbers are as none. */
void sheet_text(struct sheet *table, const char *text);
void sheet_count(struct sheet *table, uint64_t count);
void sheet_number(struct sheet *table, double number);
void sheet_none(struct sheet *table); /* not known or not measured */

size_t sheet_rows(const struct sheet *table); /* complete ones */

/* Aligned, each line after `indent` blanks: titles, units where there are any,
 * rows. Of more than TABLE_ROWS_SHOWN rows as many at even steps, the first
 * and the last among them, and how many there are. 0 or -ENOMEM. */
int sheet_print(const struct sheet *table, int indent, FILE *to);

/* RFC 4180 but for line ends, which are \n: a line of names, then one for each
 * row; numbers with 9 digits, nothing for what is not known. */
void sheet_write_csv(const struct sheet *table, FILE *to);

/* One CSV field, with quotes where they are needed. */
void sheet_put_csv_text(const char *text, FILE *to);

#endif
