/* nearest_question: the roads nearest to a position, that a traveller there may
 * use. */
#ifndef RELAXD_SERVICE_NEAREST_NEAREST_QUESTION_H
#define RELAXD_SERVICE_NEAREST_NEAREST_QUESTION_H

#include "core/service/place/snap.h"
#include "core/service/service.h"

struct nearest_question {
    struct question base;
    struct snap_options options; /* the client's, in which the service sets
                                    `closed`; radii up to the settings' limit,
                                    or INFINITY, which means that limit */
    uint32_t number;             /* roads wanted, at least 1 */

    /* Set once answered OK. */
    struct map_entry *entry; /* pinned until finish */
    struct snap *snaps;      /* [count] nearest first, at least 1 */
    uint32_t count;
};

/* As service_ask_path(). OUTCOME_NO_ROADS; OUTCOME_NO_ROAD_NEAR;
 * OUTCOME_TOO_LARGE: the radius. */
enum outcome service_ask_nearest(struct service *service,
                                 struct nearest_question *question);

/* Once answered, or not asked. */
void nearest_question_finish(struct nearest_question *question);

#endif
