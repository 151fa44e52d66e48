/* Lists of endpoints, and finding one by path and method. */
#include "api/http/endpoint.h"

#include <stdio.h>
#include <string.h>

#include "api/http/exchange.h"
#include "api/http/listener_private.h"
#include "core/base/text.h"

const struct endpoint *dialects_endpoint(dialect_list dialects, size_t i)
{
    for (; dialects && *dialects; dialects++) {
        const struct endpoint *const *endpoint = (*dialects)->endpoints;

        for (; *endpoint; endpoint++) {
            if (i-- == 0)
                return *endpoint;
        }
    }
    return NULL;
}

/* Whether the path has the endpoint's form. */
static bool has_path(const struct endpoint *endpoint, const char *path)
{
    const char *form = endpoint->path;

    while (*form) {
        if (*form == '{') {
            size_t length = strcspn(path, "/");

            if (!length)
                return false;
            path += length;
            form = strchr(form, '}') + 1;
        } else if (*form++ != *path++) {
            return false;
        }
    }
    return !*path;
}

bool endpoint_path_name(const struct endpoint *endpoint, const char *path,
                        unsigned index, char *ret_name, size_t size)
{
    const char *form = endpoint->path;
    size_t at = 0;

    for (; *form != '{' || index--; form++) {
        if (*form == '{') {
            path += strcspn(path, "/");
            form = strchr(form, '}');
        } else {
            path++;
        }
    }
    for (const char *end = path + strcspn(path, "/"); path < end; path++) {
        int byte = *path == '%' ? escaped_byte(path, end) : -1;

        if (at + 1 == size || !byte)
            return false;
        ret_name[at++] = byte < 0 ? *path : (char)byte;
        path += byte < 0 ? 0 : 2;
    }
    ret_name[at] = '\0';
    return at > 0;
}

static bool is_at(const struct endpoint *endpoint, const char *path,
                  const char *method)
{
    if (!strcmp(method, MHD_HTTP_METHOD_HEAD))
        method = MHD_HTTP_METHOD_GET;
    return has_path(endpoint, path) &&
           (!strcmp(endpoint->method, method) ||
            (endpoint->posts && !strcmp(method, MHD_HTTP_METHOD_POST)));
}

bool dialects_vital(dialect_list dialects, const char *path, const char *method)
{
    const struct endpoint *endpoint;

    for (size_t i = 0; (endpoint = dialects_endpoint(dialects, i)); i++) {
        if (endpoint->vital && is_at(endpoint, path, method))
            return true;
    }
    return false;
}

enum { METHODS_SIZE = sizeof(((struct problem *)NULL)->allow) };

/* Lists a path's methods: "GET, HEAD, POST, OPTIONS"; "" if it has none. */
static void list_methods(const struct dialect *dialect, const char *path,
                         bool changes, char list[METHODS_SIZE])
{
    const struct endpoint *const *at = dialect->endpoints;

    *list = '\0';
    for (; *at; at++) {
        if (!has_path(*at, path) || ((*at)->changes && !changes))
            continue;
        text_list_add(list, METHODS_SIZE, (*at)->method);
        if (!strcmp((*at)->method, MHD_HTTP_METHOD_GET))
            text_list_add(list, METHODS_SIZE, MHD_HTTP_METHOD_HEAD);
        if ((*at)->posts)
            text_list_add(list, METHODS_SIZE, MHD_HTTP_METHOD_POST);
    }
    if (*list)
        text_list_add(list, METHODS_SIZE, MHD_HTTP_METHOD_OPTIONS);
}

static void refuse_path(struct exchange *exchange)
{
    dialect_list dialects = exchange->listener->settings.dialects;
    const struct endpoint *endpoint;
    struct problem problem;
    size_t length;

    problem_set(&problem, PROBLEM_ENDPOINT, "there is no '%s'", exchange->path);
    strcpy(problem.mend, "there are");
    for (size_t i = 0; (endpoint = dialects_endpoint(dialects, i)); i++) {
        length = strlen(problem.mend);
        snprintf(problem.mend + length, sizeof(problem.mend) - length,
                 "%s %s %s%s%s", i ? "," : "", endpoint->method, endpoint->path,
                 endpoint->posts ? ", POST " : "",
                 endpoint->posts ? endpoint->path : "");
    }
    exchange_refuse(exchange, &problem);
}

static void refuse_method(struct exchange *exchange, const char *methods)
{
    struct problem problem;

    problem_set(&problem, PROBLEM_METHOD, "%.20s does not work on '%s'",
                exchange->method, exchange->path);
    problem_mend(&problem, "use one of %s", methods);
    snprintf(problem.allow, sizeof(problem.allow), "%s", methods);
    exchange_refuse(exchange, &problem);
}

/* Pages of other origins may change weights only with a token. */
static void answer_options(struct exchange *exchange, const char *path,
                           const char *methods)
{
    char pages[METHODS_SIZE];

    list_methods(exchange->dialect, path, exchange->listener->settings.token,
                 pages);
    exchange_reply_options(exchange, methods, pages);
}

void exchange_route(struct exchange *exchange, const char *path)
{
    const struct endpoint *const *at = exchange->dialect->endpoints;
    char methods[METHODS_SIZE];

    while (*at && !is_at(*at, path, exchange->method))
        at++;
    exchange->endpoint = *at;
    if (*at)
        return;
    list_methods(exchange->dialect, path, true, methods);
    if (!*methods)
        refuse_path(exchange);
    else if (!strcmp(exchange->method, MHD_HTTP_METHOD_OPTIONS))
        answer_options(exchange, path, methods);
    else
        refuse_method(exchange, methods);
}

static const struct endpoint *const no_endpoints[] = {NULL};

const struct dialect dialect_none = {
    .endpoints = no_endpoints,
    .route = refuse_path,
};
