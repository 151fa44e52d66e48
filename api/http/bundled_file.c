/* Headers, and the choice between the plain and the gzip form. */
#include "api/http/bundled_file.h"

#include "api/http/exchange.h"
#include "api/http/negotiate.h"

/* Scripts, styles, fonts and tiles come only from here. The map's own code sets
 * styles; icons in style sheets are data. */
static const char policy[] =
    "default-src 'none'; script-src 'self'; worker-src 'self'; "
    "style-src 'self'; font-src 'self'; connect-src 'self'; "
    "img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self'";

static void add_file_headers(struct exchange *exchange,
                             const struct bundled_file *file)
{
    exchange_add_header(exchange, MHD_HTTP_HEADER_ETAG, file->etag);
    exchange_add_header(exchange, MHD_HTTP_HEADER_CACHE_CONTROL,
                        file->immutable ? "public, max-age=31536000, immutable"
                                        : "no-cache");
    if (file->packed.length)
        exchange_add_header(exchange, MHD_HTTP_HEADER_VARY,
                            MHD_HTTP_HEADER_ACCEPT_ENCODING);
    exchange_add_header(exchange, "Content-Security-Policy", policy);
    exchange_add_header(exchange, "Referrer-Policy", "no-referrer");
}

void bundled_file_send(struct exchange *exchange,
                       const struct bundled_file *file)
{
    bool packed =
        file->packed.length &&
        accept_coding(
            exchange_header(exchange, MHD_HTTP_HEADER_ACCEPT_ENCODING), "gzip");
    const struct bundled_bytes *bytes = packed ? &file->packed : &file->plain;

    if (exchange_has_tag(exchange, file->etag)) {
        exchange_reply_bytes(exchange, MHD_HTTP_NOT_MODIFIED, NULL, NULL, 0);
    } else {
        exchange_reply_bytes(exchange, MHD_HTTP_OK, file->type, bytes->at,
                             bytes->length);
        if (packed)
            exchange_add_header(exchange, MHD_HTTP_HEADER_CONTENT_ENCODING,
                                "gzip");
    }
    add_file_headers(exchange, file);
}
