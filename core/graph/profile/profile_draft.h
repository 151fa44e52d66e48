/* profile_draft: a profile while its lines are taken. */
#ifndef RELAXD_GRAPH_PROFILE_PROFILE_DRAFT_H
#define RELAXD_GRAPH_PROFILE_PROFILE_DRAFT_H

#include "core/graph/profile/profile_items.h"

struct draft {
    struct profile *profile;
    struct words said; /* keys that a file has, in the space of a section */
    unsigned *line;    /* [said.count] where */
    size_t line_capacity;
    enum again again;
    uint64_t sum; /* of all that was said */
};

/* A line of a file or an override; `continued`: more of the same key. */
int draft_take(struct draft *draft, const char *section, const char *key,
               const char *value, bool continued, unsigned line,
               struct error *error);

/* Looks whether all is there, and works out what follows from it. */
int draft_complete(struct draft *draft, struct error *error);

#endif
