/* Filling a report, then printing it, and writing CSV, SVG and PNG. */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/atomic_file.h"
#include "core/base/text.h"
#include "lab/paper/paper.h"

/* ---- Filling ------------------------------------------------------------- */

void report_init(struct report *report, const struct study *study,
                 const struct figure *figure)
{
    *report = (struct report){.study = study, .figure = figure};
    for (int i = 0; i < FIGURE_TABLES_MAX && figure->tables[i].columns; i++)
        sheet_init(&report->table[i], figure->tables[i].columns);
}

static void free_list(struct report_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->item[i]);
    free(list->item);
}

void report_finish(struct report *report)
{
    for (int i = 0; i < FIGURE_TABLES_MAX; i++)
        sheet_finish(&report->table[i]);
    for (size_t i = 0; i < report->charts.count; i++)
        chart_finish(report->charts.item[i]);
    free_list(&report->charts);
    free(report->picture);
    free_list(&report->claims);
    free_list(&report->missing);
    free_list(&report->notes);
    free_list(&report->words);
    *report = (struct report){0};
}

bool report_failed(const struct report *report)
{
    bool failed = report->no_memory;

    for (int i = 0; i < FIGURE_TABLES_MAX; i++)
        failed |= report->table[i].no_memory;
    for (size_t i = 0; i < report->charts.count; i++)
        failed |= ((struct chart *)report->charts.item[i])->no_memory;
    return failed;
}

/* Appends an item, or notes that memory ran out and returns NULL. */
static void *append(struct report *report, struct report_list *list, void *item)
{
    if (item && !array_append(&list->item, &list->count, &list->capacity, &item,
                              sizeof(item)))
        return item;
    report->no_memory = true;
    return NULL;
}

/* Appends a new item of zero bytes. */
static void *add(struct report *report, struct report_list *list, size_t size)
{
    void *item = calloc(1, size);
    void *added = append(report, list, item);

    if (!added)
        free(item);
    return added;
}

static const char *add_words(struct report *report, struct report_list *list,
                             const char *format, va_list args)
{
    char *made;

    if (vasprintf(&made, format, args) < 0)
        made = NULL;
    if (append(report, list, made))
        return made;
    free(made);
    return "";
}

const char *report_add_words(struct report *report, struct report_list *list,
                             const char *format, ...)
{
    const char *words;
    va_list args;

    va_start(args, format);
    words = add_words(report, list, format, args);
    va_end(args);
    return words;
}

struct chart *report_add_chart(struct report *report, bool timed,
                               const char *title, const char *x_label,
                               enum chart_scale x_scale)
{
    const struct study *study = report->study;
    struct chart *chart = add(report, &report->charts, sizeof(*chart));

    if (!chart)
        return NULL;
    chart_init(chart, title, x_label, x_scale);
    if (report->map && study->map_count > 1)
        chart->id = report->map->name;
    if (timed)
        chart->subtitle = study->machine;
    return chart;
}

struct chart_panel *report_panel(const struct report *report, size_t index)
{
    struct chart *chart = report->charts.count ? *report->charts.item : NULL;

    return chart && index < chart->panel_count ? &chart->panel[index] : NULL;
}

void report_claim(struct report *report, struct claim claim, const char *format,
                  ...)
{
    struct claim *item = add(report, &report->claims, sizeof(*item));
    va_list args;

    if (!item)
        return;
    *item = claim;
    if (!claim.about && report->map)
        claim.about = report->map->name;
    if (claim.about)
        item->says = report_words(report, "%s: %s", claim.about, claim.says);
    va_start(args, format);
    item->here = add_words(report, &report->words, format, args);
    va_end(args);
}

/* ---- As text ------------------------------------------------------------- */

static const char *const verdict_names[] = {
    [VERDICT_HOLDS] = "holds",
    [VERDICT_FAILS] = "does not hold",
    [VERDICT_NOT_COMPARABLE] = "not comparable",
    [VERDICT_NOT_MEASURED] = "not measured",
};

static void print_claim(const struct claim *claim, FILE *to)
{
    fprintf(to, "  claim (%s): %s\n", claim->place, claim->says);
    if (claim->paper)
        fprintf(to, "    paper  %s\n", claim->paper);
    if (*claim->here)
        fprintf(to, "    here   %s\n", claim->here);
    fprintf(to, "    %s%s%s\n", verdict_names[claim->verdict],
            claim->why ? ": " : "", claim->why ? claim->why : "");
}

int report_print(const struct report *report, FILE *to)
{
    for (int i = 0; i < FIGURE_TABLES_MAX; i++) {
        if (!sheet_rows(&report->table[i]))
            continue;
        fprintf(to, "\n  %s\n", report->figure->tables[i].title);
        if (sheet_print(&report->table[i], to))
            return -ENOMEM;
    }
    if (report->notes.count)
        fputc('\n', to);
    for (size_t i = 0; i < report->notes.count; i++)
        fprintf(to, "  %s\n", (const char *)report->notes.item[i]);
    if (report->claims.count)
        fputc('\n', to);
    for (size_t i = 0; i < report->claims.count; i++)
        print_claim(report->claims.item[i], to);
    if (report->missing.count)
        fputc('\n', to);
    for (size_t i = 0; i < report->missing.count; i++)
        fprintf(to, "  NOT MEASURED: %s\n",
                (const char *)report->missing.item[i]);
    return 0;
}

/* ---- As files ------------------------------------------------------------ */

/* Replaces FOLDER/PREFIX[-ID].KIND. */
static int put_file(const char *bytes, size_t size, const char *folder,
                    const char *prefix, const char *id, const char *kind,
                    struct error *error)
{
    char *path;
    int r;

    if (asprintf(&path, "%s/%s%s%s.%s", folder, prefix, id ? "-" : "",
                 id ? id : "", kind) < 0)
        return error_no_memory(error);
    r = atomic_file_put(path, bytes, size, error);
    if (!r)
        printf("  wrote %s\n", path);
    free(path);
    return r;
}

static int put_table(const struct sheet *table, const char *folder,
                     const char *prefix, const char *id, struct error *error)
{
    char *text;
    size_t size;
    int r;

    if (sheet_csv(table, &text, &size))
        return error_no_memory(error);
    r = put_file(text, size, folder, prefix, id, "csv", error);
    free(text);
    return r;
}

static int put_chart(const struct chart *chart, const char *folder,
                     const char *prefix, struct error *error)
{
    char *svg;
    size_t size;
    int r = chart_draw(chart, &svg, &size, error);

    if (r)
        return r;
    r = put_file(svg, size, folder, prefix, chart->id, "svg", error);
    free(svg);
    return r;
}

int report_write(const struct report *report, const char *folder,
                 const char *prefix, struct error *error)
{
    int r = 0;

    for (int i = 0; !r && i < FIGURE_TABLES_MAX; i++) {
        if (sheet_rows(&report->table[i]))
            r = put_table(&report->table[i], folder, prefix,
                          report->figure->tables[i].id, error);
    }
    for (size_t i = 0; !r && i < report->charts.count; i++) {
        if (chart_has_points(report->charts.item[i]))
            r = put_chart(report->charts.item[i], folder, prefix, error);
    }
    if (!r && report->picture)
        r = put_file(report->picture, report->picture_size, folder, prefix,
                     NULL, "png", error);
    return r;
}

static void list_claims(const struct report *report, struct sheet *table)
{
    for (size_t i = 0; i < report->claims.count; i++) {
        const struct claim *claim = report->claims.item[i];

        sheet_add(table, CELL(report->figure->id), CELL(claim->place),
                  CELL(claim->says), CELL(claim->paper), CELL(claim->here),
                  CELL(verdict_names[claim->verdict]), CELL(claim->why));
    }
}

int report_write_claims(const struct report *reports, size_t count,
                        const char *folder, const char *paper,
                        struct error *error)
{
    static const struct column columns[] = {
        {.name = "figure"}, {.name = "place"},
        {.name = "claim"},  {.name = "paper"},
        {.name = "here"},   {.name = "verdict"},
        {.name = "why"},    {0},
    };
    struct sheet table;
    int r;

    sheet_init(&table, columns);
    for (size_t i = 0; i < count; i++)
        list_claims(&reports[i], &table);
    r = put_table(&table, folder, paper, "claims", error);
    sheet_finish(&table);
    return r;
}
