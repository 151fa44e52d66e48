/* live: the settings that change while relaxd runs.
 *
 * A row of the table of settings that is LIVE (config/setting_rows.h) has its
 * line here, and is read by whoever goes by it as an atomic, once for each use.
 * Those that may be refused, or name files, are reloader.h's: solvers and their
 * options, maps, profiles, where imports are kept, whether files are watched.
 */
#ifndef RELAXD_DAEMON_LIVE_H
#define RELAXD_DAEMON_LIVE_H

#include "api/http/limits.h"
#include "config/settings.h"
#include "core/service/service.h"
#include "daemon/wiring.h"

/* Sets anew all that cannot fail and needs no map. Any thread, one at a time.
 */
void live_apply(const struct settings *settings, struct wiring *wiring);

/* The parts of it that a start needs, too. */
struct service_settings live_service_settings(const struct settings *settings);
void live_set_http(const struct settings *settings, struct http_limits *limits);

#endif
