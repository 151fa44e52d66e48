/* sign_text: lists of tags, as they stand on signs. */
#include "core/graph/import/osm/network/sign_text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

static const char blanks[] = " \t\r\n";

void sign_text_clear(struct sign_text *sign)
{
    sign->length = 0;
    if (sign->text)
        *sign->text = '\0';
}

static int add(struct sign_text *sign, const char *text, size_t length)
{
    int r = array_reserve((void **)&sign->text, &sign->capacity,
                          sign->length + length + 1, 1);

    if (r)
        return r;
    memcpy(sign->text + sign->length, text, length);
    sign->length += length;
    sign->text[sign->length] = '\0';
    return 0;
}

/* The next word of a part, which ends where a mark is; false: there is none. */
static bool next_word(const char **at, const char *end, const char **ret_word,
                      size_t *ret_length)
{
    *at += strspn(*at, blanks);
    if (*at >= end)
        return false;
    *ret_word = *at;
    *ret_length = strcspn(*at, blanks);
    if (*ret_length > (size_t)(end - *at))
        *ret_length = (size_t)(end - *at);
    *at += *ret_length;
    return true;
}

/* `before` comes first, where the part has any words. */
static int add_part(struct sign_text *sign, const char *part, const char *end,
                    const char *before)
{
    const char *word;
    size_t length;
    int r = 0;

    while (!r && next_word(&part, end, &word, &length)) {
        r = add(sign, before, strlen(before));
        r = r ? r : add(sign, word, length);
        before = " ";
    }
    return r;
}

int sign_text_add_list(struct sign_text *sign, const char *list,
                       const char *marks, const char *between)
{
    size_t begin = sign->length;
    int r = 0;

    while (list && *list && !r) {
        const char *end = list + strcspn(list, marks);

        r = add_part(sign, list, end, sign->length > begin ? between : "");
        list = *end ? end + 1 : end;
    }
    return r;
}

int sign_text_add_destinations(struct sign_text *sign, const char *refs,
                               const char *places)
{
    static const char marks[] = ";,";
    size_t begin = sign->length;
    size_t after_refs;
    int r = sign_text_add_list(sign, refs, marks, ", ");

    if (!r && sign->length > begin)
        r = add(sign, ": ", 2);
    after_refs = sign->length;
    r = r ? r : sign_text_add_list(sign, places, marks, ", ");
    if (!r && sign->length == after_refs && after_refs > begin) {
        sign->length -= 2;
        sign->text[sign->length] = '\0';
    }
    return r;
}

void sign_text_finish(struct sign_text *sign)
{
    free(sign->text);
    *sign = (struct sign_text){0};
}
