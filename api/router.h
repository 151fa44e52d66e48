/* router: which endpoint answers a request. */
#ifndef RELAXD_API_ROUTER_H
#define RELAXD_API_ROUTER_H

#include "api/form/problem.h"
#include "api/http/endpoint.h"

/* NULL with the problem (no such path, or not by this method). */
const struct endpoint *router_find(const char *path, const char *method,
                                   struct problem *problem);

/* Whether it is an endpoint of relaxd's own: neither the page's nor OSRM's. */
bool router_has(const char *path);

/* "GET, HEAD, POST, OPTIONS": what a path takes; "" where there is none. */
void router_methods(const char *path, char *list, size_t size);

/* The paths of all endpoints, the page's and those of OSRM's services too; some
 * more than once. NULL past the last. */
const char *router_path(size_t i);

extern const struct endpoint endpoint_isochrone_get;
extern const struct endpoint endpoint_isochrone_post;
extern const struct endpoint endpoint_openapi;
extern const struct endpoint endpoint_path_get;
extern const struct endpoint endpoint_path_post;
extern const struct endpoint endpoint_route;
extern const struct endpoint endpoint_search;
extern const struct endpoint endpoint_table;
extern const struct endpoint endpoint_tiles_json;
extern const struct endpoint endpoint_tree;
extern const struct endpoint endpoint_vertices;
extern const struct endpoint endpoint_status;
extern const struct endpoint endpoint_healthz;
extern const struct endpoint endpoint_metrics;
extern const struct endpoint endpoint_readyz;

#endif
