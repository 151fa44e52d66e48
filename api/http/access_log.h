/* access_log: log lines about requests, with each request's id and, for slow
 * ones, a command that repeats it. */
#ifndef RELAXD_API_HTTP_ACCESS_LOG_H
#define RELAXD_API_HTTP_ACCESS_LOG_H

#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Ids ----------------------------------------------------------------- */

/* A client or a proxy may send an id (X-Request-Id). Requests without a valid
 * one get one from relaxd. */

#define REQUEST_ID_HEADER "X-Request-Id"

enum { REQUEST_ID_SIZE = 129 }; /* with the NUL */

/* The random start of a counter of ids, one per thread, which is scrambled, so
 * that no id repeats within 2^64. Not for secrets. */
uint64_t request_id_start(void);

/* Copies `sent` if it is 1 to 128 letters, digits and "-._~:/+=@"; otherwise,
 * and for NULL, writes 16 hexadecimal digits. */
void request_id_choose(uint64_t *counter, const char *sent,
                       char id[REQUEST_ID_SIZE]);

/* ---- Commands ------------------------------------------------------------ */

struct curl_request {
    const char *address; /* "127.0.0.1:5000", "[::1]:5000" */
    const char *method;
    const char *target; /* as sent */
    const char *accept; /* the media type to request; NULL: any */
    const char *body;   /* [body_length) JSON; NULL: not kept */
    size_t body_length; /* 0: no body */
};

/* Writes a command for a POSIX shell, one line of ASCII. It escapes non-URL
 * characters in the target as %XX and non-ASCII in the body as \uXXXX, and
 * turns line ends into blanks; relaxd and JSON read them alike. For a body that
 * was not kept, does not fit, is not UTF-8 or begins with '@' the command names
 * @body.json. False if the rest does not fit in `size` bytes, or if the target
 * does not begin with '/'. */
bool curl_line_write(const struct curl_request *request, char *line,
                     size_t size);

/* ---- Lines --------------------------------------------------------------- */

/* "request" is a line for each request, if the access log is on. "slow
 * request", with a command that repeats it, is for a request that took longer
 * than the setting allows. The time ends when libmicrohttpd has the last byte
 * of the answer, so a client may read that slowly; but a client that reads a
 * stream slowly makes the request slow. The time in which a request arrives
 * does not count. Loop thread only. */

struct exchange;
struct question;

/* The request is complete; exchange->body holds its body. */
void access_begin(struct exchange *exchange);

/* A question has ended. */
void access_add_question(struct exchange *exchange,
                         const struct question *question);

/* libmicrohttpd took bytes of the answer, perhaps not the last. */
void access_hand_over(struct exchange *exchange);

/* The connection has finished the request, with this code. Call it before
 * exchange_disconnect(). */
void access_log(struct exchange *exchange,
                enum MHD_RequestTerminationCode ending);

#endif
