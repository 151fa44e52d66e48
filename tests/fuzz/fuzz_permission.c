/* fuzz_permission: any bytes as a Host, an Origin, the file of a token, an
 * Authorization and a path with names: who is let in is who should be. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "api/http/endpoint.h"
#include "api/http/permission.h"
#include "api/http/token.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/portion.h"

/* A local host, and nothing but a port behind it. */
static void check_host(const char *host)
{
    static const char *const begins[] = {"localhost", "[::1]", "127.", ""};
    size_t i = 0;

    if (!host_is_local(host))
        return;
    while (strncasecmp(host, begins[i], strlen(begins[i])) != 0)
        i++;
    host += strlen(begins[i]);
    if (*begins[i] == '1')
        host += strspn(host, "0123456789.");
    if (*host && (*host != ':' || host[1 + strspn(host + 1, "0123456789")]))
        abort();
}

static void check_origin(const char *origin, const char *host)
{
    if (origin_is_own(origin, host) &&
        (strlen(origin) != 7 + strlen(host) || strcasecmp(origin + 7, host)))
        abort();
}

static void check_token(const char *line, const char *authorization)
{
    char text[TOKEN_SIZE];
    char header[TOKEN_SIZE + 8];
    struct token token;

    if (!token_parse(line, strlen(line), text))
        return;
    if (strlen(text) < TOKEN_LEAST || strncmp(line, text, strlen(text)) != 0)
        abort();
    token_init(&token);
    if (token_permits(&token, authorization))
        abort(); /* no token is set */
    token_set(&token, text);
    snprintf(header, sizeof(header), "Bearer %s", text);
    if (!token_permits(&token, header) ||
        (token_permits(&token, authorization) &&
         strcmp(authorization + 7, text) != 0))
        abort();
    token_finish(&token);
}

static const struct endpoint named = {
    .path = "/{first}/of/{second}", .method = "GET", .vital = true};
static const struct endpoint *const endpoints[] = {&named, NULL};
static const struct dialect dialect = {.endpoints = endpoints};
static const struct dialect *const dialects[] = {&dialect, NULL};

static void check_path(const char *path)
{
    char name[16];

    if (!dialects_vital(dialects, path, "GET"))
        return;
    for (unsigned i = 0; i < 2; i++) {
        if (endpoint_path_name(&named, path, i, name, sizeof(name)) &&
            (!*name || strlen(name) >= sizeof(name) ||
             strlen(name) > strlen(path)))
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct portion input = {bytes, size};
    char *host = portion_text(&input);
    char *origin = portion_text(&input);
    char *line = portion_text(&input);
    char *authorization = portion_text(&input);
    char *path = portion_text(&input);

    check_host(host);
    check_origin(origin, host);
    check_token(line, authorization);
    check_path(path);
    free(host);
    free(origin);
    free(line);
    free(authorization);
    free(path);
    return 0;
}
