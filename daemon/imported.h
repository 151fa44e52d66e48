/* imported: maps that are files of OpenStreetMap data, imported once and kept
 * in the cache directory.
 *
 * A kept map is called NAME@INODE-SIZE-MTIME-PROFILES-VERSIONS.rlx, so it is
 * good as long as neither the source nor a profile nor the importer changes;
 * those of the same NAME that are not are removed when a new one is there. */
#ifndef RELAXD_DAEMON_IMPORTED_H
#define RELAXD_DAEMON_IMPORTED_H

#include "config/settings.h"
#include "core/base/error.h"

/* Whether this map must be imported before it can be opened. */
bool imported_is_due(const struct map_setting *map);

/* The path of the .rlx file made from the source, free()d by the caller; makes
 * it unless it is there, and logs that. -EINVAL: the source is broken, or a
 * profile; others as the file system has them. */
int imported_find(const struct settings *settings,
                  const struct map_setting *map, char **ret_path,
                  struct error *error);

#endif
