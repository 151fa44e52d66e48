/* kept_name: what the map that is imported from a source is called in the cache
 * directory, and which others there it makes useless.
 *
 *     NAME@SOURCE-DATA-PROFILES-MADE.rlx
 *
 * NAME is the map's, the others 16 hexadecimal digits each:
 *
 *     SOURCE    where the data lies
 *     DATA      which data it is: inode, size and time of the file
 *     PROFILES  which profiles were named: names, or where their files lie
 *     MADE      all that these say, and the versions of importer and map file
 *
 * So whoever serves other profiles, or another file of the same name, has files
 * of their own. A file is old once its source has other data, which nobody can
 * ask for any more, or once the same profiles say something else. */
#ifndef RELAXD_DAEMON_KEPT_NAME_H
#define RELAXD_DAEMON_KEPT_NAME_H

#include <stdbool.h>

#include "config/settings.h"
#include "core/base/error.h"
#include "core/graph/profile/profile_list.h"

enum { KEPT_NAME_SIZE = SETTING_NAME_SIZE + 80 };

struct kept_name {
    char text[KEPT_NAME_SIZE];
};

/* Of the source as it is now. Fails as stat() does. */
int kept_name_find(const struct map_setting *map,
                   const struct profile_list *profiles,
                   struct kept_name *ret_name, struct error *error);

/* Whether `other`, a name in the same directory, is old where `name` is what is
 * asked for. */
bool kept_name_outdates(const struct kept_name *name, const char *other);

/* Whether `other` is a file that was begun for the same map and source and has
 * no name of its own yet (atomic_file.h). */
bool kept_name_is_begun(const struct kept_name *name, const char *other);

#endif
