/* feed: the streams of changes in Redis that living weights follow, where
 * `weights.feed` names one.
 *
 * Two threads of their own: "feed" reads all streams, hands their entries to
 * the living weights one batch after the other, and has a third one write a
 * snapshot now and then; "feed-append" appends what clients ask for. While
 * Redis cannot be reached, or a stream does not go on from what is in force,
 * nothing is appended, and questions are answered on what there is. */
#ifndef RELAXD_DAEMON_FEED_H
#define RELAXD_DAEMON_FEED_H

#include "config/settings.h"
#include "core/base/error.h"
#include "core/engine/living_feed.h"

struct feed;

/* Reads the settings; connects to nothing. */
int feed_create(const struct settings *settings, struct feed **ret_feed,
                struct error *error);

/* What living weights are given. Valid as long as the feed. */
const struct living_feed *feed_port(const struct feed *feed);

/* Once maps are served. The living weights outlive the threads. */
int feed_start(struct feed *feed, struct living *living, struct error *error);

/* Ends the threads, if there are any, before the living weights go. */
void feed_stop(struct feed *feed);
void feed_destroy(struct feed *feed); /* NULL is fine */

/* For --check-config: address, login and limits. */
int feed_check(const struct settings *settings, struct error *error);

#endif
