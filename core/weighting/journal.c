/* journal: writing. journal_folder.c and journal_read.c read. */
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

#include "core/base/atomic_file.h"
#include "core/weighting/journal_format.h"
#include "core/weighting/snapshot.h"

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
    bool is_apart;  /* the last journal file has no name of its own yet */
};

enum { LONG_BYTES = 16 << 20 };

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
static int begin_file(struct journal *journal, const char *name, uint64_t epoch,
                      struct error *error)
{
    int fd, r;

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
    journal->is_apart = false;
    return 0;
}

int journal_begin_next(struct journal *journal, uint64_t epoch,
                       struct error *error)
{
    char name[JOURNAL_NAME_SIZE];

    journal_name(name, "journal", epoch);
    return begin_file(journal, name, epoch, error);
}

static const char apart_name[] = "apart";

int journal_begin_apart(struct journal *journal, uint64_t epoch,
                        struct error *error)
{
    int r = begin_file(journal, apart_name, epoch, error);

    journal->is_apart = !r;
    return r;
}

/* Now that there is the snapshot which it follows. */
static void join(struct journal *journal, uint64_t epoch)
{
    char name[JOURNAL_NAME_SIZE];
    struct error error;

    if (!journal->is_apart)
        return;
    journal_name(name, "journal", epoch);
    journal->is_apart = false;
    if (renameat(journal->folder, apart_name, journal->folder, name) ||
        folder_sync(journal->directory, &error))
        forget_file(journal); /* another snapshot will be written */
}

/* ---- Changes ------------------------------------------------------------- */

static enum change_format format_of(const struct weight_change *change)
{
    if (change->operation == CHANGE_MODEL)
        return FORMAT_MODEL;
    if (!change->text)
        return FORMAT_ROWS;
    return change->text_gzip ? FORMAT_CSV_GZIP : FORMAT_CSV;
}

/* The head of a change, and what follows it. */
static void describe(const struct weight_change *change,
                     struct change_head *ret_head, struct record_part *ret_body)
{
    *ret_head = (struct change_head){
        .operation = change->operation,
        .kind = change->kind,
        .format = format_of(change),
        .ends_s = change->ends_s,
        .matched = change->matched,
        .digest = {change->digest[0], change->digest[1]},
        .rows = change->rows.count,
    };
    strcpy(ret_head->profile, change->profile);
    strcpy(ret_head->scenario,
           change_names_model(change) ? change->model : change->scenario);
    strcpy(ret_head->key, change->key);
    *ret_body = change->text
                    ? (struct record_part){change->text, change->text_bytes}
                    : (struct record_part){change->rows.row,
                                           change->rows.count *
                                               sizeof(*change->rows.row)};
}

static int add_change(struct record_image *image,
                      const struct weight_change *change, uint64_t epoch,
                      uint64_t group)
{
    struct change_head head;
    struct record_part parts[2] = {{&head, sizeof(head)}};

    describe(change, &head, &parts[1]);
    return record_add(
        image,
        &(struct record){.type = RECORD_CHANGE, .epoch = epoch, .group = group},
        parts, 2);
}

static int add_entry(struct record_image *image,
                     const struct journal_entry *entry, uint64_t epoch,
                     uint64_t beginning, uint64_t group)
{
    struct entry_head head = {
        .id = entry->entry->id,
        .beginning = beginning,
        .is_made = !entry->is_refused && !entry->entry->is_empty,
    };
    struct change_head change;
    struct record_part parts[3] = {{&head, sizeof(head)},
                                   {&change, sizeof(change)}};

    describe(&entry->entry->change, &change, &parts[2]);
    return record_add(
        image,
        &(struct record){.type = RECORD_ENTRY, .epoch = epoch, .group = group},
        parts, head.is_made ? 3 : 1);
}

/* ---- Appending ----------------------------------------------------------- */

/* Writes and syncs a group. If that fails the file is as long as before.
 * After a failed sync nobody knows what is on the disk (the system forgets what
 * it could not write), so a new file begins. */
static int put_group(struct journal *journal, const struct record_image *image)
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

static int append_image(struct journal *journal,
                        const struct record_image *image, uint64_t epoch,
                        struct error *error)
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
    struct record_image image = {0};
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

/* Not synced. If that fails the file is as long as before. */
static int write_unsynced(struct journal *journal,
                          const struct record_image *image)
{
    int r = write_all(journal->fd, image->bytes, image->size, journal->end);

    if (r) {
        if (ftruncate(journal->fd, (off_t)journal->end))
            forget_file(journal);
        return r;
    }
    journal->end += image->size;
    journal->bytes += image->size;
    return 0;
}

int journal_append_entries(struct journal *journal,
                           const struct journal_entry *entries, size_t count,
                           uint64_t epoch, uint64_t beginning,
                           struct error *error)
{
    struct record_image image = {0};
    int r = 0;

    if (journal->fd < 0)
        return error_set(error, -EIO, "the journal in '%s' has no file",
                         journal->directory);
    for (size_t i = 0; !r && i < count; i++)
        r = add_entry(&image, &entries[i], epoch - count + 1 + i, beginning,
                      journal->synced);
    if (!r)
        r = write_unsynced(journal, &image);
    free(image.bytes);
    if (r) {
        errno = -r;
        return error_errno(error, "write to the journal in '%s'",
                           journal->directory);
    }
    journal->epoch = epoch;
    return 0;
}

void journal_note(struct journal *journal, uint64_t epoch,
                  uint64_t changed_arcs, uint64_t in_force_us)
{
    struct note_head head = {changed_arcs, in_force_us};
    struct record_image image = {0};

    if (journal->fd >= 0 &&
        !record_add(&image,
                    &(struct record){.type = RECORD_NOTE,
                                     .epoch = epoch,
                                     .group = journal->synced},
                    &(struct record_part){&head, sizeof(head)}, 1))
        write_unsynced(journal, &image);
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

/* As the journal is: it has the keys of requests. */
static void hide_from_others(int fd)
{
    struct stat status;

    if (!fstat(fd, &status))
        (void)!fchmod(fd, status.st_mode & 0640);
}

static int put(void *file, const void *bytes, size_t size, struct error *error)
{
    return atomic_file_write(file, bytes, size, error);
}

int journal_write_snapshot(const struct journal *journal,
                           const struct ledger *ledger,
                           const struct known_key *keys, size_t key_count,
                           struct error *error)
{
    struct atomic_file file;
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
    r = atomic_file_open(&file, path, error);
    if (r)
        return r;
    hide_from_others(file.fd);
    r = snapshot_write(ledger, keys, key_count, put, &file, error);
    if (!r)
        r = atomic_file_commit(&file, error);
    atomic_file_abort(&file);
    return r;
}

void journal_drop_before(struct journal *journal, uint64_t epoch)
{
    struct journal_files files;
    struct stat status;

    join(journal, epoch);
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
