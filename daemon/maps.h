/* maps: the settings' maps, opened, prepared and published. */
#ifndef RELAXD_DAEMON_MAPS_H
#define RELAXD_DAEMON_MAPS_H

#include "daemon/wiring.h"

/* Makes the wiring's registry and publishes every map in it for the wiring's
 * solvers and devices; logs each, and what is missing of it: a hierarchy that
 * is larger than hierarchy_bytes_max() is left out. -EINVAL: there is no map,
 * or a file is none; others as map_open() and registry_publish(). */
int maps_serve(const struct settings *settings, struct wiring *wiring,
               struct error *error);

/* -EINVAL with what to do where there is no map. */
int maps_refuse_none(const struct settings *settings, struct error *error);

/* Once they are in no registry any more: gives up files in the cache. */
void maps_release(struct wiring *wiring);

#endif
