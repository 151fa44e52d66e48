/* turned_away: connections beyond what is read get a 503 all the same. */
#include "api/http/turned_away.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

#include "api/form/json_writer.h"
#include "api/http/http_figures.h"
#include "api/osrm/osrm_problem.h"
#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/base/plural.h"

enum {
    OPEN_MS = 1000, /* at most, after the answer */
    TELL_MS = 10000,
    READS_MAX = 8,
};

void turned_away_problem(struct problem *problem, size_t connections_max)
{
    problem_set(problem, PROBLEM_CONNECTIONS, "more than %zu %s open",
                connections_max,
                plural(connections_max, "connection is", "connections are"));
    problem_mend(problem, "the setting is http.connections-max");
    problem->retry_after_s = 1;
}

static void write_body(const struct problem *problem,
                       struct json_writer *writer)
{
    struct osrm_problem words;

    osrm_problem_of(problem, &words);
    json_begin_object(writer);
    problem_write_members(problem, "", writer);
    json_key(writer, "code");
    json_write_string(writer, words.code);
    json_key(writer, "message");
    json_write_string(writer, words.message);
    json_end_object(writer);
}

int turned_away_init(struct turned_away *away, struct http_figures *figures,
                     size_t connections_max)
{
    struct json_writer body;
    struct problem problem;
    int result = 0;

    memset(away, 0, sizeof(*away));
    away->figures = figures;
    turned_away_problem(&problem, connections_max);
    json_writer_init(&body);
    write_body(&problem, &body);
    if (body.failed) {
        result = -ENOMEM;
    } else {
        away->length = (size_t)snprintf(
            away->text, sizeof(away->text),
            "HTTP/1.1 %u Service Unavailable\r\n"
            "Content-Type: application/problem+json\r\n"
            "Content-Length: %zu\r\n"
            "Retry-After: %u\r\n"
            "Access-Control-Allow-Origin: *\r\n"
            "Cache-Control: no-store\r\n"
            "Connection: close\r\n\r\n"
            "%.*s",
            problem_status(&problem), body.length, problem.retry_after_s,
            (int)body.length, body.text);
    }
    json_writer_finish(&body);
    return result;
}

/* What has come is read over, as closing would reset the socket for it; not
 * for ever. Whether the client has closed it, too. */
static bool read_over(int fd)
{
    char bytes[4096];
    ssize_t got = 1;

    for (int i = 0; i < READS_MAX && got > 0; i++)
        got = recv(fd, bytes, sizeof(bytes), MSG_DONTWAIT);
    return got == 0;
}

void turn_away(struct turned_away *away, int fd)
{
    figure_add(&away->figures->accepted, 1);
    figure_add(&away->figures->surplus, 1);
    figure_add(&away->figures->refusals[PROBLEM_CONNECTIONS], 1);
    away->untold++;
    read_over(fd);
    send(fd, away->text, away->length, MSG_DONTWAIT | MSG_NOSIGNAL);
    shutdown(fd, SHUT_WR);
    if (away->ring.count == SOCKET_RING_MAX) {
        struct waiting_socket first = socket_ring_pop(&away->ring);

        read_over(first.fd);
        close(first.fd);
    }
    socket_ring_push(&away->ring, &(struct waiting_socket){
                                      .fd = fd,
                                      .since_ms = clock_now_us() / 1000,
                                  });
}

static void tell(struct turned_away *away, uint64_t now_ms)
{
    if (!away->untold || (away->told_ms && now_ms - away->told_ms < TELL_MS))
        return;
    log_warning("%ju %s turned away, as so many were open; the setting is "
                "http.connections-max",
                (uintmax_t)away->untold,
                plural(away->untold, "client was", "clients were"));
    away->untold = 0;
    away->told_ms = now_ms;
}

void turned_away_sweep(struct turned_away *away)
{
    uint64_t now_ms = clock_now_us() / 1000;

    for (size_t left = away->ring.count; left; left--) {
        struct waiting_socket socket = socket_ring_pop(&away->ring);

        if (read_over(socket.fd) || now_ms - socket.since_ms > OPEN_MS)
            close(socket.fd);
        else
            socket_ring_push(&away->ring, &socket);
    }
    tell(away, now_ms);
}

void turned_away_finish(struct turned_away *away)
{
    socket_ring_finish(&away->ring);
}
