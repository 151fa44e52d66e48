/* living_metrics: what `GET /metrics` reports about changes of weights. */
#ifndef RELAXD_API_METRICS_LIVING_METRICS_H
#define RELAXD_API_METRICS_LIVING_METRICS_H

#include "api/form/json_writer.h"
#include "core/engine/living.h"

/* `living` NULL: weights never change. */
void living_metrics_write(struct living *living, struct json_writer *out);

#endif
