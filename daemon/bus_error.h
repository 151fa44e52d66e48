/* bus_error: words before this process ends because a mapped file shrank. */
#ifndef RELAXD_DAEMON_BUS_ERROR_H
#define RELAXD_DAEMON_BUS_ERROR_H

/* From now on SIGBUS ends the process as ever, after a line on stderr that says
 * what does so. Nothing is mended: bytes that were verified are gone. */
void bus_error_explain(void);

#endif
