/* Ids of requests, commands for curl, then log lines. */
#include "api/http/access_log.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "api/http/exchange.h"
#include "api/http/listener_private.h"
#include "api/http/sockets.h"
#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/base/text.h"

/* ---- Ids ----------------------------------------------------------------- */

uint64_t request_id_start(void)
{
    uint64_t start;

    if (getrandom(&start, sizeof(start), GRND_NONBLOCK) != sizeof(start))
        start = clock_now_us() << 16 ^ (uintptr_t)&start;
    return start;
}

static bool is_sane(const char *sent)
{
    static const char sane[] = "abcdefghijklmnopqrstuvwxyz"
                               "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                               "0123456789-._~:/+=@";
    size_t length = strspn(sent, sane);

    return length && length < REQUEST_ID_SIZE && !sent[length];
}

/* The final step of splitmix64, a bijection (Steele, Lea and Flood, "Fast
 * splittable pseudorandom number generators", 2014). */
static uint64_t stir(uint64_t value)
{
    value = (value ^ value >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    value = (value ^ value >> 27) * UINT64_C(0x94d049bb133111eb);
    return value ^ value >> 31;
}

void request_id_choose(uint64_t *counter, const char *sent,
                       char id[REQUEST_ID_SIZE])
{
    uint64_t value;

    if (sent && is_sane(sent)) {
        strcpy(id, sent);
        return;
    }
    value = stir((*counter)++);
    for (size_t i = 0; i < 16; i++, value <<= 4)
        id[i] = "0123456789abcdef"[value >> 60];
    id[16] = '\0';
}

/* ---- Commands ------------------------------------------------------------ */

/* The line so far; `full` once something did not fit. */
struct line {
    char *text;
    size_t length;
    size_t size;
    bool full;
};

static void put(struct line *line, const char *text)
{
    size_t length = strlen(text);

    if (line->full || length >= line->size - line->length) {
        line->full = true;
        return;
    }
    memcpy(line->text + line->length, text, length + 1);
    line->length += length;
}

static void put_char(struct line *line, char character)
{
    put(line, (const char[]){character, '\0'});
}

/* Inside '...' in a shell. */
static void put_quoted(struct line *line, char character)
{
    if (character == '\'')
        put(line, "'\\''");
    else
        put_char(line, character);
}

/* Escapes what curl would interpret (brackets, braces, '#'), what the shell
 * would take for the end of the word, and control characters for a terminal. */
static void put_target(struct line *line, const char *target)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789-._~:/?@!$&()*+,;=%";

    for (; *target; target++) {
        char escape[4];

        snprintf(escape, sizeof(escape), "%%%02X", (unsigned char)*target);
        if (strchr(plain, *target))
            put_char(line, *target);
        else
            put(line, escape);
    }
}

static void put_url(struct line *line, const struct curl_request *request)
{
    /* Otherwise curl would resolve /../ itself, and read [::1] as a range. */
    if (strstr(request->target, "/."))
        put(line, " --path-as-is");
    if (*request->address == '[')
        put(line, " -g");
    put(line, " 'http://");
    put(line, request->address);
    put_target(line, request->target);
    put(line, "'");
}

static uint32_t value_of(const char *character, size_t length)
{
    const unsigned char *byte = (const unsigned char *)character;
    uint32_t value = byte[0] & (0x7fu >> length);

    for (size_t i = 1; i < length; i++)
        value = value << 6 | (byte[i] & 0x3f);
    return value;
}

/* In valid JSON, non-ASCII characters occur only in strings. */
static void put_escaped(struct line *line, uint32_t value)
{
    char text[16];

    if (value < 0x10000)
        snprintf(text, sizeof(text), "\\u%04x", value);
    else
        snprintf(text, sizeof(text), "\\u%04x\\u%04x",
                 0xd800 + ((value - 0x10000) >> 10),
                 0xdc00 + ((value - 0x10000) & 0x3ff));
    put(line, text);
}

/* False if a character cannot be written. */
static bool put_json(struct line *line, const char *body, size_t length)
{
    while (length) {
        size_t size =
            strchr("\n\r\t", *body) && *body ? 1 : text_character(body, length);

        if (!size)
            return false;
        if (size > 1)
            put_escaped(line, value_of(body, size));
        else
            put_quoted(line, *body < ' ' ? ' ' : *body);
        body += size;
        length -= size;
    }
    return true;
}

static void put_body(struct line *line, const struct curl_request *request)
{
    struct line before;

    put(line, " -H 'Content-Type: application/json' --data-binary ");
    before = *line;
    put(line, "'");
    /* curl takes a body that begins with '@' for a file name. */
    if (request->body && *request->body != '@' &&
        put_json(line, request->body, request->body_length)) {
        put(line, "'");
        if (!line->full)
            return;
    }
    *line = before;
    put(line, "@body.json");
}

static void put_method(struct line *line, const char *method)
{
    if (!strcmp(method, "HEAD")) {
        put(line, " -I");
    } else if (strcmp(method, "GET") != 0 && strcmp(method, "POST") != 0) {
        put(line, " -X '");
        for (; *method; method++)
            put_quoted(line, *method);
        put(line, "'");
    }
}

bool curl_line_write(const struct curl_request *request, char *line,
                     size_t size)
{
    struct line out = {.text = line, .size = size};

    /* Otherwise it could extend the address: "127.0.0.1:5000@example.org". */
    if (*request->target != '/')
        return false;
    put(&out, "curl");
    put_method(&out, request->method);
    put_url(&out, request);
    if (request->accept) {
        put(&out, " -H 'Accept: ");
        put(&out, request->accept);
        put(&out, "'");
    }
    if (request->body_length)
        put_body(&out, request);
    return !out.full;
}

/* ---- Lines --------------------------------------------------------------- */

enum {
    BODY_KEPT = 4096,  /* of a request, for its command */
    CURL_SIZE = 12288, /* fits a line beside the rest, with each '"' doubled */
    SHOWN_SIZE = 512,  /* of fields that clients can make long, beside a
                          command */
    PAIRS_MAX = 20,
};

struct pairs {
    struct log_field list[PAIRS_MAX];
    size_t count;
};

void access_begin(struct exchange *exchange)
{
    exchange->access.whole_us = clock_now_us();
    exchange->access.body_bytes = exchange->body_length;
    if (!exchange->body || exchange->access.body_bytes > BODY_KEPT ||
        !listener_limits(exchange->listener)->slow_query_ms)
        return;
    exchange->access.body = malloc(exchange->access.body_bytes + 1);
    if (exchange->access.body)
        memcpy(exchange->access.body, exchange->body,
               exchange->access.body_bytes);
}

void access_add_question(struct exchange *exchange,
                         const struct question *question)
{
    if (!question->solved_by)
        return;
    exchange->access.solver = question->solved_by;
    exchange->access.device = question->device_name;
    exchange->access.queued_us += question->queued_us;
    exchange->access.solve_us += question->solve_us;
}

void access_hand_over(struct exchange *exchange)
{
    exchange->access.answered_us = clock_now_us();
}

/* libmicrohttpd reports the same error for a client that hung up during the
 * answer and for an answer that relaxd broke off. A client that relaxd cut
 * counts as one that left. */
static const char *words_of(const struct exchange *exchange,
                            enum MHD_RequestTerminationCode ending)
{
    const struct connection *connection = exchange->connection;

    if (ending == MHD_REQUEST_TERMINATED_COMPLETED_OK)
        return NULL;
    if (ending == MHD_REQUEST_TERMINATED_DAEMON_SHUTDOWN ||
        exchange->listener->cut)
        return "shutdown";
    if (ending == MHD_REQUEST_TERMINATED_TIMEOUT_REACHED ||
        (connection && connection->phase == PHASE_CUT))
        return "timeout";
    if (exchange->broken || (connection && connection->late))
        return "broken-off";
    if (ending == MHD_REQUEST_TERMINATED_WITH_ERROR && connection &&
        !connection_socket_gone(connection->fd))
        return "broken-off";
    return "client-gone";
}

/* The connection's address, stored with its first request. */
static const char *client_of(const struct exchange *exchange)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(
        exchange->mhd, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    char *client = exchange->connection->client;

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
    add(pairs, log_number("took_us", ended_us - exchange->started_us));
    if (!exchange->access.solver)
        return;
    add(pairs, log_number("queued_us", exchange->access.queued_us));
    add(pairs, log_number("solve_us", exchange->access.solve_us));
    add(pairs, log_text("solver", exchange->access.solver));
    add(pairs, log_text("device", exchange->access.device));
}

/* Adds the client, and the request's name. */
static void add_client(struct pairs *pairs, const struct exchange *exchange)
{
    if (!exchange->begun || !exchange->connection)
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

/* Leaves room for the command, which includes the target. */
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
    char address[SOCKET_ADDRESS_SIZE];
    const struct curl_request request = {
        .address = address,
        .method = exchange->method,
        .target = exchange->target,
        .accept = exchange->media & ~(unsigned)(MEDIA_JSON | MEDIA_ANY)
                      ? media_type(exchange->media)
                      : NULL,
        .body = exchange->access.body,
        .body_length = exchange->access.body_bytes,
    };

    /* The local address, which the client connected to. */
    socket_address_own(exchange->connection->fd, address);
    return curl_line_write(&request, line, CURL_SIZE);
}

static void log_slow(const struct exchange *exchange, struct pairs *pairs)
{
    char shown[PAIRS_MAX][SHOWN_SIZE];
    char line[CURL_SIZE];

    if (exchange->access.body_bytes)
        add(pairs, log_number("body_bytes", exchange->access.body_bytes));
    if (exchange->connection && write_command(exchange, line)) {
        shorten(pairs, shown);
        add(pairs, log_command("curl", line));
    }
    log_gather(exchange->listener->settings.log, LOG_WARNING, "slow request",
               pairs->list, pairs->count);
}

static bool is_slow(const struct exchange *exchange, uint64_t ended_us)
{
    uint64_t limit_us =
        listener_limits(exchange->listener)->slow_query_ms * 1000;
    uint64_t whole_us = exchange->access.whole_us;

    return limit_us && whole_us && ended_us > whole_us + limit_us;
}

void access_log(struct exchange *exchange,
                enum MHD_RequestTerminationCode ending)
{
    bool is_logged = listener_limits(exchange->listener)->access_log &&
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
