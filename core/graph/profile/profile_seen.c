/* profile_seen: the numbered words, and the lookup of an object's tags. */
#include "core/graph/profile/profile_data.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

/* ---- Words --------------------------------------------------------------- */

/* Fowler, Noll and Vo's FNV-1a: as fast as any for a dozen bytes. */
static uint32_t hash_text(uint32_t space, const char *text, size_t length)
{
    uint32_t hash = 2166136261u ^ (space * 2654435769u);

    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 16777619u;
    return hash ^ hash >> 15;
}

static bool word_is(const struct word *word, uint32_t hash, uint32_t space,
                    const char *text, size_t length)
{
    return word->hash == hash && word->space == space &&
           !strncmp(word->text, text, length) && !word->text[length];
}

/* The slot of a word, or of its insertion. */
static size_t find_slot(const struct words *words, uint32_t hash,
                        uint32_t space, const char *text, size_t length)
{
    size_t mask = words->slot_count - 1;
    size_t slot = hash & mask;

    while (words->slot[slot] != WORD_NONE &&
           !word_is(&words->word[words->slot[slot]], hash, space, text, length))
        slot = (slot + 1) & mask;
    return slot;
}

uint32_t words_find(const struct words *words, uint32_t space, const char *text,
                    size_t length)
{
    if (!words->slot_count)
        return WORD_NONE;
    return words->slot[find_slot(words, hash_text(space, text, length), space,
                                 text, length)];
}

static int grow_slots(struct words *words)
{
    size_t count = words->slot_count ? 2 * words->slot_count : 64;
    uint32_t *slot = array_alloc(count, sizeof(*slot));

    if (!slot)
        return -ENOMEM;
    memset(slot, 0xff, count * sizeof(*slot));
    free(words->slot);
    words->slot = slot;
    words->slot_count = count;
    for (uint32_t i = 0; i < words->count; i++) {
        const struct word *word = &words->word[i];

        slot[find_slot(words, word->hash, word->space, word->text,
                       strlen(word->text))] = i;
    }
    return 0;
}

int words_add(struct words *words, uint32_t space, const char *text,
              size_t length, uint32_t *ret_number)
{
    uint32_t number = words_find(words, space, text, length);
    struct word word = {.space = space};

    if (number != WORD_NONE) {
        *ret_number = number;
        return 0;
    }
    if (2 * (words->count + 1) > words->slot_count && grow_slots(words))
        return -ENOMEM;
    if (array_reserve(&words->word, &words->capacity, words->count + 1,
                      sizeof(word)))
        return -ENOMEM;
    word.hash = hash_text(space, text, length);
    word.text = array_alloc(length + 1, 1);
    if (!word.text)
        return -ENOMEM;
    memcpy(word.text, text, length);
    word.text[length] = '\0';
    number = (uint32_t)words->count++;
    words->word[number] = word;
    words->slot[find_slot(words, word.hash, space, text, length)] = number;
    *ret_number = number;
    return 0;
}

void words_finish(struct words *words)
{
    for (size_t i = 0; i < words->count; i++)
        free(words->word[i].text);
    free(words->word);
    free(words->slot);
    *words = (struct words){0};
}

/* ---- Tags, looked up ----------------------------------------------------- */

/* The word of a value; for a list that is not a word, that of its first
 * part. */
static uint32_t find_value(const struct words *values, uint32_t space,
                           const char *text)
{
    size_t length = strlen(text);
    uint32_t value = words_find(values, space, text, length);
    const char *end;

    if (value != WORD_NONE)
        return value;
    end = memchr(text, ';', length);
    return end ? words_find(values, space, text, (size_t)(end - text))
               : WORD_NONE;
}

void profile_see(const struct profile *profile, const struct tags *tags,
                 struct seen *ret_seen)
{
    ret_seen->at = tags->at;
    memset(ret_seen->text, 0, profile->keys.count * sizeof(ret_seen->text[0]));
    for (uint32_t i = 0; i < tags->count; i++) {
        const char *name = tags->text + tags->tag[i].key;
        const char *text = tags->text + tags->tag[i].value;
        uint32_t key = words_find(&profile->keys, 0, name, strlen(name));

        if (key == WORD_NONE)
            continue;
        ret_seen->text[key] = text;
        ret_seen->value[key] = profile->has_values[key]
                                   ? find_value(&profile->values, key, text)
                                   : WORD_NONE;
    }
}

const char *list_part(const char **list, size_t *ret_length)
{
    const char *part = *list + strspn(*list, " ;");
    size_t length = strcspn(part, ";");

    *list = part + length;
    while (length && part[length - 1] == ' ')
        length--;
    *ret_length = length;
    return length ? part : NULL;
}

static const struct cell *said(const struct profile *profile, uint32_t value,
                               enum table table)
{
    const struct cell *cell;

    if (value == WORD_NONE)
        return NULL;
    cell = &profile->rules[value].cell[table];
    return cell_is_said(cell) ? cell : NULL;
}

const struct cell *profile_row(const struct profile *profile,
                               const struct seen *seen, enum table table,
                               uint32_t row)
{
    uint32_t key = profile->rows[table].key[row];
    const struct cell *cell;

    if (!seen->text[key])
        return NULL;
    cell = said(profile, seen->value[key], table);
    if (cell || !strcmp(seen->text[key], "no"))
        return cell;
    return said(profile, profile->wildcard[key], table);
}

/* As if the part were the whole value. */
static const struct cell *part_cell(const struct profile *profile,
                                    enum table table, uint32_t key,
                                    const char *part, size_t length)
{
    uint32_t value = words_find(&profile->values, key, part, length);
    const struct cell *cell = said(profile, value, table);

    if (cell || (length == 2 && !memcmp(part, "no", 2)))
        return cell;
    return said(profile, profile->wildcard[key], table);
}

uint32_t profile_row_cells(const struct profile *profile,
                           const struct seen *seen, enum table table,
                           uint32_t row,
                           const struct cell *ret_cells[ROW_CELLS_MAX])
{
    uint32_t key = profile->rows[table].key[row];
    const char *list = seen->text[key];
    const char *part;
    size_t length;
    uint32_t count = 0;

    if (!list || !strchr(list, ';') ||
        words_find(&profile->values, key, list, strlen(list)) != WORD_NONE) {
        ret_cells[0] = profile_row(profile, seen, table, row);
        return ret_cells[0] != NULL;
    }
    while (count < ROW_CELLS_MAX && (part = list_part(&list, &length))) {
        ret_cells[count] = part_cell(profile, table, key, part, length);
        count += ret_cells[count] != NULL;
    }
    return count;
}

uint32_t profile_cells(const struct profile *profile, const struct seen *seen,
                       enum table table,
                       const struct cell *ret_cells[ROW_CELLS_MAX])
{
    uint32_t count = 0;

    for (uint32_t i = 0; !count && i < profile->rows[table].count; i++)
        count = profile_row_cells(profile, seen, table, i, ret_cells);
    return count;
}

const struct cell *profile_cell(const struct profile *profile,
                                const struct seen *seen, enum table table)
{
    const struct cell *cell = NULL;

    for (uint32_t i = 0; !cell && i < profile->rows[table].count; i++)
        cell = profile_row(profile, seen, table, i);
    return cell;
}

double profile_code(const struct profile *profile, uint32_t space,
                    const char *text)
{
    uint32_t value = find_value(&profile->values, space, text);

    return value == WORD_NONE
               ? NAN
               : profile->rules[value].cell[TABLE_CODE].number[0];
}

const char *seen_first(const struct seen *seen, const struct key_list *keys)
{
    for (uint32_t i = 0; i < keys->count; i++) {
        if (seen->text[keys->key[i]])
            return seen->text[keys->key[i]];
    }
    return NULL;
}

static bool value_is_listed(const struct pattern *pattern, uint32_t value)
{
    for (uint32_t i = 0; i < pattern->value_count; i++) {
        if (pattern->value[i] == value)
            return true;
    }
    return false;
}

static bool pattern_holds(const struct pattern *pattern,
                          const struct seen *seen, bool restricted)
{
    const char *text;
    bool fits;

    if (pattern->kind != PATTERN_TAG)
        return pattern->kind == PATTERN_ALWAYS || restricted;
    text = seen->text[pattern->key];
    if (!text)
        return pattern->negated;
    fits = pattern->any ? strcmp(text, "no") != 0
                        : value_is_listed(pattern, seen->value[pattern->key]);
    return fits != pattern->negated;
}

bool conditions_hold(const struct conditions *conditions,
                     const struct seen *seen, bool restricted)
{
    bool group = true;

    for (size_t i = 0; i < conditions->count; i++) {
        const struct pattern *pattern = &conditions->pattern[i];

        group = group && pattern_holds(pattern, seen, restricted);
        if (pattern->joined)
            continue;
        if (group)
            return true;
        group = true;
    }
    return false;
}
