/* exchange_end: what figures and the log learn of how an exchange ends. */
#include "api/http/exchange_end.h"

#include <string.h>

#include "api/http/exchange.h"
#include "api/http/http_figures.h"
#include "api/http/listener_private.h"
#include "core/base/clock.h"
#include "core/base/log.h"

/* Its status was sent and said 200, so that nothing but the log tells why. */
void exchange_log_broken(const struct exchange *exchange, const char *reason)
{
    struct log_field fields[] = {
        log_text("reason", reason),
        log_text("target", exchange->target),
        log_text(NULL, NULL), /* how far it was */
        log_text(NULL, NULL),
        log_number("took_us", clock_now_us() - exchange->started_us),
        log_text("request_id", exchange->id),
    };

    if (!exchange->status || !exchange->connection)
        return;
    figure_add(&exchange->listener->settings.figures->broken_off, 1);
    if (exchange->endpoint->progress)
        exchange->endpoint->progress(exchange, &fields[2]);
    log_event(LOG_WARNING, "answer broken off", fields,
              sizeof(fields) / sizeof(*fields));
}

void exchange_note_end(const struct exchange *exchange)
{
    struct ended_request request = {
        .endpoint = exchange->endpoint,
        .method = exchange->method,
        .status = exchange->status,
        .duration_us = clock_now_us() - exchange->started_us,
        .bytes = exchange->answer_bytes,
    };

    if (!exchange->begun)
        return;
    if (!strcmp(exchange->method, MHD_HTTP_METHOD_HEAD))
        request.bytes = 0;
    http_figures_note(exchange->listener->settings.figures, &request);
}
