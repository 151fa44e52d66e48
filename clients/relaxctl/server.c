/* A request by libcurl, and the words of a refusal. */
#include "clients/relaxctl/server.h"

#include <curl/curl.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONNECT_TIMEOUT_S = 5 };

static const char unix_scheme[] = "unix:";

/* The path of a Unix socket; NULL: the server is a URL. */
static const char *socket_path(const char *server)
{
    const size_t length = sizeof(unix_scheme) - 1;

    return strncmp(server, unix_scheme, length) ? NULL : server + length;
}

/* SERVER/TARGET, whether or not SERVER ends in a slash. NULL: out of memory. */
static char *make_url(const struct server_request *request)
{
    const char *server =
        socket_path(request->server) ? "http://localhost" : request->server;
    size_t length = strlen(server);
    char *url;

    while (length && server[length - 1] == '/')
        length--;
    return asprintf(&url, "%.*s%s", (int)length, server, request->target) < 0
               ? NULL
               : url;
}

static size_t take_bytes(char *bytes, size_t size, size_t count, void *context)
{
    struct server_reply *reply = context;
    size_t more = size * count;
    char *body = realloc(reply->body, reply->size + more + 1);

    if (!body)
        return 0;
    memcpy(body + reply->size, bytes, more);
    reply->body = body;
    reply->size += more;
    body[reply->size] = '\0';
    return more;
}

static int add_header(struct curl_slist **headers, const char *name,
                      const char *value)
{
    struct curl_slist *longer = NULL;
    char *line;

    if (!value)
        return 0;
    if (asprintf(&line, "%s: %s", name, value) < 0)
        return -ENOMEM;
    longer = curl_slist_append(*headers, line);
    free(line);
    if (!longer)
        return -ENOMEM;
    *headers = longer;
    return 0;
}

static int make_headers(const struct server_request *request,
                        struct curl_slist **headers)
{
    int r = 0;

    if (request->body)
        r = add_header(headers, "Content-Type", request->type);
    if (!r && request->packed)
        r = add_header(headers, "Content-Encoding", "gzip");
    return r ? r : add_header(headers, "Idempotency-Key", request->key);
}

static void set_options(CURL *curl, const struct server_request *request)
{
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_TIMEOUT_S);
    curl_easy_setopt(curl, CURLOPT_UNIX_SOCKET_PATH,
                     socket_path(request->server));
    if (request->body) {
        curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE,
                         (curl_off_t)request->size);
        curl_easy_setopt(curl, CURLOPT_POSTFIELDS, request->body);
    }
    curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, request->method);
    if (request->token) {
        curl_easy_setopt(curl, CURLOPT_HTTPAUTH, CURLAUTH_BEARER);
        curl_easy_setopt(curl, CURLOPT_XOAUTH2_BEARER, request->token);
    }
}

/* curl's words about a socket that cannot be reached are about a port. */
static int explain_failure(CURL *curl, CURLcode code, const char *server,
                           const char *words, struct error *error)
{
    long reason = 0;

    if (!*words)
        words = curl_easy_strerror(code);
    if (code != CURLE_COULDNT_CONNECT)
        return error_set(error, -EIO, "%s ('%.200s')", words, server);
    curl_easy_getinfo(curl, CURLINFO_OS_ERRNO, &reason);
    if (reason && socket_path(server))
        words = strerror((int)reason);
    return error_set(error, -EIO, "%s; does relaxd run at '%.200s'?", words,
                     server);
}

static int perform(CURL *curl, const struct curl_slist *headers,
                   const struct server_request *request,
                   struct server_reply *reply, struct error *error)
{
    char words[CURL_ERROR_SIZE] = "";
    CURLcode code;

    set_options(curl, request);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, words);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_bytes);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, reply);
    code = curl_easy_perform(curl);
    if (code)
        return explain_failure(curl, code, request->server, words, error);
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &reply->status);
    return 0;
}

int server_ask(const struct server_request *request,
               struct server_reply *ret_reply, struct error *error)
{
    struct server_reply reply = {0};
    const char *path = socket_path(request->server);
    struct curl_slist *headers = NULL;
    char *url;
    CURL *curl;
    int r;

    if (path && !*path) /* curl would ask a port */
        return error_set(error, -EINVAL, "the server 'unix:' has no path");
    url = make_url(request);
    curl = curl_easy_init();
    if (!url || !curl || make_headers(request, &headers) ||
        curl_easy_setopt(curl, CURLOPT_URL, url))
        r = error_no_memory(error);
    else
        r = perform(curl, headers, request, &reply, error);
    curl_easy_cleanup(curl);
    curl_slist_free_all(headers);
    free(url);
    if (r)
        free(reply.body);
    else
        *ret_reply = reply;
    return r;
}

static const char *member(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));

    return text ? text : "";
}

int server_explain(const struct server_reply *reply, const json_t *problem,
                   struct error *error)
{
    const char *detail = member(problem, "detail");
    const char *mend = member(problem, "mend");

    if (reply->status == 401)
        mend = "say --token-file FILE";
    if (!*detail)
        detail = member(problem, "message");
    if (!*detail)
        return error_set(error, -EINVAL,
                         "the server answers with HTTP status %ld",
                         reply->status);
    return error_set(error, -EINVAL, "%s%s%s (HTTP %ld)", detail,
                     *mend ? "; " : "", mend, reply->status);
}
