/* fuzz_weight_json: any bytes as a JSON list of rows. The first byte says the
 * kind, and whether numbers may be missing. */
#include "api/v1/weight_json.h"
#include "core/weighting/weight_rows.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/refusal.h"
#include "tests/fuzz/row_check.h"

enum { KEYS_ONLY = 4 };

/* What is written of a row is read as the same row. */
static void write_again(const struct weight_row *row, enum weight_kind kind)
{
    struct json_writer writer;
    struct weight_list again;
    struct problem problem;

    json_writer_init(&writer);
    json_begin_array(&writer);
    weight_json_write(&writer, kind, row);
    json_end_array(&writer);
    if (writer.failed ||
        weight_json_read(writer.text, writer.length, kind, false, &again,
                         &problem) ||
        again.count != 1)
        abort();
    row_check_equal(row, &again.row[0], false);
    weight_list_finish(&again);
    json_writer_finish(&writer);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct weight_list rows;
    struct problem problem;
    enum weight_kind kind;
    bool keys_only;

    if (!size)
        return 0;
    kind = (enum weight_kind)(bytes[0] % 4 % WEIGHT_KINDS);
    keys_only = bytes[0] & KEYS_ONLY;
    if (weight_json_read((const char *)bytes + 1, size - 1, kind, keys_only,
                         &rows, &problem)) {
        refusal_check(&problem);
        if (rows.count)
            abort();
        return 0;
    }
    for (size_t i = 0; i < rows.count; i++) {
        row_check(&rows.row[i], kind, keys_only);
        if (!keys_only)
            write_again(&rows.row[i], kind);
    }
    weight_list_finish(&rows);
    return 0;
}
