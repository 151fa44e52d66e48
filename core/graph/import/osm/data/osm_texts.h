/* osm_texts: the texts of tags, each kept once. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_DATA_OSM_TEXTS_H
#define RELAXD_GRAPH_IMPORT_OSM_DATA_OSM_TEXTS_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/intern_pool.h"

/* Zeroed is empty. */
struct osm_texts {
    struct intern_pool pool; /* NUL-terminated; the first is "" */
    char *mended;            /* the last text that was no line of UTF-8 */
    size_t mended_capacity;
};

enum { TEXT_MENDED = 1 };

/* Where the text stands, from now on. 0; TEXT_MENDED: it has '?' for each byte
 * that is no character of a line (core/base/text.h); -ENOMEM; -EINVAL: they are
 * more than 4 GiB. */
int osm_texts_add(struct osm_texts *texts, const char *text,
                  uint32_t *ret_offset);

void osm_texts_finish(struct osm_texts *texts);

#endif
