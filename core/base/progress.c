#include "core/base/progress.h"

#include <stdio.h>
#include <unistd.h>

#include "core/base/clock.h"

enum { QUIET_US = 250000, REDRAW_US = 100000, BAR_WIDTH = 40 };

static void draw_bar(struct progress_printer *printer, double part)
{
    char bar[BAR_WIDTH + 1];
    int full = (int)(part * BAR_WIDTH);

    for (int i = 0; i < BAR_WIDTH; i++)
        bar[i] = i < full ? '#' : '.';
    bar[BAR_WIDTH] = '\0';
    fprintf(stderr, "\r%-24s [%s] %3d %%", printer->what, bar,
            (int)(part * 100));
    fflush(stderr);
}

static void report(struct progress *progress, const char *what, uint64_t done,
                   uint64_t total)
{
    struct progress_printer *printer = (struct progress_printer *)progress;
    uint64_t now = clock_now_us();
    double part = total ? (double)done / (double)total : 1;

    if (part > 1)
        part = 1;
    if (what != printer->what) {
        progress_printer_finish(printer);
        printer->what = what;
        printer->started_us = now;
        printer->next_tenth = 1;
    }
    if (now - printer->started_us < QUIET_US)
        return;
    if (printer->terminal) {
        if (now - printer->drawn_us >= REDRAW_US || part >= 1) {
            draw_bar(printer, part);
            printer->drawn_us = now;
        }
        return;
    }
    if (part * 10 >= printer->next_tenth) {
        unsigned tenth = (unsigned)(part * 10);

        fprintf(stderr, "%s: %u %%\n", what, tenth * 10);
        printer->next_tenth = tenth + 1;
    }
}

void progress_printer_init(struct progress_printer *printer)
{
    *printer = (struct progress_printer){
        .base.report = report,
        .terminal = isatty(STDERR_FILENO),
    };
}

void progress_printer_finish(struct progress_printer *printer)
{
    if (printer->terminal && printer->drawn_us)
        fputc('\n', stderr);
    printer->what = NULL;
    printer->drawn_us = 0;
}
