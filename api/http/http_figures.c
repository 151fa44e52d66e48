/* Fixed sets of labels, and counting by them. */
#include "api/http/http_figures.h"

#include <string.h>

#include "core/base/clock.h"

static const char other[] = "other";

static const char *const methods[] = {"GET", "HEAD",   "POST",    "PATCH",
                                      "PUT", "DELETE", "OPTIONS", other};

/* All statuses of answers, ascending; and 499, which is never sent. */
static const char *const codes[] = {
    "200", "204", "304", "400", "401", "403", "404", "405", "406", "408",
    "411", "412", "413", "414", "415", "417", "422", "426", "429", "431",
    "499", "500", "501", "503", "504", "505", "507", other,
};

enum {
    METHOD_COUNT = sizeof(methods) / sizeof(*methods),
    CODE_COUNT = sizeof(codes) / sizeof(*codes),
    CLIENT_LEFT = 499,
};

_Static_assert((int)METHOD_COUNT <= (int)HTTP_METHODS_MAX,
               "room for all methods");
_Static_assert((int)CODE_COUNT <= (int)HTTP_CODES_MAX, "room for all codes");

const char *http_figures_method(size_t i)
{
    return i < METHOD_COUNT ? methods[i] : NULL;
}

const char *http_figures_code(size_t i)
{
    return i < CODE_COUNT ? codes[i] : NULL;
}

const char *http_figures_cut(size_t i)
{
    static const char *const names[HTTP_CUTS] = {
        [CUT_SILENT] = "silent", [CUT_HEADERS] = "headers", [CUT_BODY] = "body",
        [CUT_UNREAD] = "unread", [CUT_LATE] = "late",       [CUT_IDLE] = "idle",
    };

    return i < HTTP_CUTS ? names[i] : NULL;
}

const char *http_figures_refusal(size_t i)
{
    if (i < PROBLEM_KINDS)
        return problem_type((enum problem_kind)i);
    return i == PROBLEM_KINDS ? "no-route" : NULL;
}

const char *http_figures_endpoint(const struct http_figures *figures, size_t i)
{
    const struct endpoint *endpoint;

    if (i == 0)
        return other;
    endpoint = dialects_endpoint(figures->dialects, i - 1);
    return endpoint && i < HTTP_ENDPOINTS_MAX ? endpoint->path : NULL;
}

/* Endpoints with one path share an index. */
static size_t endpoint_index(const struct http_figures *figures,
                             const struct endpoint *endpoint)
{
    const char *path;

    for (size_t i = 1; endpoint && (path = http_figures_endpoint(figures, i));
         i++) {
        if (!strcmp(path, endpoint->path))
            return i;
    }
    return 0;
}

static size_t method_index(const char *method)
{
    size_t i = 0;

    while (i < METHOD_COUNT - 1 && (!method || strcmp(methods[i], method)))
        i++;
    return i;
}

static size_t code_index(unsigned status)
{
    char digits[4] = {(char)('0' + status / 100 % 10),
                      (char)('0' + status / 10 % 10), (char)('0' + status % 10),
                      '\0'};
    size_t i = 0;

    while (i < CODE_COUNT - 1 && strcmp(codes[i], digits))
        i++;
    return i;
}

void http_figures_init(struct http_figures *figures, dialect_list dialects)
{
    memset(figures, 0, sizeof(*figures));
    figures->dialects = dialects;
    figures->started_us = clock_now_us();
    histogram_init(&figures->lag_us, &histogram_times_us);
    for (size_t i = 0; i < HTTP_ENDPOINTS_MAX; i++)
        histogram_init(&figures->endpoint[i].duration_us, &histogram_times_us);
}

void http_figures_note(struct http_figures *figures,
                       const struct ended_request *request)
{
    unsigned status = request->status ? request->status : CLIENT_LEFT;
    struct endpoint_figures *endpoint =
        &figures->endpoint[endpoint_index(figures, request->endpoint)];

    figure_add(
        &endpoint->requests[method_index(request->method)][code_index(status)],
        1);
    histogram_note(&endpoint->duration_us, request->duration_us);
    figure_add(&figures->answer_bytes, request->bytes);
    figure_add(&figures->ended, 1);
}
