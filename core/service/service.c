/* service: what a question means on the ground. */
#include "core/service/service.h"

#include <stdlib.h>

#include "core/service/ask.h"

struct service *service_create(const struct service_settings *settings,
                               struct engine *engine)
{
    struct service *service = calloc(1, sizeof(*service));

    if (service) {
        service->engine = engine;
        service_set(service, settings);
    }
    return service;
}

void service_set(struct service *service,
                 const struct service_settings *settings)
{
    struct service_limits *limits = &service->settings;

    limits->deadline_ms = settings->deadline_ms;
    limits->queries_max = settings->queries_max;
    limits->costs_max = settings->costs_max;
    limits->stops_max = settings->stops_max;
    limits->snap_radius_m = settings->snap_radius_m;
    limits->table_cells_max = settings->table_cells_max;
    limits->stream_bytes_max = settings->stream_bytes_max;
    limits->stream_memory_max = settings->stream_memory_max;
    limits->table_memory_max = settings->table_memory_max;
}

void service_destroy(struct service *service)
{
    free(service);
}

struct engine *service_engine(struct service *service)
{
    return service->engine;
}

void question_cancel(struct question *question)
{
    atomic_store(&question->cancel.requested, true);
    if (question->wake)
        question->wake(question);
}
