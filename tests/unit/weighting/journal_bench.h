/* journal_bench: a journal in a folder of its own, and what is expected of it.
 *
 * The bench keeps the ledger of all changes that were appended. */
#ifndef RELAXD_TESTS_UNIT_WEIGHTING_JOURNAL_BENCH_H
#define RELAXD_TESTS_UNIT_WEIGHTING_JOURNAL_BENCH_H

#include "core/weighting/journal_format.h"
#include "tests/unit/scratch.h"

struct journal_bench {
    struct scratch scratch; /* the folder is its "weights" */
    char folder[64];
    struct journal *journal; /* NULL: closed */
    struct ledger *ledger;   /* of all changes appended */
    struct key_book keys;    /* as read when it was opened last */
    struct error cut;        /* of the last opening */
};

/* A folder that is not there yet; closed. */
void journal_bench_init(struct journal_bench *bench);
void journal_bench_finish(struct journal_bench *bench);

/* Opens it for writing. The ledger that it reads is compared with the bench's.
 */
void journal_bench_open(struct journal_bench *bench);
void journal_bench_close(struct journal_bench *bench);

/* Opens it for reading alone; 0, or the code with words. */
int journal_bench_read(struct journal_bench *bench, struct ledger **ret_ledger,
                       struct error *error);

/* Appends changes, each the next epoch, as one group. Finishes them. */
void journal_bench_append(struct journal_bench *bench,
                          struct weight_change *changes, size_t count);
void journal_bench_patch(struct journal_bench *bench, const char *csv);

/* The journal's file after that epoch, or another one's path; valid until the
 * next call. */
const char *journal_bench_path(struct journal_bench *bench, const char *what,
                               uint64_t epoch);

/* A whole file; the caller free()s it. */
char *file_read(const char *path, size_t *ret_size);
void file_write(const char *path, const char *bytes, size_t size);

/* The names of the folder's files, sorted, with blanks between; free() them. */
char *journal_bench_files(struct journal_bench *bench);

/* The ledger says the same. */
void assert_same_words(const struct ledger *a, const struct ledger *b);

#endif
