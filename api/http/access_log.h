/* access_log: the lines that the log has about requests, with the id of each
 * and a command that repeats a slow one. */
#ifndef RELAXD_API_HTTP_ACCESS_LOG_H
#define RELAXD_API_HTTP_ACCESS_LOG_H

#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Ids ----------------------------------------------------------------- */

/* A client or a proxy may send an id (X-Request-Id); a request without a sane
 * one gets one of ours. */

#define REQUEST_ID_HEADER "X-Request-Id"

enum { REQUEST_ID_SIZE = 129 }; /* with the NUL */

/* The source of ids, one for each thread: a count from a random start, stirred,
 * so that none comes twice in 2^64. Not for secrets. */
struct request_ids {
    uint64_t count;
};

void request_ids_init(struct request_ids *ids);

/* `sent`, if it is 1 to 128 letters, digits and "-._~:/+=@"; else, as for NULL,
 * 16 hexadecimal digits. */
void request_id_choose(struct request_ids *ids, const char *sent,
                       char id[REQUEST_ID_SIZE]);

/* ---- Commands ------------------------------------------------------------ */

struct curl_request {
    const char *address; /* "127.0.0.1:5000", "[::1]:5000" */
    const char *method;
    const char *target; /* as sent */
    const char *accept; /* the type that is to be asked for; NULL: any */
    const char *body;   /* [body_length) JSON; NULL: it was not kept */
    size_t body_length; /* 0: there is none */
};

/* For a POSIX shell, one line of ASCII: what in the target is no character of a
 * URL is written %XX, what in the body is no ASCII \uXXXX, and line ends become
 * blanks; to relaxd and to JSON that is the same. A body that was not kept,
 * does not fit, is no UTF-8 or begins with '@' is to be found in @body.json.
 * False where the rest does not fit in `size` bytes, and for a target that does
 * not begin with '/'. */
bool curl_line_write(const struct curl_request *request, char *line,
                     size_t size);

/* ---- Lines --------------------------------------------------------------- */

/* "request" is a line for each request where the access log is on; "slow
 * request", with a command that repeats it, is for one that took longer than
 * the setting allows. The time ends when libmicrohttpd has the last byte of the
 * answer: a client may read that slowly, but one that reads a stream slowly
 * makes it slow. The time in which a request arrives does not count. Loop
 * thread only. */

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
