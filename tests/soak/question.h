/* question: what relaxd is asked, and what it has to answer.
 *
 * A file of questions has one in a line, with tabs between:
 *
 *     KIND MAP CHECK METHOD TARGET ACCEPT BODY
 *
 * KIND is what it is counted as; one that begins with "slow" is asked by
 * clients who read slowly, one that begins with "burst" many at a time. MAP is
 * what it is asked of, "-" if of none. ACCEPT and BODY may be "-"; a BODY of
 * "!N" stands for one of N bytes that is announced and never sent. CHECK is
 * what is compared with the answer that dijkstra gave an undisturbed relaxd:
 * the status, and with
 *
 *     whole   all but times and names of solvers
 *     costs   all costs, in their order
 *     path    costs, and that the arcs between the vertices add up to them
 *     labels  labels of a tree, in any order
 *     osrm    weight, duration and distance of the least way
 *     status  nothing else
 *
 * Where two sets of maps are served in turn, the answer has to be that of one
 * of them. */
#ifndef RELAXD_TESTS_SOAK_QUESTION_H
#define RELAXD_TESTS_SOAK_QUESTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/map.h"
#include "tests/soak/answer.h"

enum { MAP_SETS = 2, MAPS_MAX = 8 };

struct digest {
    char *text;
    size_t size;
};

enum check {
    CHECK_WHOLE,
    CHECK_COSTS,
    CHECK_PATH,
    CHECK_LABELS,
    CHECK_OSRM,
    CHECK_STATUS,
    CHECK_COUNT,
};

struct question {
    uint32_t kind; /* index of it */
    uint32_t map;
    enum check check;
    char *line; /* of the request, and its first header */
    char *rest; /* of the request, from the second header on */
    int status[MAP_SETS];
    struct digest digest[MAP_SETS];
};

struct kind {
    char name[32];
    uint32_t *question; /* [count] */
    size_t count;
    size_t capacity;
    size_t right; /* answers */
    size_t refused;
    size_t wrong;
};

enum verdict { VERDICT_RIGHT, VERDICT_REFUSED, VERDICT_WRONG };

struct questions {
    struct question *item;
    size_t count;
    size_t capacity;
    struct kind *kind;
    size_t kind_count;
    size_t kind_capacity;
    char map_name[MAPS_MAX][32];
    uint32_t map_count;
    const struct map *graph[MAP_SETS]; /* whose arcs paths pass */
};

/* Exits with words where it cannot. `questions` is all zero. */
void questions_read(struct questions *questions, const char *path);
void questions_finish(struct questions *questions);

/* Takes what an undisturbed relaxd with that set of maps answered. */
void question_expect(struct questions *questions, struct question *question,
                     unsigned set, const struct answer *answer);

/* Holds an answer to what is expected, and counts it. `error` says what is
 * wrong. */
enum verdict question_judge(struct questions *questions,
                            struct question *question,
                            const struct answer *answer, struct error *error);

/* A line for each kind; how many of them were never answered. */
size_t questions_print(const struct questions *questions);

/* Whether many of this kind are asked at a time. */
bool kind_is_burst(const struct kind *kind);

/* How many of a hundred that did not come in a burst were answered. */
double questions_admitted(const struct questions *questions);

#endif
