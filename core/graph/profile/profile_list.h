/* profile_list: several profiles, as one text names them.
 *
 * "car,bicycle,./truck.conf": names of those that ship, or paths, which have a
 * '/' or end in .conf, apart by commas and blanks around them. */
#ifndef RELAXD_GRAPH_PROFILE_PROFILE_LIST_H
#define RELAXD_GRAPH_PROFILE_PROFILE_LIST_H

#include "core/base/error.h"
#include "core/graph/profile/profile.h"

enum { PROFILE_LIST_MAX = 16 };

struct profile_list {
    struct profile *profile[PROFILE_LIST_MAX]; /* [count], names all differ */
    size_t count;
    uint64_t identity;
};

/* `set` is put over each of them (profile.h). -EINVAL: none, too many, or two
 * of one name; others as profile_open() and profile_find() have them. On
 * failure there are none. */
int profile_list_open(const char *text, const char *const *set,
                      size_t set_count, struct profile_list *ret_list,
                      struct error *error);
void profile_list_finish(struct profile_list *list); /* zeroed is fine */

/* Of all that they say, in their order. */
uint64_t profile_list_checksum(const struct profile_list *list);

/* Of which they are, in their order, whatever they say: the names of those that
 * ship, and where the files of others lie, links followed. */
uint64_t profile_list_identity(const struct profile_list *list);

#endif
