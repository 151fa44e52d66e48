/* devices: which of those there are the settings ask for. */
#ifndef RELAXD_DAEMON_DEVICES_H
#define RELAXD_DAEMON_DEVICES_H

#include "config/settings.h"
#include "core/base/error.h"
#include "daemon/wiring.h"

/* Fills devices and gpu_words of the wiring. -ENODEV: a GPU was asked for by
 * name and is not there. */
int devices_choose(const struct settings *settings, struct wiring *wiring,
                   struct error *error);

#endif
