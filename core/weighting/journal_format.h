/* journal_format: what journal files are made of, and reading them; shared by
 * the two halves of the journal. The format is described in journal.h. */
#ifndef RELAXD_WEIGHTING_JOURNAL_FORMAT_H
#define RELAXD_WEIGHTING_JOURNAL_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/weighting/journal.h"

#define JOURNAL_MAGIC "RLXJRN1\n"
enum { JOURNAL_MAGIC_SIZE = 8, JOURNAL_NAME_SIZE = 40 };

#define RECORD_MAGIC UINT32_C(0x31724a52)

enum record_type {
    RECORD_CHANGE = 1,
    RECORD_NOTE,
    /* Of snapshots: begin, then for each layer itself and its rows, then the
     * models, then keys, then end. */
    RECORD_BEGIN,
    RECORD_LAYER,
    RECORD_ROWS,
    RECORD_KEYS,
    RECORD_END,
    RECORD_MODEL,
    RECORD_STREAM, /* of snapshots, behind begin: where in a stream it is */
    RECORD_ENTRY,  /* of journals: one of a stream */
};

/* Files contain these structs; none has padding. */

struct record {
    uint32_t magic;
    uint32_t type;
    uint64_t bytes;
    uint64_t epoch;
    uint64_t group;
    uint64_t checksum;
};

enum change_format {
    FORMAT_ROWS,
    FORMAT_CSV,
    FORMAT_CSV_GZIP,
    FORMAT_MODEL, /* of CHANGE_MODEL: its text, whatever that says */
};

struct change_head {
    uint32_t operation; /* enum change_operation */
    uint32_t kind;      /* enum weight_kind */
    uint32_t format;
    uint32_t ends_s;
    uint64_t matched;
    uint64_t digest[2];
    uint64_t rows; /* struct weight_row each, for FORMAT_ROWS; else how many
                      there are in the text */
    char profile[ROAD_NAME_SIZE];
    char scenario[SCENARIO_NAME_SIZE]; /* or the name of a model */
    char key[136];
};

/* Then that of the change, if it was made. */
struct entry_head {
    struct entry_id id;
    uint64_t beginning;
    uint64_t is_made;
};

struct note_head {
    uint64_t changed_arcs;
    uint64_t in_force_us;
};

struct begin_head {
    uint64_t order;
    uint64_t layers;
};

struct stream_head {
    uint64_t beginning;
    struct entry_id entry;
};

struct layer_head {
    uint64_t epoch;
    char scenario[SCENARIO_NAME_SIZE];
};

struct rows_head {
    uint32_t kind;
    uint32_t unused;
    uint64_t layer_epoch;
    uint64_t epoch;
    uint64_t rows;
    char scenario[SCENARIO_NAME_SIZE];
    char profile[ROAD_NAME_SIZE];
};

/* Then the text. */
struct model_head {
    uint64_t epoch;
    char name[MODEL_NAME_SIZE];
};

_Static_assert(sizeof(struct record) == 40 &&
                   sizeof(struct change_head) == 48 + 32 + 64 + 136 &&
                   sizeof(struct rows_head) == 32 + 64 + 32 &&
                   sizeof(struct model_head) == 8 + 64 &&
                   sizeof(struct stream_head) == 24 &&
                   sizeof(struct entry_head) == 32 &&
                   (int)MODEL_NAME_SIZE == (int)SCENARIO_NAME_SIZE &&
                   sizeof(struct weight_row) == 56 &&
                   sizeof(struct known_key) == 136 + 16 + 40,
               "structs of journal files have fixed layouts");

/* Records on their way. */
struct record_image {
    char *bytes; /* [size], owned */
    size_t size;
    size_t capacity;
};

struct record_part {
    const void *bytes;
    size_t size;
};

/* Adds a record with type, epoch and group of `like`; its payload comes in
 * parts, which may be empty. 0 or -ENOMEM. */
int record_add(struct record_image *image, const struct record *like,
               const struct record_part *part, size_t count);

/* Of the record's payload, whose length `bytes` says. */
uint64_t record_checksum(const struct record *record, const void *payload);

void journal_name(char ret_name[static JOURNAL_NAME_SIZE], const char *what,
                  uint64_t epoch);

struct journal_file {
    char name[JOURNAL_NAME_SIZE];
    uint64_t epoch;
    bool is_snapshot;
};

/* By epoch, a snapshot before the journal of its epoch. */
struct journal_files {
    struct journal_file *file; /* [count], owned */
    size_t count;
    size_t capacity;
};

int journal_list(int folder, struct journal_files *ret_files,
                 struct error *error);
void journal_files_finish(struct journal_files *files);

/* Where a journal ends that was read. */
struct journal_end {
    char name[JOURNAL_NAME_SIZE]; /* of the last file; "": there is none */
    uint64_t size;                /* of it, up to the last whole record */
    uint64_t epoch;               /* of the last change */
    uint64_t snapshot_epoch;      /* what it was read from; 0: none */
};

/* journal_open() without writing. */
int journal_read(struct journal_opening *opening, struct journal_end *ret_end,
                 struct error *error);

/* Reads one file from memory into the ledger and keys; for journal_read() and
 * its fuzzer. `ret_whole`: bytes up to the last whole record; less than `size`
 * only if what follows was never acknowledged. Changes after the epoch `until`
 * are skipped. */
struct journal_bytes {
    const char *path; /* for words */
    const char *bytes;
    size_t size;
    bool is_snapshot;
    uint64_t until;
};
int journal_read_bytes(const struct journal_bytes *file,
                       struct journal_opening *opening, size_t *ret_whole,
                       struct error *error);

#endif
