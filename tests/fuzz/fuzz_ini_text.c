/* fuzz_ini_text: any bytes as a text of [sections] and names: every accepted
 * entry is in the line that the reader reports. */
#include <stdlib.h>
#include <string.h>

#include "core/base/ini_text.h"
#include "tests/fuzz/fuzz.h"

struct text {
    const char *bytes;
    size_t size;
    unsigned last; /* line accepted last */
};

/* NUL-terminated, free()d by the caller; `number` from 1. */
static char *find_line(const struct text *text, unsigned number)
{
    const char *at = text->bytes;
    const char *end = at + text->size;
    const char *newline;

    while (--number) {
        at = memchr(at, '\n', (size_t)(end - at));
        if (!at)
            abort(); /* there is no such line */
        at++;
    }
    newline = memchr(at, '\n', (size_t)(end - at));
    return strndup(at, (size_t)((newline ? newline : end) - at));
}

static int take(void *context, const struct ini_line *line, struct error *error)
{
    struct text *text = context;
    char *words = find_line(text, line->number);

    if (line->number <= text->last || !strstr(words, line->value) ||
        (!line->continued && !strstr(words, line->key)) ||
        strpbrk(line->section, "\n]") || strpbrk(line->key, "\n="))
        abort();
    text->last = line->number;
    free(words);
    if (!strcmp(line->key, "refused"))
        return error_set(error, -1, "refused");
    return 0;
}

static void try_names(const uint8_t *bytes, size_t size, enum ini_names names)
{
    struct text text = {(const char *)bytes, size, 0};
    struct error error = {""};
    int result =
        ini_text_read("x", text.bytes, size, names, take, &text, &error);

    if (result && strncmp(error.text, "x:", 2) != 0)
        abort(); /* every error names text and line */
    if (result)
        free(find_line(&text, (unsigned)strtoul(error.text + 2, NULL, 10)));
    if (result == -1 && !strstr(error.text, ": refused"))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    try_names(bytes, size, INI_NAMES_PLAIN);
    try_names(bytes, size, INI_NAMES_WITH_COLONS);
    return 0;
}
