/* picture_words: lines cut into words, tags, mistakes. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tests/pictures/picture_parse.h"

int parse_fail(struct picture_parser *parser, const char *format, ...)
{
    char words[400];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(words, sizeof(words), format, arguments);
    va_end(arguments);
    return error_set(parser->error, -EINVAL, "%s:%u: %s", parser->file->name,
                     parser->line, words);
}

/* The end of a word that begins at `c`, without the comma or colon behind it;
 * NULL: a quote is not closed. */
static const char *word_end(const char *c)
{
    bool quoted = false;

    for (; *c && (quoted || *c != ' '); c++) {
        quoted ^= *c == '"';
        if (!quoted && (*c == ',' || *c == ':') && (!c[1] || c[1] == ' '))
            break;
    }
    return quoted ? NULL : c;
}

static char *unquoted(struct pool *pool, const char *begin, const char *end)
{
    char *text = pool_text(pool, begin, end);
    char *to = text;

    for (const char *c = text; *c; c++) {
        if (*c != '"')
            *to++ = *c;
    }
    *to = 0;
    return text;
}

int parse_words(struct picture_parser *parser, const char *line,
                struct picture_words *ret_words)
{
    struct pool *pool = &parser->file->pool;
    struct picture_words words = {0};
    const char *c = line + strspn(line, " ");

    while (*c) {
        const char *end = word_end(c);

        if (!end)
            return parse_fail(parser, "a quote is not closed");
        *POOL_APPEND(pool, words.word, words.count) = (struct picture_word){
            .text = unquoted(pool, c, end),
            .ends = *end == ',',
            .colon = *end == ':',
        };
        c = end + (*end == ',' || *end == ':');
        c += strspn(c, " ");
    }
    *ret_words = words;
    return 0;
}

const char *picture_tag_get(const struct picture_tags *tags, const char *key)
{
    for (size_t i = 0; i < tags->count; i++) {
        if (!strcmp(tags->tag[i].key, key))
            return tags->tag[i].value;
    }
    return NULL;
}

static void remove_tag(struct picture_tags *tags, const char *key)
{
    size_t kept = 0;

    for (size_t i = 0; i < tags->count; i++) {
        if (strcmp(tags->tag[i].key, key))
            tags->tag[kept++] = tags->tag[i];
    }
    tags->count = kept;
}

void tags_set(struct pool *pool, struct picture_tags *tags, const char *key,
              const char *value)
{
    struct picture_tag *grown;

    remove_tag(tags, key);
    if (!*value)
        return;
    /* A removal leaves room that pool_grow() does not know of. */
    grown = pool_zero(pool, (tags->count + 1) * sizeof(*grown));
    if (tags->count)
        memcpy(grown, tags->tag, tags->count * sizeof(*grown));
    grown[tags->count++] = (struct picture_tag){key, value};
    tags->tag = grown;
}

int parse_tag(struct picture_parser *parser, const char *text,
              struct picture_tags *tags)
{
    struct pool *pool = &parser->file->pool;
    const char *equals = strchr(text, '=');

    if (!equals || equals == text)
        return parse_fail(parser, "'%s' is no tag: KEY=VALUE", text);
    tags_set(pool, tags, pool_text(pool, text, equals), equals + 1);
    return 0;
}
