/* fuzz_journal: any bytes as a file of a journal. The first byte says whether
 * it is a snapshot, and whether its records get the checksums that they should
 * have: behind these hardly any input would get. */
#include <stdlib.h>
#include <string.h>

#include "core/weighting/journal_format.h"
#include "core/weighting/weight_change.h"
#include "tests/fuzz/fuzz.h"

enum { SNAPSHOT = 1, REPAIRED = 2 };

static const char path[] = "weights/town/journal-0";

static void repair(char *bytes, size_t size)
{
    size_t at = JOURNAL_MAGIC_SIZE;
    struct record record;

    while (at + sizeof(record) <= size) {
        memcpy(&record, bytes + at, sizeof(record));
        if (record.bytes < sizeof(record) || record.bytes > size - at)
            return;
        record.magic = RECORD_MAGIC;
        record.checksum = record_checksum(&record, bytes + at + sizeof(record));
        memcpy(bytes + at, &record, sizeof(record));
        at += (size_t)(record.bytes + 7) / 8 * 8;
    }
}

/* Returns how many bytes are whole; SIZE_MAX: it is refused. */
static size_t read_file(const struct journal_bytes *file, uint64_t *ret_epoch)
{
    struct key_book keys = {0};
    struct journal_opening opening = {
        .read_text = weight_change_read_text,
        .ledger = ledger_create(),
        .keys = &keys,
    };
    struct error error = {""};
    size_t whole = 0;
    int r;

    if (!opening.ledger || key_book_init(&keys))
        abort();
    r = journal_read_bytes(file, &opening, &whole, &error);
    if (r && (!strstr(error.text, path) || !strstr(error.text, "byte")))
        abort();
    *ret_epoch = opening.ledger->epoch;
    ledger_release(opening.ledger);
    key_book_finish(&keys);
    return r ? SIZE_MAX : whole;
}

/* What was cut off once is not missed. */
static void check(struct journal_bytes *file)
{
    uint64_t epoch, again;
    size_t whole = read_file(file, &epoch);

    if (whole == SIZE_MAX)
        return;
    if (whole > file->size)
        abort();
    file->size = whole;
    if (read_file(file, &again) != whole || again != epoch)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct journal_bytes file = {.path = path, .until = UINT64_MAX};
    char *copy;

    if (!size)
        return 0;
    copy = malloc(size);
    if (!copy)
        return 0;
    memcpy(copy, bytes + 1, size - 1);
    if (bytes[0] & REPAIRED)
        repair(copy, size - 1);
    file.bytes = copy;
    file.size = size - 1;
    file.is_snapshot = bytes[0] & SNAPSHOT;
    check(&file);
    free(copy);
    return 0;
}
