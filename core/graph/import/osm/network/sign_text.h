/* sign_text: lists of tags, as they stand on signs. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_NETWORK_SIGN_TEXT_H
#define RELAXD_GRAPH_IMPORT_OSM_NETWORK_SIGN_TEXT_H

#include <stddef.h>

/* A text that is made part by part. Zeroed is empty. */
struct sign_text {
    char *text; /* [length], then NUL; NULL before anything was added */
    size_t length;
    size_t capacity;
};

void sign_text_clear(struct sign_text *sign);

/* Appends the parts of a list that are between any of `marks`, with `between`
 * from one to the next: " a;;b  c" with marks ";" and between "; " is
 * "a; b c". Blanks around parts go, several within one are one; parts that are
 * empty are none. NULL is no list. 0 or -ENOMEM. */
int sign_text_add_list(struct sign_text *sign, const char *list,
                       const char *marks, const char *between);

/* "A 5: Basel, Bern" of "A 5" and "Basel;Bern"; the one that there is, where
 * the other is missing. 0 or -ENOMEM. */
int sign_text_add_destinations(struct sign_text *sign, const char *refs,
                               const char *places);

void sign_text_finish(struct sign_text *sign);

#endif
