/* weight_change: what a change owns, and the digest of what it says. */
#include "core/weighting/weight_change.h"

#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#include "core/weighting/weight_rows.h"

/* Strings count with their NUL, so that what follows is not taken for their
 * end. */
static uint64_t hash_text(const char *text, uint64_t seed)
{
    return XXH3_64bits_withSeed(text, strlen(text) + 1, seed);
}

void weight_change_digest(struct weight_change *change)
{
    const uint32_t numbers[] = {change->operation, change->kind, change->ttl_s,
                                change->text_gzip, change->text != NULL};
    uint64_t head = XXH3_64bits(numbers, sizeof(numbers));
    const void *body = change->text ? change->text : change->rows.row;
    size_t bytes = change->text
                       ? change->text_bytes
                       : change->rows.count * sizeof(*change->rows.row);
    XXH128_hash_t hash;

    head = hash_text(change->profile, head);
    head = hash_text(change->scenario, head);
    head = hash_text(change->model, head);
    hash = XXH3_128bits_withSeed(bytes ? body : "", bytes, head);

    change->digest[0] = hash.low64;
    change->digest[1] = hash.high64;
}

void weight_change_finish(struct weight_change *change)
{
    weight_list_finish(&change->rows);
    free(change->text);
    change->text = NULL;
}
