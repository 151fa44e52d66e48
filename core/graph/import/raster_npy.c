/* raster_npy: a raster as an array of NumPy's. */
#include "core/graph/import/raster_formats.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/graph/import/raster_npy_header.h"

/* HEADER_MAX: NumPy's own readers stop far earlier. */
enum { MAGIC_SIZE = 6, HEADER_MAX = 64 * 1024, CHUNK_CELLS = 1024 };

struct npy {
    struct npy_header header;
    uint64_t count; /* of all cells */
    struct raster_cells cells;
};

/* `size` bytes of the file's front. */
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
        return error_set(error, -EINVAL, "this is no .npy");
    if (front[6] < 1 || front[6] > 3 || front[7])
        return error_set(error, -EINVAL,
                         "version %d.%d of .npy is not known; 1.0 to 3.0 are",
                         front[6], front[7]);
    r = take_front(input, length, front[6] == 1 ? 2 : 4, error);
    *ret_length = (size_t)length[0] | (size_t)length[1] << 8 |
                  (size_t)length[2] << 16 | (size_t)length[3] << 24;
    return r;
}

static int take_header(struct npy *npy, struct raster_input *input,
                       struct error *error)
{
    size_t length = 0;
    char *text;
    int r = take_length(input, &length, error);

    if (r)
        return r;
    if (length > HEADER_MAX)
        return error_set(error, -EINVAL,
                         "the .npy header says to be %zu bytes long, more than "
                         "%d",
                         length, HEADER_MAX);
    text = array_alloc(length, 1);
    if (!text)
        return error_no_memory(error);
    r = take_front(input, text, length, error);
    if (!r)
        r = npy_header_parse(text, length, &npy->header, error);
    free(text);
    if (!r)
        r = raster_check_size(npy->header.rows, npy->header.columns, error);
    npy->count = npy->header.rows * npy->header.columns;
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

/* In row order, whatever the file's. */
static uint64_t cell_index(const struct npy *npy, uint64_t in_file)
{
    const struct npy_header *header = &npy->header;

    if (!header->fortran_order)
        return in_file;
    return in_file % header->rows * header->columns + in_file / header->rows;
}

static int add(struct npy *npy, double value, struct error *error)
{
    bool wrong_bool = npy->header.kind == 'b' && value > 1;

    if (isfinite(value) && !wrong_bool)
        return raster_cells_add(&npy->cells, value, error);
    if (wrong_bool)
        error_set(error, 0, "%g is neither False nor True", value);
    else
        error_set(error, 0, "%g is not finite; a cell is a finite number",
                  value);
    raster_blame_cell(cell_index(npy, npy->cells.count),
                      (uint32_t)npy->header.columns, error);
    return -EINVAL;
}

static int take_chunk(struct npy *npy, struct raster_input *input,
                      struct error *error)
{
    unsigned char bytes[8 * CHUNK_CELLS];
    uint64_t left = npy->count - npy->cells.count;
    size_t cells = left < CHUNK_CELLS ? (size_t)left : CHUNK_CELLS;
    size_t size = npy->header.size;
    size_t got;
    int r = raster_input_take(input, bytes, cells * size, &got, error);

    for (size_t i = 0; !r && i + size <= got; i += size)
        r = add(npy, decode(&npy->header, bytes + i), error);
    if (!r && got < cells * size)
        r = raster_cells_refuse_cut(npy->cells.count, npy->count, error);
    return r;
}

static int take_cells(struct npy *npy, struct raster_input *input,
                      struct error *error)
{
    char beyond;
    size_t got;
    int r = 0;

    while (!r && npy->cells.count < npy->count)
        r = take_chunk(npy, input, error);
    if (r)
        return r;
    r = raster_input_take(input, &beyond, 1, &got, error);
    if (!r && got)
        r = error_set(error, -EINVAL,
                      "there are bytes beyond the %" PRIu64
                      " cells that the header says",
                      npy->count);
    return r;
}

/* Brings cells that came column by column into row order. */
static int turn(struct npy *npy, struct error *error)
{
    double *turned = array_alloc(npy->cells.count, sizeof(*turned));

    if (!turned)
        return error_no_memory(error);
    for (size_t i = 0; i < npy->cells.count; i++)
        turned[cell_index(npy, i)] = npy->cells.value[i];
    free(npy->cells.value);
    npy->cells.value = turned;
    return 0;
}

int raster_read_npy(struct raster_input *input, struct raster *raster,
                    struct error *error)
{
    struct npy npy = {0};
    int r = take_header(&npy, input, error);

    if (!r)
        r = take_cells(&npy, input, error);
    if (!r && npy.header.fortran_order)
        r = turn(&npy, error);
    if (r) {
        free(npy.cells.value);
        return r;
    }
    raster->rows = (uint32_t)npy.header.rows;
    raster->columns = (uint32_t)npy.header.columns;
    raster->value = npy.cells.value;
    raster->format = ".npy";
    if (npy.header.kind == 'f' && npy.header.size == 4)
        raster->precision = RASTER_PRECISION_F4;
    return 0;
}
