/* search_answer: what a search came to as members of a JSON object, in parts.
 *
 * "reached", "points", "every" and "phases"; in each phase the points of either
 * side as a polyline of five digits. */
#ifndef RELAXD_API_V1_SEARCH_ANSWER_H
#define RELAXD_API_V1_SEARCH_ANSWER_H

#include <stdbool.h>

#include "api/form/json_writer.h"
#include "core/graph/map.h"
#include "core/service/tree/search_trace.h"

/* Zeroed at first. */
struct search_answer {
    const struct map *map; /* with positions */
    const struct search_trace *trace;
    bool begun;
    size_t phase; /* to write */
};

/* Writes on until the writer is full or nothing is left; whether it is. */
bool search_answer_write(struct search_answer *answer,
                         struct json_writer *writer);

#endif
