/* One endpoint for all files. */
#include "api/page/page.h"

#include <stddef.h>
#include <string.h>

#include "api/http/bundled_file.h"
#include "api/http/exchange.h"

static const struct bundled_file *find(const char *path)
{
    for (size_t i = 0; i < page_file_count; i++) {
        if (!strcmp(page_files[i].path, path))
            return &page_files[i];
    }
    return NULL;
}

/* Whether a build of the page may have had it: build.mjs and esbuild end names
 * in 12 or 8 letters of a hash, "/assets/index-PJ3SBW7Q.js". */
static bool is_asset(const char *path)
{
    static const char folder[] = "/assets/";
    const char *dot = strrchr(path, '.');
    ptrdiff_t length = dot ? dot - path - (ptrdiff_t)strlen(folder) : 0;

    return !strncmp(path, folder, strlen(folder)) &&
           ((length > 8 && dot[-9] == '-') || (length > 12 && dot[-13] == '-'));
}

static bool is_document(const char *path)
{
    static const char folder[] = "/docs/";

    return !strncmp(path, folder, strlen(folder));
}

/* Browsers request the icon beside any answer, also where there is no page. */
static bool owns(const struct exchange *exchange)
{
    const char *path = exchange->path;

    return !strcmp(path, "/") || !strcmp(path, "/favicon.ico") || find(path) ||
           is_asset(path) || is_document(path);
}

static const char *mend_of(const char *path)
{
    if (is_asset(path))
        return "reload the page: relaxd was replaced by another version";
    if (is_document(path))
        return "GET /docs for the documents that are there";
    return "this relaxd was built without the page";
}

static void handle(struct exchange *exchange)
{
    const struct bundled_file *file = find(exchange->path);
    struct problem problem;

    if (file) {
        bundled_file_send(exchange, file);
        return;
    }
    problem_set(&problem, PROBLEM_ENDPOINT, "the page has no file '%.100s'",
                exchange->path);
    problem_mend(&problem, "%s", mend_of(exchange->path));
    exchange_refuse(exchange, &problem);
}

static const struct endpoint endpoint_page = {
    .path = "/",
    .method = "GET",
    .media = MEDIA_ANY,
    .handle = handle,
};

static const struct endpoint *const endpoints[] = {&endpoint_page, NULL};

static void route(struct exchange *exchange)
{
    exchange_route(exchange, endpoint_page.path);
}

const struct dialect dialect_page = {
    .endpoints = endpoints,
    .owns = owns,
    .route = route,
};
