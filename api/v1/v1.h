/* v1: relaxd's own API: what is asked below /v1/, and what an operator asks. A
 * file of this folder has one endpoint, or those of one path; docs/api.md. */
#ifndef RELAXD_API_V1_V1_H
#define RELAXD_API_V1_V1_H

#include "api/http/endpoint.h"

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
extern const struct endpoint endpoint_readyz;

extern const struct dialect dialect_v1;

#endif
