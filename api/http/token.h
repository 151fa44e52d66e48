/* token: the secret of clients that may change weights. It comes from a file,
 * which a reload reads again. Any thread. */
#ifndef RELAXD_API_HTTP_TOKEN_H
#define RELAXD_API_HTTP_TOKEN_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "core/base/error.h"

enum {
    TOKEN_LEAST = 16, /* visible characters */
    TOKEN_SIZE = 257, /* with NUL */
};

struct token {
    pthread_mutex_t lock; /* guards `text` */
    char text[TOKEN_SIZE];
};

void token_init(struct token *token);
void token_finish(struct token *token);
void token_set(struct token *token, const char *text);

/* Whether the value of an Authorization header, which may be NULL, is "Bearer"
 * and the token. How long this takes does not tell where they differ. */
bool token_permits(struct token *token, const char *authorization);

/* Reads the first line of a file; the log warns if others may read it. -EINVAL:
 * the line is no token; other codes: it cannot be read; with words. */
int token_read(const char *path, char ret_text[TOKEN_SIZE],
               struct error *error);

/* The first line of bytes[count), which may end in CR LF. False: it is not
 * TOKEN_LEAST or more visible characters, or too long. */
bool token_parse(const char *bytes, size_t count, char ret_text[TOKEN_SIZE]);

#endif
