/* fed_world: a world whose changes come from a stream that is a list. */
#ifndef RELAXD_TESTS_UNIT_ENGINE_FED_WORLD_H
#define RELAXD_TESTS_UNIT_ENGINE_FED_WORLD_H

#include "tests/unit/engine/fake_stream.h"
#include "tests/unit/engine/living_world.h"

struct fed {
    struct fake_stream stream;
    struct world world;
};

/* Without a disk; `profiles`: of the town. */
void fed_open(struct fed *fed, uint64_t seed, size_t profiles);
void fed_open_on_disk(struct fed *fed, uint64_t seed,
                      void (*tell)(const char *words));
void fed_close(struct fed *fed);

/* The world takes all that it lacks, at once. */
void fed_deliver(struct fed *fed);

/* Submits a request that is appended. */
void fed_offer(struct fed *fed, struct asked *asked,
               const struct change_request *request);

/* With rows of its own. */
struct change_request request_copy(const struct change_request *request);

/* Waits for this answer, and forgets it. */
void asked_expect(struct asked *asked, enum change_outcome outcome);

/* Entries of others: a drawn change of the operation, or so many of all kinds:
 * some of them refused, some without effect, some there twice. */
void fed_write_drawn(struct fed *fed, enum change_operation operation);
void fed_write_mixed(struct fed *fed, size_t count);

/* ---- What it has --------------------------------------------------------- */

/* The ledger in it is of no use. */
struct living_figures fed_figures(const struct fed *fed);

struct fed_state {
    struct ledger *ledger;
    struct known_key *keys; /* [count] */
    size_t count;
};

struct fed_state fed_state_of(const struct fed *fed);
void fed_state_finish(struct fed_state *state);

/* Puts it in force in another world. */
void fed_put_state(struct fed *fed, const struct fed_state *state);

/* The same rows, models, epochs, place and keys. */
void assert_state(const struct fed_state *one, const struct fed_state *other);

#endif
