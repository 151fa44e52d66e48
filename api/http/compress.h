/* compress: an answer made shorter, for clients that say they take that. */
#ifndef RELAXD_API_HTTP_COMPRESS_H
#define RELAXD_API_HTTP_COMPRESS_H

#include "api/form/json_writer.h"

/* "gzip", else "deflate", whichever an Accept-Encoding header has; NULL for
 * neither, or no header. */
const char *compress_choose(const char *header);

/* Replaces the writer's text, quickly rather than well: zlib's level 1.
 * A negative code leaves it as it is. */
int compress_text(struct json_writer *writer, const char *coding);

#endif
