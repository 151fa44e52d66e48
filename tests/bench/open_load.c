/* open_load: requests that arrive on their own schedule, whatever became of the
 * last.
 *
 * Arrivals are spaced like those of many independent clients (exponential gaps,
 * the same in every run). Each uses a free connection, else a new one. Times
 * count from when a request was due, so that a server that is late with one
 * cannot hide the next (Tene, "How NOT to Measure Latency"). A probe beside
 * them requests one target at regular times, alone on its connection. Goodput
 * is what was answered within the measured seconds. A generator that is late
 * measures itself: `sent` says by how much. */
#include <arpa/inet.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "core/base/array.h"
#include "tests/bench/open_load_client.h"

enum { THREADS_MAX = 64, CONNECTIONS = 20000 };

static const char *const kind_names[] = {
    [LOAD_OK] = "answered",   [LOAD_BUSY] = "refused_503",
    [LOAD_LATE] = "late_504", [LOAD_OTHER] = "other_or_broken",
    [LOAD_PROBE] = "probe",   [LOAD_SENT] = "sent",
};

static const char usage[] =
    "usage: open_load [OPTIONS] PORT RATE SECONDS TARGETS [PROBE]\n"
    "    -t THREADS      that share the load; default 1\n"
    "    -c CONNECTIONS  at most, of all threads; default 20000\n\n"
    "Asks 127.0.0.1:PORT for random lines of the file TARGETS, RATE times a\n"
    "second, at random times; \"closed:N\" as RATE asks N at a time instead. "
    "PROBE\n"
    "is a target that is asked every 10 ms beside them. Prints a line of "
    "JSON.\n\n"
    "example: open_load 5000 2000 10 targets /healthz\n";

struct call {
    struct load_wish wish;
    size_t threads;
};

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;

    return (x > y) - (x < y);
}

static void print_times(const char *name, struct load_times *times)
{
    size_t n = times->count;

    if (n)
        qsort(times->ms, n, sizeof(*times->ms), by_value);
    printf(",\"%s\":{\"count\":%zu", name, n);
    if (n)
        printf(",\"median_ms\":%.3f,\"p99_ms\":%.3f,\"max_ms\":%.3f",
               times->ms[n / 2], times->ms[n * 99 / 100], times->ms[n - 1]);
    printf("}");
}

/* Adds another thread's figures to `all`. */
static void add(struct load_client *all, const struct load_client *client)
{
    all->open += client->open;
    all->waiting += client->waiting;
    all->asked += client->asked;
    all->unasked += client->unasked;
    all->in_time += client->in_time;
    all->retry_after_missing += client->retry_after_missing;
    for (int kind = 0; kind < LOAD_KINDS; kind++) {
        for (size_t i = 0; i < client->times[kind].count; i++)
            load_note(&all->times[kind], client->times[kind].ms[i]);
    }
}

static void print(struct load_client *all)
{
    double seconds = all->wish.seconds;

    printf("{\"asked\":%zu,\"asked_per_s\":%.1f,\"goodput_per_s\":%.1f,"
           "\"connections\":%zu,\"unasked\":%zu,\"unanswered\":%zu,"
           "\"retry_after_missing\":%ju",
           all->asked, (double)all->asked / seconds,
           (double)all->in_time / seconds, all->open, all->unasked,
           all->waiting, (uintmax_t)all->retry_after_missing);
    for (int kind = 0; kind < LOAD_KINDS; kind++)
        print_times(kind_names[kind], &all->times[kind]);
    printf("}\n");
}

static void read_targets(struct load_wish *wish, const char *path)
{
    FILE *file = fopen(path, "r");
    size_t capacity = 0;
    void *items = NULL;
    char line[LOAD_TARGET_SIZE];

    if (!file)
        load_die(path);
    while (fgets(line, sizeof(line), file)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (array_reserve(&items, &capacity, wish->target_count + 1,
                          LOAD_TARGET_SIZE))
            load_die("memory");
        wish->targets = items;
        strcpy(wish->targets[wish->target_count++], line);
    }
    fclose(file);
    if (!wish->target_count)
        load_die("no targets");
}

static void refuse(const char *words)
{
    fprintf(stderr, "open_load: %s\n\n%s", words, usage);
    exit(2);
}

static void parse_options(int argc, char **argv, struct call *call)
{
    int option;

    if (argc > 1 && !strcmp(argv[1], "--help")) {
        fputs(usage, stdout);
        exit(0);
    }
    call->threads = 1;
    call->wish.connections_max = CONNECTIONS;
    while ((option = getopt(argc, argv, "t:c:")) != -1) {
        if (option == 't')
            call->threads = strtoul(optarg, NULL, 10);
        else if (option == 'c')
            call->wish.connections_max = strtoul(optarg, NULL, 10);
        else
            refuse("no such option");
    }
    if (!call->threads || call->threads > THREADS_MAX ||
        call->wish.connections_max < call->threads)
        refuse("1 to 64 threads, with a connection each");
}

static void parse(int argc, char **argv, struct call *call)
{
    struct load_wish *wish = &call->wish;

    parse_options(argc, argv, call);
    argv += optind;
    argc -= optind;
    if (argc < 4 || argc > 5)
        refuse("PORT, RATE, SECONDS and TARGETS are wanted");
    wish->address = (struct sockaddr_in){
        .sin_family = AF_INET,
        .sin_port = htons((uint16_t)atoi(argv[0])),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    if (!strncmp(argv[1], "closed:", 7))
        wish->closed = strtoul(argv[1] + 7, NULL, 10);
    else
        wish->rate = atof(argv[1]);
    wish->seconds = atof(argv[2]);
    if ((wish->closed ? wish->closed < call->threads : !(wish->rate > 0)) ||
        !(wish->seconds > 0))
        refuse("RATE and SECONDS are numbers above 0, and each thread asks "
               "one at a time or more");
    read_targets(wish, argv[3]);
    wish->probe = argc > 4 ? argv[4] : NULL;
}

/* The share of thread `i`; the first also has the probe. */
static struct load_wish share_of(const struct call *call, size_t i)
{
    struct load_wish wish = call->wish;

    wish.rate /= (double)call->threads;
    wish.closed = call->wish.closed * (i + 1) / call->threads -
                  call->wish.closed * i / call->threads;
    wish.connections_max /= call->threads;
    wish.probe = i ? NULL : wish.probe;
    wish.seed = i + 1;
    return wish;
}

static void *run(void *client)
{
    load_client_run(client);
    return NULL;
}

int main(int argc, char **argv)
{
    static struct load_client clients[THREADS_MAX];
    pthread_t threads[THREADS_MAX];
    struct call call = {0};
    struct rlimit limit;

    parse(argc, argv, &call);
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    for (size_t i = 0; i < call.threads; i++) {
        clients[i].wish = share_of(&call, i);
        if (i && pthread_create(&threads[i], NULL, run, &clients[i]))
            load_die("thread");
    }
    load_client_run(&clients[0]);
    for (size_t i = 1; i < call.threads; i++) {
        pthread_join(threads[i], NULL);
        add(&clients[0], &clients[i]);
    }
    print(&clients[0]);
    return 0;
}
