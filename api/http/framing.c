/* Reads the lines of a head, then checks them. */
#include "api/http/framing.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "core/base/text.h"

static const char cut_short[] =
    "a header with a byte of 0, or in several lines";

/* A character of header names (RFC 9110, 5.6.2). */
static bool is_token(const char *name, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (!name[i] || (!isalnum((unsigned char)name[i]) &&
                         !strchr("!#$%&'*+-.^_`|~", name[i])))
            return false;
    }
    return length > 0;
}

/* Values may contain tabs, and bytes that are not UTF-8: relaxd does not read
 * them. */
static bool has_control(const char *value, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)value[i];

        if ((byte < 0x20 && byte != '\t') || byte == 0x7f)
            return true;
    }
    return false;
}

/* Whether only line ends, which libmicrohttpd may have overwritten, lie between
 * the end of a line and the next item. libmicrohttpd truncates a value at a NUL
 * byte and moves one that continues on the next line. */
static bool adjoin(const char *end, const char *next, size_t lines)
{
    size_t gap = (size_t)((uintptr_t)next - (uintptr_t)end);

    if ((uintptr_t)next <= (uintptr_t)end || gap > 2 * lines)
        return false;
    for (size_t i = 0; i < gap; i++) {
        if (end[i] && !strchr("\r\n", end[i]))
            return false;
    }
    return true;
}

static void note_length(struct framing *framing, const char *name,
                        const char *value)
{
    if (!strcasecmp(name, MHD_HTTP_HEADER_CONTENT_LENGTH)) {
        framing->lengths++;
        parse_u64(value, &framing->length);
    } else if (!strcasecmp(name, MHD_HTTP_HEADER_TRANSFER_ENCODING)) {
        framing->encodings++;
        framing->foreign |= strcasecmp(value, "chunked") != 0;
    } else if (!strcasecmp(name, MHD_HTTP_HEADER_HOST)) {
        framing->hosts++;
    }
}

static enum MHD_Result note_header(void *cls, enum MHD_ValueKind kind,
                                   const char *name, size_t name_length,
                                   const char *value, size_t value_length)
{
    struct framing *framing = cls;

    if (!value)
        value = "";
    if (!adjoin(framing->next, name, 1))
        framing->garbled = cut_short;
    else if (!is_token(name, name_length))
        framing->garbled = "an invalid header name";
    else if (has_control(value, value_length))
        framing->garbled = "a control character in a header";
    framing->next = value + value_length;
    note_length(framing, name, value);
    return MHD_YES;
}

static size_t head_bytes(struct MHD_Connection *mhd)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);

    return info ? info->header_size : 0;
}

void framing_read(struct framing *framing)
{
    framing->head_bytes = head_bytes(framing->mhd);
    framing->next = framing->version + strlen(framing->version);
    MHD_get_connection_values_n(framing->mhd, MHD_HEADER_KIND, note_header,
                                framing);
    if (!adjoin(framing->next, framing->method + framing->head_bytes, 2))
        framing->garbled = cut_short;
}

bool framing_is_http_1_0(const struct framing *framing)
{
    return !strcmp(framing->version, "HTTP/1.0");
}

/* No blanks; accepts UTF-8 where a URL should have %XX. */
static bool is_target(const char *target)
{
    return text_is_line(target, strlen(target)) && !strpbrk(target, " \x7f");
}

static int check_line(const struct framing *framing, struct problem *problem)
{
    size_t method = (size_t)(framing->url - framing->method);
    size_t target = (size_t)(framing->version - framing->url);

    if (method != strlen(framing->method) + 1 ||
        !is_token(framing->method, method - 1))
        return problem_set(problem, PROBLEM_REQUEST,
                           "the request line does not begin with a method "
                           "and one blank");
    if (target != framing->target_length + 1)
        return problem_set(problem, PROBLEM_REQUEST,
                           "a byte of 0 in the request line");
    if (is_target(framing->target))
        return 0;
    problem_set(problem, PROBLEM_REQUEST,
                "the request line has bytes that are not valid in a URL");
    return problem_mend(problem,
                        "send blanks, control characters and bytes that "
                        "are not UTF-8 as %%XX");
}

static int check_host(const struct framing *framing, struct problem *problem)
{
    if (framing->hosts == 1 ||
        (!framing->hosts && framing_is_http_1_0(framing)))
        return 0;
    return problem_set(problem, PROBLEM_REQUEST,
                       "%u Host headers; HTTP/1.1 requires exactly one",
                       framing->hosts);
}

static int check_lengths(const struct framing *framing, struct problem *problem)
{
    if (framing->lengths + framing->encodings > 1)
        return problem_set(problem, PROBLEM_REQUEST,
                           "%u Content-Length and %u Transfer-Encoding headers,"
                           " one in all is allowed",
                           framing->lengths, framing->encodings);
    if (framing->encodings && framing_is_http_1_0(framing))
        return problem_set(problem, PROBLEM_REQUEST,
                           "HTTP/1.0 has no Transfer-Encoding");
    if (!framing->foreign)
        return 0;
    problem_set(problem, PROBLEM_REQUEST,
                "Transfer-Encoding other than chunked");
    return problem_mend(problem, "send Content-Length, or "
                                 "Transfer-Encoding: chunked");
}

int framing_check(const struct framing *framing, struct problem *problem)
{
    int r = check_lengths(framing, problem);

    if (!r)
        r = check_line(framing, problem);
    if (!r && framing->garbled)
        r = problem_set(problem, PROBLEM_REQUEST, "%s", framing->garbled);
    if (!r)
        r = check_host(framing, problem);
    return r;
}
