/* server: asks a relaxd over HTTP. One thread. */
#ifndef RELAXD_CLIENTS_RELAXCTL_SERVER_H
#define RELAXD_CLIENTS_RELAXCTL_SERVER_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "core/base/error.h"

struct server_request {
    const char *server; /* a URL, or "unix:PATH", a socket */
    const char *target; /* "/v1/status" */
    const char *method; /* NULL: GET, or POST with a body */
    const char *body;   /* [size]; NULL: there is none */
    size_t size;
    const char *type;  /* of the body */
    bool packed;       /* the body is gzip */
    const char *key;   /* Idempotency-Key; NULL: none */
    const char *token; /* that changes need; NULL: none */
};

struct server_reply {
    char *body; /* [size], then a NUL; the caller free()s it; NULL: empty */
    size_t size;
    long status; /* 200, 404, ... */
};

/* Waits without limit, but at most 5 s for a connection. 0: there is a reply,
 * whatever its status. -EIO, -ENOMEM with words. */
int server_ask(const struct server_request *request,
               struct server_reply *ret_reply, struct error *error);

/* -EINVAL with the words of a refusal: of `problem`, the reply's JSON, an RFC
 * 9457 problem or OSRM's; of its status where that is NULL or other JSON. */
int server_explain(const struct server_reply *reply, const json_t *problem,
                   struct error *error);

#endif
