/* curl_line: a command that asks a request again. */
#ifndef RELAXD_API_HTTP_CURL_LINE_H
#define RELAXD_API_HTTP_CURL_LINE_H

#include <stdbool.h>
#include <stddef.h>

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

#endif
