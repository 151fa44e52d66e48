/* negotiate: which form and coding of an answer a client accepts. */
#ifndef RELAXD_API_HTTP_NEGOTIATE_H
#define RELAXD_API_HTTP_NEGOTIATE_H

#include <stdbool.h>

#include "api/form/json_writer.h"

enum media {
    MEDIA_JSON = 1 << 0,    /* application/json */
    MEDIA_OCTETS = 1 << 1,  /* application/octet-stream */
    MEDIA_GEOJSON = 1 << 2, /* application/geo+json */
    MEDIA_GPX = 1 << 3,     /* application/gpx+xml */
    MEDIA_TEXT = 1 << 4,    /* text/plain */
    MEDIA_ANY = 1 << 5,     /* the only form, whatever the client accepts */
};

/* "application/json"; NULL for MEDIA_ANY, whose answers know it themselves. */
const char *media_type(unsigned media);

/* The best of `offered` (a set of enum media) for an Accept header (RFC 9110,
 * 12.5.1), the first of the enum on a tie; 0 if the header excludes all of
 * them. `header` may be NULL. */
unsigned accept_choose(const char *header, unsigned offered);

/* Whether an Accept-Encoding header, or NULL, accepts this coding. */
bool accept_coding(const char *header, const char *coding);

/* ---- Compression --------------------------------------------------------- */

/* "zstd", "gzip" or "deflate", what the Accept-Encoding header likes best, in
 * this order where it likes several; NULL if it accepts none, or is NULL. */
const char *compress_choose(const char *header);

/* Replaces the writer's text by its compressed form, favouring speed: level 1.
 * On a negative code the text is unchanged. */
int compress_text(struct json_writer *writer, const char *coding);

/* packer: compresses a text that is made in parts. What it was given so far can
 * be read from what it gave. Its window is small, as many answers may be under
 * way. */
struct packer;

enum { PACKER_BYTES = 184 << 10 }; /* memory of one, at most */

/* NULL: out of memory. destroy() takes NULL. */
struct packer *packer_create(const char *coding);
void packer_destroy(struct packer *packer);

/* Replaces the writer's text, a part, by its compressed form; the last part may
 * be empty. On a negative code the text is unchanged. */
int packer_pack(struct packer *packer, struct json_writer *writer, bool last);

#endif
