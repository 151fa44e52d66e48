/* curl_line: a command that asks a request again. */
#include "api/http/curl_line.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/base/text.h"

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

/* Within '...' of a shell. */
static void put_quoted(struct line *line, char character)
{
    if (character == '\'')
        put(line, "'\\''");
    else
        put_char(line, character);
}

/* What curl would take for itself (brackets, braces, '#'), the shell for the
 * end of the word, or a terminal for something else. */
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
    /* Else curl would walk /../ itself, and take [::1] for a range. */
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

/* A character that is not ASCII stands in a string, if this is JSON. */
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

/* False where a character of it cannot be written. */
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
    /* What begins with '@' would be a file's name to curl. */
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

    /* Else it could go on with the address: "127.0.0.1:5000@example.org". */
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
