/* change_judge: keys and epochs. */
#include "core/weighting/change_judge.h"

#include <errno.h>
#include <string.h>

static uint64_t model_epoch(const struct ledger *ledger, const char *name)
{
    const struct shelf_model *found = model_shelf_find(ledger->models, name);

    return found ? found->epoch : 0;
}

static uint64_t collection_epoch(const struct ledger *ledger,
                                 const struct weight_change *change)
{
    const struct layer *layer = ledger_layer(ledger, change->scenario);
    const struct collection *found =
        layer ? layer_find(layer, change->profile, change->kind) : NULL;

    return found ? found->epoch : 0;
}

static enum change_outcome judge_epoch(const struct ledger *ledger,
                                       const struct weight_change *change,
                                       struct error *words)
{
    bool is_model = change_names_model(change);
    uint64_t epoch = is_model ? model_epoch(ledger, change->model)
                              : collection_epoch(ledger, change);

    if (!change->has_if_match || change->if_match == epoch)
        return CHANGED_OK;
    error_set(words, 0,
              "If-Match says epoch %ju, but the last change of %s is epoch %ju",
              (uintmax_t)change->if_match,
              is_model ? "this model" : "these weights", (uintmax_t)epoch);
    return CHANGED_OTHER_EPOCH;
}

enum change_outcome change_judge(const struct ledger *ledger,
                                 const struct key_book *keys,
                                 const struct weight_change *change,
                                 const struct known_key **ret_known,
                                 struct error *words)
{
    const struct known_key *known =
        *change->key ? key_book_find(keys, change->key) : NULL;

    if (!known)
        return judge_epoch(ledger, change, words);
    *ret_known = known;
    if (!memcmp(known->digest, change->digest, sizeof(known->digest)))
        return CHANGED_BEFORE;
    error_set(words, 0, "the Idempotency-Key '%s' was used for another request",
              change->key);
    return CHANGED_OTHER_REQUEST;
}

enum change_outcome change_refusal(const struct weight_change *change, int code)
{
    if (code == -ENOENT)
        return change_names_model(change) ? CHANGED_UNKNOWN_MODEL
                                          : CHANGED_UNKNOWN_SCENARIO;
    return code == -ENOSPC ? CHANGED_TOO_MANY : CHANGED_FAILED;
}
