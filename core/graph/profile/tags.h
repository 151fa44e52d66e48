/* tags: what OpenStreetMap says of one object: keys and values. */
#ifndef RELAXD_GRAPH_PROFILE_TAGS_H
#define RELAXD_GRAPH_PROFILE_TAGS_H

#include <stdint.h>

/* Offsets of NUL-terminated texts. */
struct osm_tag {
    uint32_t key;
    uint32_t value;
};

/* A view. */
struct tags {
    const struct osm_tag *tag; /* [count] no key twice */
    uint32_t count;
    const char *text; /* what the offsets count from */
};

/* NULL where there is no such key. */
const char *tags_get(const struct tags *tags, const char *key);

#endif
