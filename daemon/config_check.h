/* config_check: whether what the settings name is there. */
#ifndef RELAXD_DAEMON_CONFIG_CHECK_H
#define RELAXD_DAEMON_CONFIG_CHECK_H

#include "config/mistakes.h"
#include "config/settings.h"

/* Looks for maps, profiles, solvers and their options, and adds to `mistakes`
 * what would keep relaxd from serving until somebody mends it. Opens files, but
 * reads little more than their heads, imports nothing and looks for no GPU. */
void config_check(const struct settings *settings, struct mistakes *mistakes);

#endif
