/* bundled_file: a file embedded in the program, and sending it. The bytes live
 * as long as the program. */
#ifndef RELAXD_API_HTTP_BUNDLED_FILE_H
#define RELAXD_API_HTTP_BUNDLED_FILE_H

#include <stdbool.h>
#include <stddef.h>

struct exchange;

struct bundled_file {
    const char *path; /* in URLs: "/", "/favicon.ico", "/assets/..." */
    const char *type; /* for the Content-Type header */
    const char *etag; /* with its quotes; changes with the bytes */
    bool immutable;   /* the path contains a hash of the bytes */

    /* The bytes, and their gzip form: length 0 if gzip does not shorten
     * them. */
    struct bundled_bytes {
        const unsigned char *at;
        size_t length;
    } plain, packed;
};

/* Sends the file, in gzip form to clients that accept it; 304 to clients that
 * have it already. Loop thread. */
void bundled_file_send(struct exchange *exchange,
                       const struct bundled_file *file);

#endif
