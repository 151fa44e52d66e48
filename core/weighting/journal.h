/* journal: the changes of one map's weights on disk, in a folder of its own.
 *
 *     lock              held by the process that writes
 *     journal-EPOCH     the changes after that epoch, in order
 *     snapshot-EPOCH    all rows and named models as of that epoch
 *     apart             changes that count once there is their snapshot
 *
 * EPOCH has 20 digits. A folder is read from its last snapshot on, with the
 * journals that follow. Each file begins with 8 bytes, "RLXJRN1\n", then
 * records; numbers are little-endian, and records begin at multiples of 8
 * bytes:
 *
 *     4 bytes   magic, "RJr1"
 *     4 bytes   type: 1 change, 2 note, 3 begin, 4 layer, 5 rows, 6 keys,
 *               7 end, 8 model, 9 stream, 10 entry
 *     8 bytes   length of the record in bytes, with these 40, no padding
 *     8 bytes   epoch
 *     8 bytes   where in the file the group of records began with which this
 *               one was written and synced
 *     8 bytes   XXH3 of the payload, seeded with XXH3 of the 32 bytes before
 *     ...       payload: the structs in journal_format.h, then rows or text
 *
 * A change is acknowledged only after its group was synced. If the last group
 * is damaged or cut short, the process or machine died while it was written:
 * it was never acknowledged, and is cut off. Damage before that is an error
 * that names file and offset: nothing is lost silently.
 *
 * One thread; journal_write_snapshot() also on another one meanwhile. */
#ifndef RELAXD_WEIGHTING_JOURNAL_H
#define RELAXD_WEIGHTING_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/weighting/entry.h"
#include "core/weighting/key_book.h"
#include "core/weighting/ledger.h"

struct journal;

/* Reads the change's rows from its text. Codes with words. */
typedef int journal_read_text(struct weight_change *change,
                              struct error *error);

/* What it takes to open one. */
struct journal_opening {
    const char *directory; /* made if it is not there and `writes` */
    bool writes;           /* else nothing on disk changes */
    journal_read_text *read_text;

    /* Filled in. */
    struct ledger *ledger; /* as of the last change; the caller's reference */
    struct key_book *keys; /* the caller's, empty before */
    struct error cut;      /* what was cut off, for the log; or empty */
};

/* Reads what is there. `ret_journal` is NULL unless it writes. -EBUSY: another
 * process writes there; -EINVAL: damage; -errno; with words. */
int journal_open(struct journal_opening *opening, struct journal **ret_journal,
                 struct error *error);
void journal_close(struct journal *journal); /* NULL is fine */

/* Appends changes, which have these epochs, and syncs them: all or none.
 * -ENOSPC, -errno; with words. After a failure the next call may work again. */
int journal_append(struct journal *journal,
                   const struct weight_change *const *changes,
                   const uint64_t *epochs, size_t count, struct error *error);

/* Appends entries that made the epochs up to `epoch`, each with whether it was
 * refused. Not synced: the stream has them. After a failure the journal is of
 * use again once a snapshot was written. */
struct journal_entry {
    const struct entry *entry;
    bool is_refused;
};
int journal_append_entries(struct journal *journal,
                           const struct journal_entry *entries, size_t count,
                           uint64_t epoch, uint64_t beginning,
                           struct error *error);

/* Adds to an answer that is kept with a key what was known only later. Not
 * synced by itself, and failures are ignored: the answer then lacks it. */
void journal_note(struct journal *journal, uint64_t epoch,
                  uint64_t changed_arcs, uint64_t in_force_us);

/* Whether a snapshot would be worth its while: the journals are longer than
 * 16 MiB and than twice the last snapshot. */
bool journal_is_long(const struct journal *journal);

/* Begins the next journal file, after this epoch; then any thread may write the
 * snapshot of that epoch; then the files before it go. Each 0 or -errno with
 * words; a failure costs only space. */
int journal_begin_next(struct journal *journal, uint64_t epoch,
                       struct error *error);

/* The same where changes before it are not in the files: they would end in a
 * gap, so it is none of them, named "apart", until journal_drop_before(). */
int journal_begin_apart(struct journal *journal, uint64_t epoch,
                        struct error *error);
int journal_write_snapshot(const struct journal *journal,
                           const struct ledger *ledger,
                           const struct known_key *keys, size_t key_count,
                           struct error *error);
void journal_drop_before(struct journal *journal, uint64_t epoch);

/* The bytes of all its files, for figures. */
uint64_t journal_bytes(const struct journal *journal);

#endif
