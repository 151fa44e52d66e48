/* seeding: from a folder to a stream. */
#include "clients/relaxctl/seeding.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/engine/tuned.h"
#include "core/feed/stream.h"
#include "core/weighting/journal.h"
#include "core/weighting/weight_change.h"

enum { TIMEOUT_MS = 30000 };

static int find_folder(const struct seeding *seeding, char ret_path[4096],
                       struct error *error)
{
    char *usual = tuned_default_directory();
    const char *state = seeding->state ? seeding->state : usual;
    int r = 0;

    if (!weight_name_is_fine(seeding->map))
        r = error_set(error, -EINVAL, "'%.100s' is no name of a map",
                      seeding->map);
    else if (!state)
        r = error_set(error, -EINVAL,
                      "no state directory is found; name it: --state FOLDER");
    else if (snprintf(ret_path, 4096, "%s/weights/%s", state, seeding->map) >=
             4096)
        r = error_set(error, -ENAMETOOLONG, "'%.200s' is too long", state);
    else if (access(ret_path, R_OK | X_OK))
        r = error_errno(error, "'%s', as --map and --state name it", ret_path);
    free(usual);
    return r;
}

/* What the disk has of the map. A relaxd that follows no stream yet would go on
 * taking changes, so it must not run: then the journal is opened for writing,
 * which only one process may. */
static int read_state(const struct seeding *seeding, bool alone,
                      struct key_book *keys, struct journal **ret_journal,
                      struct ledger **ret_ledger, struct error *error)
{
    struct journal_opening opening = {
        .read_text = weight_change_read_text, .writes = alone, .keys = keys};
    char path[4096];
    int r = find_folder(seeding, path, error);

    if (!r && key_book_init(keys))
        r = error_no_memory(error);
    if (r)
        return r;
    opening.directory = path;
    r = journal_open(&opening, ret_journal, error);
    if (r == -EBUSY)
        return error_set(error, r,
                         "a relaxd that follows no stream yet changes the "
                         "weights in '%s'; stop it before",
                         path);
    if (r)
        return r;
    if (*opening.cut.text)
        printf("%s\n", opening.cut.text);
    *ret_ledger = opening.ledger;
    return 0;
}

static uint64_t count_rows(const struct ledger *ledger)
{
    uint64_t rows = 0;

    for (size_t i = 0; i < ledger->count; i++) {
        for (size_t j = 0; j < ledger->layer[i].count; j++)
            rows += weight_rows_count(ledger->layer[i].collection[j].rows);
    }
    return rows;
}

/* Others may follow a stream that is there, also where this state does not. */
static int check_stream(redisContext *redis, const struct seeding *seeding,
                        const struct ledger *ledger, struct error *error)
{
    struct stream_batch batch;
    int r = stream_fetch(redis, seeding->map, ledger->entry, 1, true, &batch,
                         error);

    if (r)
        return r;
    if (batch.state.added && !seeding->replaces)
        r = error_set(error, -EEXIST,
                      "the stream is there, at epoch %" PRIu64
                      ", and may be followed; --replace puts this state, of "
                      "epoch %" PRIu64 ", in its place",
                      batch.state.added, ledger->epoch);
    stream_batch_finish(&batch);
    return r;
}

/* The copy of a relaxd that finds no room on its disk is behind. */
static int check_epoch(const struct seeding *seeding,
                       const struct ledger *ledger, struct error *error)
{
    if (!ledger->epoch)
        return error_set(error, -EINVAL,
                         "map %s has had no changes, so its stream needs no "
                         "beginning",
                         seeding->map);
    if (!seeding->epoch || seeding->epoch == ledger->epoch)
        return 0;
    return error_set(error, -ESTALE,
                     "the state on disk is of epoch %" PRIu64 ", not %" PRIu64
                     ": seed from another replica, or try again once this one "
                     "has written it",
                     ledger->epoch, seeding->epoch);
}

static int send(const struct redis_server *server,
                const struct seeding *seeding, const struct ledger *ledger,
                const struct key_book *keys, uint64_t *ret_epoch,
                struct error *error)
{
    struct known_key *known = NULL;
    redisContext *redis;
    size_t count = 0;
    int r = redis_open(server, &redis, error);

    if (r)
        return r;
    r = check_stream(redis, seeding, ledger, error);
    if (!r && key_book_copy(keys, &known, &count))
        r = error_no_memory(error);
    if (!r)
        r = stream_seed(redis, seeding->map, ledger, known, count, ret_epoch,
                        error);
    if (r == -EPROTO || r == -ENOTCONN) {
        char name[REDIS_NAME_SIZE];

        redis_name(server, name);
        error_prefix(error, "%s", name);
    }
    free(known);
    redisFree(redis);
    return r;
}

static int seed_server(const struct redis_server *server,
                       const struct seeding *seeding,
                       const struct ledger *ledger, const struct key_book *keys,
                       struct error *error)
{
    char name[REDIS_NAME_SIZE];
    uint64_t epoch;
    int r = send(server, seeding, ledger, keys, &epoch, error);

    redis_name(server, name);
    if (!r)
        printf("map %s: its state of epoch %" PRIu64 ", with %" PRIu64
               " rows, is the beginning of its stream at %s, as epoch %" PRIu64
               "\n",
               seeding->map, ledger->epoch, count_rows(ledger), name, epoch);
    return r;
}

/* Reads, and again alone if nobody else may change what is read. */
static int seed_state(const struct redis_server *server,
                      const struct seeding *seeding, bool alone,
                      struct error *error)
{
    struct journal *journal = NULL;
    struct ledger *ledger = NULL;
    struct key_book keys = {0};
    int r = read_state(seeding, alone, &keys, &journal, &ledger, error);
    bool again = !r && !alone && !ledger_follows(ledger);

    if (!r)
        r = check_epoch(seeding, ledger, error);
    if (!r && !again)
        r = seed_server(server, seeding, ledger, &keys, error);
    journal_close(journal);
    ledger_release(ledger);
    key_book_finish(&keys);
    return again ? seed_state(server, seeding, true, error) : r;
}

int seed_stream(const struct seeding *seeding, struct error *error)
{
    struct redis_server server = {.timeout_ms = TIMEOUT_MS};
    int r = redis_address_read(seeding->feed, &server.address, error);

    if (!r && seeding->login_file)
        r = redis_login_read(seeding->login_file, &server.login, error);
    return r ? r : seed_state(&server, seeding, false, error);
}
