/* health: whether the process lives, and whether it takes requests. */
#include "api/http/exchange.h"
#include "api/router.h"

static void handle(struct exchange *exchange)
{
    json_begin_object(&exchange->out);
    json_key(&exchange->out, "status");
    json_write_string(&exchange->out, "ok");
    json_end_object(&exchange->out);
    exchange_reply(exchange, MHD_HTTP_OK);
}

const struct endpoint endpoint_healthz = {
    .path = "/healthz",
    .method = "GET",
    .media = MEDIA_JSON,
    .vital = true,
    .handle = handle,
};

/* A listener exists only once its maps are served; that one drains is said
 * before any endpoint is asked (request.c). */
const struct endpoint endpoint_readyz = {
    .path = "/readyz",
    .method = "GET",
    .media = MEDIA_JSON,
    .vital = true,
    .handle = handle,
};
