/* heap: how malloc() works in the daemon, whose threads share what is freed. */
#ifndef RELAXD_DAEMON_HEAP_H
#define RELAXD_DAEMON_HEAP_H

/* Before the first thread is started. */
void heap_set_up(void);

#endif
