/* journal: writing. journal_read.c reads. */
#include "core/weighting/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/array.h"
#include "core/base/atomic_file.h"
#include "core/weighting/journal_format.h"

struct journal {
    char *directory; /* owned */
    int folder;      /* its descriptor */
    int lock;
    int fd;          /* the last journal file; -1: to be begun */
    uint64_t end;    /* its length */
    uint64_t synced; /* of it; what follows are notes */
    uint64_t bytes;  /* of all journal files, up to here */
    uint64_t snapshot_bytes;
    uint64_t epoch; /* the last one appended */
};

enum { LONG_BYTES = 16 << 20, SNAPSHOT_ROWS = 1 << 20 };

/* ---- Files --------------------------------------------------------------- */

static int write_all(int fd, const void *bytes, size_t size, uint64_t at)
{
    const char *next = bytes;

    while (size) {
        ssize_t done = pwrite(fd, next, size, (off_t)at);

        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return done ? -errno : -ENOSPC;
        next += done;
        at += (uint64_t)done;
        size -= (size_t)done;
    }
    return 0;
}

static void forget_file(struct journal *journal)
{
    if (journal->fd >= 0)
        close(journal->fd);
    journal->fd = -1;
}

/* Once the new file exists, nothing may be appended to the old one: a reader
 * skips its records after the new file's first epoch. After a failure the next
 * append creates the new file again. */
int journal_begin_next(struct journal *journal, uint64_t epoch,
                       struct error *error)
{
    char name[JOURNAL_NAME_SIZE];
    int fd, r;

    journal_name(name, "journal", epoch);
    fd = openat(journal->folder, name, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC,
                0640);
    if (fd < 0)
        return error_errno(error, "open '%s/%s'", journal->directory, name);
    forget_file(journal);
    r = write_all(fd, JOURNAL_MAGIC, JOURNAL_MAGIC_SIZE, 0);
    if (!r && fdatasync(fd))
        r = -errno;
    if (r) {
        close(fd);
        unlinkat(journal->folder, name, 0);
        errno = -r;
        return error_errno(error, "write '%s/%s'", journal->directory, name);
    }
    r = folder_sync(journal->directory, error);
    if (r) {
        close(fd);
        return r;
    }
    journal->fd = fd;
    journal->end = journal->synced = JOURNAL_MAGIC_SIZE;
    journal->bytes += JOURNAL_MAGIC_SIZE;
    journal->epoch = epoch;
    return 0;
}

/* ---- Records ------------------------------------------------------------- */

/* Bytes on their way to a file. */
struct image {
    char *bytes; /* [size], owned */
    size_t size;
    size_t capacity;
};

static int add(struct image *image, const void *bytes, size_t size)
{
    if (array_reserve(&image->bytes, &image->capacity, image->size + size, 1))
        return -ENOMEM;
    if (size)
        memcpy(image->bytes + image->size, bytes, size);
    image->size += size;
    return 0;
}

/* A record in two parts, which may be empty. */
static int add_record(struct image *image, enum record_type type,
                      uint64_t epoch, uint64_t group, const void *head,
                      size_t head_size, const void *body, size_t body_size)
{
    static const char padding[8];
    struct record record = {
        .magic = RECORD_MAGIC,
        .type = type,
        .bytes = sizeof(record) + head_size + body_size,
        .epoch = epoch,
        .group = group,
    };
    size_t at = image->size;

    if (add(image, &record, sizeof(record)) || add(image, head, head_size) ||
        add(image, body, body_size) ||
        add(image, padding, -(size_t)record.bytes % 8))
        return -ENOMEM;
    record.checksum =
        record_checksum(&record, image->bytes + at + sizeof(record));
    memcpy(image->bytes + at, &record, sizeof(record));
    return 0;
}

static enum change_format format_of(const struct weight_change *change)
{
    if (change->operation == CHANGE_MODEL)
        return FORMAT_MODEL;
    if (!change->text)
        return FORMAT_ROWS;
    return change->text_gzip ? FORMAT_CSV_GZIP : FORMAT_CSV;
}

static int add_change(struct image *image, const struct weight_change *change,
                      uint64_t epoch, uint64_t group)
{
    struct change_head head = {
        .operation = change->operation,
        .kind = change->kind,
        .format = format_of(change),
        .ends_s = change->ends_s,
        .matched = change->matched,
        .digest = {change->digest[0], change->digest[1]},
        .rows = change->rows.count,
    };
    const void *body = change->text ? change->text : change->rows.row;
    size_t size = change->text ? change->text_bytes
                               : change->rows.count * sizeof(*change->rows.row);

    strcpy(head.profile, change->profile);
    strcpy(head.scenario,
           change_names_model(change) ? change->model : change->scenario);
    strcpy(head.key, change->key);
    return add_record(image, RECORD_CHANGE, epoch, group, &head, sizeof(head),
                      body, size);
}

/* ---- Appending ----------------------------------------------------------- */

/* Writes and syncs a group. If that fails the file is as long as before.
 * After a failed sync nobody knows what is on the disk (the system forgets what
 * it could not write), so a new file begins. */
static int put_group(struct journal *journal, const struct image *image)
{
    int r = write_all(journal->fd, image->bytes, image->size, journal->end);

    if (!r && fdatasync(journal->fd)) {
        r = -errno;
        if (ftruncate(journal->fd, (off_t)journal->end))
            r = -errno;
        forget_file(journal);
        return r;
    }
    if (r && ftruncate(journal->fd, (off_t)journal->end))
        forget_file(journal);
    return r;
}

static int append_image(struct journal *journal, const struct image *image,
                        uint64_t epoch, struct error *error)
{
    int r = put_group(journal, image);

    if (r) {
        errno = -r;
        return error_errno(error, "write to the journal in '%s'",
                           journal->directory);
    }
    journal->end += image->size;
    journal->synced = journal->end;
    journal->bytes += image->size;
    journal->epoch = epoch;
    return 0;
}

int journal_append(struct journal *journal,
                   const struct weight_change *const *changes,
                   const uint64_t *epochs, size_t count, struct error *error)
{
    struct image image = {0};
    int r = 0;

    if (journal->fd < 0)
        r = journal_begin_next(journal, journal->epoch, error);
    if (r)
        return r;
    for (size_t i = 0; !r && i < count; i++)
        r = add_change(&image, changes[i], epochs[i], journal->synced);
    r = r ? error_no_memory(error)
          : append_image(journal, &image, epochs[count - 1], error);
    free(image.bytes);
    return r;
}

void journal_note(struct journal *journal, uint64_t epoch,
                  uint64_t changed_arcs, uint64_t in_force_us)
{
    struct note_head head = {changed_arcs, in_force_us};
    struct image image = {0};

    if (journal->fd >= 0 &&
        !add_record(&image, RECORD_NOTE, epoch, journal->synced, &head,
                    sizeof(head), NULL, 0)) {
        if (write_all(journal->fd, image.bytes, image.size, journal->end)) {
            if (ftruncate(journal->fd, (off_t)journal->end))
                forget_file(journal);
        } else {
            journal->end += image.size;
            journal->bytes += image.size;
        }
    }
    free(image.bytes);
}

bool journal_is_long(const struct journal *journal)
{
    return journal->bytes > LONG_BYTES &&
           journal->bytes > 2 * journal->snapshot_bytes;
}

uint64_t journal_bytes(const struct journal *journal)
{
    return journal->bytes + journal->snapshot_bytes;
}

/* ---- Snapshots ----------------------------------------------------------- */

/* Writes the image to the file and empties it. */
static int flush(struct image *image, struct atomic_file *file,
                 struct error *error)
{
    int r = atomic_file_write(file, image->bytes, image->size, error);

    image->size = 0;
    return r;
}

struct snapshot {
    struct atomic_file file;
    struct image image;
    uint64_t epoch;
    struct error *error;
};

static int put_record(struct snapshot *snapshot, enum record_type type,
                      const void *head, size_t head_size, const void *body,
                      size_t body_size)
{
    if (add_record(&snapshot->image, type, snapshot->epoch, 0, head, head_size,
                   body, body_size))
        return error_no_memory(snapshot->error);
    return flush(&snapshot->image, &snapshot->file, snapshot->error);
}

static int put_rows(struct snapshot *snapshot, const struct layer *layer,
                    const struct collection *collection)
{
    struct rows_head head = {
        .kind = collection->kind,
        .layer_epoch = layer->epoch,
        .epoch = collection->epoch,
    };
    size_t end = weight_rows_end(collection->rows);
    struct weight_list list = {0};
    int r = 0;

    strcpy(head.scenario, layer->scenario);
    strcpy(head.profile, collection->profile);
    for (size_t place = 0; !r && (place < end || !place); place++) {
        const struct weight_row *row =
            place < end ? weight_rows_at(collection->rows, place) : NULL;

        if (row && weight_list_add(&list, row))
            r = error_no_memory(snapshot->error);
        if (r || (place + 1 < end && list.count < SNAPSHOT_ROWS))
            continue;
        head.rows = list.count;
        r = put_record(snapshot, RECORD_ROWS, &head, sizeof(head), list.row,
                       list.count * sizeof(*list.row));
        list.count = 0;
    }
    weight_list_finish(&list);
    return r;
}

static int put_layer(struct snapshot *snapshot, const struct layer *layer)
{
    struct layer_head head = {.epoch = layer->epoch};
    int r;

    strcpy(head.scenario, layer->scenario);
    r = put_record(snapshot, RECORD_LAYER, &head, sizeof(head), NULL, 0);
    for (size_t i = 0; !r && i < layer->count; i++)
        r = put_rows(snapshot, layer, &layer->collection[i]);
    return r;
}

static int put_model(struct snapshot *snapshot, const struct shelf_model *model)
{
    struct model_head head = {.epoch = model->epoch};

    strcpy(head.name, model->name);
    return put_record(snapshot, RECORD_MODEL, &head, sizeof(head),
                      model->text->text, model->text->size);
}

static int put_all(struct snapshot *snapshot, const struct ledger *ledger,
                   const struct known_key *keys, size_t key_count)
{
    struct begin_head head = {.order = ledger->order, .layers = ledger->count};
    int r = atomic_file_write(&snapshot->file, JOURNAL_MAGIC,
                              JOURNAL_MAGIC_SIZE, snapshot->error);

    if (!r)
        r = put_record(snapshot, RECORD_BEGIN, &head, sizeof(head), NULL, 0);
    for (size_t i = 0; !r && i < ledger->count; i++)
        r = put_layer(snapshot, &ledger->layer[i]);
    for (size_t i = 0; !r && ledger->models && i < ledger->models->count; i++)
        r = put_model(snapshot, &ledger->models->model[i]);
    if (!r && key_count)
        r = put_record(snapshot, RECORD_KEYS, NULL, 0, keys,
                       key_count * sizeof(*keys));
    return r ? r : put_record(snapshot, RECORD_END, NULL, 0, NULL, 0);
}

/* As the journal is: it has the keys of requests. */
static void hide_from_others(int fd)
{
    struct stat status;

    if (!fstat(fd, &status))
        (void)!fchmod(fd, status.st_mode & 0640);
}

int journal_write_snapshot(const struct journal *journal,
                           const struct ledger *ledger,
                           const struct known_key *keys, size_t key_count,
                           struct error *error)
{
    struct snapshot snapshot = {.epoch = ledger->epoch, .error = error};
    char name[JOURNAL_NAME_SIZE];
    char path[4096];
    int r;

    journal_name(name, "snapshot", ledger->epoch);
    if (snprintf(path, sizeof(path), "%s/%s", journal->directory, name) >=
        (int)sizeof(path))
        return error_set(error, -ENAMETOOLONG,
                         "the path '%.100s...' is too "
                         "long",
                         path);
    r = atomic_file_open(&snapshot.file, path, error);
    if (r)
        return r;
    hide_from_others(snapshot.file.fd);
    r = put_all(&snapshot, ledger, keys, key_count);
    if (!r)
        r = atomic_file_commit(&snapshot.file, error);
    atomic_file_abort(&snapshot.file);
    free(snapshot.image.bytes);
    return r;
}

void journal_drop_before(struct journal *journal, uint64_t epoch)
{
    struct journal_files files;
    struct stat status;

    if (journal_list(journal->folder, &files, NULL))
        return;
    journal->bytes = 0;
    for (size_t i = 0; i < files.count; i++) {
        const struct journal_file *file = &files.file[i];

        if (file->epoch < epoch)
            unlinkat(journal->folder, file->name, 0);
        else if (!fstatat(journal->folder, file->name, &status, 0)) {
            if (file->is_snapshot)
                journal->snapshot_bytes = (uint64_t)status.st_size;
            else
                journal->bytes += (uint64_t)status.st_size;
        }
    }
    journal_files_finish(&files);
}

/* ---- Opening ------------------------------------------------------------- */

/* NULL with words: another process has it, or it cannot be written. */
static int take_lock(struct journal *journal, struct error *error)
{
    journal->lock =
        openat(journal->folder, "lock", O_RDWR | O_CREAT | O_CLOEXEC, 0640);
    if (journal->lock < 0)
        return error_errno(error, "open '%s/lock'", journal->directory);
    if (!flock(journal->lock, LOCK_EX | LOCK_NB))
        return 0;
    if (errno == EWOULDBLOCK)
        return error_set(error, -EBUSY,
                         "another process changes the weights in '%s'; give "
                         "each relaxd a daemon.state-directory of its own",
                         journal->directory);
    return error_errno(error, "lock '%s/lock'", journal->directory);
}

static int create(const char *directory, struct journal **ret_journal,
                  struct error *error)
{
    struct journal *journal = calloc(1, sizeof(*journal));
    int r;

    if (!journal)
        return error_no_memory(error);
    journal->folder = journal->lock = journal->fd = -1;
    journal->directory = strdup(directory);
    r = journal->directory ? folder_make(directory, error)
                           : error_no_memory(error);
    if (!r) {
        journal->folder = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (journal->folder < 0)
            r = error_errno(error, "open '%s'", directory);
    }
    if (!r)
        r = take_lock(journal, error);
    if (r)
        journal_close(journal);
    else
        *ret_journal = journal;
    return r;
}

void journal_close(struct journal *journal)
{
    if (!journal)
        return;
    forget_file(journal);
    if (journal->lock >= 0)
        close(journal->lock);
    if (journal->folder >= 0)
        close(journal->folder);
    free(journal->directory);
    free(journal);
}

/* Goes on with the last journal file, cut to what is whole. */
static int go_on(struct journal *journal, const struct journal_end *end,
                 struct error *error)
{
    if (!*end->name)
        return journal_begin_next(journal, end->epoch, error);
    journal->fd = openat(journal->folder, end->name, O_RDWR | O_CLOEXEC);
    if (journal->fd < 0)
        return error_errno(error, "open '%s/%s'", journal->directory,
                           end->name);
    if (ftruncate(journal->fd, (off_t)end->size) || fdatasync(journal->fd))
        return error_errno(error, "cut '%s/%s'", journal->directory, end->name);
    journal->end = journal->synced = end->size;
    journal->epoch = end->epoch;
    return 0;
}

int journal_open(struct journal_opening *opening, struct journal **ret_journal,
                 struct error *error)
{
    struct journal *journal = NULL;
    struct journal_end end;
    int r = 0;

    *ret_journal = NULL;
    if (opening->writes)
        r = create(opening->directory, &journal, error);
    if (!r)
        r = journal_read(opening, &end, error);
    if (!r && journal) {
        r = go_on(journal, &end, error);
        if (r)
            ledger_release(opening->ledger);
        else
            journal_drop_before(journal, end.snapshot_epoch);
    }
    if (r)
        journal_close(journal);
    else
        *ret_journal = journal;
    return r;
}
