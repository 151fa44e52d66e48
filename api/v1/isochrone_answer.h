/* isochrone_answer: isochrones as GeoJSON (RFC 7946), part by part. */
#ifndef RELAXD_API_V1_ISOCHRONE_ANSWER_H
#define RELAXD_API_V1_ISOCHRONE_ANSWER_H

#include <stdbool.h>
#include <stddef.h>

#include "api/form/json_writer.h"
#include "core/service/isochrone/isochrone_question.h"

/* Zero bytes but for the first two: nothing written yet. */
struct isochrone_answer {
    const struct isochrone_question *question; /* run, and OK */
    bool polygons;                             /* else lines */
    bool begun;
    size_t area;  /* to be written */
    size_t ring;  /* of all rings */
    size_t point; /* of the ring; 0: it is to be begun */
    bool opened;  /* the area's feature */
};

/* Writes until the writer is full; true once all is written. */
bool isochrone_answer_write(struct isochrone_answer *answer,
                            struct json_writer *writer);

#endif
