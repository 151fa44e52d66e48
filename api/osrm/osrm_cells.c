/* osrm_cells: tables of durations or distances in OSRM's answers. */
#include "api/osrm/osrm_cells.h"

#include <string.h>

enum {
    CELL_BYTES = 12, /* "429496729.4," */
    CHUNK_CELLS = 2048,
};

/* Two digits of a number below 100 each. */
static const char pairs[] =
    "00010203040506070809101112131415161718192021222324"
    "25262728293031323334353637383940414243444546474849"
    "50515253545556575859606162636465666768697071727374"
    "75767778798081828384858687888990919293949596979899";

/* Returns the end. */
static char *put_number(char *to, uint32_t value)
{
    char digits[10];
    size_t first = sizeof(digits);

    for (; value >= 100; value /= 100)
        memcpy(digits + (first -= 2), pairs + 2 * (value % 100), 2);
    if (value >= 10)
        memcpy(digits + (first -= 2), pairs + 2 * value, 2);
    else
        digits[--first] = (char)('0' + value);
    memcpy(to, digits + first, sizeof(digits) - first);
    return to + sizeof(digits) - first;
}

static char *put_cell(char *to, uint32_t cell)
{
    if (cell == OSRM_CELL_NONE) {
        memcpy(to, "null", 4);
        return to + 4;
    }
    to = put_number(to, cell / 10);
    if (cell % 10) {
        *to++ = '.';
        *to++ = (char)('0' + cell % 10);
    }
    return to;
}

static void write_row(struct json_writer *writer, const uint32_t *cells,
                      size_t columns)
{
    char text[CHUNK_CELLS * CELL_BYTES];

    json_begin_array(writer);
    for (size_t i = 0; i < columns; i += CHUNK_CELLS) {
        size_t end = columns - i < CHUNK_CELLS ? columns : i + CHUNK_CELLS;
        char *to = text;

        for (size_t j = i; j < end; j++) {
            to = put_cell(to, cells[j]);
            *to++ = ',';
        }
        json_writer_raw(writer, text, (size_t)(to - text) - (end == columns));
    }
    json_end_array(writer);
}

void osrm_cells_write(struct json_writer *writer, const uint32_t *cells,
                      size_t rows, size_t columns)
{
    json_begin_array(writer);
    for (size_t i = 0; i < rows; i++)
        write_row(writer, cells + i * columns, columns);
    json_end_array(writer);
}
