/* stop_text: a stop of a route as people write it: "8.68,49.41", longitude
 * first, or the id of a node of OpenStreetMap. */
#ifndef RELAXD_SERVICE_ROUTE_STOP_TEXT_H
#define RELAXD_SERVICE_ROUTE_STOP_TEXT_H

#include "core/base/error.h"
#include "core/service/route/route_question.h"

/* -EINVAL, the words say what is wrong with it and how to mend it. */
int stop_read(const char *text, struct route_stop *ret_stop,
              struct error *error);

#endif
