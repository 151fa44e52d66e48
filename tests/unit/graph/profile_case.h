/* profile_case: tags as tests write them, and rules as words. */
#ifndef RELAXD_TESTS_UNIT_GRAPH_PROFILE_CASE_H
#define RELAXD_TESTS_UNIT_GRAPH_PROFILE_CASE_H

#include "core/graph/profile/profile.h"

enum { CASE_TAGS_MAX = 24, CASE_TEXT_SIZE = 1024 };

/* Tags and their text. */
struct case_tags {
    struct osm_tag tag[CASE_TAGS_MAX];
    char text[CASE_TEXT_SIZE];
    struct tags tags; /* of the two above: not to be copied */
};

/* "highway=primary, oneway=yes" */
void case_tags_read(const char *text, struct case_tags *ret_tags);

/* One of those that ship; fails the test where it is not right. */
struct profile *case_profile(const char *name, const char *const *set,
                             size_t set_count);

/* "driving 24", or with what differs in the directions: "driving 24 /
 * pushing bike 4 x1.5", "-" for closed; then what else there is: the time of
 * all, rail, flags, {classes}. */
void case_way_words(const struct profile *profile, const char *tags,
                    char *words, size_t size);

/* "nothing", "blocked", "8 s", "2 s / 0 s", "7 s, weight 0 s". */
void case_node_words(const struct profile *profile, const char *tags,
                     char *words, size_t size);

/* "no", "only", "ignored" and so on. */
void case_restriction_words(const struct profile *profile, const char *tags,
                            char *words, size_t size);

/* What the words for some tags have to be. */
struct case_row {
    const char *tags;
    const char *words;
};

/* That each row is so by a profile that ships; tells all that are not. `say`:
 * one of the above. */
void case_check(const char *name,
                void (*say)(const struct profile *profile, const char *tags,
                            char *words, size_t size),
                const struct case_row *rows, size_t count);
#define CASE_CHECK(name, say, rows)                                            \
    case_check(name, say, rows, sizeof(rows) / sizeof((rows)[0]))

#endif
