/* osm_texts: the texts of tags, each kept once. */
#include "core/graph/import/osm/data/osm_texts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/text.h"

static int add_line(struct osm_texts *texts, const char *text, size_t length,
                    uint32_t *ret_offset)
{
    uint32_t none;
    int r = texts->pool.size ? 0 : intern_pool_add(&texts->pool, "", 1, &none);

    return r ? r : intern_pool_add(&texts->pool, text, length + 1, ret_offset);
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
    intern_pool_finish(&texts->pool);
    free(texts->mended);
    *texts = (struct osm_texts){0};
}
