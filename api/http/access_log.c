/* access_log: what the log says of a request once it is over. */
#include "api/http/access_log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/http/curl_line.h"
#include "api/http/exchange.h"
#include "api/http/listener_private.h"
#include "api/http/peer_socket.h"
#include "api/http/socket_address.h"
#include "core/base/clock.h"
#include "core/base/log.h"

enum {
    BODY_KEPT = 4096,  /* of a request, for its command */
    CURL_SIZE = 12288, /* fits a line beside the rest, each '"' as two */
    SHOWN_SIZE = 512,  /* of what clients may make long, beside a command */
    PAIRS_MAX = 20,
};

struct pairs {
    struct log_field list[PAIRS_MAX];
    size_t count;
};

void access_begin(struct exchange *exchange)
{
    struct access_record *record = &exchange->access;

    record->whole_us = clock_now_us();
    record->body_bytes = exchange->body_length;
    if (!exchange->body || record->body_bytes > BODY_KEPT ||
        !exchange->listener->settings.limits->slow_query_us)
        return;
    record->body = malloc(record->body_bytes + 1);
    if (record->body)
        memcpy(record->body, exchange->body, record->body_bytes);
}

void access_finish(struct access_record *record)
{
    free(record->body);
}

void access_add_question(struct exchange *exchange,
                         const struct question *question)
{
    struct access_record *record = &exchange->access;

    if (!question->solved_by)
        return;
    record->solver = question->solved_by;
    record->device = question->device_name;
    record->queued_us += question->queued_us;
    record->solve_us += question->solve_us;
}

void access_hand_over(struct exchange *exchange)
{
    exchange->access.answered_us = clock_now_us();
}

/* To libmicrohttpd a client that hung up while it was sent to, and one whom it
 * was told to send no more, are the same error; whom we cut left by itself. */
static const char *words_of(const struct exchange *exchange,
                            enum MHD_RequestTerminationCode ending)
{
    const struct peer *peer = exchange->peer;

    if (ending == MHD_REQUEST_TERMINATED_COMPLETED_OK)
        return NULL;
    if (ending == MHD_REQUEST_TERMINATED_DAEMON_SHUTDOWN ||
        exchange->listener->cut)
        return "shutdown";
    if (ending == MHD_REQUEST_TERMINATED_TIMEOUT_REACHED ||
        (peer && peer->phase == PEER_CUT))
        return "timeout";
    if (exchange->broken || (peer && peer->late))
        return "broken-off";
    if (ending == MHD_REQUEST_TERMINATED_WITH_ERROR && peer &&
        !peer_socket_gone(peer->fd))
        return "broken-off";
    return "client-gone";
}

/* Of the connection; written down with its first request. */
static const char *client_of(const struct exchange *exchange)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(
        exchange->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    char *client = exchange->peer->client;

    if (!*client && info && info->client_addr)
        socket_address_host(info->client_addr, client);
    return client;
}

static void add(struct pairs *pairs, struct log_field field)
{
    if (pairs->count < PAIRS_MAX)
        pairs->list[pairs->count++] = field;
}

static void add_answer(struct pairs *pairs, const struct exchange *exchange)
{
    bool is_head = exchange->begun && !strcmp(exchange->method, "HEAD");

    if (!exchange->status)
        return;
    add(pairs, log_number("status", exchange->status));
    add(pairs, log_number("bytes", is_head ? 0 : exchange->answer_bytes));
}

static void add_figures(struct pairs *pairs, const struct exchange *exchange,
                        uint64_t ended_us)
{
    const struct access_record *record = &exchange->access;

    add(pairs, log_number("took_us", ended_us - exchange->started_us));
    if (!record->solver)
        return;
    add(pairs, log_number("queued_us", record->queued_us));
    add(pairs, log_number("solve_us", record->solve_us));
    add(pairs, log_text("solver", record->solver));
    add(pairs, log_text("device", record->device));
}

/* Who asked, and by what name. */
static void add_client(struct pairs *pairs, const struct exchange *exchange)
{
    if (!exchange->begun || !exchange->peer)
        return;
    add(pairs, log_text("client", client_of(exchange)));
    add(pairs, log_text("forwarded_for",
                        exchange_header(exchange, "X-Forwarded-For")));
    add(pairs, log_text("request_id", exchange->id));
    add(pairs, log_text("user_agent",
                        exchange_header(exchange, MHD_HTTP_HEADER_USER_AGENT)));
}

static void collect(struct pairs *pairs, const struct exchange *exchange,
                    uint64_t ended_us, const char *ending)
{
    add(pairs, log_text("method", exchange->method));
    add(pairs, log_text("target", exchange->target));
    add_answer(pairs, exchange);
    add_figures(pairs, exchange, ended_us);
    add_client(pairs, exchange);
    add(pairs, log_text("ending", ending));
}

/* Leaves the line's room to the command, which has the target, too. */
static void shorten(struct pairs *pairs, char (*shown)[SHOWN_SIZE])
{
    for (size_t i = 0; i < pairs->count; i++) {
        const char *text = pairs->list[i].text;

        if (!text || strlen(text) < SHOWN_SIZE)
            continue;
        snprintf(shown[i], SHOWN_SIZE, "%.*s...", SHOWN_SIZE - 4, text);
        pairs->list[i].text = shown[i];
    }
}

static bool write_command(const struct exchange *exchange, char line[CURL_SIZE])
{
    const struct access_record *record = &exchange->access;
    char address[SOCKET_ADDRESS_SIZE];
    const struct curl_request request = {
        .address = address,
        .method = exchange->method,
        .target = exchange->target,
        .accept =
            exchange->media == MEDIA_OCTETS ? "application/octet-stream" : NULL,
        .body = record->body,
        .body_length = record->body_bytes,
    };

    /* That end of the connection that the client wrote to. */
    socket_address_own(exchange->peer->fd, address);
    return curl_line_write(&request, line, CURL_SIZE);
}

static void log_slow(const struct exchange *exchange, struct pairs *pairs)
{
    char shown[PAIRS_MAX][SHOWN_SIZE];
    char line[CURL_SIZE];

    if (exchange->access.body_bytes)
        add(pairs, log_number("body_bytes", exchange->access.body_bytes));
    if (exchange->peer && write_command(exchange, line)) {
        shorten(pairs, shown);
        add(pairs, log_command("curl", line));
    }
    log_gather(exchange->listener->settings.log, LOG_WARNING, "slow request",
               pairs->list, pairs->count);
}

static bool is_slow(const struct exchange *exchange, uint64_t ended_us)
{
    uint64_t limit_us = exchange->listener->settings.limits->slow_query_us;
    uint64_t whole_us = exchange->access.whole_us;

    return limit_us && whole_us && ended_us > whole_us + limit_us;
}

void access_log(struct exchange *exchange,
                enum MHD_RequestTerminationCode ending)
{
    bool is_logged = exchange->listener->settings.limits->access_log &&
                     log_enabled(LOG_INFO);
    const char *words = words_of(exchange, ending);
    uint64_t ended_us = words ? clock_now_us() : exchange->access.answered_us;
    bool was_slow = is_slow(exchange, ended_us);
    struct pairs pairs = {.count = 0};

    if (!is_logged && !was_slow)
        return;
    collect(&pairs, exchange, ended_us, words);
    if (is_logged)
        log_gather(exchange->listener->settings.log, LOG_INFO, "request",
                   pairs.list, pairs.count);
    if (was_slow)
        log_slow(exchange, &pairs);
}
