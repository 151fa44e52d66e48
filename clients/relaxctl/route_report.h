/* route_report: an answered route for people, and as JSON. */
#ifndef RELAXD_CLIENTS_RELAXCTL_ROUTE_REPORT_H
#define RELAXD_CLIENTS_RELAXCTL_ROUTE_REPORT_H

#include <stdbool.h>

#include "core/base/error.h"
#include "core/service/route/route_question.h"

/* On stdout. -ENOMEM. */
int route_report_print(const struct route_question *question,
                       struct error *error);

/* The members of /v1/route's answer but its figures, the line as GeoJSON. */
int route_report_print_json(const struct route_question *question,
                            struct error *error);

#endif
