/* tally: how many things are alike, and why others are not. */
#ifndef RELAXD_TESTS_COMPARE_TALLY_H
#define RELAXD_TESTS_COMPARE_TALLY_H

#include "tests/compare/rules.h"

struct tally {
    uint64_t alike;
    uint64_t other[RULES];
};

static inline void tally_add(struct tally *tally, const struct tally *more)
{
    tally->alike += more->alike;
    for (int i = 0; i < RULES; i++)
        tally->other[i] += more->other[i];
}

/* A line; whether there is nothing unexplained, and something alike. */
bool tally_print(const struct tally *tally, enum traveller traveller,
                 const char *what);

/* ---- What is compared ---------------------------------------------------- */

/* Every road of either router, in both directions: is it open to both? */
void check_roads(const struct comparison *comparison, struct tally *tally);

/* Going on at every node, from each road that both have to each other. */
void check_turns(const struct comparison *comparison, struct tally *tally);

/* The shortest ways between random nodes: `routes`, of relaxd's against those
 * that routino's data give by a plain search; `answers`, of routino-router
 * against the same. */
struct route_counts {
    uint32_t sources;
    uint32_t targets; /* of each source */
    uint32_t asked;   /* of these, of routino-router */
};
void check_routes(const struct comparison *comparison,
                  const struct route_counts *counts, struct tally *routes,
                  struct tally *answers);

#endif
