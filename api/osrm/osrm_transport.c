/* osrm_transport: how requests to OSRM's API come in and answers go out. */
#include "api/osrm/osrm_transport.h"

#include <errno.h>
#include <string.h>

#include "api/http/compress.h"
#include "api/http/exchange.h"
#include "api/osrm/osrm_service.h"
#include "api/page/page.h"
#include "api/router.h"

static const char methods[] = "GET, HEAD, POST, OPTIONS";

bool osrm_owns(const struct exchange *exchange)
{
    const char *path = exchange->path;

    if (!strncmp(path, "/v1/", 4) || !strcmp(path, "/v1") || router_has(path))
        return false;
    if (!strcmp(path, "/"))
        return !exchange_header(exchange, MHD_HTTP_HEADER_ACCEPT);
    return !page_owns(path);
}

static bool is_method(const struct exchange *exchange, const char *method)
{
    return !strcmp(exchange->method, method);
}

bool osrm_reply_method(struct exchange *exchange)
{
    struct osrm_problem problem;

    if (is_method(exchange, MHD_HTTP_METHOD_GET) ||
        is_method(exchange, MHD_HTTP_METHOD_HEAD) ||
        is_method(exchange, MHD_HTTP_METHOD_POST))
        return false;
    if (is_method(exchange, MHD_HTTP_METHOD_OPTIONS)) {
        exchange_reply_bytes(exchange, MHD_HTTP_NO_CONTENT, NULL, NULL, 0);
        osrm_add_headers(exchange);
    } else {
        osrm_problem_set(&problem, "InvalidMethod",
                         "%.20s is none of the methods %s", exchange->method,
                         methods);
        problem.status = MHD_HTTP_METHOD_NOT_ALLOWED;
        osrm_refuse(exchange, &problem);
    }
    exchange_add_header(exchange, MHD_HTTP_HEADER_ALLOW, methods);
    return true;
}

/* By the service alone: its options come later. */
static int find_endpoint(struct exchange *exchange,
                         struct osrm_problem *problem)
{
    bool is_post = is_method(exchange, MHD_HTTP_METHOD_POST);
    const struct osrm_url *url = &exchange->osrm;
    int result =
        osrm_url_split(exchange->target, !is_post, &exchange->osrm, problem);
    const char *name;

    if (result)
        return result;
    name = osrm_service_name(url->service);
    if (is_post && !osrm_service_takes_post(url->service))
        return osrm_problem_set(problem, "NotImplemented",
                                "Service %s is not available by POST.", name);
    if (!osrm_service_endpoint(url->service))
        return osrm_problem_set(problem, "NotImplemented",
                                "Service %s is not implemented.", name);
    exchange->endpoint = osrm_service_endpoint(url->service);
    exchange->media = MEDIA_JSON;
    return 0;
}

void osrm_route(struct exchange *exchange)
{
    struct osrm_problem problem;
    int result = find_endpoint(exchange, &problem);

    if (result == -ENOMEM)
        osrm_refuse_no_memory(exchange);
    else if (result)
        osrm_refuse(exchange, &problem);
}

/* Of an answer that takes a loop thread less than a millisecond. */
enum { SHORT_BYTES = 65536 };

static const char *wanted_coding(const struct exchange *exchange)
{
    return compress_choose(
        exchange_header(exchange, MHD_HTTP_HEADER_ACCEPT_ENCODING));
}

static void pack(struct exchange *exchange)
{
    if (exchange->coding && compress_text(&exchange->out, exchange->coding))
        exchange->coding = NULL;
}

void osrm_compress(struct exchange *exchange)
{
    if (exchange->coding)
        return;
    exchange->coding = wanted_coding(exchange);
    pack(exchange);
}

static void send_packed(struct exchange *exchange)
{
    exchange_reply(exchange, MHD_HTTP_OK);
}

void osrm_send(struct exchange *exchange)
{
    if (exchange->out.length > SHORT_BYTES)
        exchange->coding = wanted_coding(exchange);
    if (exchange->coding)
        exchange_compute(exchange, pack, send_packed);
    else
        exchange_reply(exchange, MHD_HTTP_OK);
}

void osrm_add_headers(struct exchange *exchange)
{
    exchange_add_header(exchange, MHD_HTTP_HEADER_ACCESS_CONTROL_ALLOW_ORIGIN,
                        "*");
    exchange_add_header(exchange, MHD_HTTP_HEADER_ACCESS_CONTROL_ALLOW_METHODS,
                        methods);
    exchange_add_header(exchange, MHD_HTTP_HEADER_ACCESS_CONTROL_ALLOW_HEADERS,
                        "X-Requested-With, Content-Type, " REQUEST_ID_HEADER);
    exchange_add_header(exchange, MHD_HTTP_HEADER_ACCESS_CONTROL_EXPOSE_HEADERS,
                        EXCHANGE_EXPOSED_HEADERS);
    if (!exchange->type)
        exchange_add_header(exchange, "Content-Disposition",
                            "inline; filename=\"response.json\"");
    if (exchange->coding)
        exchange_add_header(exchange, MHD_HTTP_HEADER_CONTENT_ENCODING,
                            exchange->coding);
}
