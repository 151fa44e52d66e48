/* soak: asks a relaxd for a while, of all that it has, and ends it under load.
 *
 * tests/soak/run starts the servers and knows what of it is to be true of the
 * log. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/clock.h"
#include "core/base/text.h"
#include "core/graph/map_file/map_file.h"
#include "tests/soak/must.h"
#include "tests/soak/soak.h"

enum {
    SHORT_SLACK_KIB = 1024,
    LONG_S = 120, /* of which every quarter is looked at */
    SAMPLE_US = 500000,
    CALM_US =
        14000000, /* more than anything is kept unread on a map so small */
    SWAP_US = 3000000,
    IDLE_US = 5000000, /* http.idle-timeout-s of tests/soak/run */
    REFERENCE_AT_ONCE = 32,
    BURST = 80,
    BURST_US = 7000000,
};

/* Each question once, of a relaxd that nothing else disturbs. */
static void ask_reference(struct soak *soak, unsigned set)
{
    struct clients_settings settings = {
        .port = soak->reference[set],
        .rate = 1,
        .idle_us = IDLE_US,
        .learns = true,
        .set = set,
    };
    struct clients clients;

    clients_start(&clients, &soak->questions, &settings);
    for (size_t i = 0; i < soak->questions.count; i++) {
        clients_ask(&clients, &soak->questions.item[i]);
        while (clients.busy >= REFERENCE_AT_ONCE)
            clients_wait(&clients);
    }
    while (clients.busy)
        clients_wait(&clients);
    if (clients.tally.broken)
        die("answers of a relaxd that is to be compared with");
    clients_finish(&clients);
}

static void replace(const struct soak *soak, const char *name, unsigned set)
{
    char from[512];
    char aside[512];
    char to[512];

    snprintf(from, sizeof(from), "%s/%s-%u.rlx", soak->folder, name, set + 1);
    snprintf(aside, sizeof(aside), "%s/%s.new", soak->folder, name);
    snprintf(to, sizeof(to), "%s/%s.rlx", soak->folder, name);
    if (link(from, aside) || rename(aside, to))
        die(aside);
}

/* The other set of maps; every second time relaxd has to notice by itself. */
static void swap(struct soak *soak)
{
    unsigned set = ++soak->swaps % MAP_SETS;

    replace(soak, "graph", set);
    replace(soak, "land", set);
    if (soak->swaps % 4 < 2)
        kill(soak->pid, SIGHUP);
}

/* Under load, memory that was freed is kept for what comes next. */
static void take_sample(struct soak *soak)
{
    size_t resident = process_resident(soak->pid).all;

    if (resident > soak->most)
        soak->most = resident;
    if (resident < soak->least || !soak->least)
        soak->least = resident;
}

/* Maps are replaced in its first half, and then are those of before: in the
 * second what is kept for them comes to be there again. */
static void load(struct soak *soak, double seconds)
{
    uint64_t end_us = clock_now_us() + (uint64_t)(seconds * 1e6);
    uint64_t swap_us = clock_now_us() + SWAP_US;
    uint64_t settle_us = clock_now_us() + (uint64_t)(seconds * 5e5);
    uint64_t sample_us = 0;

    for (;;) {
        uint64_t now_us = clock_now_us();

        if (now_us >= end_us)
            break;
        if (now_us >= sample_us) {
            take_sample(soak);
            sample_us = now_us + SAMPLE_US;
        }
        if (now_us >= swap_us &&
            (now_us < settle_us || soak->swaps % MAP_SETS)) {
            swap(soak);
            swap_us = now_us + SWAP_US;
        }
        clients_turn(&soak->clients);
    }
}

/* Until all is answered that was asked. */
static void drain(struct soak *soak)
{
    uint64_t end_us = clock_now_us() + PATIENCE_US;

    while (soak->clients.busy && clock_now_us() < end_us)
        clients_wait(&soak->clients);
    if (soak->clients.busy)
        soak_check(soak, false, "every question is answered");
    clients_hang_up(&soak->clients);
    clients_wait(&soak->clients);
}

/* What is left when nobody asks and daemon/server.c has seen that. */
static struct resident calm_down(struct soak *soak)
{
    uint64_t end_us = clock_now_us() + CALM_US;
    struct resident least = {SIZE_MAX, 0};

    while (clock_now_us() < end_us) {
        struct resident resident = process_resident(soak->pid);

        if (resident.all < least.all)
            least = resident;
        usleep(SAMPLE_US);
    }
    return least;
}

/* The first quarter is for what is kept to be there. */
static void load_and_rest(struct soak *soak)
{
    for (unsigned i = 0; i < QUARTERS; i++) {
        load(soak, soak->seconds / QUARTERS);
        if (i && i < QUARTERS - 1 && soak->seconds < LONG_S)
            continue;
        drain(soak);
        if (soak->holds_memory)
            soak->calm[i] = calm_down(soak);
    }
}

static void check_descriptors(struct soak *soak, size_t before)
{
    uint64_t end_us = clock_now_us() + PATIENCE_US;

    while (process_descriptors(soak->pid) != before && clock_now_us() < end_us)
        usleep(50000);
    printf("descriptors: %zu before, %zu after\n", before,
           process_descriptors(soak->pid));
    soak_check(soak, process_descriptors(soak->pid) == before,
               "descriptors are as many as before");
}

static void check_memory(struct soak *soak)
{
    double first = (double)soak->calm[0].all;
    double change =
        100 * ((double)soak->calm[QUARTERS - 1].all - first) / first;

    printf("resident KiB under load: %zu to %zu\n", soak->least, soak->most);
    if (!soak->holds_memory)
        return;
    printf("calm, after each quarter that was looked at:");
    for (unsigned i = 0; i < QUARTERS; i++)
        if (soak->calm[i].all)
            printf(" %zu (%zu its own)", soak->calm[i].all,
                   soak->calm[i].anonymous);
    printf("; change %+.2f %%\n", change);
    /* A quarter of a minute is too short for the heap to be as large as it
     * will be. */
    if (soak->seconds < LONG_S)
        first += SHORT_SLACK_KIB;
    soak_check(soak, (double)soak->calm[QUARTERS - 1].all <= 1.02 * first,
               soak->seconds < LONG_S
                   ? "resident memory grew by no more than 2 % and 1 MiB"
                   : "resident memory grew by no more than 2 %");
}

static void check_answers(struct soak *soak)
{
    const struct clients_tally *tally = &soak->clients.tally;
    size_t never = questions_print(&soak->questions);

    printf("asked %zu on %zu connections, %zu hung up on, %zu anew as idle "
           "connections closed, %zu swaps of maps\n",
           tally->asked, tally->opened, tally->hung_up, tally->stale,
           soak->swaps);
    soak_check_tally(soak, "every answer is whole and the oracle's");
    soak_check(soak, !never, "every kind of question was answered");
    soak_check(soak, questions_admitted(&soak->questions) >= 90,
               "but for bursts, 90 of 100 are admitted");
}

static void open_graphs(struct soak *soak)
{
    for (unsigned set = 0; set < MAP_SETS; set++) {
        struct error error;
        char path[512];

        snprintf(path, sizeof(path), "%s/graph-%u.rlx", soak->folder, set + 1);
        if (map_open(path, &soak->graph[set], &error))
            die(error.text);
        soak->questions.graph[set] = soak->graph[set];
    }
}

static const char usage[] =
    "usage: soak PID PORT REFERENCE-1 REFERENCE-2 SECONDS RATE FOLDER "
    "holds|grows\n\n"
    "Asks the relaxd of that PID and PORT of 127.0.0.1 the questions in "
    "FOLDER/questions,\nRATE a second, while graph.rlx and land.rlx in FOLDER "
    "are replaced by those with -1\nand -2 in turn, then ends it. References "
    "are ports of relaxd that serve these.\nWith \"grows\" its memory is no "
    "matter. tests/soak/run does all that is needed.\n";

static void parse(int argc, char **argv, struct soak *soak)
{
    uint32_t number[4];
    bool fine = argc == 9;

    for (int i = 0; fine && i < 4; i++)
        fine = parse_u32(argv[i + 1], &number[i]);
    fine = fine && parse_double(argv[5], &soak->seconds) &&
           parse_double(argv[6], &soak->rate) && soak->seconds > 0 &&
           soak->rate > 0;
    if (!fine) {
        fputs(usage, stderr);
        exit(2);
    }
    soak->pid = (pid_t)number[0];
    soak->port = (uint16_t)number[1];
    soak->reference[0] = (uint16_t)number[2];
    soak->reference[1] = (uint16_t)number[3];
    soak->folder = argv[7];
    soak->holds_memory = !strcmp(argv[8], "holds");
}

static void run(struct soak *soak)
{
    struct clients_settings settings = {
        .port = soak->port,
        .seed = 1,
        .rate = soak->rate,
        .idle_us = IDLE_US,
        .slow = 4,
        .idle = 24,
        .quits_us = 150000,
        .burst = BURST,
        .burst_us = BURST_US,
    };
    size_t descriptors = process_descriptors(soak->pid);

    clients_start(&soak->clients, &soak->questions, &settings);
    load_and_rest(soak);
    check_answers(soak);
    clients_finish(&soak->clients);
    check_memory(soak);
    check_descriptors(soak, descriptors);
    soak_end(soak, &settings);
}

int main(int argc, char **argv)
{
    static struct soak soak;
    char path[512];

    setvbuf(stdout, NULL, _IOLBF, 0);
    parse(argc, argv, &soak);
    open_graphs(&soak);
    snprintf(path, sizeof(path), "%s/questions", soak.folder);
    questions_read(&soak.questions, path);
    for (unsigned set = 0; set < MAP_SETS; set++)
        ask_reference(&soak, set);
    run(&soak);
    questions_finish(&soak.questions);
    for (unsigned set = 0; set < MAP_SETS; set++)
        map_destroy(soak.graph[set]);
    return soak.failed;
}
