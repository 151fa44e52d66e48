/* route: writes an answered route as members of a JSON object, in parts. */
#ifndef RELAXD_API_V1_ROUTE_H
#define RELAXD_API_V1_ROUTE_H

#include <stdbool.h>
#include <stddef.h>

#include "api/form/json_writer.h"
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

/* Starts from zeros. */
struct route_answer {
    unsigned geometry; /* enum route_geometry */
    bool nodes;        /* write the ids of nodes */

    const struct route_question *question; /* the caller's */
    struct answer_route
        *routes; /* [route_count] the shortest one and further ones */
    size_t route_count;
    size_t route;             /* being written */
    unsigned part;            /* of that route */
    size_t next;              /* position or node to write */
    struct polyline polyline; /* state of the encoding */
};

/* For a question that was answered OK. 0 or -ENOMEM. */
int route_answer_init(struct route_answer *answer,
                      const struct route_question *question);
void route_answer_finish(struct route_answer *answer); /* zeroed is fine */

/* Continues until the writer is full; true when all is written. */
bool route_answer_write(struct route_answer *answer,
                        struct json_writer *writer);

#endif
