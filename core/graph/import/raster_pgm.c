/* raster_pgm: a raster as Netpbm's grey map. */
#include "core/graph/import/raster_formats.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

enum { MAXVAL_MAX = 65535, CHUNK_CELLS = 4096 };

struct pgm {
    uint32_t rows, columns;
    uint32_t maxval;
    uint64_t count; /* of all cells */
    struct raster_cells cells;
};

static int take_count(struct raster_input *input, const char *name,
                      uint32_t *ret_count, struct error *error)
{
    struct raster_word word;
    int r = raster_input_word(input, &word, error);

    if (r == RASTER_INPUT_END)
        return error_set(error, -EINVAL, "the file ends before its %s", name);
    return r ? r : raster_word_count(&word, name, ret_count, error);
}

static int take_header(struct pgm *pgm, struct raster_input *input,
                       struct error *error)
{
    int r = take_count(input, "width", &pgm->columns, error);

    if (!r)
        r = take_count(input, "height", &pgm->rows, error);
    if (!r)
        r = take_count(input, "maxval", &pgm->maxval, error);
    if (r)
        return r;
    if (pgm->maxval > MAXVAL_MAX)
        return error_set(error, -EINVAL, "maxval %" PRIu32 " is above %d",
                         pgm->maxval, MAXVAL_MAX);
    pgm->count = (uint64_t)pgm->rows * pgm->columns;
    return raster_check_size(pgm->rows, pgm->columns, error);
}

static int add(struct pgm *pgm, double value, struct error *error)
{
    if (value >= 0 && value <= pgm->maxval)
        return raster_cells_add(&pgm->cells, value, error);
    error_set(error, 0, "%.9g is not within 0 to the maxval %" PRIu32, value,
              pgm->maxval);
    raster_blame_cell(pgm->cells.count, pgm->columns, error);
    return -EINVAL;
}

static int read_plain(struct pgm *pgm, struct raster_input *input,
                      struct error *error)
{
    struct raster_word word;
    double value;
    int r;

    while (pgm->cells.count < pgm->count) {
        r = raster_input_word(input, &word, error);
        if (r == RASTER_INPUT_END)
            return raster_cells_refuse_cut(pgm->cells.count, pgm->count, error);
        if (!r)
            r = raster_word_number(&word, &value, error);
        if (!r)
            r = add(pgm, value, error);
        if (r)
            return r;
    }
    r = raster_input_word(input, &word, error);
    if (r == RASTER_INPUT_END)
        return 0;
    return r ? r
             : error_set(error, -EINVAL,
                         "line %" PRIu64 ": a number beyond the %" PRIu64
                         " cells that the header says",
                         word.line, pgm->count);
}

/* Two bytes a cell, the higher first, above 255. */
static int read_chunk(struct pgm *pgm, struct raster_input *input,
                      struct error *error)
{
    unsigned char bytes[2 * CHUNK_CELLS];
    size_t width = pgm->maxval > 255 ? 2 : 1;
    uint64_t left = pgm->count - pgm->cells.count;
    size_t wanted = (left < CHUNK_CELLS ? (size_t)left : CHUNK_CELLS) * width;
    size_t got;
    int r = raster_input_take(input, bytes, wanted, &got, error);

    for (size_t i = 0; !r && i + width <= got; i += width)
        r = add(pgm, width == 2 ? bytes[i] << 8 | bytes[i + 1] : bytes[i],
                error);
    if (!r && got < wanted)
        r = raster_cells_refuse_cut(pgm->cells.count, pgm->count, error);
    return r;
}

/* One blank, then bytes to the last cell and none beyond. */
static int read_raw(struct pgm *pgm, struct raster_input *input,
                    struct error *error)
{
    char blank;
    size_t got;
    int r = raster_input_take(input, &blank, 1, &got, error);

    while (!r && pgm->cells.count < pgm->count)
        r = read_chunk(pgm, input, error);
    if (r)
        return r;
    r = raster_input_take(input, &blank, 1, &got, error);
    if (!r && got)
        r = error_set(error, -EINVAL,
                      "there are bytes beyond the %" PRIu64
                      " cells that the header says",
                      pgm->count);
    return r;
}

/* Takes the magic. */
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
    struct pgm pgm = {0};
    char kind;
    int r = take_magic(input, &kind, error);

    input->comments = true;
    if (!r)
        r = take_header(&pgm, input, error);
    if (!r)
        r = kind == '2' ? read_plain(&pgm, input, error)
                        : read_raw(&pgm, input, error);
    if (r) {
        free(pgm.cells.value);
        return r;
    }
    raster->rows = pgm.rows;
    raster->columns = pgm.columns;
    raster->value = pgm.cells.value;
    raster->format = "PGM";
    return 0;
}
