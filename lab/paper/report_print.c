/* report_print: a report as text for people. */
#include <errno.h>

#include "lab/paper/report.h"

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

        if (!table_rows(&table->table))
            continue;
        fprintf(to, "\n  %s\n", table->title);
        if (table_print(&table->table, INDENT, to))
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
