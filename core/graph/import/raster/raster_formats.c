/* raster_formats: the readers of texts and of PGM. */
#include "core/graph/import/raster/raster_formats.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <strings.h>

#include "core/base/text.h"

static int refuse_word_beyond(const struct raster_word *word,
                              const struct raster *raster, struct error *error)
{
    int r = raster_refuse_more(raster, error);

    error_prefix(error, "line %" PRIu64, word->line);
    return r;
}

/* ---- ESRI ASCII grids ---------------------------------------------------- */

enum esri_key {
    NCOLS,
    NROWS,
    XLLCORNER,
    YLLCORNER,
    XLLCENTER,
    YLLCENTER,
    CELLSIZE,
    DX,
    DY,
    NODATA_VALUE,
    KEY_COUNT,
};

static const char *const key_names[KEY_COUNT] = {
    "ncols",     "nrows",    "xllcorner", "yllcorner", "xllcenter",
    "yllcenter", "cellsize", "dx",        "dy",        "NODATA_value",
};

struct esri {
    double field[KEY_COUNT];
    bool given[KEY_COUNT];
    uint32_t rows, columns;
    struct raster_word word; /* the one after the header */
    bool ended;              /* there is none */
};

static bool is_nan(const char *text)
{
    text += *text == '-' || *text == '+';
    return !strcasecmp(text, "nan");
}

/* The value after a key; only NODATA_value may be NaN. */
static int take_value(struct esri *esri, struct raster_input *input,
                      enum esri_key key, struct error *error)
{
    struct raster_word word;
    int r = raster_input_word(input, &word, error);

    if (r == RASTER_INPUT_END)
        return error_set(error, -EINVAL, "the file ends after '%s'",
                         key_names[key]);
    if (r)
        return r;
    if (key == NCOLS)
        return raster_word_count(&word, "ncols", &esri->columns, error);
    if (key == NROWS)
        return raster_word_count(&word, "nrows", &esri->rows, error);
    if (key == NODATA_VALUE && is_nan(word.text)) {
        esri->field[key] = RASTER_NODATA;
        return 0;
    }
    r = raster_word_number(&word, &esri->field[key], error);
    if (r)
        error_prefix(error, "%s", key_names[key]);
    return r;
}

static int find_key(const struct raster_word *word, enum esri_key *ret_key,
                    struct error *error)
{
    char text[RASTER_WORD_SIZE];

    for (int key = 0; key < KEY_COUNT; key++) {
        if (!strcasecmp(word->text, key_names[key])) {
            *ret_key = (enum esri_key)key;
            return 0;
        }
    }
    text_copy_line(text, sizeof(text), word->text);
    return error_set(
        error, -EINVAL,
        "line %" PRIu64
        ": '%s' is not a key of an ESRI ASCII grid; they are ncols, "
        "nrows, xllcorner, yllcorner, xllcenter, yllcenter, "
        "cellsize, dx, dy and NODATA_value",
        word->line, text);
}

static int take_field(struct esri *esri, struct raster_input *input,
                      struct error *error)
{
    enum esri_key key = NCOLS;
    int r = find_key(&esri->word, &key, error);

    if (r)
        return r;
    if (esri->given[key])
        return error_set(error, -EINVAL, "line %" PRIu64 ": a second '%s'",
                         esri->word.line, key_names[key]);
    esri->given[key] = true;
    return take_value(esri, input, key, error);
}

static int check_header(struct esri *esri, struct raster *raster,
                        struct error *error)
{
    for (int key = NCOLS; key <= NROWS; key++) {
        if (!esri->given[key])
            return error_set(error, -EINVAL, "the header does not say '%s'",
                             key_names[key]);
    }
    if (esri->given[CELLSIZE] && esri->field[CELLSIZE] <= 0)
        return error_set(error, -EINVAL, "cellsize %g is not above 0",
                         esri->field[CELLSIZE]);
    if (!esri->given[NODATA_VALUE])
        esri->field[NODATA_VALUE] = -9999;
    return raster_set_size(raster, esri->rows, esri->columns, error);
}

/* Reads the keys and the first word after them. */
static int take_header(struct esri *esri, struct raster_input *input,
                       struct raster *raster, struct error *error)
{
    for (;;) {
        int r = raster_input_word(input, &esri->word, error);

        esri->ended = r == RASTER_INPUT_END;
        if (r < 0)
            return r;
        if (esri->ended || !isalpha((unsigned char)*esri->word.text) ||
            is_nan(esri->word.text))
            return check_header(esri, raster, error);
        r = take_field(esri, input, error);
        if (r)
            return r;
    }
}

static int take_cell(const struct esri *esri, struct raster *raster,
                     struct error *error)
{
    double nodata = esri->field[NODATA_VALUE];
    double value;
    int r = 0;

    if (raster_is_nodata(nodata) && is_nan(esri->word.text))
        return raster_add(raster, RASTER_NODATA, error);
    r = raster_word_number(&esri->word, &value, error);
    if (r) {
        raster_blame_cell(raster->count, raster->columns, error);
        return r;
    }
    return raster_add(raster, value == nodata ? RASTER_NODATA : value, error);
}

static int take_cells(struct esri *esri, struct raster_input *input,
                      struct raster *raster, struct error *error)
{
    size_t count = raster_cell_count(raster);
    int r = 0;

    while (!esri->ended) {
        if (raster->count == count)
            return refuse_word_beyond(&esri->word, raster, error);
        r = take_cell(esri, raster, error);
        if (!r)
            r = raster_input_word(input, &esri->word, error);
        if (r < 0)
            return r;
        esri->ended = r == RASTER_INPUT_END;
    }
    return raster->count < count ? raster_refuse_cut(raster, error) : 0;
}

/* The grid's extent, if the header states all of it. */
static void take_place(const struct esri *esri, struct raster *raster)
{
    bool corner = esri->given[XLLCORNER] && esri->given[YLLCORNER];
    bool center = esri->given[XLLCENTER] && esri->given[YLLCENTER];
    bool square = esri->given[CELLSIZE];
    double width = esri->field[square ? CELLSIZE : DX];
    double height = esri->field[square ? CELLSIZE : DY];

    if ((!corner && !center) || (!square && !esri->given[DY]) || width <= 0 ||
        height <= 0)
        return;
    raster->has_place = true;
    raster->west =
        corner ? esri->field[XLLCORNER] : esri->field[XLLCENTER] - width / 2;
    raster->south =
        corner ? esri->field[YLLCORNER] : esri->field[YLLCENTER] - height / 2;
    raster->cell_width = width;
    raster->cell_height = height;
}

int raster_read_esri(struct raster_input *input, struct raster *raster,
                     struct error *error)
{
    struct esri esri = {0};
    int r = take_header(&esri, input, raster, error);

    raster->format = "ESRI ASCII grid";
    if (!r)
        r = take_cells(&esri, input, raster, error);
    if (!r)
        take_place(&esri, raster);
    return r;
}

/* ---- PGM ----------------------------------------------------------------- */

enum { MAXVAL_MAX = 65535 };

static int take_count(struct raster_input *input, const char *name,
                      uint32_t *ret_count, struct error *error)
{
    struct raster_word word;
    int r = raster_input_word(input, &word, error);

    if (r == RASTER_INPUT_END)
        return error_set(error, -EINVAL, "the file ends before its %s", name);
    return r ? r : raster_word_count(&word, name, ret_count, error);
}

static int take_pgm_header(struct raster_input *input, struct raster *raster,
                           uint32_t *ret_maxval, struct error *error)
{
    uint32_t rows, columns;
    int r = take_count(input, "width", &columns, error);

    if (!r)
        r = take_count(input, "height", &rows, error);
    if (!r)
        r = take_count(input, "maxval", ret_maxval, error);
    if (r)
        return r;
    if (*ret_maxval > MAXVAL_MAX)
        return error_set(error, -EINVAL, "maxval %" PRIu32 " is above %d",
                         *ret_maxval, MAXVAL_MAX);
    return raster_set_size(raster, rows, columns, error);
}

static int add(struct raster *raster, double value, uint32_t maxval,
               struct error *error)
{
    if (value >= 0 && value <= maxval)
        return raster_add(raster, value, error);
    error_set(error, 0, "%.9g is not within 0 to the maxval %" PRIu32, value,
              maxval);
    raster_blame_cell(raster->count, raster->columns, error);
    return -EINVAL;
}

static int read_plain(struct raster_input *input, uint32_t maxval,
                      struct raster *raster, struct error *error)
{
    struct raster_word word;
    double value;
    int r;

    while (raster->count < raster_cell_count(raster)) {
        r = raster_input_word(input, &word, error);
        if (r == RASTER_INPUT_END)
            return raster_refuse_cut(raster, error);
        if (!r)
            r = raster_word_number(&word, &value, error);
        if (!r)
            r = add(raster, value, maxval, error);
        if (r)
            return r;
    }
    r = raster_input_word(input, &word, error);
    if (r == RASTER_INPUT_END)
        return 0;
    return r ? r : refuse_word_beyond(&word, raster, error);
}

static int add_bytes(const void *context, const unsigned char *bytes,
                     struct raster *raster, struct error *error)
{
    uint32_t maxval = *(const uint32_t *)context;
    int value = maxval > 255 ? bytes[0] << 8 | bytes[1] : bytes[0];

    return add(raster, value, maxval, error);
}

/* One blank, then bytes: two a cell, the higher first, if the maximum is above
 * 255. */
static int read_raw(struct raster_input *input, uint32_t maxval,
                    struct raster *raster, struct error *error)
{
    char blank;
    size_t got;
    int r = raster_input_take(input, &blank, 1, &got, error);

    return r ? r
             : raster_take_cells(input, raster, maxval > 255 ? 2 : 1, add_bytes,
                                 &maxval, error);
}

/* Reads the magic. */
static int take_magic(struct raster_input *input, char *ret_kind,
                      struct error *error)
{
    char magic[2] = "";
    size_t got;
    int r = raster_input_take(input, magic, sizeof(magic), &got, error);

    if (r)
        return r;
    *ret_kind = magic[1];
    if (got == 2 && magic[0] == 'P' && (magic[1] == '2' || magic[1] == '5'))
        return 0;
    return error_set(error, -EINVAL,
                     "of Netpbm's pictures P2 and P5 are read, which are grey "
                     "maps; 'pnmtopnm' or 'convert IN OUT.pgm' makes one");
}

int raster_read_pgm(struct raster_input *input, struct raster *raster,
                    struct error *error)
{
    uint32_t maxval;
    char kind;
    int r = take_magic(input, &kind, error);

    raster->format = "PGM";
    input->comments = true;
    if (!r)
        r = take_pgm_header(input, raster, &maxval, error);
    if (!r)
        r = kind == '2' ? read_plain(input, maxval, raster, error)
                        : read_raw(input, maxval, raster, error);
    return r;
}

/* ---- Lines of numbers ---------------------------------------------------- */

struct text_parser {
    struct raster *raster;
    uint64_t rows;        /* completed ones */
    uint64_t columns;     /* of the first row; 0: it is not complete */
    uint64_t row_columns; /* of the current row, so far */
    uint64_t line;        /* of the last word */
};

static int end_row(struct text_parser *parser, struct error *error)
{
    if (!parser->columns)
        parser->columns = parser->row_columns;
    if (parser->row_columns != parser->columns)
        return error_set(error, -EINVAL,
                         "line %" PRIu64 ": %" PRIu64
                         " numbers, but the first row has %" PRIu64,
                         parser->line, parser->row_columns, parser->columns);
    parser->rows++;
    parser->row_columns = 0;
    return 0;
}

static int refuse_gap(uint64_t line, struct error *error)
{
    return error_set(error, -EINVAL,
                     "line %" PRIu64 ": a comma without a number beside it",
                     line);
}

static int take_word(struct text_parser *parser, const struct raster_word *word,
                     struct error *error)
{
    bool new_row = word->line != parser->line;
    double value;
    int r = 0;

    if (word->commas > (new_row ? 0 : 1))
        return refuse_gap(parser->line ? parser->line : word->line, error);
    if (new_row && parser->line)
        r = end_row(parser, error);
    if (r)
        return r;
    parser->line = word->line;
    r = raster_word_number(word, &value, error);
    if (r) {
        error_prefix(error, "row %" PRIu64 ", column %" PRIu64 " (from 0)",
                     parser->rows, parser->row_columns);
        return r;
    }
    parser->row_columns++;
    return raster_add(parser->raster, value, error);
}

static int parse(struct text_parser *parser, struct raster_input *input,
                 struct error *error)
{
    struct raster_word word;
    int r;

    while (!(r = raster_input_word(input, &word, error))) {
        r = take_word(parser, &word, error);
        if (r)
            return r;
    }
    if (r != RASTER_INPUT_END)
        return r;
    if (word.commas)
        return refuse_gap(parser->line, error);
    if (!parser->line)
        return error_set(error, -EINVAL, "it contains no number");
    r = end_row(parser, error);
    return r ? r
             : raster_set_size(parser->raster, parser->rows, parser->columns,
                               error);
}

int raster_read_text(struct raster_input *input, struct raster *raster,
                     struct error *error)
{
    struct text_parser parser = {.raster = raster};

    raster->format = "text";
    input->comments = true;
    input->commas = true;
    return parse(&parser, input, error);
}
