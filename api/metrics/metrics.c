/* metrics: what `GET /metrics` tells a Prometheus of this process. */
#include "api/metrics/metrics.h"

#include "api/form/params.h"
#include "api/http/exchange.h"
#include "api/http/listener_private.h"
#include "api/metrics/exposition.h"
#include "api/router.h"

static void handle(struct exchange *exchange)
{
    const struct listener_settings *settings = &exchange->listener->settings;
    struct engine *engine = service_engine(exchange->listener->service);
    struct json_writer *out = &exchange->out;
    struct problem problem;

    if (params_parse(exchange->query, &(struct fields){0}, NULL, &problem)) {
        exchange_refuse(exchange, &problem);
        return;
    }
    metrics_write_http(settings->figures, settings->connections_max, out);
    metrics_write_engine(engine, out);
    metrics_write_compute(settings->pool, settings->tiles, out);
    metrics_write_maps(engine_registry(engine), out);
    metrics_write_reloads(settings->reloads, out);
    metrics_write_process(settings->version, out);
    exchange->type = EXPOSITION_TYPE;
    exchange_reply(exchange, MHD_HTTP_OK);
}

/* Whatever a scraper accepts, there is one form. */
const struct endpoint endpoint_metrics = {
    .path = "/metrics",
    .method = "GET",
    .media = MEDIA_ANY,
    .vital = true,
    .handle = handle,
};
