/* http_get: one GET, its answer in memory. */
#include "clients/relaxctl/http_get.h"

#include <curl/curl.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONNECT_TIMEOUT_S = 5 };

static size_t take(char *bytes, size_t size, size_t count, void *context)
{
    struct http_answer *answer = context;
    size_t more = size * count;
    char *body = realloc(answer->body, answer->size + more + 1);

    if (!body)
        return 0;
    memcpy(body + answer->size, bytes, more);
    answer->body = body;
    answer->size += more;
    body[answer->size] = '\0';
    return more;
}

static int explain(CURLcode code, const char *server, const char *words,
                   struct error *error)
{
    if (!*words)
        words = curl_easy_strerror(code);
    if (code == CURLE_COULDNT_CONNECT)
        return error_set(error, -EIO, "%s; does relaxd run at '%.200s'?", words,
                         server);
    return error_set(error, -EIO, "%s ('%.200s')", words, server);
}

static int perform(CURL *curl, const char *url, const char *server,
                   struct http_answer *answer, struct error *error)
{
    char words[CURL_ERROR_SIZE] = "";
    CURLcode code;

    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_TIMEOUT_S);
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, words);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, answer);
    code = curl_easy_perform(curl);
    if (code)
        return explain(code, server, words, error);
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &answer->status);
    return 0;
}

int http_get(const char *url, const char *server,
             struct http_answer *ret_answer, struct error *error)
{
    struct http_answer answer = {0};
    CURL *curl = curl_easy_init();
    int r;

    if (!curl)
        return error_no_memory(error);
    r = perform(curl, url, server, &answer, error);
    curl_easy_cleanup(curl);
    if (!r && !answer.body && !(answer.body = calloc(1, 1)))
        r = error_no_memory(error);
    if (r)
        http_answer_finish(&answer);
    else
        *ret_answer = answer;
    return r;
}

void http_answer_finish(struct http_answer *answer)
{
    free(answer->body);
    *answer = (struct http_answer){0};
}

int http_url_add(char *url, size_t size, const char *name, const char *value)
{
    char *escaped = curl_easy_escape(NULL, value, 0);
    size_t used = strlen(url);
    int length;

    if (!escaped)
        return -ENOMEM;
    length = snprintf(url + used, size - used, "&%s=%s", name, escaped);
    curl_free(escaped);
    return (size_t)length < size - used ? 0 : -ENOSPC;
}
