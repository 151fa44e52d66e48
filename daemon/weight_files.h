/* weight_files: files with rows of weights, as osrm-customize takes them. */
#ifndef RELAXD_DAEMON_WEIGHT_FILES_H
#define RELAXD_DAEMON_WEIGHT_FILES_H

#include "config/settings.h"
#include "core/service/service.h"
#include "core/weighting/weight_rows.h"

/* Reads the files of weights.segment-speed-file and turn-penalty-file, plain
 * or packed; of rows with the same key the last counts. Each of `ret_files` is
 * NULL if the setting is "none". -EINVAL names file, line and column; -errno;
 * with words. Finish it after either. */
int weight_files_read(const struct settings *settings,
                      struct weight_rows *ret_files[WEIGHT_KINDS],
                      struct error *error);

/* Calls service_name_speeds() if there is one file of speeds: its name without
 * folder and ending, as OSRM's clients know it. */
void weight_files_name(const struct settings *settings,
                       struct service *service);

void weight_files_finish(struct weight_rows *files[WEIGHT_KINDS]);

#endif
