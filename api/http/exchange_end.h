/* exchange_end: what figures and the log learn of how an exchange ends. Loop
 * thread. */
#ifndef RELAXD_API_HTTP_EXCHANGE_END_H
#define RELAXD_API_HTTP_EXCHANGE_END_H

struct exchange;

/* An answer that has begun and cannot be whole; nothing where none has. */
void exchange_log_broken(const struct exchange *exchange, const char *reason);

/* Counts the request, if its headers came. */
void exchange_note_end(const struct exchange *exchange);

#endif
