/* fuzz_weight_csv: any bytes as rows of weights, plain or packed. The first
 * byte says what they are: the kind, whether numbers may be missing, gzip. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/weighting/weight_change.h"
#include "core/weighting/weight_csv.h"
#include "core/weighting/weight_rows.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/row_check.h"

enum { TEXT_MAX = 1 << 20, KEYS_ONLY = 4, PACKED = 8 };

/* What is written of a row is read as the same row. */
static void write_again(const struct weight_row *row, enum weight_kind kind,
                        bool keys_only)
{
    char line[WEIGHT_LINE_MAX];
    size_t length = weight_csv_write(line, kind, row);
    struct weight_list again;

    if (length >= WEIGHT_LINE_MAX ||
        weight_csv_read(line, length, kind, keys_only, &again, NULL) ||
        again.count != 1)
        abort();
    row_check_equal(row, &again.row[0], keys_only);
    weight_list_finish(&again);
}

static void check_rows(const struct weight_list *rows, enum weight_kind kind,
                       bool keys_only)
{
    for (size_t i = 0; i < rows->count; i++) {
        row_check(&rows->row[i], kind, keys_only);
        if (!keys_only)
            write_again(&rows->row[i], kind, keys_only);
    }
}

static void check_refusal(int code, const struct error *error,
                          const struct weight_list *rows)
{
    if (code != -EINVAL && code != -E2BIG)
        abort();
    if (!error->text[0] || rows->count)
        abort();
}

static void read_packed(const uint8_t *bytes, size_t size,
                        enum weight_kind kind, bool keys_only)
{
    struct weight_change change = {
        .operation = keys_only ? CHANGE_DELETE : CHANGE_PATCH,
        .kind = kind,
        .text = malloc(size + 1),
        .text_bytes = size,
        .text_gzip = true,
    };
    struct error error = {""};
    int r;

    if (!change.text)
        return;
    memcpy(change.text, bytes, size);
    r = weight_change_read_limited(&change, TEXT_MAX, &error);
    if (r)
        check_refusal(r, &error, &change.rows);
    check_rows(&change.rows, kind, keys_only);
    weight_change_finish(&change);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct weight_list rows;
    struct error error = {""};
    enum weight_kind kind;
    bool keys_only;
    int r;

    if (!size)
        return 0;
    kind = (enum weight_kind)(bytes[0] % 4 % WEIGHT_KINDS);
    keys_only = bytes[0] & KEYS_ONLY;
    if (bytes[0] & PACKED) {
        read_packed(bytes + 1, size - 1, kind, keys_only);
        return 0;
    }
    r = weight_csv_read((const char *)bytes + 1, size - 1, kind, keys_only,
                        &rows, &error);
    if (r)
        check_refusal(r, &error, &rows);
    check_rows(&rows, kind, keys_only);
    weight_list_finish(&rows);
    return 0;
}
