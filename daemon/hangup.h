/* hangup: what SIGHUP means: a terminal that went, or a wish to reload. */
#ifndef RELAXD_DAEMON_HANGUP_H
#define RELAXD_DAEMON_HANGUP_H

#include <stdbool.h>

/* Before maps are loaded, on the main thread. Whether the process has a
 * terminal, with which it is to end; else SIGHUP waits until
 * hangup_release(), so that it does not end a process that is still loading.
 */
bool hangup_hold(void);
void hangup_release(void);

/* Of a process that had one: whether its terminal is gone. */
bool hangup_terminal_is_gone(void);

#endif
