/* weight_change: what a change owns, and the digest of its request. */
#include "core/weighting/weight_change.h"

#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#include "core/weighting/weight_rows.h"

void weight_change_digest(struct weight_change *change, const char *method,
                          const char *target, const void *body, size_t bytes)
{
    uint64_t head = XXH3_64bits(target, strlen(target)) ^
                    XXH3_64bits_withSeed(method, strlen(method), 1);
    XXH128_hash_t hash = XXH3_128bits_withSeed(body, bytes, head);

    change->digest[0] = hash.low64;
    change->digest[1] = hash.high64;
}

void weight_change_finish(struct weight_change *change)
{
    weight_list_finish(&change->rows);
    free(change->text);
    change->text = NULL;
}
