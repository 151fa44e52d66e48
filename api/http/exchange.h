/* exchange: one request and its answer.
 *
 * Happy path: a request line creates an exchange, the headers select dialect
 * and endpoint, the exchange collects the body, the endpoint handles the
 * request. An immediate answer is sent. If the service has to find it, the
 * connection is suspended: a worker posts an event, the loop thread resumes the
 * connection, the endpoint writes the answer. Work that would block the loop
 * thread too long runs on the pool and returns the same way. A producer makes a
 * long answer in parts, as the client reads it.
 *
 * Failure modes: when a client goes away, its question is cancelled, and the
 * exchange lives on without a connection until question and task have ended. A
 * stream that breaks off after its first part closes the connection, so that
 * the client notices.
 *
 * Loop thread only, except for the event and what exchange_compute() runs. */
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
struct framing;

/* What a producer of a long answer returns. */
enum produced {
    PRODUCED_PART, /* bytes in `out`, or none; there may be more */
    PRODUCED_WAIT, /* nothing yet; readable() follows */
    PRODUCED_LAST, /* bytes in `out`, or none; the answer is complete */
    PRODUCED_FAILED,
};

typedef enum produced (*produce_fn)(struct exchange *exchange);

enum { EXCHANGE_TAG_SIZE = 48 };

struct exchange {
    struct listener *listener;
    struct MHD_Connection *mhd; /* NULL: the client is gone or finished */
    struct connection *connection;
    struct exchange *previous; /* in the listener's list */
    struct exchange *next;

    char *target;       /* path, "?", query, as sent; owned */
    char *path;         /* the part before the "?"; owned */
    const char *query;  /* the part after it, in `target`; "" if none */
    size_t sent_length; /* of the target with its host, up to a NUL byte */
    const char *method;
    const struct endpoint *endpoint; /* NULL until found */
    unsigned media;                  /* the selected form of the answer */
    const struct dialect *dialect;   /* dialect_none until begun */
    void *parsed; /* the dialect's, from route(), for its finish() */
    uint64_t started_us;
    char id[REQUEST_ID_SIZE]; /* "" until begun */
    struct {                  /* for access_log.h */
        uint64_t whole_us;    /* when the request was complete; 0: not yet */
        uint64_t answered_us; /* when libmicrohttpd last took bytes; 0: never */
        char *body;           /* [body_bytes) of a short body; owned */
        size_t body_bytes;    /* of the request's body */
        const char *solver;   /* of the last answered question; NULL: none */
        const char *device;
        uint64_t queued_us; /* sum over all questions */
        uint64_t solve_us;
    } access;

    bool begun;         /* the headers were read */
    bool handled;       /* the endpoint has the request */
    bool closing;       /* the connection cannot be reused after this */
    bool takes_interim; /* HTTP/1.1: skips interim answers (1xx) */
    char *body;         /* [body_length); owned */
    size_t body_length;
    size_t body_capacity;
    size_t skipped;              /* of a body that was refused */
    json_body_read *read_object; /* for exchange_read_object(), and 4 more;
                                    NULL: it reads `fields` */
    const struct field *fields;
    void (*object_read)(struct exchange *exchange);
    bool body_refused;
    struct problem *body_problem; /* NULL: out of memory; owned */

    void *state;               /* the endpoint's; its finish() frees it */
    struct question *question; /* in flight, or NULL */
    struct question *asked;    /* the last one, in `state`; NULL: none */
    const atomic_bool *cut;    /* ends a stream without a question; of `state`;
                                  NULL: nothing does */
    char tag[EXCHANGE_TAG_SIZE]; /* ETag of a good answer; "": none */
    bool names_epoch;            /* without a question: with the next */
    uint64_t epoch;              /* of the map that the answer is about */
    struct event event;          /* posted by workers and the pool */
    struct pool_task task; /* exchange_compute() uses this and the next 4 */
    void (*run)(struct exchange *exchange);
    void (*done)(struct exchange *exchange);
    bool computing;
    atomic_bool unwanted; /* the client is gone */
    bool suspended;
    bool waiting; /* for a turn; `next_waiting` is valid */
    struct exchange *next_waiting;
    bool ended;          /* the question, with any outcome */
    bool hears_failures; /* answered() is called for failed questions, too */

    struct MHD_Response *response; /* not yet queued, or NULL */
    unsigned status;               /* of the answer; 0: none yet */
    const char *type;              /* Content-Type; NULL: as `media` implies */
    struct json_writer out;        /* bytes of the answer */
    bool packable; /* the answer is text for which Accept-Encoding chooses */
    const char *coding;    /* content coding of `out`; NULL: none */
    struct packer *packer; /* of a stream that has a coding; owned */
    size_t text_bytes;     /* of the answer's text, or of a part of a stream; 0:
                              none */
    atomic_size_t memory;  /* that the answer holds of the service's */
    size_t sent;           /* bytes of `out` */
    uint64_t answer_bytes; /* bytes of the body handed over so far */
    produce_fn produce;    /* makes further parts; NULL: all in `out` */
    enum produced part;    /* what `produce` returned last */
    bool broken;           /* relaxd broke off after the first part */
};

/* ---- request.c: the request ---------------------------------------------- */

/* The headers are complete: finds the endpoint, or refuses. */
enum MHD_Result exchange_begin(struct exchange *exchange,
                               struct framing *framing);

/* Appends to the body. */
enum MHD_Result exchange_take_body(struct exchange *exchange, const char *data,
                                   size_t length);

/* Frees the body: the endpoint has read it, or will not. */
void exchange_drop_body(struct exchange *exchange);

/* Hands the body to the caller, who free()s it; NULL: there is none. */
char *exchange_take_over_body(struct exchange *exchange, size_t *ret_length);

/* The request is complete: runs the endpoint unless it was already refused. */
void exchange_handle(struct exchange *exchange);

/* ---- endpoint.c ---------------------------------------------------------- */

/* Finds the dialect's endpoint for this path and the request's method. Answers
 * OPTIONS; refuses other methods and paths. */
void exchange_route(struct exchange *exchange, const char *path);

/* ---- exchange.c: lifetime and question ----------------------------------- */

/* Copies the target. NULL if out of memory. */
struct exchange *exchange_create(struct listener *listener, const char *target);

/* Queues the answer if it exists, else suspends the connection until it
 * does. */
enum MHD_Result exchange_proceed(struct exchange *exchange);

/* Handles an event's kinds. */
void exchange_deliver(struct exchange *exchange, unsigned kinds);

/* Whether the loop's turn has lasted long enough. Then what takes more than
 * some microseconds waits for a later one; the caller suspends the connection.
 */
bool exchange_must_wait(const struct exchange *exchange);
void exchange_wait_turn(struct exchange *exchange);

/* Does what the oldest one that waits was about to do. False: none waits. */
bool exchange_take_turn(struct listener *listener);

/* The connection has finished with the exchange: cancels a question in flight;
 * frees now, or when the question has ended. */
void exchange_disconnect(struct exchange *exchange);

/* Cancels the question of a client that is gone. The connection resumes when
 * the question has ended. */
void exchange_cancel(struct exchange *exchange);

/* Memory that question and answer hold until the client has read on. */
size_t exchange_memory(const struct exchange *exchange);

/* A header of the request, or NULL. */
const char *exchange_header(const struct exchange *exchange, const char *name);

/* Whether the client already has the version `etag` ("..." without the W/): its
 * If-None-Match lists that tag, weak or not, or is "*". */
bool exchange_has_tag(const struct exchange *exchange, const char *etag);

/* Zeroed memory of `size` bytes in exchange->state, which the endpoint's
 * finish() frees. NULL: the request was refused, and handle() must return. */
void *exchange_make_state(struct exchange *exchange, size_t size);

/* Reads the query string into `target`; `fields` NULL: none are known. False:
 * the request was refused. */
bool exchange_read_query(struct exchange *exchange, const struct field *fields,
                         void *target);

/* Pins the entry of these names, "" for the first. 0, or -EINVAL with the
 * problem. */
int exchange_find_map(struct exchange *exchange, const char *map,
                      const char *profile, struct map_entry **ret_entry,
                      struct problem *problem);

/* Calls run() to read the request, then done(): directly, or for a long body as
 * exchange_compute() does. handle() calls it last. */
void exchange_read(struct exchange *exchange,
                   void (*run)(struct exchange *exchange),
                   void (*done)(struct exchange *exchange));

/* The same for a body that is an object: read() gets it with exchange->state;
 * done() follows unless the request was refused. Refuses parameters in the
 * URL. */
void exchange_read_object(struct exchange *exchange, json_body_read *read,
                          void (*done)(struct exchange *exchange));

/* Reads these fields into exchange->state, from the URL of a GET, or from the
 * body of a POST; done() follows unless the request was refused. handle() calls
 * it last. */
void exchange_read_fields(struct exchange *exchange, const struct field *fields,
                          void (*done)(struct exchange *exchange));

struct service *exchange_service(const struct exchange *exchange);

/* Prepares a question in `exchange->state` for service_ask_*(). False: the
 * client's copy of the answer is still good, as its If-None-Match says, and the
 * exchange is answered. */
bool exchange_prepare(struct exchange *exchange, struct question *question,
                      const struct question_options *options);

/* Handles the result of service_ask_*(): waits for the answer, or refuses. */
void exchange_asked(struct exchange *exchange, struct question *question,
                    enum outcome outcome);

/* Runs run() on the pool, for work that would block the loop thread too long,
 * then done() on the loop thread, unless the client is gone. Refuses if too
 * many tasks wait. handle(), answered() or done() call it last; one task at a
 * time, and none while a question is in flight. run() may use `state`, which
 * only finish() may free meanwhile, and write to `out`, `coding` and the body;
 * it may read the exchange's other members, except for the connection. */
void exchange_compute(struct exchange *exchange,
                      void (*run)(struct exchange *exchange),
                      void (*done)(struct exchange *exchange));

/* Waits for another thread, which calls exchange_awaited() once; then calls
 * done() as exchange_compute() does. */
void exchange_await(struct exchange *exchange,
                    void (*done)(struct exchange *exchange));
void exchange_awaited(struct exchange *exchange); /* any thread */

/* exchange_compute() if `is_long`; else calls both directly. */
void exchange_compute_if(struct exchange *exchange, bool is_long,
                         void (*run)(struct exchange *exchange),
                         void (*done)(struct exchange *exchange));

/* Any thread: the client is gone, so run() may stop. */
bool exchange_is_unwanted(const struct exchange *exchange);

/* ---- reply.c: the answer ------------------------------------------------- */

/* The complete answer is in `out`, in the form `media`. */
void exchange_reply(struct exchange *exchange, unsigned status);

/* exchange_reply() with status 200, compressed for clients that accept it. A
 * long answer is compressed on the pool, so a handler calls this last. */
void exchange_compress(struct exchange *exchange);

/* The coding that a compressed answer would have; NULL: the client accepts
 * none. */
const char *exchange_wanted_coding(const struct exchange *exchange);

/* Makes the next part of a stream in `out`, which was sent. */
void exchange_make_part(struct exchange *exchange);

/* Whether libmicrohttpd can go on: with bytes, or as it was the last part. */
static inline bool exchange_has_part(const struct exchange *exchange)
{
    return exchange->out.length || exchange->part != PRODUCED_WAIT;
}

/* `produce` writes the answer to `out`, part by part; `size` bytes in all, or
 * UINT64_MAX if unknown, as it is of text, whose parts are compressed. */
void exchange_stream(struct exchange *exchange, uint64_t size,
                     produce_fn produce);

/* For a producer: what to return when the question's stream is empty. */
enum produced exchange_at_rest(const struct exchange *exchange,
                               const struct question *question);

/* Replies with bytes that live as long as the program; `type` NULL: none. The
 * caller adds caching headers. */
void exchange_reply_bytes(struct exchange *exchange, unsigned status,
                          const char *type, const void *bytes, size_t length);

/* Replies that the client's copy is good, of this tag. */
void exchange_reply_unchanged(struct exchange *exchange);

/* Replies with bytes that live until release(held), which the loop thread
 * calls; immediately on failure. */
void exchange_reply_shared(struct exchange *exchange, unsigned status,
                           const void *bytes, size_t length,
                           void (*release)(void *held), void *held);

/* Response headers that pages of other origins may read, besides those that
 * every page may. */
#define EXCHANGE_EXPOSED_HEADERS                                               \
    REQUEST_ID_HEADER                                                          \
    ", Retry-After, ETag, Relaxd-Solver, Relaxd-Device, Relaxd-Epoch"

/* The answer is about the map as the entry has it, for Relaxd-Epoch. */
void exchange_note_epoch(struct exchange *exchange,
                         const struct map_entry *entry);

/* Adds a header to an answer that exists, unless the value is empty. If out of
 * memory, drops the answer: the connection closes. */
void exchange_add_header(struct exchange *exchange, const char *name,
                         const char *value);

void exchange_refuse(struct exchange *exchange, const struct problem *problem);
void exchange_refuse_no_memory(struct exchange *exchange);

/* Refuses with the question's outcome. */
void exchange_refuse_question(struct exchange *exchange,
                              const struct question *question);

/* Adds Retry-After to an answer that exists; nothing for 0. */
void exchange_add_retry_after(struct exchange *exchange, unsigned seconds);

/* Counts the refusal and clears what was written of an answer; for a dialect
 * with its own refusals. */
void exchange_begin_refusal(struct exchange *exchange, enum problem_kind kind);

/* Replies without a body, with headers that list the path's methods, and those
 * for pages of other origins. */
void exchange_reply_options(struct exchange *exchange, const char *methods,
                            const char *pages);

/* Lets pages of other origins read the answer, unless the listener is for this
 * machine alone. */
void exchange_allow_origins(struct exchange *exchange);

/* Adds the headers Relaxd-Solver, Relaxd-Device and Relaxd-Epoch to a binary
 * answer, which has no members for its origin. */
void exchange_add_origin(struct exchange *exchange,
                         const struct question *question);

/* Writes the zone that a time of departure was read by, if there is one. */
void exchange_write_time_zone(const struct service *service,
                              const struct date_time *depart_at,
                              struct json_writer *writer);

/* Writes the members that say by which weights: epoch and time_zone. */
void exchange_write_weights(const struct question *question,
                            struct json_writer *writer);

/* Writes the members that end every solved answer: solver, device, epoch,
 * time_zone, queued_us, solve_us, and note if there is one. */
void exchange_write_figures(const struct question *question,
                            struct json_writer *writer);

/* Its two halves: solver, device and weights; and what is known only at the
 * end. */
void exchange_write_origin(const struct question *question,
                           struct json_writer *writer);
void exchange_write_times(const struct question *question,
                          struct json_writer *writer);

#endif
