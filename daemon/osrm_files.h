/* osrm_files: what osrm-extract makes, where a map should be. */
#ifndef RELAXD_DAEMON_OSRM_FILES_H
#define RELAXD_DAEMON_OSRM_FILES_H

#include "core/base/error.h"

/* Adds how to mend it to why `path` was not opened, where files of OSRM lie
 * there. */
void osrm_files_explain(const char *path, struct error *error);

#endif
