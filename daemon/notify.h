/* notify: word to the service manager (sd_notify(3)), without libsystemd. */
#ifndef RELAXD_DAEMON_NOTIFY_H
#define RELAXD_DAEMON_NOTIFY_H

/* Sends lines such as "READY=1\nSTATUS=serving"; does nothing where no service
 * manager listens. A message that cannot be sent is lost. */
void notify(const char *message);

#endif
