/* Reading to the end, and counting rows by the parser of rows itself. */
#include "clients/relaxctl/rows_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/byte_source.h"
#include "core/weighting/weight_change.h"
#include "core/weighting/weight_csv.h"
#include "core/weighting/weight_rows.h"

enum { READ_STEP = 1 << 20, BLOCK_BYTES = 4096 };

/* ---- Reading ------------------------------------------------------------- */

static int read_all(struct byte_source *source, struct rows_file *file,
                    struct error *error)
{
    size_t capacity = 0, got = 1;
    int r = 0;

    while (!r && got) {
        if (array_reserve(&file->bytes, &capacity, file->size + READ_STEP, 1))
            return error_no_memory(error);
        r = byte_source_read(source, file->bytes + file->size, READ_STEP, &got,
                             error);
        if (!r)
            file->size += got;
    }
    return r;
}

static int unpack(struct rows_file *file, struct error *error)
{
    const unsigned char *bytes = (const unsigned char *)file->bytes;

    file->packed = file->size >= 2 && bytes[0] == 0x1f && bytes[1] == 0x8b;
    file->text = file->bytes;
    file->text_size = file->size;
    if (!file->packed)
        return 0;
    file->text = NULL;
    return weight_text_unpack(file->bytes, file->size, SIZE_MAX, &file->text,
                              &file->text_size, error);
}

/* No line of CSV begins with a bracket. */
static bool is_json(const struct rows_file *file)
{
    size_t i = 0;

    while (i < file->text_size && memchr(" \t\r\n", file->text[i], 4))
        i++;
    return i < file->text_size &&
           (file->text[i] == '[' || file->text[i] == '{');
}

int rows_file_open(const char *path, struct rows_file *ret_file,
                   struct error *error)
{
    struct rows_file file = {0};
    struct byte_source *source = NULL;
    int r = file_source_open(path, &source, error);

    if (!r)
        r = read_all(source, &file, error);
    byte_source_destroy(source);
    if (!r)
        r = unpack(&file, error);
    if (r) {
        error_prefix(error, "'%s'", path);
        rows_file_finish(&file);
        return r;
    }
    file.is_json = is_json(&file);
    *ret_file = file;
    return 0;
}

void rows_file_finish(struct rows_file *file)
{
    if (file->text != file->bytes)
        free(file->text);
    free(file->bytes);
}

/* ---- Lines --------------------------------------------------------------- */

/* Of whole lines; 0 if they cannot be read. */
static size_t count_rows(const char *text, size_t size, enum weight_kind kind)
{
    struct weight_list rows;
    struct error ignored;
    size_t count;

    if (weight_csv_read(text, size, kind, true, &rows, &ignored))
        return 0;
    count = rows.count;
    weight_list_finish(&rows);
    return count;
}

/* Behind the line that has the byte, or at the text's end. */
static size_t line_end(const struct rows_file *file, size_t byte)
{
    const char *end = byte < file->text_size ? memchr(file->text + byte, '\n',
                                                      file->text_size - byte)
                                             : NULL;

    return end ? (size_t)(end - file->text) + 1 : file->text_size;
}

static void skip(const struct rows_file *file, struct rows_place *place,
                 size_t end, size_t rows)
{
    for (; place->at < end; place->line++)
        place->at = line_end(file, place->at);
    place->rows += rows;
}

uint64_t rows_file_line(const struct rows_file *file, enum weight_kind kind,
                        struct rows_place *place, uint64_t row)
{
    /* Blocks before the row, then lines. */
    size_t step = BLOCK_BYTES;

    while (place->at < file->text_size) {
        size_t end = line_end(file, place->at + step - 1);
        size_t rows = count_rows(file->text + place->at, end - place->at, kind);

        if (place->rows + rows < row)
            skip(file, place, end, rows);
        else if (step == 1)
            break;
        else
            step = 1;
    }
    return place->line + 1;
}
