/* start_abort: words where a library ends relaxd while it starts.
 *
 * libuv calls abort() where it gets no pipe for signals, or no memory for the
 * list of what it watches, and C++ where there is none for globals of
 * libosmium, before main(). Until start_abort_end() such an end is a line on
 * stderr and exit status 1: another try may go better. */
#ifndef RELAXD_DAEMON_START_ABORT_H
#define RELAXD_DAEMON_START_ABORT_H

/* relaxd has started; abort() is from now on what it is elsewhere. */
void start_abort_end(void);

#endif
