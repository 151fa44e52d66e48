/* last_words: what a signal handler says before it ends this process. */
#ifndef RELAXD_DAEMON_LAST_WORDS_H
#define RELAXD_DAEMON_LAST_WORDS_H

/* Looks at where stderr goes, which a handler must not. Before the first of
 * them may be called. */
void last_words_prepare(void);

/* A line, which the journal has as an error. Safe in a handler. */
void last_words(const char *line);

#endif
