/* path_trips: pairs of nodes on roads, back to nodes; inside the service. */
#ifndef RELAXD_SERVICE_PATH_PATH_TRIPS_H
#define RELAXD_SERVICE_PATH_PATH_TRIPS_H

#include "core/service/path/path_question.h"
#include "core/service/place/trip.h"

/* Of trips that are solved: one between the nodes of each of the question's
 * pairs. `ret_vertices` is what the answers' ids lie in, to be free()d. 0 or
 * -ENOMEM. */
int path_trips_answer(const struct path_question *question,
                      const struct trip *trips, struct path_answer *ret_answers,
                      uint64_t **ret_vertices);

#endif
