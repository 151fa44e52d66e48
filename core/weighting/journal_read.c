/* journal_read: from a folder to a ledger. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <xxhash.h>

#include "core/base/array.h"
#include "core/base/text.h"
#include "core/graph/cost.h"
#include "core/weighting/journal_format.h"

/* ---- Files --------------------------------------------------------------- */

uint64_t record_checksum(const struct record *record, const void *payload)
{
    uint64_t seed = XXH3_64bits(record, offsetof(struct record, checksum));

    return XXH3_64bits_withSeed(payload, record->bytes - sizeof(*record), seed);
}

void journal_name(char ret_name[static JOURNAL_NAME_SIZE], const char *what,
                  uint64_t epoch)
{
    snprintf(ret_name, JOURNAL_NAME_SIZE, "%s-%020" PRIu64, what, epoch);
}

/* False: it is no file of a journal. */
static bool parse_name(const char *name, struct journal_file *ret_file)
{
    const char *dash = strchr(name, '-');
    char again[JOURNAL_NAME_SIZE];
    uint64_t epoch;

    if (!dash || !parse_u64(dash + 1, &epoch))
        return false;
    ret_file->epoch = epoch;
    ret_file->is_snapshot = !strncmp(name, "snapshot-", 9);
    journal_name(again, ret_file->is_snapshot ? "snapshot" : "journal", epoch);
    strcpy(ret_file->name, again);
    return !strcmp(again, name);
}

static int compare_files(const void *a, const void *b)
{
    const struct journal_file *x = a;
    const struct journal_file *y = b;
    int order = compare_numbers(x->epoch, y->epoch);

    return order ? order : y->is_snapshot - x->is_snapshot;
}

int journal_list(int folder, struct journal_files *ret_files,
                 struct error *error)
{
    int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *stream = copy < 0 ? NULL : fdopendir(copy);
    struct dirent *entry;
    int r = 0;

    *ret_files = (struct journal_files){0};
    if (!stream) {
        r = error_errno(error, "read a folder of journals");
        if (copy >= 0)
            close(copy);
        return r;
    }
    while (!r && (entry = readdir(stream))) {
        struct journal_file file = {.epoch = 0};

        if (parse_name(entry->d_name, &file) &&
            array_append(&ret_files->file, &ret_files->count,
                         &ret_files->capacity, &file, sizeof(file)))
            r = error_no_memory(error);
    }
    closedir(stream);
    if (ret_files->count)
        qsort(ret_files->file, ret_files->count, sizeof(*ret_files->file),
              compare_files);
    if (r)
        journal_files_finish(ret_files);
    return r;
}

void journal_files_finish(struct journal_files *files)
{
    free(files->file);
    *files = (struct journal_files){0};
}

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

static bool is_number(double value, double least)
{
    return isfinite(value) && value >= least;
}

static bool is_row(enum weight_kind kind, const struct weight_row *row)
{
    if (row->value != ROW_CLOSED && !is_number(row->value, 0))
        return false;
    if (kind == WEIGHT_SEGMENTS && row->value == 0)
        return false;
    if (kind == WEIGHT_ARCS &&
        (row->value > WEIGHT_MAX || row->value != floor(row->value)))
        return false;
    if (row->rate != ROW_AS_VALUE && row->rate != ROW_KEPT &&
        !is_number(row->rate, 0))
        return false;
    return row->key.id[0] >= 0 && row->key.id[1] >= 0 && row->key.id[2] >= 0;
}

/* Copies `count` rows from the payload behind a head. */
static int take_rows(const struct reading *reading, size_t head_size,
                     uint64_t count, enum weight_kind kind, bool keys_only,
                     struct weight_list *ret_rows)
{
    size_t bytes = reading->payload_bytes - head_size;

    if (kind >= WEIGHT_KINDS || count != bytes / sizeof(*ret_rows->row) ||
        bytes % sizeof(*ret_rows->row))
        return damage(reading, "its rows have another length");
    if (array_reserve(&ret_rows->row, &ret_rows->capacity, (size_t)count,
                      sizeof(*ret_rows->row)))
        return error_no_memory(reading->error);
    if (count)
        memcpy(ret_rows->row, reading->payload + head_size, bytes);
    ret_rows->count = (size_t)count;
    for (size_t i = 0; !keys_only && i < count; i++) {
        if (!is_row(kind, &ret_rows->row[i]))
            return damage(reading, "a row is not one");
    }
    return 0;
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
        return take_rows(reading, sizeof(*head), head->rows, change->kind,
                         change->operation == CHANGE_DELETE, &change->rows);
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

/* An answer that is repeated for the same key. A change without rows of its own
 * matches the rows that it removes or publishes. */
static void note_key(const struct reading *reading,
                     const struct weight_change *change, uint64_t rows)
{
    struct known_key known = {
        .digest = {change->digest[0], change->digest[1]},
        .epoch = reading->record.epoch,
        .rows = rows > change->matched ? rows : change->matched,
        .matched = change->matched,
    };

    if (!*change->key)
        return;
    strcpy(known.key, change->key);
    key_book_add(reading->opening->keys, &known);
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
        note_key(reading, &change, rows);
    weight_change_finish(&change);
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
    struct weight_list rows = {0};
    struct rows_head head;
    int r;

    if (!take_head(reading, &head, sizeof(head)) || head.kind >= WEIGHT_KINDS ||
        !is_text(head.scenario, sizeof(head.scenario)) ||
        !is_text(head.profile, sizeof(head.profile)) ||
        !ledger_layer(ledger, head.scenario))
        return damage(reading, "rows belong to no layer");
    like.kind = (enum weight_kind)head.kind;
    like.epoch = head.epoch;
    strcpy(like.profile, head.profile);
    r = take_rows(reading, sizeof(head), head.rows, like.kind, false, &rows);
    if (!r && ledger_restore(ledger, head.scenario, head.layer_epoch, &like,
                             rows.row, rows.count))
        r = error_no_memory(reading->error);
    weight_list_finish(&rows);
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

static int read_record(struct reading *reading)
{
    bool in_snapshot = reading->file->is_snapshot;

    if (in_snapshot && reading->record.type != RECORD_BEGIN && !reading->begun)
        return damage(reading, "it does not begin as a snapshot does");
    if (in_snapshot != (reading->record.type >= RECORD_BEGIN))
        return damage(reading, "such a record belongs elsewhere");
    switch ((enum record_type)reading->record.type) {
    case RECORD_CHANGE:
        return read_change(reading);
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

/* ---- A folder ------------------------------------------------------------ */

/* Reads a file, mapped. */
static int read_file(int folder, const char *directory,
                     const struct journal_file *entry, uint64_t until,
                     struct journal_opening *opening, size_t *ret_whole,
                     size_t *ret_size, struct error *error)
{
    int fd = openat(folder, entry->name, O_RDONLY | O_CLOEXEC);
    char path[4096 + JOURNAL_NAME_SIZE];
    struct journal_bytes file = {.path = path,
                                 .bytes = "",
                                 .is_snapshot = entry->is_snapshot,
                                 .until = until};
    struct stat status;
    void *bytes = MAP_FAILED;
    int r = 0;

    snprintf(path, sizeof(path), "%.4000s/%s", directory, entry->name);
    if (fd < 0 || fstat(fd, &status))
        r = error_errno(error, "open '%s'", path);
    if (!r && status.st_size) {
        bytes =
            mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (bytes == MAP_FAILED)
            r = error_errno(error, "read '%s'", path);
        file.bytes = bytes;
        file.size = (size_t)status.st_size;
    }
    if (!r)
        r = journal_read_bytes(&file, opening, ret_whole, error);
    *ret_size = file.size;
    if (bytes != MAP_FAILED)
        munmap(bytes, file.size);
    if (fd >= 0)
        close(fd);
    return r;
}

/* The last snapshot; count: there is none. */
static size_t last_snapshot(const struct journal_files *files)
{
    for (size_t i = files->count; i-- > 0;) {
        if (files->file[i].is_snapshot)
            return i;
    }
    return files->count;
}

/* The epoch that the next journal file begins after. */
static uint64_t next_epoch(const struct journal_files *files, size_t at)
{
    while (++at < files->count) {
        if (!files->file[at].is_snapshot)
            return files->file[at].epoch;
    }
    return UINT64_MAX;
}

static int read_journals(int folder, const struct journal_files *files,
                         size_t first, struct journal_opening *opening,
                         struct journal_end *end, struct error *error)
{
    int r = 0;

    for (size_t i = first; !r && i < files->count; i++) {
        const struct journal_file *file = &files->file[i];
        size_t whole, size;

        if (file->is_snapshot)
            continue;
        if (file->epoch != opening->ledger->epoch)
            return error_set(error, -EINVAL,
                             "in '%s' the changes from epoch %" PRIu64
                             " to %" PRIu64 " are missing; put the folder back "
                             "from a copy, or move it away to begin without "
                             "the weights in it",
                             opening->directory, opening->ledger->epoch,
                             file->epoch);
        r = read_file(folder, opening->directory, file, next_epoch(files, i),
                      opening, &whole, &size, error);
        if (r)
            return r;
        if (whole < size)
            error_set(&opening->cut, 0,
                      "'%.400s/%s': %zu bytes at its end were not written to "
                      "the end, and nobody was told that they are in force: "
                      "they are ignored",
                      opening->directory, file->name, size - whole);
        strcpy(end->name, whole ? file->name : "");
        end->size = whole;
    }
    return 0;
}

static int read_folder(int folder, struct journal_opening *opening,
                       struct journal_end *end, struct error *error)
{
    struct journal_files files;
    size_t snapshot, whole, size;
    int r = journal_list(folder, &files, error);

    if (r)
        return r;
    snapshot = last_snapshot(&files);
    if (snapshot < files.count) {
        end->snapshot_epoch = files.file[snapshot].epoch;
        r = read_file(folder, opening->directory, &files.file[snapshot],
                      UINT64_MAX, opening, &whole, &size, error);
    }
    if (!r)
        r = read_journals(folder, &files, snapshot < files.count ? snapshot : 0,
                          opening, end, error);
    journal_files_finish(&files);
    return r;
}

int journal_read(struct journal_opening *opening, struct journal_end *ret_end,
                 struct error *error)
{
    int folder = open(opening->directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int r = 0;

    *ret_end = (struct journal_end){.name = ""};
    opening->cut.text[0] = '\0';
    opening->ledger = ledger_create();
    if (!opening->ledger)
        r = error_no_memory(error);
    else if (folder < 0 && errno != ENOENT)
        r = error_errno(error, "open '%s'", opening->directory);
    else if (folder >= 0)
        r = read_folder(folder, opening, ret_end, error);
    if (folder >= 0)
        close(folder);
    if (r) {
        ledger_release(opening->ledger);
        opening->ledger = NULL;
        return r;
    }
    ret_end->epoch = opening->ledger->epoch;
    return 0;
}
