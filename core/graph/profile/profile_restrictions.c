/* profile_restrictions: whom a restriction is for, and of what kind it is. */
#include <math.h>
#include <string.h>

#include "core/graph/profile/profile_data.h"

/* except=psv;bicycle. */
static bool is_excepted(const struct profile *profile, const char *list)
{
    while (list) {
        const char *word = list + strspn(list, " ");
        size_t length = strcspn(word, "; ");

        if (words_find(&profile->values, SPACE_EXCEPT, word, length) !=
            WORD_NONE)
            return true;
        list = strchr(word, ';');
        if (list)
            list++;
    }
    return false;
}

static enum restriction_rule rule_of_kind(const struct profile *profile,
                                          const char *kind)
{
    double code = profile_code(profile, SPACE_RESTRICTION, kind);

    return isnan(code) ? RESTRICTION_UNKNOWN : (enum restriction_rule)code;
}

/* What a key of ours says. Older data says whom a restriction is for in its
 * type, restriction:hgv, and its kind in plain `restriction`. */
static const char *kind_by_key(const struct tags *tags, const char *key,
                               const char *type)
{
    const char *kind = tags_get(tags, key);

    if (!strcmp(key, type))
        return kind ? kind : tags_get(tags, "restriction");
    return strcmp(key, "restriction") ? kind : NULL;
}

static const char *find_kind(const struct profile *profile,
                             const struct tags *tags, const char *type)
{
    const struct key_list *keys = &profile->restrictions.keys;
    const char *kind = NULL;

    for (uint32_t i = 0; !kind && i < keys->count; i++)
        kind = kind_by_key(tags, profile->keys.word[keys->key[i]].text, type);
    return kind;
}

/* Whether something of it holds at some times alone. */
static bool is_conditional(const struct profile *profile,
                           const struct seen *seen)
{
    const struct key_list *keys = &profile->restrictions.keys;

    for (uint32_t i = 0; i < keys->count; i++) {
        if (seen->text[keys->variant[0][i]])
            return true;
    }
    return false;
}

/* "restriction" of type=restriction, or all of type=restriction:hgv. */
static const char *type_of(const struct tags *tags)
{
    const char *type = tags_get(tags, "type");

    return type && !strncmp(type, "restriction:", 12) ? type : "restriction";
}

static bool names_a_kind(const struct tags *tags)
{
    for (uint32_t i = 0; i < tags->count; i++) {
        if (!strncmp(tags->text + tags->tag[i].key, "restriction", 11))
            return true;
    }
    return false;
}

enum restriction_rule profile_restriction(const struct profile *profile,
                                          const struct tags *tags)
{
    const char *kind = find_kind(profile, tags, type_of(tags));
    const char *except = tags_get(tags, "except");
    struct seen seen;

    profile_see(profile, tags, &seen);
    if (!kind && is_conditional(profile, &seen))
        return RESTRICTION_CONDITIONAL;
    if (!kind)
        return names_a_kind(tags) ? RESTRICTION_IGNORED : RESTRICTION_UNKNOWN;
    if (is_excepted(profile, except))
        return RESTRICTION_EXCEPTED;
    if (strchr(kind, '@') || seen_first(&seen, &profile->restrictions.timed))
        return RESTRICTION_CONDITIONAL;
    return rule_of_kind(profile, kind);
}
