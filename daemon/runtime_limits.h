/* runtime_limits: puts the settings in force that a reload may change.
 *
 * Each row of the settings table that is LIVE (config/setting_table.c) has its
 * line here, and its reader loads it as an atomic, once for each use. reload.c
 * applies the settings that may be refused or name files: solvers and their
 * options, maps, profiles, the import cache, whether files are watched. */
#ifndef RELAXD_DAEMON_RUNTIME_LIMITS_H
#define RELAXD_DAEMON_RUNTIME_LIMITS_H

#include "api/http/limits.h"
#include "config/settings.h"
#include "core/service/service.h"
#include "daemon/wiring.h"

/* Sets everything that cannot fail and needs no map. Any thread, one at a time.
 */
void runtime_limits_apply(const struct settings *settings,
                          struct wiring *wiring);

/* The parts of it that a start needs. */
struct service_settings runtime_limits_service(const struct settings *settings);
void runtime_limits_set_http(const struct settings *settings,
                             struct http_limits *limits);

#endif
