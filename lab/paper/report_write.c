/* report_write: a report as files: CSV, SVG and PNG. */
#include <stdlib.h>

#include "lab/paper/output_file.h"
#include "lab/paper/report.h"

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
    table_write_csv(&table->table, file.text);
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
        if (table_rows(&report->tables[i]->table))
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
            table_put_csv_text(fields[j], to);
            fputc(j + 1 < count ? ',' : '\n', to);
        }
    }
}
