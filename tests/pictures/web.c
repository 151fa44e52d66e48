/* web: a world served by HTTP, on a port and a thread of its own.
 *
 * The thread runs the loop of one listener until `stop` is sent. */
#include "tests/pictures/web.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/dialects.h"
#include "api/http/http_figures.h"
#include "api/http/listener.h"
#include "api/http/sockets.h"
#include "core/base/limits.h"

struct web {
    uv_loop_t loop;
    uv_async_t stop;
    struct listener *listener;
    struct pool *pool;
    pthread_t thread;
    CURL *client;
    struct http_figures figures;
    char address[SOCKET_ADDRESS_SIZE];
};

static void drained(void *context)
{
    struct web *web = context;

    listener_close(web->listener);
}

static void on_stop(uv_async_t *handle)
{
    struct web *web = handle->data;

    uv_close((uv_handle_t *)handle, NULL);
    listener_drain(web->listener, drained, web);
}

static void *run(void *context)
{
    struct web *web = context;

    uv_run(&web->loop, UV_RUN_DEFAULT);
    return NULL;
}

static const struct limits limits = {
    .idle_timeout_s = 60,
    .header_timeout_s = 60,
    .body_timeout_s = 60,
    .send_timeout_s = 60,
    .body_max_bytes = 1 << 20,
    .json_depth_max = 32,
    .osrm_route_max = 20,
    .osrm_alternatives_max = 3,
};

static const struct runtime_limits runtime_limits = {.now = &limits};

static int listen_on(struct web *web, struct service *service,
                     struct error *error)
{
    struct sockaddr_in address = {
        .sin_family = AF_INET,
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    struct listener_settings settings = {
        .connections_max = 16,
        .limits = &runtime_limits,
        .pool = web->pool,
        .figures = &web->figures,
        .dialects = api_dialects,
        .version = "pictures",
    };
    int r = listen_sockets_open((struct sockaddr *)&address, sizeof(address), 1,
                                &settings.fd, error);

    if (r)
        return r;
    socket_address_own(settings.fd, web->address);
    return listener_create(&settings, &web->loop, service, &web->listener,
                           error);
}

int web_open(struct service *service, struct web **ret_web, struct error *error)
{
    struct web *web = calloc(1, sizeof(*web));
    int r;

    if (!web || uv_loop_init(&web->loop) ||
        uv_async_init(&web->loop, &web->stop, on_stop))
        abort();
    web->stop.data = web;
    http_figures_init(&web->figures, api_dialects);
    r = pool_create("compute", 1, 16, &web->pool, error);
    if (!r)
        r = listen_on(web, service, error);
    if (r)
        return r;
    web->client = curl_easy_init();
    if (!web->client || pthread_create(&web->thread, NULL, run, web))
        abort();
    *ret_web = web;
    return 0;
}

void web_close(struct web *web)
{
    if (!web)
        return;
    curl_easy_cleanup(web->client);
    uv_async_send(&web->stop);
    pthread_join(web->thread, NULL);
    pool_destroy(web->pool);
    listener_destroy(web->listener);
    uv_loop_close(&web->loop);
    free(web);
}

static size_t take(char *bytes, size_t size, size_t count, void *to)
{
    return fwrite(bytes, size, count, to);
}

long web_ask(struct web *web, const char *target, const char *body,
             char **ret_text)
{
    struct curl_slist *headers =
        curl_slist_append(NULL, "Content-Type: application/json");
    CURL *client = web->client;
    char *text = NULL;
    size_t size;
    long status;
    FILE *to = open_memstream(&text, &size);
    size_t length = strlen(web->address) + strlen(target) + 16;
    char *url = malloc(length);

    if (!to || !url)
        abort();
    snprintf(url, length, "http://%s%s", web->address, target);
    curl_easy_reset(client);
    curl_easy_setopt(client, CURLOPT_URL, url);
    curl_easy_setopt(client, CURLOPT_WRITEFUNCTION, take);
    curl_easy_setopt(client, CURLOPT_WRITEDATA, to);
    if (body) {
        curl_easy_setopt(client, CURLOPT_HTTPHEADER, headers);
        curl_easy_setopt(client, CURLOPT_POSTFIELDS, body);
    }
    if (curl_easy_perform(client) != CURLE_OK)
        abort();
    curl_easy_getinfo(client, CURLINFO_RESPONSE_CODE, &status);
    fclose(to);
    free(url);
    curl_slist_free_all(headers);
    *ret_text = text;
    return status;
}
