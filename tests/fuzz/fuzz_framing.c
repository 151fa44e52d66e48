/* fuzz_framing: any bytes from a connection. Whatever libmicrohttpd and
 * framing.h take for a request is the same request to a strict reader, which
 * knows RFC 9112 alone and nothing of libmicrohttpd. */
#include <ctype.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "api/http/framing.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/refusal.h"

/* Less than libmicrohttpd's memory per connection, and than a socket holds. */
enum { HEAD_MAX = 8192, STEPS_MAX = 20 };

struct visit {
    char *target; /* as listener.c keeps it, up to a byte of 0 */
    bool seen;
    bool taken;
    struct framing framing;
};

/* Never freed. */
static struct MHD_Daemon *server;
static struct visit visit;

/* As in listener.c. */
static void *on_target(void *cls, const char *target,
                       struct MHD_Connection *mhd)
{
    char *query = strchr(target, '?');

    (void)cls;
    (void)mhd;
    visit.target = strdup(target);
    if (query)
        query[1] = '\0';
    return NULL;
}

static enum MHD_Result on_request(void *cls, struct MHD_Connection *mhd,
                                  const char *url, const char *method,
                                  const char *version, const char *data,
                                  size_t *data_size, void **request)
{
    struct problem problem;

    visit.framing = (struct framing){
        .mhd = mhd,
        .method = method,
        .url = url,
        .version = version,
        .target_length = strlen(visit.target),
        .target = visit.target,
    };
    (void)cls, (void)data, (void)data_size, (void)request;
    visit.seen = true;
    framing_read(&visit.framing);
    visit.taken = !framing_check(&visit.framing, &problem);
    if (!visit.taken)
        refusal_check(&problem);
    return MHD_NO;
}

static void on_complaint(void *cls, const char *format, va_list arguments)
{
    (void)cls, (void)format, (void)arguments;
}

static void start(void)
{
    server = MHD_start_daemon(
        MHD_USE_NO_LISTEN_SOCKET | MHD_USE_ERROR_LOG, 0, NULL, NULL, on_request,
        NULL, MHD_OPTION_EXTERNAL_LOGGER, on_complaint, NULL,
        MHD_OPTION_URI_LOG_CALLBACK, on_target, NULL, MHD_OPTION_END);
    if (!server)
        abort();
}

/* False where libmicrohttpd or the system refuses the connection. */
static bool send_bytes(const uint8_t *bytes, size_t size)
{
    const struct sockaddr_in from = {.sin_family = AF_INET};
    char sink[1024];
    int ends[2];

    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends))
        return false;
    if (send(ends[0], bytes, size, MSG_NOSIGNAL) != (ssize_t)size ||
        shutdown(ends[0], SHUT_WR)) {
        close(ends[1]);
        close(ends[0]);
        return false;
    }
    MHD_add_connection(server, ends[1], (const struct sockaddr *)&from,
                       sizeof(from));
    for (int step = 0; step < STEPS_MAX; step++) {
        MHD_run(server);
        if (!recv(ends[0], sink, sizeof(sink), MSG_DONTWAIT))
            break; /* closed */
    }
    close(ends[0]);
    MHD_run(server);
    return true;
}

/* A strict reader's view of a head. */
struct head {
    unsigned lengths;
    unsigned encodings;
    unsigned hosts;
};

static bool is_token(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (!isalnum((unsigned char)text[i]) &&
            !memchr("!#$%&'*+-.^_`|~", text[i], 15))
            return false;
    }
    return length > 0;
}

static bool read_header(const char *line, size_t length, struct head *head)
{
    const char *colon = memchr(line, ':', length);
    size_t name = colon ? (size_t)(colon - line) : 0;

    if (!is_token(line, name))
        return false;
    for (size_t i = name; i < length; i++) {
        unsigned char byte = (unsigned char)line[i];

        if ((byte < ' ' && byte != '\t') || byte == 0x7f)
            return false;
    }
    head->lengths += name == 14 && !strncasecmp(line, "Content-Length", name);
    head->encodings +=
        name == 17 && !strncasecmp(line, "Transfer-Encoding", name);
    head->hosts += name == 4 && !strncasecmp(line, "Host", name);
    return true;
}

/* "METHOD TARGET HTTP/1.x", one blank between them. */
static bool read_request_line(const char *line, size_t length)
{
    const char *first = memchr(line, ' ', length);
    const char *last = memrchr(line, ' ', length);

    if (!first || last <= first + 1 || !is_token(line, (size_t)(first - line)))
        return false;
    for (const char *at = first + 1; at < last; at++) {
        if ((unsigned char)*at <= ' ' || *at == 0x7f)
            return false;
    }
    return line + length - last == 9 && !strncmp(last + 1, "HTTP/1.", 7);
}

/* The length of a line's end, before the LF. Accepts bytes of 0 in place of a
 * CR, as libmicrohttpd writes some there itself: one, or two at the end of the
 * last header. */
static size_t end_length(const char *line, size_t length)
{
    size_t end = 0;

    while (end < 2 && end < length &&
           (line[length - 1 - end] == '\r' || !line[length - 1 - end]))
        end++;
    return end;
}

/* The next line without its end; NULL where there is none. */
static const char *next_line(const char **at, const char *end, size_t *length)
{
    const char *line = *at;
    const char *newline = memchr(line, '\n', (size_t)(end - line));

    if (!newline)
        return NULL;
    *at = newline + 1;
    *length = (size_t)(newline - line);
    *length -= end_length(line, *length);
    return line;
}

static bool read_head(const char *at, const char *end, struct head *head)
{
    size_t length = 0;
    const char *line;

    /* libmicrohttpd skips lines that are empty, or begin with a byte of 0. */
    do
        line = next_line(&at, end, &length);
    while (line && (!length || !*line));
    if (!line || !read_request_line(line, length))
        return false;
    /* A lone colon ends a head for libmicrohttpd. */
    while ((line = next_line(&at, end, &length)) && length &&
           !(length == 1 && *line == ':')) {
        if (!read_header(line, length, head))
            return false;
    }
    return line;
}

static void check(const uint8_t *bytes, size_t size)
{
    struct head head = {0};

    if (!read_head((const char *)bytes, (const char *)bytes + size, &head))
        abort(); /* not a request to the strict reader */
    if (head.hosts > 1 || head.lengths + head.encodings > 1 ||
        head.hosts != visit.framing.hosts ||
        head.lengths != visit.framing.lengths ||
        head.encodings != visit.framing.encodings)
        abort(); /* another request to the strict reader */
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (!server)
        start();
    visit = (struct visit){0};
    if (size <= HEAD_MAX && send_bytes(bytes, size) && visit.taken)
        check(bytes, size);
    free(visit.target);
    return 0;
}
