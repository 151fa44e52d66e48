/* fake_stream: a feed without Redis: what is appended is a list, from which the
 * test hands entries to a world when it wants to. */
#ifndef RELAXD_TESTS_UNIT_ENGINE_FAKE_STREAM_H
#define RELAXD_TESTS_UNIT_ENGINE_FAKE_STREAM_H

#include "core/engine/living_feed.h"
#include "tests/unit/engine/living_world.h"

struct stream_line;

struct fake_stream {
    struct living_feed port; /* for settings */

    pthread_mutex_t lock;     /* guards all below */
    struct stream_line *line; /* [count], owned */
    size_t count;
    uint64_t beginning_ms;         /* of ids; a line is half a second later */
    bool is_lost;                  /* nothing can be appended */
    unsigned ends;                 /* how often rows were to end */
    unsigned offers;               /* changes that were to be appended */
    uint64_t ticket;               /* of the last one */
    void (*making)(void *context); /* called while a change is read; NULL: none
                                    */
    void *context;

    /* What begin() was given last. */
    uint64_t begun_epoch, begun_beginning;
    struct entry_id begun_entry;
};

void fake_stream_init(struct fake_stream *stream);
void fake_stream_finish(struct fake_stream *stream);

/* Adds an entry of somebody else; NULL: that lets rows end. Takes over the
 * change. */
void fake_stream_write(struct fake_stream *stream,
                       struct weight_change *change);

/* The change stays the caller's. */
void fake_stream_write_copy(struct fake_stream *stream,
                            const struct weight_change *change);

/* An entry with one field, which is none of an entry's. */
void fake_stream_write_wrong(struct fake_stream *stream);

/* The id of line n, from 0 on, as answers have it. */
const char *fake_stream_id(struct fake_stream *stream, size_t n,
                           char text[static ENTRY_ID_SIZE]);

/* Copies the key of line n. */
void fake_stream_key(struct fake_stream *stream, size_t n,
                     char ret_key[static IDEMPOTENCY_KEY_SIZE]);

/* How many changes were to be appended; waits until it is so many. */
unsigned fake_stream_offers(struct fake_stream *stream);
void fake_stream_wait(struct fake_stream *stream, unsigned offers);

/* The world takes lines in one delivery: all that it lacks, or so many. */
void fake_stream_deliver(struct fake_stream *stream, struct world *world,
                         size_t most);

/* The same from another line on, with what became of it. */
int fake_stream_deliver_from(struct fake_stream *stream, struct world *world,
                             size_t from, size_t count, size_t *ret_taken,
                             struct error *error);

#endif
