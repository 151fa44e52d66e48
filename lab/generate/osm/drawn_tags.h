/* drawn_tags: the tags of one object while it is written. */
#ifndef RELAXD_GRAPH_GENERATE_OSM_DRAWN_TAGS_H
#define RELAXD_GRAPH_GENERATE_OSM_DRAWN_TAGS_H

#include <stddef.h>
#include <stdint.h>

#include "core/graph/import/osm/data/osm_data.h"

enum {
    DRAWN_TAGS_MAX = 16,
    DRAWN_TEXTS_MAX = 6,
    DRAWN_TEXT_SIZE = 80,
};

/* Zeroed is empty. No key twice; more than fit is a mistake in the code that
 * asks for them. */
struct drawn_tags {
    struct osm_text_tag tag[DRAWN_TAGS_MAX];
    size_t count;
    char text[DRAWN_TEXTS_MAX][DRAWN_TEXT_SIZE];
    size_t text_count;
};

/* `key` and `value` are constants. */
void drawn_tag(struct drawn_tags *tags, const char *key, const char *value);

/* The same with a value that is put together here. */
void drawn_tag_print(struct drawn_tags *tags, const char *key,
                     const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Made-up names: "Old Mill Lane", "Ashford". */
void drawn_tag_street_name(struct drawn_tags *tags, const char *key,
                           uint64_t die);
void drawn_tag_place_name(struct drawn_tags *tags, const char *key,
                          uint64_t die);

#endif
