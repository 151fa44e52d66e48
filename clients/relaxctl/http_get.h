/* http_get: one GET, its answer in memory. */
#ifndef RELAXD_CLIENTS_RELAXCTL_HTTP_GET_H
#define RELAXD_CLIENTS_RELAXCTL_HTTP_GET_H

#include <stddef.h>

#include "core/base/error.h"

struct http_answer {
    long status; /* 200, 404, ... */
    char *body;  /* [size] and a NUL after it; owned */
    size_t size;
};

/* Waits for as long as it takes, but 5 s at most for a connection. 0 whatever
 * the status is; -EIO where there was no whole answer, with words about
 * `server`, which is what the person called it. */
int http_get(const char *url, const char *server,
             struct http_answer *ret_answer, struct error *error);
void http_answer_finish(struct http_answer *answer);

/* One query parameter, "&name=value" with what a URL cannot hold escaped,
 * appended to the `size` bytes at `url`. -ENOSPC, -ENOMEM. */
int http_url_add(char *url, size_t size, const char *name, const char *value);

#endif
