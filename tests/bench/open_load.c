/* open_load: requests that come when they come, whatever became of the last.
 *
 * Arrivals are spaced as those of many clients who know nothing of each other
 * (exponential gaps, the same every time), each on a connection that is free,
 * else on a new one. Times are counted from when a request was due, so that a
 * server that is late with one cannot hide the next (Tene, "How NOT to Measure
 * Latency"). Beside them a probe asks one target at regular times, alone on its
 * connection. One thread, level-triggered epoll. */
#include <arpa/inet.h>
#include <errno.h>
#include <math.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/random.h"

enum {
    CONNECTIONS_MAX = 20000,
    RECEIVED_MAX = 16384, /* kept of an answer: its head */
    EVENTS = 256,
    TARGET_SIZE = 512,
    PROBE_EVERY_US = 10000,
    PATIENCE_US = 60000000, /* for answers after the last arrival */
};

/* What became of requests, with the time each took in ms. */
struct times {
    double *ms;
    size_t count;
    size_t capacity;
};

enum kind { KIND_OK, KIND_BUSY, KIND_LATE, KIND_OTHER, KIND_PROBE, KINDS };

static const char *const kind_names[] = {
    [KIND_OK] = "answered",   [KIND_BUSY] = "refused_503",
    [KIND_LATE] = "late_504", [KIND_OTHER] = "other_or_broken",
    [KIND_PROBE] = "probe",
};

struct connection {
    int fd;
    bool connecting;
    bool busy;
    bool probe;
    char request[TARGET_SIZE + 64];
    int request_length;
    uint64_t due_us;
    size_t received;
    size_t head;     /* bytes of the head; 0: not whole yet */
    uint64_t length; /* of the body */
    char text[RECEIVED_MAX + 1];
    struct connection *next; /* free ones */
};

struct bench {
    struct sockaddr_in address;
    double rate;
    double seconds;
    size_t closed; /* so many at a time, each after the last; 0: by `rate` */
    char (*targets)[TARGET_SIZE];
    size_t target_count;
    const char *probe;

    int epoll;
    struct connection *free;
    struct connection *probe_connection;
    size_t open;
    size_t waiting; /* requests under way */
    size_t asked;
    size_t unasked; /* no connection could be had */
    uint64_t retry_after_missing;
    uint64_t begun_us;
    uint64_t last_answer_us;
    struct random random;
    struct times times[KINDS];
};

static void die(const char *words)
{
    fprintf(stderr, "open_load: %s: %s\n", words, strerror(errno));
    exit(1);
}

static void note(struct times *times, double ms)
{
    void *items = times->ms;

    if (array_reserve(&items, &times->capacity, times->count + 1,
                      sizeof(*times->ms)))
        die("memory");
    times->ms = items;
    times->ms[times->count++] = ms;
}

static struct connection *connect_one(struct bench *bench)
{
    struct connection *connection = calloc(1, sizeof(*connection));
    struct epoll_event event = {.events = EPOLLIN | EPOLLOUT,
                                .data.ptr = connection};
    int on = 1;

    if (!connection)
        return NULL;
    connection->fd =
        socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (connection->fd < 0 ||
        (connect(connection->fd, (struct sockaddr *)&bench->address,
                 sizeof(bench->address)) &&
         errno != EINPROGRESS)) {
        if (connection->fd >= 0)
            close(connection->fd);
        free(connection);
        return NULL;
    }
    connection->connecting = true;
    setsockopt(connection->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
    epoll_ctl(bench->epoll, EPOLL_CTL_ADD, connection->fd, &event);
    bench->open++;
    return connection;
}

static void hang_up(struct bench *bench, struct connection *connection)
{
    close(connection->fd);
    bench->open--;
    if (connection == bench->probe_connection)
        bench->probe_connection = NULL;
    free(connection);
}

/* What could not be sent is seen as broken. */
static void send_text(struct connection *connection)
{
    if (send(connection->fd, connection->request,
             (size_t)connection->request_length,
             MSG_NOSIGNAL) != connection->request_length)
        shutdown(connection->fd, SHUT_RDWR);
}

static void send_request(struct connection *connection, const char *target,
                         uint64_t due_us)
{
    connection->request_length =
        snprintf(connection->request, sizeof(connection->request),
                 "GET %s HTTP/1.1\r\nHost: x\r\n\r\n", target);
    connection->busy = true;
    connection->due_us = due_us;
    connection->received = 0;
    connection->head = 0;
    if (!connection->connecting)
        send_text(connection);
}

static const char *random_target(struct bench *bench)
{
    return bench
        ->targets[random_below(&bench->random, (uint32_t)bench->target_count)];
}

static void ask(struct bench *bench, uint64_t due_us)
{
    struct connection *connection = bench->free;

    bench->asked++;
    if (connection)
        bench->free = connection->next;
    else if (bench->open < CONNECTIONS_MAX)
        connection = connect_one(bench);
    if (!connection) {
        bench->unasked++;
        return;
    }
    bench->waiting++;
    send_request(connection, random_target(bench), due_us);
}

static void ask_probe(struct bench *bench, uint64_t due_us)
{
    if (!bench->probe_connection) {
        bench->probe_connection = connect_one(bench);
        if (!bench->probe_connection)
            return;
        bench->probe_connection->probe = true;
    }
    if (!bench->probe_connection->busy)
        send_request(bench->probe_connection, bench->probe, due_us);
}

static enum kind kind_of(const struct connection *connection)
{
    int status = 0;

    if (connection->head)
        sscanf(connection->text, "HTTP/1.1 %d", &status);
    if (connection->probe)
        return status == 200 ? KIND_PROBE : KIND_OTHER;
    switch (status) {
    case 200:
        return KIND_OK;
    case 503:
        return KIND_BUSY;
    case 504:
        return KIND_LATE;
    default:
        return KIND_OTHER;
    }
}

static void end(struct bench *bench, struct connection *connection,
                bool is_broken)
{
    uint64_t now_us = clock_now_us();
    enum kind kind = is_broken ? KIND_OTHER : kind_of(connection);

    note(&bench->times[kind], (double)(now_us - connection->due_us) / 1e3);
    if (kind == KIND_BUSY && !strcasestr(connection->text, "\nRetry-After:"))
        bench->retry_after_missing++;
    connection->busy = false;
    if (!connection->probe) {
        bench->last_answer_us = now_us;
        bench->waiting--;
    }
    if (is_broken || strcasestr(connection->text, "\nConnection: close")) {
        hang_up(bench, connection);
    } else if (!connection->probe) {
        connection->next = bench->free;
        bench->free = connection;
    }
}

/* Finds the end of the head; answers here have a Content-Length. */
static void read_head(struct connection *connection)
{
    char *found;
    char *length;

    connection->text[connection->received < RECEIVED_MAX ? connection->received
                                                         : RECEIVED_MAX] = 0;
    found = strstr(connection->text, "\r\n\r\n");
    if (!found)
        return;
    connection->head = (size_t)(found - connection->text) + 4;
    length = strcasestr(connection->text, "\nContent-Length:");
    connection->length =
        length && length < found ? strtoull(length + 16, NULL, 10) : 0;
    *found = '\0';
}

static void drop_idle(struct bench *bench, struct connection *connection)
{
    struct connection **place = &bench->free;

    while (*place && *place != connection)
        place = &(*place)->next;
    if (*place)
        *place = connection->next;
    hang_up(bench, connection);
}

static void on_connected(struct bench *bench, struct connection *connection)
{
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};

    connection->connecting = false;
    epoll_ctl(bench->epoll, EPOLL_CTL_MOD, connection->fd, &event);
    send_text(connection);
}

static void on_readable(struct bench *bench, struct connection *connection)
{
    static char rest[65536];
    bool in_head = connection->received < RECEIVED_MAX && !connection->head;
    ssize_t got =
        recv(connection->fd,
             in_head ? connection->text + connection->received : rest,
             in_head ? RECEIVED_MAX - connection->received : sizeof(rest),
             MSG_DONTWAIT);

    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (!connection->busy) {
        drop_idle(bench, connection); /* closed between requests */
        return;
    }
    if (got <= 0) {
        end(bench, connection, true);
        return;
    }
    connection->received += (size_t)got;
    if (in_head)
        read_head(connection);
    if (connection->head &&
        connection->received >= connection->head + connection->length)
        end(bench, connection, false);
}

static double gap_us(struct bench *bench)
{
    return -log1p(-random_unit(&bench->random)) / bench->rate * 1e6;
}

static void turn(struct bench *bench, int timeout_ms)
{
    struct epoll_event events[EVENTS];
    int count = epoll_wait(bench->epoll, events, EVENTS, timeout_ms);

    for (int i = 0; i < count; i++) {
        struct connection *connection = events[i].data.ptr;

        if (connection->connecting)
            on_connected(bench, connection);
        else
            on_readable(bench, connection);
    }
}

static void run(struct bench *bench)
{
    uint64_t start_us = clock_now_us();
    uint64_t end_us = start_us + (uint64_t)(bench->seconds * 1e6);
    uint64_t probe_us = start_us;
    double next_us = (double)start_us;

    bench->begun_us = start_us;
    for (;;) {
        uint64_t now_us = clock_now_us();

        if (now_us >= end_us &&
            (!bench->waiting || now_us >= end_us + PATIENCE_US))
            break;
        while (bench->closed && now_us < end_us &&
               bench->waiting < bench->closed)
            ask(bench, now_us);
        while (!bench->closed && next_us <= (double)now_us &&
               next_us < (double)end_us) {
            ask(bench, (uint64_t)next_us);
            next_us += gap_us(bench);
        }
        if (bench->probe && now_us >= probe_us && now_us < end_us) {
            ask_probe(bench, now_us);
            probe_us = now_us + PROBE_EVERY_US;
        }
        turn(bench, bench->closed || next_us - (double)clock_now_us() > 1000);
    }
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;

    return (x > y) - (x < y);
}

static void print_times(const char *name, struct times *times)
{
    size_t n = times->count;

    qsort(times->ms, n, sizeof(*times->ms), by_value);
    printf(",\"%s\":{\"count\":%zu", name, n);
    if (n)
        printf(",\"median_ms\":%.3f,\"p99_ms\":%.3f,\"max_ms\":%.3f",
               times->ms[n / 2], times->ms[n * 99 / 100], times->ms[n - 1]);
    printf("}");
}

static void print(struct bench *bench)
{
    double took_s =
        bench->last_answer_us
            ? (double)(bench->last_answer_us - bench->begun_us) / 1e6
            : bench->seconds;

    if (took_s < bench->seconds)
        took_s = bench->seconds;
    printf("{\"asked\":%zu,\"asked_per_s\":%.1f,\"goodput_per_s\":%.1f,"
           "\"connections\":%zu,\"unasked\":%zu,\"unanswered\":%zu,"
           "\"retry_after_missing\":%ju",
           bench->asked, (double)bench->asked / bench->seconds,
           (double)bench->times[KIND_OK].count / took_s, bench->open,
           bench->unasked, bench->waiting,
           (uintmax_t)bench->retry_after_missing);
    for (int kind = 0; kind < KINDS; kind++)
        print_times(kind_names[kind], &bench->times[kind]);
    printf("}\n");
}

static void read_targets(struct bench *bench, const char *path)
{
    FILE *file = fopen(path, "r");
    size_t capacity = 0;
    void *items = NULL;
    char line[TARGET_SIZE];

    if (!file)
        die(path);
    while (fgets(line, sizeof(line), file)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (array_reserve(&items, &capacity, bench->target_count + 1,
                          TARGET_SIZE))
            die("memory");
        bench->targets = items;
        strcpy(bench->targets[bench->target_count++], line);
    }
    fclose(file);
    if (!bench->target_count)
        die("no targets");
}

static const char usage[] =
    "usage: open_load PORT RATE SECONDS TARGETS [PROBE]\n\n"
    "Asks 127.0.0.1:PORT for random lines of the file TARGETS, RATE times a\n"
    "second, at random times; \"closed:N\" as RATE asks N at a time instead. "
    "PROBE\n"
    "is a target that is asked every 10 ms beside them. Prints a line of "
    "JSON.\n\n"
    "example: open_load 5000 2000 10 targets /healthz\n";

static void parse(int argc, char **argv, struct bench *bench)
{
    if (argc < 5 || argc > 6) {
        fputs(usage, argc > 1 && !strcmp(argv[1], "--help") ? stdout : stderr);
        exit(argc > 1 && !strcmp(argv[1], "--help") ? 0 : 2);
    }
    bench->address = (struct sockaddr_in){
        .sin_family = AF_INET,
        .sin_port = htons((uint16_t)atoi(argv[1])),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    if (!strncmp(argv[2], "closed:", 7))
        bench->closed = strtoul(argv[2] + 7, NULL, 10);
    else
        bench->rate = atof(argv[2]);
    bench->seconds = atof(argv[3]);
    read_targets(bench, argv[4]);
    bench->probe = argc > 5 ? argv[5] : NULL;
    if ((!bench->closed && !(bench->rate > 0)) || !(bench->seconds > 0)) {
        fputs("open_load: RATE and SECONDS are numbers above 0\n", stderr);
        exit(2);
    }
}

int main(int argc, char **argv)
{
    static struct bench bench;
    struct rlimit limit;

    parse(argc, argv, &bench);
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    random_seed(&bench.random, 1);
    bench.epoll = epoll_create1(EPOLL_CLOEXEC);
    if (bench.epoll < 0)
        die("epoll");
    run(&bench);
    print(&bench);
    return 0;
}
