/* sheet: rows under named columns, printed as aligned text or written as CSV.
 *
 * Callers add cells row by row; a row is complete when it has a cell per
 * column. Texts are borrowed and must outlive the table. If memory runs out,
 * cells are missing and `no_memory` is set, so only the caller that writes the
 * table has to check. A zeroed table is one without columns. One thread. */
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

struct cell {
    enum {
        CELL_NONE, /* unknown or not measured */
        CELL_TEXT,
        CELL_COUNT,
        CELL_NUMBER,
    } kind;
    union {
        const char *text;
        uint64_t count;
        double number;
    };
};

struct cell cell_text(const char *text); /* NULL: none */
struct cell cell_number(double number);  /* not finite: none */
struct cell cell_count(uint64_t count);

static const struct cell cell_none = {.kind = CELL_NONE};

/* A cell of a text, a floating-point number, or a whole number from 0. */
/* clang-format off */
#define CELL(VALUE)                                                            \
    _Generic((VALUE),                                                          \
        char *: cell_text, const char *: cell_text,                            \
        float: cell_number, double: cell_number,                               \
        default: cell_count)(VALUE)
/* clang-format on */

struct sheet {
    const struct column *columns; /* [column_count], the caller's */
    size_t column_count;
    struct cell *cell; /* [cell_count], row by row, owned */
    size_t cell_count;
    size_t capacity;
    bool no_memory;
};

/* `columns` ends with one without a name. */
void sheet_init(struct sheet *table, const struct column *columns);
void sheet_finish(struct sheet *table);

/* Adds the next cells, often a whole row: sheet_add(table, CELL(name),
 * CELL(mean_ms)). */
#define sheet_add(TABLE, ...)                                                  \
    sheet_add_cells((TABLE), (const struct cell[]){__VA_ARGS__},               \
                    sizeof((const struct cell[]){__VA_ARGS__}) /               \
                        sizeof(struct cell))
void sheet_add_cells(struct sheet *table, const struct cell *cells,
                     size_t count);

size_t sheet_rows(const struct sheet *table); /* complete ones */

/* The number in a complete row; NAN if there is none. */
double sheet_at(const struct sheet *table, size_t row, size_t column);

/* Prints aligned text, each line after two blanks: titles, units if any, rows.
 * Of more than TABLE_ROWS_SHOWN rows prints that many at even steps, including
 * the first and the last, and the total. 0 or -ENOMEM. */
int sheet_print(const struct sheet *table, FILE *to);

/* RFC 4180 except for line ends, which are \n: a line of names, then one per
 * row; numbers with 9 digits, nothing for unknown values. The caller frees the
 * text. 0 or -ENOMEM, also for a table that lacks cells. */
int sheet_csv(const struct sheet *table, char **ret_text, size_t *ret_size);

#endif
