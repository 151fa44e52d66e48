/* fuzz_curl_line: any bytes as a request printed as a command: a shell that
 * runs the command must send the same request, and nothing else.
 *
 * The input: a byte of choices, then method, target and body, separated by a
 * byte of 0. */
#include <ctype.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "api/http/access_log.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/portion.h"

enum { LINE_SIZE = 8192, WORDS_MAX = 16 };

/* The line as a shell splits it. */
struct words {
    char text[LINE_SIZE];
    char *word[WORDS_MAX];
    size_t count;
};

/* Outside quotes only a word's plain characters may stand, or a '\' and '. */
static bool is_plain(char character)
{
    return isalnum((unsigned char)character) || strchr("-@.", character);
}

static const char *take_word(const char *at, char **to)
{
    bool quoted = false;

    for (; *at && (quoted || *at != ' '); at++) {
        if (*at == '\'') {
            quoted = !quoted;
        } else if (!quoted && *at == '\\') {
            if (*++at != '\'')
                abort();
            *(*to)++ = *at;
        } else if (!quoted && !is_plain(*at)) {
            abort(); /* a shell could act on it */
        } else {
            *(*to)++ = *at;
        }
    }
    if (quoted)
        abort(); /* the shell would wait for more */
    *(*to)++ = '\0';
    return at;
}

static void split(const char *line, struct words *words)
{
    char *to = words->text;

    words->count = 0;
    while (*line) {
        if (words->count == WORDS_MAX || *line == ' ')
            abort();
        words->word[words->count++] = to;
        line = take_word(line, &to);
        line += *line == ' ';
    }
}

static int hex(char digit)
{
    const char *digits = "0123456789abcdef";
    const char *found = strchr(digits, tolower((unsigned char)digit));

    return digit && found ? (int)(found - digits) : -1;
}

/* In place: decodes %XX; other '%' stay. */
static size_t decode(char *text)
{
    size_t length = 0;

    for (char *at = text; *at; at++) {
        if (*at == '%' && hex(at[1]) >= 0 && hex(at[2]) >= 0) {
            text[length++] = (char)(hex(at[1]) * 16 + hex(at[2]));
            at += 2;
        } else {
            text[length++] = *at;
        }
    }
    return length;
}

static void check_url(char *url, const struct curl_request *request)
{
    size_t address = strlen(request->address);
    char *target = strdup(request->target);
    size_t length = decode(target);
    char *asked = url + 7 + address;

    if (strncmp(url, "http://", 7) ||
        strncmp(url + 7, request->address, address) || *asked != '/')
        abort(); /* another server */
    if (decode(asked) != length || memcmp(asked, target, length))
        abort();
    free(target);
}

/* JSON must stay the same JSON; text that curl would take for a file name must
 * be ours. */
static void check_body(const char *data, const struct curl_request *request)
{
    json_t *came, *told;

    if (!strcmp(data, "@body.json"))
        return;
    if (*data == '@')
        abort();
    came = request->body ? json_loadb(request->body, request->body_length,
                                      JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL)
                         : NULL;
    told = json_loads(data, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
    if (came && (!told || !json_equal(came, told)))
        abort();
    json_decref(came);
    json_decref(told);
}

static void check_header(const char *header, const struct curl_request *request)
{
    static const char accept[] = "Accept: ";

    if (!strcmp(header, "Content-Type: application/json"))
        return;
    if (!request->accept || strncmp(header, accept, strlen(accept)) ||
        strcmp(header + strlen(accept), request->accept) != 0)
        abort();
}

static void check_words(const struct words *words,
                        const struct curl_request *request)
{
    const char *method = "GET";
    bool asked = false;

    for (size_t i = 1; i < words->count; i++) {
        char *word = words->word[i];
        char *value = i + 1 < words->count ? words->word[i + 1] : "";

        if (!strcmp(word, "-I")) {
            method = "HEAD";
        } else if (!strcmp(word, "-X") && ++i) {
            method = value;
        } else if (!strcmp(word, "-H") && ++i) {
            check_header(value, request);
        } else if (!strcmp(word, "--data-binary") && ++i) {
            check_body(value, request);
            if (!strcmp(method, "GET"))
                method = "POST";
        } else if (strcmp(word, "-g") && strcmp(word, "--path-as-is")) {
            check_url(word, request);
            asked = true;
        }
    }
    /* A request without a body is repeated as a GET. */
    if (!asked || (strcmp(method, request->method) != 0 &&
                   strcmp(request->method, "GET") != 0 &&
                   strcmp(request->method, "POST") != 0))
        abort();
}

static void check_line(const char *line, const struct curl_request *request)
{
    static struct words words;

    for (const char *at = line; *at; at++) {
        if (*at < ' ' || *at > '~')
            abort(); /* more than one line, or not ASCII */
    }
    split(line, &words);
    if (!words.count || strcmp(words.word[0], "curl") != 0)
        abort();
    check_words(&words, request);
}

static bool is_token(const char *text)
{
    while (*text &&
           (isalnum((unsigned char)*text) || strchr("!#$%&'*+-.^_`|~", *text)))
        text++;
    return !*text;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct portion input = {bytes, size};
    unsigned choices = portion_byte(&input);
    char *method = portion_text(&input);
    char *target = portion_text(&input);
    char *body = malloc(input.left + 1);
    size_t room = choices & 4 ? LINE_SIZE : 64 + (choices & 0xf0);
    char *line = malloc(room);
    struct curl_request request = {
        .address = choices & 1 ? "[::1]:5000" : "127.0.0.1:5000",
        .method = *method && is_token(method) ? method : "GET",
        .target = target,
        .accept = choices & 2 ? "application/octet-stream" : NULL,
        .body = choices & 8 ? NULL : body,
        .body_length = input.left,
    };

    if (!body || !line)
        abort();
    memcpy(body, input.at, input.left);
    if (curl_line_write(&request, line, room))
        check_line(line, &request);
    free(line);
    free(body);
    free(target);
    free(method);
    return 0;
}
