/* Filling a report, then printing it, and writing CSV, SVG and PNG. */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/atomic_file.h"
#include "core/base/text.h"
#include "lab/paper/report.h"

/* ---- Filling ------------------------------------------------------------- */

void report_init(struct report *report)
{
    *report = (struct report){0};
}

void report_finish(struct report *report)
{
    for (size_t i = 0; i < report->table_count; i++) {
        sheet_finish(&report->tables[i]->table);
        free(report->tables[i]);
    }
    for (size_t i = 0; i < report->chart_count; i++) {
        chart_finish(&report->charts[i]->chart);
        free(report->charts[i]);
    }
    for (size_t i = 0; i < report->picture_count; i++)
        picture_finish(&report->pictures[i].picture);
    for (size_t i = 0; i < report->word_count; i++)
        free(report->words[i]);
    free(report->tables);
    free(report->charts);
    free(report->pictures);
    free(report->claims);
    free(report->missing);
    free(report->notes);
    free(report->words);
    *report = (struct report){0};
}

bool report_failed(const struct report *report)
{
    bool failed = report->no_memory;

    for (size_t i = 0; i < report->table_count; i++)
        failed |= sheet_failed(&report->tables[i]->table);
    for (size_t i = 0; i < report->chart_count; i++)
        failed |= chart_failed(&report->charts[i]->chart);
    return failed;
}

/* Grows a list by one item; if out of memory notes that and returns NULL. */
static void *grow(struct report *report, void *items, size_t *capacity,
                  size_t count, size_t size)
{
    if (array_reserve(&items, capacity, count + 1, size)) {
        report->no_memory = true;
        return NULL;
    }
    return items;
}

const char *report_words(struct report *report, const char *format, ...)
{
    char **words = grow(report, report->words, &report->word_capacity,
                        report->word_count, sizeof(*words));
    char *made;
    va_list args;
    int length;

    if (!words)
        return "";
    report->words = words;
    va_start(args, format);
    length = vasprintf(&made, format, args);
    va_end(args);
    if (length < 0) {
        report->no_memory = true;
        return "";
    }
    words[report->word_count++] = made;
    return made;
}

struct sheet *report_add_table(struct report *report, const char *id,
                               const char *title, const struct column *columns,
                               size_t column_count)
{
    struct report_table **tables =
        grow(report, report->tables, &report->table_capacity,
             report->table_count, sizeof(*tables));
    struct report_table *table;

    if (!tables)
        return NULL;
    report->tables = tables;
    table = calloc(1, sizeof(*table));
    if (!table) {
        report->no_memory = true;
        return NULL;
    }
    table->id = id;
    table->title = title;
    sheet_init(&table->table, columns, column_count);
    tables[report->table_count++] = table;
    return &table->table;
}

struct chart *report_add_chart(struct report *report, const char *id,
                               const char *title, const char *x_label,
                               enum chart_scale x_scale)
{
    struct report_chart **charts =
        grow(report, report->charts, &report->chart_capacity,
             report->chart_count, sizeof(*charts));
    struct report_chart *chart;

    if (!charts)
        return NULL;
    report->charts = charts;
    chart = calloc(1, sizeof(*chart));
    if (!chart) {
        report->no_memory = true;
        return NULL;
    }
    chart->id = id;
    chart_init(&chart->chart, title, x_label, x_scale);
    charts[report->chart_count++] = chart;
    return &chart->chart;
}

void report_take_picture(struct report *report, const char *id,
                         struct picture *picture)
{
    struct report_picture *pictures =
        grow(report, report->pictures, &report->picture_capacity,
             report->picture_count, sizeof(*pictures));

    if (!pictures) {
        picture_finish(picture);
        return;
    }
    report->pictures = pictures;
    pictures[report->picture_count++] = (struct report_picture){id, *picture};
}

void report_add_note(struct report *report, const char *text)
{
    const char **notes = grow(report, report->notes, &report->note_capacity,
                              report->note_count, sizeof(*notes));

    if (!notes)
        return;
    report->notes = notes;
    notes[report->note_count++] = text;
}

void report_add_claim(struct report *report, struct claim claim)
{
    struct claim *claims = grow(report, report->claims, &report->claim_capacity,
                                report->claim_count, sizeof(*claims));

    if (!claims)
        return;
    report->claims = claims;
    claims[report->claim_count++] = claim;
}

void report_add_missing(struct report *report, const char *what,
                        const char *why)
{
    struct report_missing *missing =
        grow(report, report->missing, &report->missing_capacity,
             report->missing_count, sizeof(*missing));

    if (!missing)
        return;
    report->missing = missing;
    missing[report->missing_count++] = (struct report_missing){what, why};
}

const char *verdict_name(enum verdict verdict)
{
    switch (verdict) {
    case VERDICT_HOLDS:
        return "holds";
    case VERDICT_FAILS:
        return "does not hold";
    case VERDICT_NOT_COMPARABLE:
        return "not comparable";
    case VERDICT_NOT_MEASURED:
        return "not measured";
    }
    return "?";
}

/* ---- A distribution ------------------------------------------------------ */

enum { POINTS_PER_DECADE = 20 };

static int compare(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

void distribution_sort(uint32_t *numbers, size_t count)
{
    qsort(numbers, count, sizeof(*numbers), compare);
}

size_t distribution_count_to(const uint32_t *sorted, size_t count, double limit)
{
    size_t low = 0;

    while (low < count) {
        size_t middle = low + (count - low) / 2;

        if (sorted[middle] <= limit)
            low = middle + 1;
        else
            count = middle;
    }
    return low;
}

static double first_decade(const uint32_t *sorted, size_t count)
{
    return count && sorted[0] ? floor(log10(sorted[0])) : 0;
}

void distribution_add_curve(const uint32_t *sorted, size_t count,
                            const char *name, struct sheet *table,
                            struct chart_series *series)
{
    double most = count ? sorted[count - 1] : 0;
    double first = first_decade(sorted, count);
    double last = 0;

    for (int i = 0; last < most; i++) {
        double at = floor(pow(10, first + (double)i / POINTS_PER_DECADE));
        double number = fmin(at, most);
        double share = (double)distribution_count_to(sorted, count, number) /
                       (double)count;

        if (number <= last)
            continue;
        sheet_text(table, name);
        sheet_count(table, (uint64_t)number);
        sheet_number(table, share);
        chart_add_point(series, number, share);
        last = number;
    }
}

/* ---- As text ------------------------------------------------------------- */

enum { INDENT = 2 };

static void print_claim(const struct claim *claim, FILE *to)
{
    fprintf(to, "  claim (%s): %s\n", claim->place, claim->says);
    if (*claim->paper)
        fprintf(to, "    paper  %s\n", claim->paper);
    if (*claim->here)
        fprintf(to, "    here   %s\n", claim->here);
    fprintf(to, "    %s%s%s\n", verdict_name(claim->verdict),
            claim->why ? ": " : "", claim->why ? claim->why : "");
}

int report_print(const struct report *report, FILE *to)
{
    for (size_t i = 0; i < report->table_count; i++) {
        const struct report_table *table = report->tables[i];

        if (!sheet_rows(&table->table))
            continue;
        fprintf(to, "\n  %s\n", table->title);
        if (sheet_print(&table->table, INDENT, to))
            return -ENOMEM;
    }
    if (report->note_count)
        fputc('\n', to);
    for (size_t i = 0; i < report->note_count; i++)
        fprintf(to, "  %s\n", report->notes[i]);
    if (report->claim_count)
        fputc('\n', to);
    for (size_t i = 0; i < report->claim_count; i++)
        print_claim(&report->claims[i], to);
    if (report->missing_count)
        fputc('\n', to);
    for (size_t i = 0; i < report->missing_count; i++)
        fprintf(to, "  NOT MEASURED: %s: %s\n", report->missing[i].what,
                report->missing[i].why);
    return 0;
}

/* ---- Files in a folder --------------------------------------------------- */

int output_file_open(struct output_file *file, struct error *error)
{
    *file = (struct output_file){0};
    file->text = open_memstream(&file->bytes, &file->size);
    return file->text ? 0 : error_no_memory(error);
}

int output_file_close(struct output_file *file, const char *folder,
                      const char *name, FILE *to, struct error *error)
{
    char *path = NULL;
    int r;

    if (memory_stream_close(file->text, &file->bytes) ||
        asprintf(&path, "%s/%s", folder, name) < 0) {
        path = NULL;
        r = error_no_memory(error);
    } else {
        r = atomic_file_put(path, file->bytes, file->size, error);
    }
    if (!r)
        fprintf(to, "  wrote %s\n", path);
    free(path);
    free(file->bytes);
    return r;
}

void output_file_drop(struct output_file *file)
{
    fclose(file->text);
    free(file->bytes);
}

/* ---- As files ------------------------------------------------------------ */

static int close_named(struct output_file *file, const char *folder,
                       const char *prefix, const char *id, const char *kind,
                       FILE *to, struct error *error)
{
    char name[128];

    snprintf(name, sizeof(name), "%s%s%s.%s", prefix, id ? "-" : "",
             id ? id : "", kind);
    return output_file_close(file, folder, name, to, error);
}

static int write_table(const struct report_table *table, const char *folder,
                       const char *prefix, FILE *to, struct error *error)
{
    struct output_file file;
    int r = output_file_open(&file, error);

    if (r)
        return r;
    sheet_write_csv(&table->table, file.text);
    return close_named(&file, folder, prefix, table->id, "csv", to, error);
}

static int write_chart(const struct report_chart *chart, const char *folder,
                       const char *prefix, FILE *to, struct error *error)
{
    struct output_file file;
    int r = output_file_open(&file, error);

    if (r)
        return r;
    chart_write(&chart->chart, file.text);
    return close_named(&file, folder, prefix, chart->id, "svg", to, error);
}

static int write_picture(const struct report_picture *picture,
                         const char *folder, const char *prefix, FILE *to,
                         struct error *error)
{
    struct output_file file;
    int r = output_file_open(&file, error);

    if (r)
        return r;
    r = picture_put_png(&picture->picture, file.text, error);
    if (r) {
        output_file_drop(&file);
        return r;
    }
    return close_named(&file, folder, prefix, picture->id, "png", to, error);
}

int report_write(const struct report *report, const char *folder,
                 const char *prefix, FILE *to, struct error *error)
{
    int r = 0;

    for (size_t i = 0; !r && i < report->table_count; i++) {
        if (sheet_rows(&report->tables[i]->table))
            r = write_table(report->tables[i], folder, prefix, to, error);
    }
    for (size_t i = 0; !r && i < report->chart_count; i++) {
        if (chart_has_points(&report->charts[i]->chart))
            r = write_chart(report->charts[i], folder, prefix, to, error);
    }
    for (size_t i = 0; !r && i < report->picture_count; i++)
        r = write_picture(&report->pictures[i], folder, prefix, to, error);
    return r;
}

void report_write_claims_head(FILE *to)
{
    fputs("figure,place,claim,paper,here,verdict,why\n", to);
}

void report_write_claims(const struct report *report, const char *figure,
                         FILE *to)
{
    for (size_t i = 0; i < report->claim_count; i++) {
        const struct claim *claim = &report->claims[i];
        const char *const fields[] = {
            figure,
            claim->place,
            claim->says,
            claim->paper,
            claim->here,
            verdict_name(claim->verdict),
            claim->why ? claim->why : "",
        };
        const size_t count = sizeof(fields) / sizeof(fields[0]);

        for (size_t j = 0; j < count; j++) {
            sheet_put_csv_text(fields[j], to);
            fputc(j + 1 < count ? ',' : '\n', to);
        }
    }
}
