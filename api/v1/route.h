/* route: an answered route as members of a JSON object, in parts. */
#ifndef RELAXD_API_V1_ROUTE_H
#define RELAXD_API_V1_ROUTE_H

#include <stdbool.h>
#include <stddef.h>

#include "api/form/json_writer.h"
#include "core/service/line/leg_line.h"
#include "core/service/line/polyline.h"
#include "core/service/route/route_question.h"

enum route_geometry {
    GEOMETRY_GEOJSON,
    GEOMETRY_POLYLINE,
    GEOMETRY_POLYLINE6,
    GEOMETRY_NONE,
};

/* Zeroed at first. */
struct route_answer {
    unsigned geometry; /* enum route_geometry */
    bool nodes;        /* ids of nodes are wanted */

    const struct route_question *question; /* the asker's */
    struct answer_route
        *routes; /* [route_count] the shortest one and further ones */
    size_t route_count;
    size_t route;             /* that is being written */
    unsigned part;            /* of it */
    size_t next;              /* position or node to write */
    struct polyline polyline; /* as far as it is written */
};

/* Of a question that was answered OK. 0 or -ENOMEM. */
int route_answer_init(struct route_answer *answer,
                      const struct route_question *question);
void route_answer_finish(struct route_answer *answer); /* zeroed is fine */

/* Writes on until the writer is full or nothing is left; whether it is. */
bool route_answer_write(struct route_answer *answer,
                        struct json_writer *writer);

#endif
