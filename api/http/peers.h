/* peers: all connections of a listener.
 *
 * A sweep, some times a second, looks at those that may be due (peer.h says
 * what each phase may take), ends what took too long, and gives up questions
 * whose client is gone. Loop thread only. */
#ifndef RELAXD_API_HTTP_PEERS_H
#define RELAXD_API_HTTP_PEERS_H

#include <stddef.h>
#include <stdint.h>

#include "api/http/peer.h"
#include "api/http/socket_address.h"

struct listener;

struct peer_queue {
    struct peer *first; /* for longest */
    struct peer *last;
};

/* Starts as zeros. */
struct peers {
    struct peer_queue queues[PEER_PHASES];
    unsigned
        cut[PEER_PHASES]; /* that were in it; since the last line about it */
    char last_cut[SOCKET_ADDRESS_SIZE]; /* the address of the last one */
    uint64_t told_ms;                   /* when that line was; 0: never */
};

/* Shuts connections down whose time is over or whose answer has begun and
 * passed its deadline, and cancels the questions of clients that have hung up.
 * Says now and then how many were too slow. */
void peers_sweep(struct listener *listener);

/* Ends all questions and connections; returns how many were being answered. */
size_t peers_cut(struct listener *listener);

#endif
