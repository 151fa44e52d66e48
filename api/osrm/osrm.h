/* osrm: OSRM's dialect, and what its services' handlers share.
 *
 * A service is an endpoint (endpoint.h) in the list of osrm.c; it answers GET,
 * HEAD and, where OSRM does, POST. Its handle() calls osrm_read(), which checks
 * everything that needs no search and refuses faulty requests. Then
 *
 *     osrm_prepare()            a question, before service_ask_*()
 *     osrm_snap_options()       how to snap a coordinate
 *     osrm_begin_answer()       {"code":"Ok"
 *     osrm_waypoint_write()     osrm_answer.h
 *     osrm_end_answer()         "data_version":...}, and sends
 *
 * Refusals, also a question's own (queue full, late) and exchange_refuse()'s,
 * have OSRM's form. Loop thread. */
#ifndef RELAXD_API_OSRM_OSRM_H
#define RELAXD_API_OSRM_OSRM_H

#include "api/http/exchange.h"
#include "api/osrm/osrm_request.h"

/* Reads the request into the struct osrm_request at the start of
 * exchange->state, on the pool if the body is long, and pins its map. Calls
 * done() unless it refused the request. handle() calls it last; the endpoint
 * calls osrm_request_finish(). */
void osrm_read(struct exchange *exchange,
               void (*done)(struct exchange *exchange));

/* exchange_prepare() with the request's map, profile and exclusions. The
 * request must live as long as the question. */
void osrm_prepare(struct exchange *exchange, struct question *question,
                  const struct osrm_request *request);

/* How to snap coordinate i: its radius, bearing, approach and exclusions. */
struct snap_options osrm_snap_options(const struct osrm_request *request,
                                      size_t i);

/* The roads and profile of the request. */
const struct roads *osrm_request_roads(const struct osrm_request *request);

/* Write to exchange->out: the start of an object, with its code; its end.
 * osrm_end_answer() also sends it. */
void osrm_begin_answer(struct exchange *exchange);
void osrm_end_answer(struct exchange *exchange,
                     const struct osrm_request *request);

extern const struct endpoint endpoint_osrm_nearest;
extern const struct endpoint endpoint_osrm_route;
extern const struct endpoint endpoint_osrm_tile;
extern const struct endpoint endpoint_osrm_table;

/* ---- The dialect --------------------------------------------------------- */

/* Adds the headers that every answer carries besides Content-Type. */
void osrm_add_headers(struct exchange *exchange);

extern const struct dialect dialect_osrm;

#endif
