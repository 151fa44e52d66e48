/* v1: relaxd's own API: the paths below /v1/, and those for operators. Each
 * file of this folder has one endpoint, or those of one path; docs/api.md. */
#ifndef RELAXD_API_V1_V1_H
#define RELAXD_API_V1_V1_H

#include "api/http/endpoint.h"
#include "core/graph/position.h"
#include "core/service/place/snap.h"

struct map_entry;

extern const struct endpoint endpoint_isochrone;
extern const struct endpoint endpoint_nearest;
extern const struct endpoint endpoint_openapi;
extern const struct endpoint endpoint_path_get;
extern const struct endpoint endpoint_path_post;
extern const struct endpoint endpoint_route;
extern const struct endpoint endpoint_search;
extern const struct endpoint endpoint_table;
extern const struct endpoint endpoint_tiles_json;
extern const struct endpoint endpoint_tree;
extern const struct endpoint endpoint_vertices;
extern const struct endpoint endpoint_segments_get;
extern const struct endpoint endpoint_segments_patch;
extern const struct endpoint endpoint_segments_put;
extern const struct endpoint endpoint_segments_delete;
extern const struct endpoint endpoint_turns_get;
extern const struct endpoint endpoint_turns_patch;
extern const struct endpoint endpoint_turns_put;
extern const struct endpoint endpoint_turns_delete;
extern const struct endpoint endpoint_arcs_get;
extern const struct endpoint endpoint_arcs_patch;
extern const struct endpoint endpoint_arcs_put;
extern const struct endpoint endpoint_arcs_delete;
extern const struct endpoint endpoint_scenarios;
extern const struct endpoint endpoint_scenario_publish;
extern const struct endpoint endpoint_scenario_delete;
extern const struct endpoint endpoint_models;
extern const struct endpoint endpoint_model_get;
extern const struct endpoint endpoint_model_put;
extern const struct endpoint endpoint_model_delete;
extern const struct endpoint endpoint_status;
extern const struct endpoint endpoint_healthz;
extern const struct endpoint endpoint_readyz;

extern const struct dialect dialect_v1;

/* For endpoints whose query names a map and nothing else: reads it and pins the
 * entry. False: the request was refused. */
bool v1_read_map(struct exchange *exchange, struct map_entry **ret_entry);

/* Shared by several answers. Values: [longitude, latitude] in degrees; a cost,
 * or null if it does not fit 32 bits. */
void v1_write_position(struct json_writer *writer, struct position position);
void v1_write_cost(struct json_writer *writer, uint32_t cost);

/* A place on a road: its position, and its distance from the one that was asked
 * for, as members or as an object; and the list `key` of such objects. */
void v1_put_snap(struct json_writer *writer, const struct snap *snap);
void v1_write_snap(struct json_writer *writer, const struct snap *snap);
void v1_put_snaps(struct json_writer *writer, const char *key,
                  const struct snap *snaps, size_t count);

/* The member "cost", and "overflow" where it is too large. */
void v1_put_cost(struct json_writer *writer, uint32_t cost);

#endif
