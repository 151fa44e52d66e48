/* progress: reports the progress of long work on stderr.
 *
 * A bar on a terminal, else one line per 10 %. Work that ends within a quarter
 * of a second prints nothing. One thread. Libraries take a callback, which
 * clients provide, so no library prints. */
#ifndef RELAXD_BASE_PROGRESS_H
#define RELAXD_BASE_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

/* Long work calls report() now and then: `done` of `total` in one unit. A
 * library takes a pointer; NULL: no reports. */
struct progress {
    void (*report)(struct progress *progress, const char *what, uint64_t done,
                   uint64_t total);
};

static inline void progress_report(struct progress *progress, const char *what,
                                   uint64_t done, uint64_t total)
{
    if (progress)
        progress->report(progress, what, done, total);
}

/* Prints the reports. */
struct progress_printer {
    struct progress base;
    bool terminal;
    const char *what;    /* the current step */
    uint64_t started_us; /* when that step began */
    unsigned next_tenth; /* lines: the next to print */
    uint64_t drawn_us;   /* bar: when it was last drawn */
};

void progress_printer_init(struct progress_printer *printer);

/* Ends the bar's line if there is one. */
void progress_printer_finish(struct progress_printer *printer);

#endif
