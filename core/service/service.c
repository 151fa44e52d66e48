/* service: what a question means on the ground. */
#include "core/service/service.h"

#include <stdlib.h>

#include "core/service/ask.h"

struct service *service_create(const struct service_settings *settings,
                               struct engine *engine)
{
    struct service *service = calloc(1, sizeof(*service));

    if (service)
        *service = (struct service){.settings = *settings, .engine = engine};
    return service;
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
