/* living_world: a town whose weights live, and who asks for changes of them. */
#ifndef RELAXD_TESTS_UNIT_ENGINE_LIVING_WORLD_H
#define RELAXD_TESTS_UNIT_ENGINE_LIVING_WORLD_H

#include <pthread.h>

#include "core/base/random.h"
#include "core/engine/living.h"
#include "tests/unit/engine/masked_town.h"

extern const char town_name[];

enum { PROFILES_MOST = 2 };

struct world {
    /* May be set before it is opened. */
    const struct living_feed *feed; /* NULL: none */
    uint64_t entry_wait_us;         /* 0: longer than a test */
    size_t profiles;                /* of the town; 0: one */
    bool no_disk;                   /* nothing is kept */
    void (*tell)(const char *words);

    char directory[256];
    struct masked_town town;
    const struct device *devices[1];
    struct living *living;
    const struct map *map[PROFILES_MOST]; /* [profiles] */
    struct random random;
};

/* Made with the same seed, two worlds draw the same. */
void world_open(struct world *world, uint64_t seed);
void world_close(struct world *world);

/* The process ends, and another one begins where it has ended. */
void world_stop(struct world *world);
void world_start(struct world *world, uint64_t seed);

/* ---- Asking for changes -------------------------------------------------- */

/* A request of the first profile, with rows of roads that there are where its
 * operation takes rows. */
struct change_request world_draw_request(struct world *world,
                                         enum change_operation operation);
void change_add_row(struct weight_change *change, int64_t from, int64_t to,
                    double value);

/* Waits for the answer; takes over the request's rows. */
enum change_outcome world_ask(struct world *world,
                              struct change_request *request);

/* A request on its way; it does not move. With a feed it has a digest. */
struct asked {
    struct change_request request;
    pthread_mutex_t lock;
    pthread_cond_t news;
    unsigned answers;
};

void world_submit(struct world *world, struct asked *asked,
                  const struct change_request *request);
bool asked_is_answered(struct asked *asked);

/* Waits, and frees the change; asked_finish() what the answer lists. */
enum change_outcome asked_wait(struct asked *asked);
void asked_finish(struct asked *asked);

/* ---- Checks -------------------------------------------------------------- */

/* Every solver answers with the rows of the ledger, with a scenario's, too, and
 * for all profiles. */
void world_check(struct world *world, uint64_t epoch);

/* Both answer on the same weights. */
void assert_same_weights(const struct world *one, const struct world *other);

#endif
