/* tags: what OpenStreetMap says of one object: keys and values. */
#include "core/graph/profile/tags.h"

#include <stddef.h>
#include <string.h>

const char *tags_get(const struct tags *tags, const char *key)
{
    for (uint32_t i = 0; i < tags->count; i++) {
        if (!strcmp(tags->text + tags->tag[i].key, key))
            return tags->text + tags->tag[i].value;
    }
    return NULL;
}
