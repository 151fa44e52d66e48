/* exchange: one request and its answer.
 *
 * Happy path: the request line makes one, the headers find its dialect and
 * endpoint, the body is collected, the endpoint handles it. An answer that is
 * there at once is sent. One that the service must find suspends the
 * connection; a worker posts an event, the loop thread resumes the connection,
 * the endpoint writes the answer. What would keep the loop thread too long is
 * computed on a thread of the pool, and comes back the same way. A long answer
 * is produced part by part as the client takes it.
 *
 * Failure modes: a client that is gone cancels its question, and the exchange
 * lives on without a connection until question and task have ended. A stream
 * that breaks off after its first part closes the connection, so that the
 * client can tell.
 *
 * Loop thread only, but for the event and what exchange_compute() runs. */
#ifndef RELAXD_API_HTTP_EXCHANGE_H
#define RELAXD_API_HTTP_EXCHANGE_H

#include <microhttpd.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "api/form/fields.h"
#include "api/form/json_body.h"
#include "api/form/json_writer.h"
#include "api/form/problem.h"
#include "api/http/access_log.h"
#include "api/http/endpoint.h"
#include "api/http/inbox.h"
#include "core/base/pool.h"
#include "core/service/service.h"

struct listener;
struct connection;
struct request_head;

/* What a producer of a long answer says. */
enum produced {
    PRODUCED_PART, /* bytes in `out`; there may be more */
    PRODUCED_WAIT, /* nothing yet; the question's stream will be readable */
    PRODUCED_LAST, /* bytes in `out`, or none; that was all */
    PRODUCED_FAILED,
};

typedef enum produced (*produce_fn)(struct exchange *exchange);

struct exchange {
    struct listener *listener;
    struct MHD_Connection *mhd; /* NULL: the client is gone or done */
    struct connection *connection;
    struct exchange *previous; /* in the listener's list */
    struct exchange *next;

    char *target;       /* path, "?", query, as sent; owned */
    char *path;         /* up to the "?"; owned */
    const char *query;  /* after it, in `target`; "" without one */
    size_t sent_length; /* of the target, with its host, up to a byte of 0 */
    const char *method;
    const struct endpoint *endpoint; /* NULL until found */
    unsigned media;                  /* the form that the client gets */
    const struct dialect *dialect;   /* dialect_none until begun */
    void *parsed; /* what the dialect made of the target, for its finish() */
    uint64_t started_us;
    char id[REQUEST_ID_SIZE]; /* "" until begun */
    struct access_record access;

    bool begun;         /* headers were looked at */
    bool handled;       /* the endpoint has it */
    bool closing;       /* the connection cannot be trusted after this one */
    bool takes_interim; /* HTTP/1.1: skips answers of status 100 */
    char *body;         /* [body_length); owned */
    size_t body_length;
    size_t body_capacity;
    json_body_read *read_object; /* of exchange_read_object(), and 3 more */
    void (*object_read)(struct exchange *exchange);
    bool body_refused;
    struct problem *body_problem; /* why, or NULL: no memory; owned */

    void *state;               /* the endpoint's */
    struct question *question; /* in flight, or NULL */
    struct event event;        /* posted by workers and the pool */
    struct pool_task task;     /* of exchange_compute(), with the next four */
    void (*run)(struct exchange *exchange);
    void (*done)(struct exchange *exchange);
    bool computing;
    atomic_bool unwanted;  /* the client is gone */
    struct cancel *cancel; /* set then, for run(); or NULL */
    bool suspended;
    bool ended; /* the question, well or not */

    struct MHD_Response *response; /* to be queued, or NULL */
    unsigned status;               /* of the answer; 0: none yet */
    const char *type;              /* of it; NULL: as `media` says */
    struct json_writer out;        /* bytes of the answer */
    const char *coding;            /* that `out` has; NULL: none */
    size_t sent;                   /* of `out` */
    uint64_t answer_bytes; /* of the answer's body, those handed on so far */
    produce_fn produce;    /* more of them; NULL: all there */
    bool last_part;
    bool broken; /* by us, after its first part */
};

/* request.c: what came. ---------------------------------------------------- */

/* The headers are there: finds the endpoint, or refuses. */
enum MHD_Result exchange_begin(struct exchange *exchange,
                               struct request_head *head);

/* More of the body. */
enum MHD_Result exchange_take_body(struct exchange *exchange, const char *data,
                                   size_t length);

/* It was read, or will not be. */
void exchange_drop_body(struct exchange *exchange);

/* The request is whole: runs the endpoint unless it was refused already. */
void exchange_handle(struct exchange *exchange);

/* endpoint.c. -------------------------------------------------------------- */

/* Finds the endpoint of the dialect that has this path, and the request's
 * method; answers OPTIONS, refuses other methods and other paths. */
void exchange_route(struct exchange *exchange, const char *path);

/* exchange.c: life and question. ------------------------------------------- */

/* The target is copied. NULL when memory is short. */
struct exchange *exchange_create(struct listener *listener, const char *target);

/* Queues the answer if there is one, else suspends until there is. */
enum MHD_Result exchange_proceed(struct exchange *exchange);

/* What an event brought. */
void exchange_deliver(struct exchange *exchange, unsigned kinds);

/* The connection is done with it: cancels a question in flight; frees now, or
 * when the question has ended. */
void exchange_disconnect(struct exchange *exchange);

/* Cancels the question of a client that is gone; the connection is resumed when
 * it has ended. */
void exchange_cancel(struct exchange *exchange);

/* Of the request; NULL where it has none. */
const char *exchange_header(const struct exchange *exchange, const char *name);

/* Whether the client has what `etag` is of ("..." without the W/): its
 * If-None-Match has one tag, or several, weak or not, or "*". */
bool exchange_has_tag(const struct exchange *exchange, const char *etag);

/* `size` bytes of zeros in exchange->state, for the endpoint's finish(). NULL:
 * it was refused, and handle() returns. */
void *exchange_make_state(struct exchange *exchange, size_t size);

/* Reads the request by run(), then done() goes on: both at once, or where there
 * is much of a body as exchange_compute() does. From handle(), as the last
 * thing. */
void exchange_read(struct exchange *exchange,
                   void (*run)(struct exchange *exchange),
                   void (*done)(struct exchange *exchange));

/* That for a body that is an object: read() gets it and exchange->state, then
 * done() goes on, unless it was refused. Parameters in the URL are refused. */
void exchange_read_object(struct exchange *exchange, json_body_read *read,
                          void (*done)(struct exchange *exchange));

struct service *exchange_service(const struct exchange *exchange);

/* Readies a question of `exchange->state` for service_ask_*(). */
void exchange_prepare(struct exchange *exchange, struct question *question,
                      const struct question_options *options);

/* What service_ask_*() said: waits for the answer, or refuses. */
void exchange_asked(struct exchange *exchange, struct question *question,
                    enum outcome outcome);

/* Lets run() do what would keep the loop thread too long, on a thread of the
 * pool; then done() goes on, on the loop thread, unless the client is gone.
 * Refuses where too many wait. From handle(), answered() or done(), as the last
 * thing; not twice at a time, nor beside a question. run() may use `state`,
 * which must not be freed meanwhile but by finish(), and write to `out`,
 * `coding` and the body; what else is the exchange's it may read but for the
 * connection. */
void exchange_compute(struct exchange *exchange,
                      void (*run)(struct exchange *exchange),
                      void (*done)(struct exchange *exchange));

/* That where `is_long`; else both at once. */
void exchange_compute_if(struct exchange *exchange, bool is_long,
                         void (*run)(struct exchange *exchange),
                         void (*done)(struct exchange *exchange));

/* Any thread: the client is gone, so run() need not go on. */
bool exchange_is_unwanted(const struct exchange *exchange);

/* What questions that stream call from worker threads. */
void exchange_post_readable(struct question *question);

/* reply.c: what goes back. ------------------------------------------------- */

/* The whole answer stands in `out`, in the form `media`. */
void exchange_reply(struct exchange *exchange, unsigned status);

/* The same with status 200, compressed for clients that take that; a long
 * answer is compressed on a thread of the pool, so this is the last thing that
 * a handler does. For dialects that compress. */
void exchange_compress(struct exchange *exchange);

/* The answer is what `produce` puts in `out`, part by part; `size` bytes in
 * all, or UINT64_MAX where that is not known. */
void exchange_stream(struct exchange *exchange, uint64_t size,
                     produce_fn produce);

/* For a producer: what it means that the question's stream is empty. */
enum produced exchange_at_rest(const struct exchange *exchange,
                               const struct question *question);

/* The answer is bytes that live as long as the program; `type` NULL: none. What
 * may keep it, and for how long, is the caller's to add. */
void exchange_reply_bytes(struct exchange *exchange, unsigned status,
                          const char *type, const void *bytes, size_t length);

/* The answer is bytes that live until release(held) is called, on the loop
 * thread; at once where it fails. */
void exchange_reply_shared(struct exchange *exchange, unsigned status,
                           const void *bytes, size_t length,
                           void (*release)(void *held), void *held);

/* What pages from elsewhere may read of an answer's headers beside those that
 * every page may. */
#define EXCHANGE_EXPOSED_HEADERS                                               \
    REQUEST_ID_HEADER                                                          \
    ", Retry-After, Relaxd-Solver, Relaxd-Device, Relaxd-Epoch"

/* To an answer that was begun, unless the value is empty. Without memory for it
 * there is no answer: the connection is closed. */
void exchange_add_header(struct exchange *exchange, const char *name,
                         const char *value);

void exchange_refuse(struct exchange *exchange, const struct problem *problem);
void exchange_refuse_no_memory(struct exchange *exchange);

/* As the service did. */
void exchange_refuse_question(struct exchange *exchange, enum outcome outcome,
                              const struct question *question);

/* To an answer that is there; nothing for 0. */
void exchange_add_retry_after(struct exchange *exchange, unsigned seconds);

/* Counts it and clears what was written of an answer; for a dialect with
 * refusals of its own. */
void exchange_begin_refusal(struct exchange *exchange, enum problem_kind kind);

/* Nothing but the headers that tell what the path takes. */
void exchange_reply_options(struct exchange *exchange, const char *methods);

/* To an answer of octets that was begun, which have no room for their origin:
 * the headers Relaxd-Solver, Relaxd-Device and Relaxd-Epoch. */
void exchange_add_origin(struct exchange *exchange,
                         const struct question *question);

/* The figures that every solved answer ends with: solver, device, epoch,
 * queued_us, solve_us, and note where there is one. Members of an object. */
void exchange_write_figures(const struct question *question,
                            struct json_writer *writer);

/* The two parts of them: solver, device and epoch, and what is known at the
 * end. */
void exchange_write_origin(const struct question *question,
                           struct json_writer *writer);
void exchange_write_times(const struct question *question,
                          struct json_writer *writer);

#endif
