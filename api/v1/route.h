/* route: writes an answered route in parts: as members of a JSON object, or in
 * another format. route.c asks, route_answer.c, route_steps.c and
 * route_explain.c write JSON, route_formats.c the others. */
#ifndef RELAXD_API_V1_ROUTE_H
#define RELAXD_API_V1_ROUTE_H

#include <stdbool.h>
#include <stddef.h>

#include "api/form/json_writer.h"
#include "api/v1/phrases.h"
#include "core/service/guidance/guidance.h"
#include "core/service/line/leg_line.h"
#include "core/service/line/leg_reasons.h"
#include "core/service/line/polyline.h"
#include "core/service/route/route_question.h"

enum route_geometry {
    GEOMETRY_GEOJSON,
    GEOMETRY_POLYLINE,
    GEOMETRY_POLYLINE6,
    GEOMETRY_NONE,
};

/* Their names, for a field that chooses one. */
extern const char *const route_geometries[];

/* The steps of a leg. */
struct leg_steps {
    struct guidance guidance;
    size_t *point; /* [guidance.step_count] where each begins in the route's
                      line; owned */
    char **phrase; /* the same: their sentences; NULL: none are wanted; owned */
};

/* One whole route. */
struct answer_route {
    const struct route_leg *legs; /* [leg_count] owned by the question */
    size_t leg_count;
    uint64_t weight;
    struct route_shape shape;
    struct leg_steps *steps; /* [leg_count]; NULL: not wanted */
    struct leg_reasons reasons;
};

/* Starts from zeros. */
struct route_answer {
    unsigned geometry; /* enum route_geometry */
    bool nodes;        /* write the ids of nodes */
    bool steps;
    bool explains;                   /* under a model */
    const struct language *language; /* of instructions; NULL: none */

    const struct route_question *question; /* the caller's */
    struct answer_route
        *routes; /* [route_count] the shortest one and further ones */
    size_t route_count;
    size_t route;  /* being written */
    unsigned part; /* of that route */
    size_t leg;    /* to write; of it, the next step */
    size_t step;
    size_t next;              /* position or node to write */
    struct polyline polyline; /* state of the encoding */
};

/* For a question that was answered OK; on any thread, as a long one takes
 * milliseconds. 0 or -ENOMEM. */
int route_answer_init(struct route_answer *answer,
                      const struct route_question *question);
void route_answer_finish(struct route_answer *answer); /* zeroed is fine */

/* Continues until the writer is full; true when all is written. On the loop's
 * thread. */
bool route_answer_write(struct route_answer *answer,
                        struct json_writer *writer);

/* ---- Parts of it --------------------------------------------------------- */

/* Cost, duration and distance as members. */
void route_write_sums(struct json_writer *writer, uint64_t cost,
                      uint64_t duration_ms, uint64_t length_mm);

/* Why there is no route, as members. */
void route_write_finding(const struct route_question *question,
                         struct json_writer *writer);

/* Continues the member `legs`, with their steps; true at its end. */
bool route_write_legs(struct route_answer *answer, struct json_writer *writer);

/* Finds the reasons of a route, if it has a model. 0 or -ENOMEM. */
int route_explain(struct answer_route *route,
                  const struct route_question *question);

/* Continues the member `explanation`; true at its end. */
bool route_write_reasons(struct route_answer *answer,
                         struct json_writer *writer);

/* The steps of a route's legs, told in a language; NULL: in none. 0 or -ENOMEM.
 */
int route_steps_init(struct answer_route *route,
                     const struct route_question *question,
                     const struct language *language);
void route_steps_finish(struct answer_route *route);

/* ---- Other formats ------------------------------------------------------- */

enum route_format {
    FORMAT_JSON,
    FORMAT_GEOJSON,
    FORMAT_GPX,
    FORMAT_POLYLINE,
};

/* Continues a GPX file, encoded lines, or a GeoJSON collection, to which the
 * caller adds members before it ends the object. True when all is written. */
bool route_format_write(struct route_answer *answer, enum route_format format,
                        struct json_writer *writer);

#endif
