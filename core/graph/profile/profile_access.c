/* profile_access: who may pass, by the tags that say so. */
#include <string.h>

#include "core/graph/profile/profile_data.h"

static enum access_outcome code_of(const struct profile *profile,
                                   const char *text, size_t length)
{
    uint32_t word = words_find(&profile->values, SPACE_ACCESS, text, length);

    return word == WORD_NONE ? ACCESS_UNSAID
                             : (enum access_outcome)profile->rules[word]
                                   .cell[TABLE_CODE]
                                   .number[0];
}

/* Who is in a list may pass: of its parts the one that lets most through. */
static enum access_outcome outcome_of(const struct profile *profile,
                                      const char *text)
{
    enum access_outcome best;
    const char *part;
    size_t length;

    if (!text)
        return ACCESS_UNSAID;
    best = code_of(profile, text, strlen(text));
    if (best != ACCESS_UNSAID)
        return best;
    while ((part = list_part(&text, &length))) {
        enum access_outcome one = code_of(profile, part, length);

        if (one != ACCESS_UNSAID && (best == ACCESS_UNSAID || one < best))
            best = one;
    }
    return best;
}

/* What key number i of the list says; its variant of a direction first. */
static enum access_outcome key_outcome(const struct profile *profile,
                                       const struct seen *seen,
                                       const struct key_list *keys, uint32_t i,
                                       int direction)
{
    enum access_outcome outcome = ACCESS_UNSAID;

    if (direction < DIRECTIONS)
        outcome = outcome_of(profile, seen->text[keys->variant[direction][i]]);
    if (outcome == ACCESS_UNSAID)
        outcome = outcome_of(profile, seen->text[keys->key[i]]);
    return outcome;
}

struct access profile_access(const struct profile *profile,
                             const struct seen *seen,
                             const struct key_list *keys, int direction)
{
    for (uint32_t i = 0; i < keys->count; i++) {
        enum access_outcome outcome =
            key_outcome(profile, seen, keys, i, direction);

        if (outcome != ACCESS_UNSAID)
            return (struct access){
                outcome, key_list_has(&profile->access.specific, keys->key[i])};
    }
    return (struct access){ACCESS_UNSAID, false};
}
