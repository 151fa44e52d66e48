/* fuzz_rows_file: a kind of rows, then any bytes as their CSV: every row has
 * the line that reading line after line finds. */
#include <stdlib.h>
#include <string.h>

#include "clients/relaxctl/rows_file.h"
#include "core/weighting/weight_csv.h"
#include "core/weighting/weight_rows.h"
#include "tests/fuzz/fuzz.h"

/* The whole text where all of it can be read; SIZE_MAX: it cannot. */
static size_t count_rows(const char *text, size_t size, enum weight_kind kind)
{
    struct weight_list rows;
    struct error error;
    size_t count;

    if (weight_csv_read(text, size, kind, true, &rows, &error))
        return SIZE_MAX;
    count = rows.count;
    weight_list_finish(&rows);
    return count;
}

static void check(const struct rows_file *file, enum weight_kind kind)
{
    struct rows_place place = {0};
    uint64_t line = 0;
    size_t row = 0, at = 0;

    while (at < file->text_size) {
        const char *begin = file->text + at;
        const char *end = memchr(begin, '\n', file->text_size - at);
        size_t size = end ? (size_t)(end - begin) + 1 : file->text_size - at;
        size_t count = count_rows(begin, size, kind);

        line++;
        for (at += size; count > 0; count--) {
            if (rows_file_line(file, kind, &place, ++row) != line)
                abort();
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct rows_file file = {0};
    enum weight_kind kind;

    if (size < 2)
        return 0;
    kind = (enum weight_kind)(*bytes % WEIGHT_KINDS);
    file.text_size = size - 1;
    file.text = malloc(file.text_size);
    if (!file.text)
        return 0;
    memcpy(file.text, bytes + 1, file.text_size);
    if (count_rows(file.text, file.text_size, kind) != SIZE_MAX)
        check(&file, kind);
    free(file.text);
    return 0;
}
