/* profile_case: tags in the notation of tests, and rules as words. */
#ifndef RELAXD_TESTS_UNIT_GRAPH_PROFILE_CASE_H
#define RELAXD_TESTS_UNIT_GRAPH_PROFILE_CASE_H

#include "core/graph/profile/profile.h"

enum { CASE_TAGS_MAX = 24, CASE_TEXT_SIZE = 1024 };

/* Tags and their text. */
struct case_tags {
    struct osm_tag tag[CASE_TAGS_MAX];
    char text[CASE_TEXT_SIZE];
    struct tags tags; /* of the two above: do not copy */
};

/* "highway=primary, oneway=yes" */
void case_tags_read(const char *text, struct case_tags *ret_tags);

/* A shipped profile; fails the test where it is invalid. */
struct profile *case_profile(const char *name, const char *const *set,
                             size_t set_count);

/* "driving 24", or with differences by direction: "driving 24 / pushing bike 4
 * x1.5", "-" for closed; then the rest: the time of all, rail, flags,
 * {classes}. */
void case_way_words(const struct profile *profile, const char *tags,
                    char *words, size_t size);

/* "nothing", "blocked", "8 s", "2 s / 0 s", "7 s, weight 0 s". */
void case_node_words(const struct profile *profile, const char *tags,
                     char *words, size_t size);

/* "no", "only", "ignored" and so on. */
void case_restriction_words(const struct profile *profile, const char *tags,
                            char *words, size_t size);

/* The expected words for some tags. */
struct case_row {
    const char *tags;
    const char *words;
};

/* Checks each row with a shipped profile and prints all that differ. `say`: one
 * of the above. */
void case_check(const char *name,
                void (*say)(const struct profile *profile, const char *tags,
                            char *words, size_t size),
                const struct case_row *rows, size_t count);
#define CASE_CHECK(name, say, rows)                                            \
    case_check(name, say, rows, sizeof(rows) / sizeof((rows)[0]))

#endif
