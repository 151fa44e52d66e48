/* bundled_file: a file that the program has in it, and as an answer. Bytes live
 * as long as the program. */
#ifndef RELAXD_API_HTTP_BUNDLED_FILE_H
#define RELAXD_API_HTTP_BUNDLED_FILE_H

#include <stdbool.h>
#include <stddef.h>

struct exchange;

struct bundled_file {
    const char *path; /* of the URL: "/", "/favicon.ico", "/assets/..." */
    const char *type; /* of the Content-Type header */
    const char *etag; /* with its quotes; another for other bytes */
    bool immutable;   /* the path has a hash of the bytes in it */

    /* The bytes, and the same packed by gzip: length 0 where that does not make
     * them shorter. */
    struct bundled_bytes {
        const unsigned char *at;
        size_t length;
    } plain, packed;
};

/* Sends it, packed by gzip to clients that take that; 304 to those that have it
 * already. Loop thread. */
void bundled_file_send(struct exchange *exchange,
                       const struct bundled_file *file);

#endif
