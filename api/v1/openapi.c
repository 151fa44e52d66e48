/* openapi: the description of the API, for programs and their authors. */
#include "api/http/bundled_file.h"
#include "api/http/exchange.h"
#include "api/v1/v1.h"

extern const struct bundled_file openapi_file; /* made by embed.py */

static void handle(struct exchange *exchange)
{
    bundled_file_send(exchange, &openapi_file);
    exchange_add_header(exchange, MHD_HTTP_HEADER_ACCESS_CONTROL_ALLOW_ORIGIN,
                        "*");
    exchange_add_header(exchange, MHD_HTTP_HEADER_ACCESS_CONTROL_EXPOSE_HEADERS,
                        EXCHANGE_EXPOSED_HEADERS);
}

const struct endpoint endpoint_openapi = {
    .path = "/openapi.yaml",
    .method = "GET",
    .media = MEDIA_ANY,
    .handle = handle,
};
