/* metrics: the endpoint of `GET /metrics`. */
#ifndef RELAXD_API_METRICS_METRICS_H
#define RELAXD_API_METRICS_METRICS_H

#include "api/http/endpoint.h"

extern const struct endpoint endpoint_metrics;

#endif
