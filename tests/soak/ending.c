/* ending: relaxd is told to leave while it is asked. */
#include <signal.h>
#include <stdio.h>

#include "core/base/clock.h"
#include "tests/soak/must.h"
#include "tests/soak/soak.h"

enum { END_US = 1500000 }; /* of load before SIGTERM */

void soak_check(struct soak *soak, bool holds, const char *words)
{
    printf("%s - %s\n", holds ? "ok" : "not ok", words);
    soak->failed |= !holds;
}

void soak_check_tally(struct soak *soak, const char *words)
{
    const struct clients_tally *tally = &soak->clients.tally;

    soak_check(soak, !tally->wrong && !tally->broken, words);
    if (tally->wrong || tally->broken)
        printf("    %zu wrong, %zu broken\n", tally->wrong, tally->broken);
}

void soak_end(struct soak *soak, const struct clients_settings *base)
{
    struct clients_settings settings = *base;
    struct clients *clients = &soak->clients;
    uint64_t now_us = clock_now_us();
    uint64_t term_us = now_us + END_US;
    uint64_t end_us = now_us + PATIENCE_US;
    char path[512];

    snprintf(path, sizeof(path), "%s/left_out", soak->folder);
    settings.left_out = fopen(path, "w");
    if (!settings.left_out)
        die(path);
    settings.quits_us = 0;
    settings.idle = 0;
    settings.seed++;
    settings.burst_us = END_US - 50000;
    clients_start(clients, &soak->questions, &settings);
    clients->next_id = 1000000000;
    while (clock_now_us() < term_us)
        clients_turn(clients);
    printf("SIGTERM with %zu questions on their way, on %zu connections\n",
           clients->busy, clients->open);
    clients->settings.may_be_left_out = true;
    clients->settings.burst_us = 0;
    kill(soak->pid, SIGTERM);
    while (!process_ended(soak->pid) && clock_now_us() < end_us)
        clients_turn(clients);
    printf("it left after %.0f ms\n", (double)(clock_now_us() - term_us) / 1e3);
    end_us = clock_now_us() + PATIENCE_US;
    while (clients->busy && clock_now_us() < end_us)
        clients_wait(clients);
    soak_check(soak, process_ended(soak->pid) && !clients->busy,
               "SIGTERM: it leaves");
    printf("SIGTERM: %zu connections not taken, %zu closed before an answer "
           "began\n",
           clients->tally.refused_connections, clients->tally.left_out);
    soak_check_tally(soak, "SIGTERM: no answer is broken, or wrong");
    fclose(settings.left_out);
    clients_finish(clients);
}
