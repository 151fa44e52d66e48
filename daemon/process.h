/* process: what relaxd arranges with the system before it serves: SIGHUP, and a
 * last line for signals that end it. */
#ifndef RELAXD_DAEMON_PROCESS_H
#define RELAXD_DAEMON_PROCESS_H

#include <stdbool.h>

/* Call it on the main thread before maps are loaded. True: the process has a
 * terminal and ends with it. Otherwise SIGHUP is blocked until
 * process_release_hangup(), so that it does not end a process that still loads
 * its maps. */
bool process_hold_hangup(void);
void process_release_hangup(void);

/* Whether the terminal of a process that had one is gone. */
bool process_lost_terminal(void);

/* From now on SIGBUS still ends the process, after a line on stderr with the
 * cause: a mapped file shrank or its disk failed. Nothing can be repaired:
 * bytes that were verified are gone. */
void process_explain_bus_error(void);

/* libuv calls abort() if it gets no pipe for signals or no memory for its list
 * of watchers; C++ does if it has no memory for libosmium's globals, before
 * main(). Until process_started() such an abort() prints a line on stderr and
 * exits with status 1: another try may succeed. */
void process_started(void);

#endif
