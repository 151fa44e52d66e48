/* osrm: the dialect of OSRM, and what the handlers of its services share.
 *
 * A service is an endpoint (endpoint.h) of its own in the list of osrm.c; it
 * answers GET, HEAD and, where OSRM does, POST. Its handle() reads the request
 * with osrm_read(), which checks all that can be checked without a search and
 * refuses what is wrong. Then
 *
 *     osrm_prepare()            a question, before service_ask_*()
 *     osrm_snap_options()       where a coordinate is to be snapped
 *     osrm_begin_answer()       {"code":"Ok"
 *     osrm_waypoint_write()     osrm_answer.h
 *     osrm_end_answer()         "data_version":...} and off it goes
 *
 * Refusals, the question's own (queue full, late) and exchange_refuse()'s too,
 * have OSRM's form. Loop thread. */
#ifndef RELAXD_API_OSRM_OSRM_H
#define RELAXD_API_OSRM_OSRM_H

#include <stdbool.h>

#include "api/http/exchange.h"
#include "api/osrm/osrm_problem.h"
#include "api/osrm/osrm_request.h"

/* Reads the request into the struct osrm_request that exchange->state begins
 * with, on a thread of the pool where the body is long, and pins its map. Then
 * done() goes on, unless the request was refused. From handle(), as the last
 * thing; osrm_request_finish() is the endpoint's. */
void osrm_read(struct exchange *exchange,
               void (*done)(struct exchange *exchange));

/* exchange_prepare() with map, profile and exclusions of the request, which
 * lives as long as the question. */
void osrm_prepare(struct exchange *exchange, struct question *question,
                  const struct osrm_request *request);

/* Where coordinate i is to be snapped: its radius, bearing, approach, and what
 * is excluded. */
struct snap_options osrm_snap_options(const struct osrm_request *request,
                                      size_t i);

/* The roads and profile that are asked about. */
const struct roads *osrm_request_roads(const struct osrm_request *request);

/* Into exchange->out: an object with its code, and its end and sending. */
void osrm_begin_answer(struct exchange *exchange);
void osrm_end_answer(struct exchange *exchange,
                     const struct osrm_request *request);

extern const struct endpoint endpoint_osrm_nearest;
extern const struct endpoint endpoint_osrm_route;
extern const struct endpoint endpoint_osrm_tile;
extern const struct endpoint endpoint_osrm_table;

/* ---- The dialect --------------------------------------------------------- */

/* What every answer carries beside its Content-Type. */
void osrm_add_headers(struct exchange *exchange);

extern const struct dialect dialect_osrm;

#endif
