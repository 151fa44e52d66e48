/* raster_npy: the reader of NumPy's files. */
#include "core/graph/import/raster/raster_formats.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/text.h"

/* ---- The header ---------------------------------------------------------- */

enum { STRING_SIZE = 32 };

struct cursor {
    const char *at;
    const char *end;
};

struct parser {
    struct cursor cursor;
    struct npy_header header;
    bool descr, order, shape; /* whether the key has occurred */
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

/* Digits, and the L that Python 2 appended. */
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
        return refuse(error, "'descr' is not a type");
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

/* (3, 4) with or without a trailing comma. */
static int take_shape(struct parser *parser, struct error *error)
{
    uint64_t length[2] = {0};
    unsigned dimensions = 0;

    if (parser->shape || !take(&parser->cursor, '('))
        return refuse(error, "'shape' is not a tuple");
    while (!take(&parser->cursor, ')')) {
        uint64_t number;

        if (take(&parser->cursor, '-'))
            return refuse(error, "'shape' contains a negative number");
        if (!take_number(&parser->cursor, &number))
            return refuse(
                error, "'shape' contains something other than 64-bit numbers");
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
    return refuse(error, "a key other than descr, fortran_order and shape");
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
        return refuse(error, "descr, fortran_order or shape is missing");
    *ret_header = parser.header;
    return 0;
}

/* ---- The cells ----------------------------------------------------------- */

/* HEADER_MAX: NumPy's own readers stop far earlier. */
enum { MAGIC_SIZE = 6, HEADER_MAX = 64 * 1024 };

/* Reads `size` bytes of the file's front. */
static int take_front(struct raster_input *input, void *bytes, size_t size,
                      struct error *error)
{
    size_t got;
    int r = raster_input_take(input, bytes, size, &got, error);

    if (!r && got < size)
        r = error_set(error, -EINVAL,
                      "the file ends within its .npy header; it was cut short");
    return r;
}

/* Version 1.0 has 2 bytes for the header's length, 2.0 and 3.0 have 4. */
static int take_length(struct raster_input *input, size_t *ret_length,
                       struct error *error)
{
    unsigned char front[MAGIC_SIZE + 2];
    unsigned char length[4] = {0};
    int r = take_front(input, front, sizeof(front), error);

    if (r)
        return r;
    if (memcmp(front, "\x93NUMPY", MAGIC_SIZE))
        return error_set(error, -EINVAL, "this is not a .npy file");
    if (front[6] < 1 || front[6] > 3 || front[7])
        return error_set(error, -EINVAL,
                         "version %d.%d of .npy is not known; 1.0 to 3.0 are",
                         front[6], front[7]);
    r = take_front(input, length, front[6] == 1 ? 2 : 4, error);
    *ret_length = (size_t)length[0] | (size_t)length[1] << 8 |
                  (size_t)length[2] << 16 | (size_t)length[3] << 24;
    return r;
}

static int take_header(struct raster_input *input, struct npy_header *header,
                       struct error *error)
{
    size_t length = 0;
    char *text;
    int r = take_length(input, &length, error);

    if (r)
        return r;
    if (length > HEADER_MAX)
        return error_set(error, -EINVAL,
                         "the .npy header claims %zu bytes, more than "
                         "%d",
                         length, HEADER_MAX);
    text = array_alloc(length, 1);
    if (!text)
        return error_no_memory(error);
    r = take_front(input, text, length, error);
    if (!r)
        r = npy_header_parse(text, length, header, error);
    free(text);
    return r;
}

static double decode_float(uint64_t bits, unsigned size)
{
    uint32_t low = (uint32_t)bits;
    double number;
    float single;

    memcpy(&number, &bits, sizeof(number));
    memcpy(&single, &low, sizeof(single));
    return size == 4 ? (double)single : number;
}

static double decode(const struct npy_header *header,
                     const unsigned char *bytes)
{
    unsigned size = header->size;
    unsigned spare = 64 - 8 * size;
    uint64_t bits = 0;

    for (unsigned i = 0; i < size; i++)
        bits |= (uint64_t)bytes[header->big_endian ? size - 1 - i : i]
                << (8 * i);
    if (header->kind == 'f')
        return decode_float(bits, size);
    if (header->kind == 'i')
        return (double)((int64_t)(bits << spare) >> spare);
    return (double)bits;
}

/* In row order, whatever the file's order. */
static size_t cell_index(const struct npy_header *header, size_t in_file)
{
    if (!header->fortran_order)
        return in_file;
    return in_file % header->rows * header->columns + in_file / header->rows;
}

static int add(const void *context, const unsigned char *bytes,
               struct raster *raster, struct error *error)
{
    const struct npy_header *header = context;
    double value = decode(header, bytes);
    bool wrong_bool = header->kind == 'b' && value > 1;

    if (isfinite(value) && !wrong_bool)
        return raster_add(raster, value, error);
    if (wrong_bool)
        error_set(error, 0, "%g is neither False nor True", value);
    else
        error_set(error, 0, "%g is not finite; a cell is a finite number",
                  value);
    raster_blame_cell(cell_index(header, raster->count), raster->columns,
                      error);
    return -EINVAL;
}

/* Transposes cells stored by columns into row order. */
static int turn(const struct npy_header *header, struct raster *raster,
                struct error *error)
{
    double *turned = array_alloc(raster->count, sizeof(*turned));

    if (!turned)
        return error_no_memory(error);
    for (size_t i = 0; i < raster->count; i++)
        turned[cell_index(header, i)] = raster->value[i];
    free(raster->value);
    raster->value = turned;
    return 0;
}

int raster_read_npy(struct raster_input *input, struct raster *raster,
                    struct error *error)
{
    struct npy_header header;
    int r = take_header(input, &header, error);

    raster->format = ".npy";
    if (!r)
        r = raster_set_size(raster, header.rows, header.columns, error);
    if (!r)
        r = raster_take_cells(input, raster, header.size, add, &header, error);
    if (!r && header.fortran_order)
        r = turn(&header, raster, error);
    if (!r && header.kind == 'f' && header.size == 4)
        raster->precision = RASTER_PRECISION_F4;
    return r;
}
