/* raster_npy_header: what the header of a .npy file says. */
#include "core/graph/import/raster_npy_header.h"

#include <errno.h>
#include <string.h>

#include "core/base/text.h"

enum { STRING_SIZE = 32 };

struct cursor {
    const char *at;
    const char *end;
};

struct parser {
    struct cursor cursor;
    struct npy_header header;
    bool descr, order, shape; /* were given */
};

static int refuse(struct error *error, const char *what)
{
    return error_set(error, -EINVAL, "the .npy header is damaged: %s", what);
}

static void skip_blanks(struct cursor *cursor)
{
    while (cursor->at < cursor->end && *cursor->at &&
           strchr(" \t\r\n", *cursor->at))
        cursor->at++;
}

static bool take(struct cursor *cursor, char c)
{
    skip_blanks(cursor);
    if (cursor->at == cursor->end || *cursor->at != c)
        return false;
    cursor->at++;
    return true;
}

static bool take_word(struct cursor *cursor, const char *word)
{
    size_t length = strlen(word);

    skip_blanks(cursor);
    if ((size_t)(cursor->end - cursor->at) < length ||
        memcmp(cursor->at, word, length))
        return false;
    cursor->at += length;
    return true;
}

/* In single or double quotes, without escapes. */
static bool take_string(struct cursor *cursor, char text[static STRING_SIZE])
{
    char quote = take(cursor, '\'') ? '\'' : '"';
    const char *close;
    size_t length;

    if (quote == '"' && !take(cursor, quote))
        return false;
    close = memchr(cursor->at, quote, (size_t)(cursor->end - cursor->at));
    length = close ? (size_t)(close - cursor->at) : 0;
    if (!close || length >= STRING_SIZE || memchr(cursor->at, '\0', length))
        return false;
    memcpy(text, cursor->at, length);
    text[length] = '\0';
    cursor->at = close + 1;
    return true;
}

/* Digits, and the L that Python 2 wrote after them. */
static bool take_number(struct cursor *cursor, uint64_t *ret_number)
{
    const char *from;
    uint64_t number = 0;

    skip_blanks(cursor);
    from = cursor->at;
    for (; cursor->at < cursor->end; cursor->at++) {
        unsigned digit = (unsigned)*cursor->at - '0';

        if (digit > 9)
            break;
        if (__builtin_mul_overflow(number, 10, &number) ||
            __builtin_add_overflow(number, digit, &number))
            return false;
    }
    if (cursor->at == from)
        return false;
    if (cursor->at < cursor->end && *cursor->at == 'L')
        cursor->at++;
    *ret_number = number;
    return true;
}

static int refuse_type(const char *text, struct error *error)
{
    char line[STRING_SIZE];

    text_copy_line(line, sizeof(line), text);
    return error_set(error, -EINVAL,
                     "cells of type '%s' are not read; f4, f8, i1 to i8, u1 to "
                     "u8 and b1 are: astype('f8') in NumPy makes them",
                     line);
}

static bool is_host_big_endian(void)
{
    return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
}

/* "<f8": byte order, kind, bytes. */
static int parse_type(struct npy_header *header, const char *text,
                      struct error *error)
{
    bool known = strlen(text) == 3 && strchr("<>=|", text[0]) &&
                 strchr("fiub", text[1]) && strchr("1248", text[2]);
    unsigned size = known ? (unsigned)text[2] - '0' : 0;

    if (!known || (text[1] == 'f' && size < 4) ||
        (text[1] == 'b' && size != 1) || (text[0] == '|' && size != 1))
        return refuse_type(text, error);
    header->kind = text[1];
    header->size = size;
    header->big_endian =
        text[0] == '>' || (text[0] == '=' && is_host_big_endian());
    return 0;
}

static int take_descr(struct parser *parser, struct error *error)
{
    char text[STRING_SIZE];

    if (take(&parser->cursor, '['))
        return error_set(error, -EINVAL,
                         "the cells are records; save one of their fields");
    if (parser->descr || !take_string(&parser->cursor, text))
        return refuse(error, "'descr' is no type");
    parser->descr = true;
    return parse_type(&parser->header, text, error);
}

static int take_order(struct parser *parser, struct error *error)
{
    bool fortran = take_word(&parser->cursor, "True");

    if (parser->order || (!fortran && !take_word(&parser->cursor, "False")))
        return refuse(error, "'fortran_order' is neither True nor False");
    parser->order = true;
    parser->header.fortran_order = fortran;
    return 0;
}

/* (3, 4) with or without a last comma. */
static int take_shape(struct parser *parser, struct error *error)
{
    uint64_t length[2] = {0};
    unsigned dimensions = 0;

    if (parser->shape || !take(&parser->cursor, '('))
        return refuse(error, "'shape' is no tuple");
    while (!take(&parser->cursor, ')')) {
        uint64_t number;

        if (take(&parser->cursor, '-'))
            return refuse(error, "'shape' holds a number below 0");
        if (!take_number(&parser->cursor, &number))
            return refuse(error, "'shape' holds what is no number of 64 bits");
        if (dimensions < 2)
            length[dimensions] = number;
        dimensions++;
        if (!take(&parser->cursor, ',')) {
            if (!take(&parser->cursor, ')'))
                return refuse(error, "'shape' does not end");
            break;
        }
    }
    if (dimensions != 2)
        return error_set(error, -EINVAL,
                         "the array has %u dimension%s, not 2; reshape() in "
                         "NumPy makes them",
                         dimensions, dimensions == 1 ? "" : "s");
    parser->shape = true;
    parser->header.rows = length[0];
    parser->header.columns = length[1];
    return 0;
}

static int take_entry(struct parser *parser, struct error *error)
{
    char key[STRING_SIZE];

    if (!take_string(&parser->cursor, key) || !take(&parser->cursor, ':'))
        return refuse(error, "a key is expected");
    if (!strcmp(key, "descr"))
        return take_descr(parser, error);
    if (!strcmp(key, "fortran_order"))
        return take_order(parser, error);
    if (!strcmp(key, "shape"))
        return take_shape(parser, error);
    return refuse(error, "a key is none of descr, fortran_order, shape");
}

static int take_dictionary(struct parser *parser, struct error *error)
{
    if (!take(&parser->cursor, '{'))
        return refuse(error, "it begins without '{'");
    while (!take(&parser->cursor, '}')) {
        int r = take_entry(parser, error);

        if (r)
            return r;
        if (!take(&parser->cursor, ',')) {
            if (!take(&parser->cursor, '}'))
                return refuse(error, "it ends without '}'");
            break;
        }
    }
    skip_blanks(&parser->cursor);
    if (parser->cursor.at != parser->cursor.end)
        return refuse(error, "there is more after '}'");
    return 0;
}

int npy_header_parse(const char *text, size_t size,
                     struct npy_header *ret_header, struct error *error)
{
    struct parser parser = {.cursor = {text, text + size}};
    int r = take_dictionary(&parser, error);

    if (r)
        return r;
    if (!parser.descr || !parser.order || !parser.shape)
        return refuse(error, "it lacks one of descr, fortran_order, shape");
    *ret_header = parser.header;
    return 0;
}
