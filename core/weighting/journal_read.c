/* journal_read: from the bytes of a file to a ledger. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/weighting/journal_format.h"

/* ---- Records ------------------------------------------------------------- */

struct reading {
    const struct journal_bytes *file;
    struct journal_opening *opening;
    struct error *error;
    size_t at;            /* of the record */
    struct record record; /* a copy */
    const char *payload;
    size_t payload_bytes;
    bool begun, ended; /* a snapshot */
    uint64_t layers;   /* that it has announced, and not shown yet */
};

static int damage(const struct reading *reading, const char *what)
{
    return error_set(reading->error, -EINVAL,
                     "'%s' is damaged at byte %zu: %s; put the folder back "
                     "from a copy, or move it away to begin without the "
                     "weights in it",
                     reading->file->path, reading->at, what);
}

static size_t padded(uint64_t bytes)
{
    return (size_t)(bytes + 7) / 8 * 8;
}

/* Whether a whole record begins there; then fills it in. */
static bool has_record(struct reading *reading, size_t at)
{
    const struct journal_bytes *file = reading->file;
    struct record *record = &reading->record;

    if (file->size - at < sizeof(*record))
        return false;
    memcpy(record, file->bytes + at, sizeof(*record));
    if (record->magic != RECORD_MAGIC || record->bytes < sizeof(*record) ||
        record->bytes > file->size - at ||
        padded(record->bytes) > file->size - at)
        return false;
    reading->payload = file->bytes + at + sizeof(*record);
    reading->payload_bytes = (size_t)record->bytes - sizeof(*record);
    return record->checksum == record_checksum(record, reading->payload);
}

/* Whether a record follows whose group began after `at`: then what is there had
 * been synced before. */
static bool was_synced(struct reading *reading, size_t at)
{
    for (size_t next = at + 8; next < reading->file->size; next += 8) {
        if (has_record(reading, next) && reading->record.group > at)
            return true;
    }
    return false;
}

/* The payload's struct; false: it is too short. */
static bool take_head(const struct reading *reading, void *ret_head,
                      size_t size)
{
    if (reading->payload_bytes < size)
        return false;
    memcpy(ret_head, reading->payload, size);
    return true;
}

static bool is_text(const char *text, size_t size)
{
    return memchr(text, '\0', size) != NULL;
}

/* ---- Rows ---------------------------------------------------------------- */

/* The rows behind a head of a change of that kind. */
static int take_rows(const struct reading *reading, size_t head_size,
                     uint64_t count, struct weight_change *change)
{
    size_t bytes = reading->payload_bytes - head_size;
    struct error words;
    int r;

    if (count != bytes / sizeof(*change->rows.row))
        return damage(reading, "its rows have another length");
    r = weight_change_take_rows(change, reading->payload + head_size, bytes,
                                &words);
    return r == -ENOMEM ? error_no_memory(reading->error)
           : r          ? damage(reading, words.text)
                        : 0;
}

/* ---- Changes ------------------------------------------------------------- */

static int copy_text(const struct reading *reading,
                     struct weight_change *change)
{
    size_t head_size = sizeof(struct change_head);

    change->text_bytes = reading->payload_bytes - head_size;
    change->text = malloc(change->text_bytes + 1);
    if (!change->text)
        return error_no_memory(reading->error);
    memcpy(change->text, reading->payload + head_size, change->text_bytes);
    return 0;
}

static int take_text(const struct reading *reading,
                     const struct change_head *head,
                     struct weight_change *change)
{
    struct error words;
    int r = copy_text(reading, change);

    if (r)
        return r;
    change->text_gzip = head->format == FORMAT_CSV_GZIP;
    r = reading->opening->read_text(change, &words);
    return r == -ENOMEM ? error_no_memory(reading->error)
           : r          ? damage(reading, words.text)
                        : 0;
}

/* The name and text of a model. */
static int take_model(const struct reading *reading,
                      const struct change_head *head,
                      struct weight_change *change)
{
    bool is_put = change->operation == CHANGE_MODEL;

    if (!*head->scenario || is_put != (head->format == FORMAT_MODEL) ||
        (!is_put && reading->payload_bytes > sizeof(*head)))
        return damage(reading, "a change of a model is not one");
    strcpy(change->model, head->scenario);
    change->scenario[0] = '\0';
    return is_put ? copy_text(reading, change) : 0;
}

/* What the change is made of, behind its head. */
static int take_body(const struct reading *reading,
                     const struct change_head *head,
                     struct weight_change *change)
{
    switch ((enum change_format)head->format) {
    case FORMAT_ROWS:
        return take_rows(reading, sizeof(*head), head->rows, change);
    case FORMAT_CSV:
    case FORMAT_CSV_GZIP:
        return take_text(reading, head, change);
    case FORMAT_MODEL:
        break;
    }
    return damage(reading, "only a model has such a text");
}

static int take_change(const struct reading *reading,
                       struct weight_change *change, uint64_t *ret_rows)
{
    struct change_head head;

    if (!take_head(reading, &head, sizeof(head)) ||
        head.operation < CHANGE_PATCH || head.operation > CHANGE_DROP_MODEL ||
        head.kind >= WEIGHT_KINDS || head.format > FORMAT_MODEL ||
        !is_text(head.profile, sizeof(head.profile)) ||
        !is_text(head.scenario, sizeof(head.scenario)) ||
        !is_text(head.key, IDEMPOTENCY_KEY_SIZE))
        return damage(reading, "a change is not one");
    change->operation = (enum change_operation)head.operation;
    change->kind = (enum weight_kind)head.kind;
    change->ends_s = head.ends_s;
    change->matched = (uint32_t)head.matched;
    memcpy(change->digest, head.digest, sizeof(head.digest));
    strcpy(change->profile, head.profile);
    strcpy(change->scenario, head.scenario);
    strcpy(change->key, head.key);
    *ret_rows = head.rows;
    return change->operation >= CHANGE_MODEL
               ? take_model(reading, &head, change)
               : take_body(reading, &head, change);
}

static int apply(const struct reading *reading, struct weight_change *change)
{
    struct journal_opening *opening = reading->opening;
    struct ledger *fork = ledger_fork(opening->ledger);
    struct ledger_touches touches = {0};
    struct error words;
    int r = fork ? ledger_apply(fork, change, SIZE_MAX, &touches, &words)
                 : error_no_memory(&words);

    ledger_touches_finish(&touches);
    if (!r && fork->epoch != reading->record.epoch)
        r = damage(reading, "an epoch is missing before it");
    else if (r == -ENOMEM)
        error_no_memory(reading->error);
    else if (r)
        r = damage(reading, words.text);
    if (r) {
        ledger_release(fork);
        return r;
    }
    ledger_release(opening->ledger);
    opening->ledger = fork;
    return 0;
}

static int read_change(const struct reading *reading)
{
    struct weight_change change = {0};
    uint64_t rows = 0;
    int r = 0;

    if (reading->record.epoch > reading->file->until)
        return 0;
    r = take_change(reading, &change, &rows);
    if (!r)
        r = apply(reading, &change);
    if (!r)
        key_book_remember(reading->opening->keys, &change,
                          reading->record.epoch);
    weight_change_finish(&change);
    return r;
}

/* Behind the record's own head there is a change, if it was made. */
static int take_entry(const struct reading *reading,
                      const struct entry_head *head, struct entry *ret_entry)
{
    struct reading behind = *reading;
    uint64_t rows;

    *ret_entry = (struct entry){.id = head->id, .is_empty = !head->is_made};
    if (!head->is_made)
        return 0;
    behind.payload += sizeof(*head);
    behind.payload_bytes -= sizeof(*head);
    return take_change(&behind, &ret_entry->change, &rows);
}

/* What was refused once has only the time. */
static int apply_entry(const struct reading *reading, struct entry *entry,
                       uint64_t beginning)
{
    struct journal_opening *opening = reading->opening;
    struct entry_result result;
    int r = entry_take(entry, &opening->ledger, opening->keys, &result);

    if (r)
        return error_no_memory(reading->error);
    if (result.outcome == CHANGED_BEFORE)
        return damage(reading, "an entry is there a second time");
    if (result.outcome != CHANGED_OK)
        return damage(reading, result.words.text);
    if (opening->ledger->epoch != reading->record.epoch)
        return damage(reading, "an epoch is missing before it");
    opening->ledger->beginning = beginning;
    return 0;
}

static int read_entry(const struct reading *reading)
{
    struct entry_head head;
    struct entry entry;
    int r;

    if (reading->record.epoch > reading->file->until)
        return 0;
    if (!take_head(reading, &head, sizeof(head)) ||
        !(head.id.ms || head.id.sequence))
        return damage(reading, "an entry is not one");
    r = take_entry(reading, &head, &entry);
    if (!r)
        r = apply_entry(reading, &entry, head.beginning);
    entry_finish(&entry);
    return r;
}

static int read_note(const struct reading *reading)
{
    struct key_book *keys = reading->opening->keys;
    struct note_head head;

    if (!take_head(reading, &head, sizeof(head)))
        return damage(reading, "a note is too short");
    for (size_t i = keys->count; i-- > 0;) {
        struct known_key *known = (struct known_key *)key_book_at(keys, i);

        if (known->epoch != reading->record.epoch)
            continue;
        known->changed_arcs = head.changed_arcs;
        known->in_force_us = head.in_force_us;
        break;
    }
    return 0;
}

/* ---- Snapshots ----------------------------------------------------------- */

static int read_begin(struct reading *reading)
{
    struct ledger *ledger = reading->opening->ledger;
    struct begin_head head;

    if (reading->begun || !take_head(reading, &head, sizeof(head)))
        return damage(reading, "it does not begin as a snapshot does");
    reading->begun = true;
    reading->layers = head.layers;
    ledger->epoch = reading->record.epoch;
    ledger->order = head.order;
    return 0;
}

static int read_stream(const struct reading *reading)
{
    struct ledger *ledger = reading->opening->ledger;
    struct stream_head head;

    if (!take_head(reading, &head, sizeof(head)) ||
        !(head.entry.ms || head.entry.sequence))
        return damage(reading, "a place in a stream is not one");
    ledger->beginning = head.beginning;
    ledger->entry = head.entry;
    return 0;
}

static int read_layer(struct reading *reading)
{
    struct layer_head head;

    if (!reading->layers || !take_head(reading, &head, sizeof(head)) ||
        !is_text(head.scenario, sizeof(head.scenario)))
        return damage(reading, "a layer is not one");
    reading->layers--;
    return ledger_restore(reading->opening->ledger, head.scenario, head.epoch,
                          NULL, NULL, 0)
               ? error_no_memory(reading->error)
               : 0;
}

static int read_rows(const struct reading *reading)
{
    struct ledger *ledger = reading->opening->ledger;
    struct collection like = {.rows = NULL};
    struct weight_change rows = {.operation = CHANGE_PUT};
    struct rows_head head;
    int r;

    if (!take_head(reading, &head, sizeof(head)) || head.kind >= WEIGHT_KINDS ||
        !is_text(head.scenario, sizeof(head.scenario)) ||
        !is_text(head.profile, sizeof(head.profile)) ||
        !ledger_layer(ledger, head.scenario))
        return damage(reading, "rows belong to no layer");
    like.kind = rows.kind = (enum weight_kind)head.kind;
    like.epoch = head.epoch;
    strcpy(like.profile, head.profile);
    r = take_rows(reading, sizeof(head), head.rows, &rows);
    if (!r && ledger_restore(ledger, head.scenario, head.layer_epoch, &like,
                             rows.rows.row, rows.rows.count))
        r = error_no_memory(reading->error);
    weight_change_finish(&rows);
    return r;
}

static int read_model(const struct reading *reading)
{
    struct ledger *ledger = reading->opening->ledger;
    struct model_head head;

    if (!take_head(reading, &head, sizeof(head)) ||
        !is_text(head.name, sizeof(head.name)) || !*head.name)
        return damage(reading, "a model is not one");
    return ledger_restore_model(ledger, head.name, head.epoch,
                                reading->payload + sizeof(head),
                                reading->payload_bytes - sizeof(head))
               ? error_no_memory(reading->error)
               : 0;
}

static int read_keys(const struct reading *reading)
{
    struct known_key known;
    size_t count = reading->payload_bytes / sizeof(known);

    if (reading->payload_bytes % sizeof(known) || count > KEYS_KEPT)
        return damage(reading, "keys have another length");
    for (size_t i = 0; i < count; i++) {
        memcpy(&known, reading->payload + i * sizeof(known), sizeof(known));
        if (!is_text(known.key, IDEMPOTENCY_KEY_SIZE))
            return damage(reading, "a key is not one");
        key_book_add(reading->opening->keys, &known);
    }
    return 0;
}

/* ---- A file -------------------------------------------------------------- */

static bool is_of_snapshot(uint32_t type)
{
    return type >= RECORD_BEGIN && type != RECORD_ENTRY;
}

static int read_record(struct reading *reading)
{
    bool in_snapshot = reading->file->is_snapshot;

    if (in_snapshot && reading->record.type != RECORD_BEGIN && !reading->begun)
        return damage(reading, "it does not begin as a snapshot does");
    if (in_snapshot != is_of_snapshot(reading->record.type))
        return damage(reading, "such a record belongs elsewhere");
    switch ((enum record_type)reading->record.type) {
    case RECORD_CHANGE:
        return read_change(reading);
    case RECORD_ENTRY:
        return read_entry(reading);
    case RECORD_NOTE:
        return read_note(reading);
    case RECORD_BEGIN:
        return read_begin(reading);
    case RECORD_LAYER:
        return read_layer(reading);
    case RECORD_ROWS:
        return read_rows(reading);
    case RECORD_KEYS:
        return read_keys(reading);
    case RECORD_MODEL:
        return read_model(reading);
    case RECORD_STREAM:
        return read_stream(reading);
    case RECORD_END:
        reading->ended = true;
        return reading->layers ? damage(reading, "layers are missing") : 0;
    }
    return damage(reading, "this relaxd does not know such a record; a newer "
                           "one wrote it");
}

/* What does not read on as a record. A snapshot was whole when it got its name.
 */
static int read_tail(struct reading *reading)
{
    if (reading->file->is_snapshot)
        return damage(reading, "a record is cut short or has changed");
    if (was_synced(reading, reading->at))
        return damage(reading, "a record has changed since it was written");
    return 0;
}

int journal_read_bytes(const struct journal_bytes *file,
                       struct journal_opening *opening, size_t *ret_whole,
                       struct error *error)
{
    struct reading reading = {.file = file, .opening = opening, .error = error};
    int r = 0;

    *ret_whole = 0;
    if (file->size < JOURNAL_MAGIC_SIZE ||
        memcmp(file->bytes, JOURNAL_MAGIC, JOURNAL_MAGIC_SIZE) != 0) {
        /* Its first bytes were not synced, so nothing else was. */
        if (!file->is_snapshot && file->size <= JOURNAL_MAGIC_SIZE)
            return 0;
        return damage(&reading, "it does not begin as a journal does");
    }
    reading.at = JOURNAL_MAGIC_SIZE;
    while (!r && reading.at < file->size && !reading.ended) {
        if (!has_record(&reading, reading.at)) {
            r = read_tail(&reading);
            break;
        }
        r = read_record(&reading);
        if (!r)
            reading.at += padded(reading.record.bytes);
    }
    if (!r && file->is_snapshot && !reading.ended)
        r = damage(&reading, "its end is missing");
    *ret_whole = reading.at;
    return r;
}
