/* report: what one figure of a paper came to. report_print.c and report_write.c
 * put it out. */
#include "lab/paper/report.h"

#include <stdarg.h>
#include <stdlib.h>

#include "core/base/array.h"

void report_init(struct report *report)
{
    *report = (struct report){0};
}

void report_finish(struct report *report)
{
    for (size_t i = 0; i < report->table_count; i++) {
        table_finish(&report->tables[i]->table);
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
        failed |= table_failed(&report->tables[i]->table);
    for (size_t i = 0; i < report->chart_count; i++)
        failed |= chart_failed(&report->charts[i]->chart);
    return failed;
}

/* Room for one more in a list; NULL, and noted, when memory is short. */
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

struct table *report_add_table(struct report *report, const char *id,
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
    table_init(&table->table, columns, column_count);
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
