/* osm_texts: the texts of tags, each kept once. */
#include "core/graph/import/osm/data/osm_texts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "core/base/array.h"
#include "core/base/text.h"

enum { SLOTS_FIRST = 1024 };

/* The slot where a text is or may go. */
static uint32_t *find_slot(const struct osm_texts *texts, const char *text,
                           size_t length)
{
    uint32_t mask = texts->slot_count - 1;
    uint32_t at = (uint32_t)XXH3_64bits(text, length) & mask;

    while (texts->slot[at] && strcmp(texts->text + texts->slot[at], text) != 0)
        at = (at + 1) & mask;
    return &texts->slot[at];
}

/* Twice as many slots. */
static int grow_slots(struct osm_texts *texts)
{
    struct osm_texts grown = *texts;

    grown.slot_count = texts->slot_count ? texts->slot_count * 2 : SLOTS_FIRST;
    grown.slot = array_zero(grown.slot_count, sizeof(*grown.slot));
    if (!grown.slot)
        return -ENOMEM;
    for (uint32_t i = 0; i < texts->slot_count; i++) {
        const char *text = texts->text + texts->slot[i];

        if (texts->slot[i])
            *find_slot(&grown, text, strlen(text)) = texts->slot[i];
    }
    free(texts->slot);
    *texts = grown;
    return 0;
}

static int make_room(struct osm_texts *texts, size_t length)
{
    size_t first = texts->size ? 0 : 1;

    if (texts->size + length + 1 > UINT32_MAX)
        return -EINVAL;
    if (texts->slot_used >= texts->slot_count / 2 && grow_slots(texts))
        return -ENOMEM;
    if (array_reserve((void **)&texts->text, &texts->capacity,
                      texts->size + first + length + 1, 1))
        return -ENOMEM;
    if (first)
        texts->text[texts->size++] = '\0';
    return 0;
}

static int add_line(struct osm_texts *texts, const char *text, size_t length,
                    uint32_t *ret_offset)
{
    int r = make_room(texts, length);
    uint32_t *slot;

    if (r)
        return r;
    slot = length ? find_slot(texts, text, length) : NULL;
    if (slot && !*slot) {
        *slot = (uint32_t)texts->size;
        memcpy(texts->text + texts->size, text, length + 1);
        texts->size += length + 1;
        texts->slot_used++;
    }
    *ret_offset = slot ? *slot : 0;
    return 0;
}

int osm_texts_add(struct osm_texts *texts, const char *text,
                  uint32_t *ret_offset)
{
    size_t length = strlen(text);
    int r;

    if (text_is_line(text, length))
        return add_line(texts, text, length, ret_offset);
    if (array_reserve((void **)&texts->mended, &texts->mended_capacity,
                      length + 1, 1))
        return -ENOMEM;
    text_copy_line(texts->mended, length + 1, text);
    r = add_line(texts, texts->mended, strlen(texts->mended), ret_offset);
    return r ? r : TEXT_MENDED;
}

void osm_texts_finish(struct osm_texts *texts)
{
    free(texts->text);
    free(texts->slot);
    free(texts->mended);
    *texts = (struct osm_texts){0};
}
