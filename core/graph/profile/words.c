/* words: short texts that are looked up often, each with a number. */
#include "core/graph/profile/words.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

/* Fowler, Noll and Vo's FNV-1a: for a dozen bytes as quick as any. */
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

/* The slot where a word is, or would be. */
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
    if (array_reserve((void **)&words->word, &words->capacity, words->count + 1,
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
