/* raster_esri: a raster as an ESRI ASCII grid. */
#include "core/graph/import/raster_formats.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/base/text.h"

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
    bool ended;              /* there is no such word */
    struct raster_cells cells;
};

static bool is_nan(const char *text)
{
    text += *text == '-' || *text == '+';
    return !strcasecmp(text, "nan");
}

/* The value beside a key; NODATA_value alone may be NaN. */
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
    return error_set(error, -EINVAL,
                     "line %" PRIu64
                     ": '%s' is no key of an ESRI ASCII grid; they are ncols, "
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

static int check_header(struct esri *esri, struct error *error)
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
    return raster_check_size(esri->rows, esri->columns, error);
}

/* The keys and the first word that is none. */
static int take_header(struct esri *esri, struct raster_input *input,
                       struct error *error)
{
    for (;;) {
        int r = raster_input_word(input, &esri->word, error);

        esri->ended = r == RASTER_INPUT_END;
        if (r < 0)
            return r;
        if (esri->ended || !isalpha((unsigned char)*esri->word.text) ||
            is_nan(esri->word.text))
            return check_header(esri, error);
        r = take_field(esri, input, error);
        if (r)
            return r;
    }
}

static int take_cell(struct esri *esri, struct error *error)
{
    double nodata = esri->field[NODATA_VALUE];
    double value;
    int r = 0;

    if (raster_is_nodata(nodata) && is_nan(esri->word.text))
        return raster_cells_add(&esri->cells, RASTER_NODATA, error);
    r = raster_word_number(&esri->word, &value, error);
    if (r) {
        raster_blame_cell(esri->cells.count, esri->columns, error);
        return r;
    }
    if (value == nodata)
        value = RASTER_NODATA;
    return raster_cells_add(&esri->cells, value, error);
}

static int take_cells(struct esri *esri, struct raster_input *input,
                      struct error *error)
{
    uint64_t count = (uint64_t)esri->rows * esri->columns;
    int r = 0;

    while (!esri->ended) {
        if (esri->cells.count == count)
            return error_set(error, -EINVAL,
                             "line %" PRIu64 ": a number beyond the %" PRIu64
                             " cells that the header says",
                             esri->word.line, count);
        r = take_cell(esri, error);
        if (!r)
            r = raster_input_word(input, &esri->word, error);
        if (r < 0)
            return r;
        esri->ended = r == RASTER_INPUT_END;
    }
    if (esri->cells.count < count)
        return raster_cells_refuse_cut(esri->cells.count, count, error);
    return 0;
}

/* Where the grid lies, if the header says all of it. */
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
    raster->place = (struct raster_place){
        .west = corner ? esri->field[XLLCORNER]
                       : esri->field[XLLCENTER] - width / 2,
        .south = corner ? esri->field[YLLCORNER]
                        : esri->field[YLLCENTER] - height / 2,
        .cell_width = width,
        .cell_height = height,
    };
}

int raster_read_esri(struct raster_input *input, struct raster *raster,
                     struct error *error)
{
    struct esri esri = {0};
    int r = take_header(&esri, input, error);

    if (!r)
        r = take_cells(&esri, input, error);
    if (r) {
        free(esri.cells.value);
        return r;
    }
    raster->rows = esri.rows;
    raster->columns = esri.columns;
    raster->value = esri.cells.value;
    raster->format = "ESRI ASCII grid";
    take_place(&esri, raster);
    return 0;
}
