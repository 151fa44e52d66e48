/* Storing cells, printing them as aligned text, and writing CSV. */
#include "lab/sheet.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/text.h"

/* Enough for any printed number; texts are not copied. */
enum { NUMBER_SIZE = 64, INDENT = 2 };

struct cell cell_text(const char *text)
{
    return text ? (struct cell){CELL_TEXT, {.text = text}} : cell_none;
}

struct cell cell_number(double number)
{
    return isfinite(number) ? (struct cell){CELL_NUMBER, {.number = number}}
                            : cell_none;
}

struct cell cell_count(uint64_t count)
{
    return (struct cell){CELL_COUNT, {.count = count}};
}

void sheet_init(struct sheet *table, const struct column *columns)
{
    *table = (struct sheet){.columns = columns};
    while (columns[table->column_count].name)
        table->column_count++;
}

void sheet_finish(struct sheet *table)
{
    free(table->cell);
    *table = (struct sheet){0};
}

void sheet_add_cells(struct sheet *table, const struct cell *cells,
                     size_t count)
{
    if (array_reserve(&table->cell, &table->capacity, table->cell_count + count,
                      sizeof(*cells))) {
        table->no_memory = true;
        return;
    }
    memcpy(table->cell + table->cell_count, cells, count * sizeof(*cells));
    table->cell_count += count;
}

size_t sheet_rows(const struct sheet *table)
{
    return table->column_count ? table->cell_count / table->column_count : 0;
}

double sheet_at(const struct sheet *table, size_t row, size_t column)
{
    const struct cell *cell = &table->cell[row * table->column_count + column];

    return cell->kind == CELL_NUMBER  ? cell->number
           : cell->kind == CELL_COUNT ? (double)cell->count
                                      : NAN;
}

/* Groups thousands, as in 1,427,876. */
static void group_digits(uint64_t count, char ret_text[NUMBER_SIZE])
{
    char digits[NUMBER_SIZE];
    size_t length = (size_t)snprintf(digits, sizeof(digits), "%" PRIu64, count);
    size_t at = 0;

    for (size_t i = 0; i < length; i++) {
        if (i && (length - i) % 3 == 0)
            ret_text[at++] = ',';
        ret_text[at++] = digits[i];
    }
    ret_text[at] = '\0';
}

/* Lines of a printed table: titles, units, then rows. */
enum { TITLES, UNITS, FIRST_ROW };

/* What a line shows in a column, in `room` or the table's own text. */
static const char *word_at(const struct sheet *table, size_t line,
                           size_t column, char room[NUMBER_SIZE])
{
    const struct column *head = &table->columns[column];
    const struct cell *cell;

    if (line < FIRST_ROW)
        return line == TITLES ? head->title : head->unit;
    cell = &table->cell[(line - FIRST_ROW) * table->column_count + column];
    switch (cell->kind) {
    case CELL_TEXT:
        return cell->text;
    case CELL_COUNT:
        group_digits(cell->count, room);
        return room;
    case CELL_NUMBER:
        snprintf(room, NUMBER_SIZE, "%.*f", head->decimals, cell->number);
        return room;
    case CELL_NONE:
        break;
    }
    return "-";
}

/* Columns on a terminal: counts bytes that begin a character. */
static size_t width_of(const char *text)
{
    size_t width = 0;

    for (; *text; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

/* Texts are left-aligned, numbers right-aligned. */
static bool is_text_column(const struct sheet *table, size_t column)
{
    size_t count = sheet_rows(table) * table->column_count;

    for (size_t i = column; i < count; i += table->column_count) {
        if (table->cell[i].kind != CELL_NONE)
            return table->cell[i].kind == CELL_TEXT;
    }
    return false;
}

static void print_line(const struct sheet *table, const size_t *widths,
                       size_t line, FILE *to)
{
    size_t blanks = INDENT; /* before the next text, so that none trail */

    for (size_t i = 0; i < table->column_count; i++) {
        char room[NUMBER_SIZE];
        const char *word = word_at(table, line, i, room);
        size_t left = widths[i] - width_of(word);
        bool is_text = is_text_column(table, i);

        if (!is_text)
            blanks += left;
        if (*word) {
            fprintf(to, "%*s%s", (int)blanks, "", word);
            blanks = 0;
        }
        blanks += 2 + (is_text ? left : 0);
    }
    fputc('\n', to);
}

int sheet_print(const struct sheet *table, FILE *to)
{
    size_t rows = sheet_rows(table);
    size_t some = rows < TABLE_ROWS_SHOWN ? rows : TABLE_ROWS_SHOWN;
    size_t *widths = array_zero(table->column_count, sizeof(*widths));
    bool has_units = false;

    if (!widths)
        return -ENOMEM;
    for (size_t line = 0; line < FIRST_ROW + rows; line++) {
        for (size_t i = 0; i < table->column_count; i++) {
            char room[NUMBER_SIZE];

            widths[i] =
                size_max(widths[i], width_of(word_at(table, line, i, room)));
            has_units |= *table->columns[i].unit != '\0';
        }
    }
    print_line(table, widths, TITLES, to);
    if (has_units)
        print_line(table, widths, UNITS, to);
    for (size_t i = 0; i < some; i++)
        print_line(table, widths,
                   FIRST_ROW + (some == 1 ? 0 : i * (rows - 1) / (some - 1)),
                   to);
    if (some < rows)
        fprintf(to, "%*s(%zu of %zu rows)\n", INDENT, "", some, rows);
    free(widths);
    return 0;
}

static void put_csv_text(const char *text, FILE *to)
{
    if (!text[strcspn(text, ",\"\r\n")]) {
        fputs(text, to);
        return;
    }
    fputc('"', to);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', to);
        fputc(*text, to);
    }
    fputc('"', to);
}

static void put_csv_cell(const struct cell *cell, FILE *to)
{
    switch (cell->kind) {
    case CELL_TEXT:
        put_csv_text(cell->text, to);
        break;
    case CELL_COUNT:
        fprintf(to, "%" PRIu64, cell->count);
        break;
    case CELL_NUMBER:
        fprintf(to, "%.9g", cell->number);
        break;
    case CELL_NONE:
        break;
    }
}

int sheet_csv(const struct sheet *table, char **ret_text, size_t *ret_size)
{
    size_t count = sheet_rows(table) * table->column_count;
    FILE *to = table->no_memory ? NULL : open_memstream(ret_text, ret_size);

    if (!to)
        return -ENOMEM;
    for (size_t i = 0; i < table->column_count; i++) {
        if (i)
            fputc(',', to);
        put_csv_text(table->columns[i].name, to);
    }
    fputc('\n', to);
    for (size_t i = 0; i < count; i++) {
        put_csv_cell(&table->cell[i], to);
        fputc((i + 1) % table->column_count ? ',' : '\n', to);
    }
    return memory_stream_close(to, ret_text);
}
