/* router: which endpoint answers a request. */
#include "api/router.h"

#include <stdio.h>
#include <string.h>

#include "api/osrm/osrm.h"
#include "api/page/page.h"
#include "core/base/text.h"

static const struct endpoint *const endpoints[] = {
    &endpoint_path_get,       &endpoint_path_post, &endpoint_table,
    &endpoint_route,          &endpoint_tree,      &endpoint_isochrone_get,
    &endpoint_isochrone_post, &endpoint_vertices,  &endpoint_status,
    &endpoint_healthz,        &endpoint_readyz,    &endpoint_tiles_json,
    &endpoint_search,         &endpoint_metrics,   &endpoint_openapi,
};

enum { ENDPOINT_COUNT = sizeof(endpoints) / sizeof(endpoints[0]) };

const char *router_path(size_t i)
{
    const struct endpoint *const others[] = {
        &endpoint_page, &endpoint_osrm_route, &endpoint_osrm_table,
        &endpoint_osrm_nearest, &endpoint_osrm_tile};

    if (i < ENDPOINT_COUNT)
        return endpoints[i]->path;
    i -= ENDPOINT_COUNT;
    return i < sizeof(others) / sizeof(*others) ? others[i]->path : NULL;
}

bool router_has(const char *path)
{
    for (size_t i = 0; i < ENDPOINT_COUNT; i++) {
        if (!strcmp(endpoints[i]->path, path))
            return true;
    }
    return false;
}

void router_methods(const char *path, char *list, size_t size)
{
    *list = '\0';
    for (size_t i = 0; i < ENDPOINT_COUNT; i++) {
        if (strcmp(endpoints[i]->path, path))
            continue;
        text_list_add(list, size, endpoints[i]->method);
        if (!strcmp(endpoints[i]->method, "GET"))
            text_list_add(list, size, "HEAD");
    }
    if (!*list && page_owns(path))
        text_list_add(list, size, "GET, HEAD");
    if (*list)
        text_list_add(list, size, "OPTIONS");
}

static void refuse_path(const char *path, struct problem *problem)
{
    problem_set(problem, PROBLEM_ENDPOINT, "there is no '%s'", path);
    strcpy(problem->mend, "there are");
    for (size_t i = 0; i < ENDPOINT_COUNT; i++) {
        size_t length = strlen(problem->mend);

        snprintf(problem->mend + length, sizeof(problem->mend) - length,
                 "%s %s %s", i ? "," : "", endpoints[i]->method,
                 endpoints[i]->path);
    }
}

const struct endpoint *router_find(const char *path, const char *method,
                                   struct problem *problem)
{
    const char *wanted = strcmp(method, "HEAD") ? method : "GET";
    char methods[32];

    for (size_t i = 0; i < ENDPOINT_COUNT; i++) {
        if (!strcmp(endpoints[i]->path, path) &&
            !strcmp(endpoints[i]->method, wanted))
            return endpoints[i];
    }
    if (page_owns(path) && !strcmp(wanted, "GET"))
        return &endpoint_page;
    router_methods(path, methods, sizeof(methods));
    if (*methods) {
        problem_set(problem, PROBLEM_METHOD, "%.20s does not work on '%s'",
                    method, path);
        problem_mend(problem, "use one of %s", methods);
        snprintf(problem->allow, sizeof(problem->allow), "%s", methods);
    } else {
        refuse_path(path, problem);
    }
    return NULL;
}
