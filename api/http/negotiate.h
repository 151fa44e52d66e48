/* negotiate: which form and coding of an answer a client takes. */
#ifndef RELAXD_API_HTTP_NEGOTIATE_H
#define RELAXD_API_HTTP_NEGOTIATE_H

#include <stdbool.h>

#include "api/form/json_writer.h"

enum media {
    MEDIA_JSON = 1 << 0,   /* application/json */
    MEDIA_OCTETS = 1 << 1, /* application/octet-stream */
    MEDIA_ANY = 1 << 2,    /* what it is: there is one form, for everyone */
};

/* The best of `offered` (a set of enum media) for an Accept header (RFC 9110,
 * 12.5.1), JSON where it does not matter; 0 where it excludes all of them.
 * `header` may be NULL. */
unsigned accept_choose(const char *header, unsigned offered);

/* Whether an Accept-Encoding header, or NULL, takes this coding. */
bool accept_coding(const char *header, const char *coding);

/* ---- Compression --------------------------------------------------------- */

/* "gzip", else "deflate", whichever an Accept-Encoding header has; NULL for
 * neither, or no header. */
const char *compress_choose(const char *header);

/* Replaces the writer's text, quickly rather than well: zlib's level 1.
 * A negative code leaves it as it is. */
int compress_text(struct json_writer *writer, const char *coding);

#endif
