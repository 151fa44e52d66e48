/* access_log: what the log says of a request once it is over.
 *
 * "request", a line for each where the access log is on, and "slow request",
 * with a command that asks it again, for one that took longer than others
 * should. How long is counted until the last byte of the answer was
 * libmicrohttpd's: a client may read that as slowly as it likes, but one that
 * reads a stream slowly makes it slow. A request that was long in coming is not
 * slow for it. Loop thread only. */
#ifndef RELAXD_API_HTTP_ACCESS_LOG_H
#define RELAXD_API_HTTP_ACCESS_LOG_H

#include <microhttpd.h>
#include <stddef.h>
#include <stdint.h>

struct exchange;
struct question;

/* Part of an exchange. */
struct access_record {
    uint64_t whole_us;    /* the request was there; 0: not yet */
    uint64_t answered_us; /* the last byte so far was handed over; 0: none */
    char *body;           /* [body_bytes) of a short one; owned */
    size_t body_bytes;    /* of the request */
    const char *solver;   /* and the device: of the last question; NULL: none
                             was answered */
    const char *device;
    uint64_t queued_us; /* of all of them */
    uint64_t solve_us;
};

/* The request is whole, its body in exchange->body. */
void access_begin(struct exchange *exchange);

/* A question has ended. */
void access_add_question(struct exchange *exchange,
                         const struct question *question);

/* Bytes of the answer were handed over, maybe not the last. */
void access_hand_over(struct exchange *exchange);

/* The connection is done with it, in this way; before exchange_disconnect(). */
void access_log(struct exchange *exchange,
                enum MHD_RequestTerminationCode ending);

void access_finish(struct access_record *record);

#endif
