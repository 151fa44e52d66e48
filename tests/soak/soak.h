/* soak: what the phases of a run share. */
#ifndef RELAXD_TESTS_SOAK_SOAK_H
#define RELAXD_TESTS_SOAK_SOAK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "tests/soak/clients.h"
#include "tests/soak/process.h"
#include "tests/soak/question.h"

enum {
    QUARTERS = 4,
    PATIENCE_US = 120000000,
};

struct soak {
    pid_t pid;
    uint16_t port;
    uint16_t reference[MAP_SETS];
    double seconds;
    double rate;
    bool holds_memory; /* a build without sanitizers */
    const char *folder;

    struct questions questions;
    struct clients clients;
    struct map *graph[MAP_SETS];
    size_t least; /* KiB resident under load */
    size_t most;
    struct resident calm[QUARTERS]; /* after it; all 0: not looked at */
    size_t swaps;
    bool failed;
};

/* Prints whether it holds, and remembers where it does not. */
void soak_check(struct soak *soak, bool holds, const char *words);

/* That no answer was wrong or broken. */
void soak_check_tally(struct soak *soak, const char *words);

/* More load, SIGTERM within it, and on until relaxd has left. */
void soak_end(struct soak *soak, const struct clients_settings *settings);

#endif
