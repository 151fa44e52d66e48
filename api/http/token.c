#include "api/http/token.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/log.h"

void token_init(struct token *token)
{
    pthread_mutex_init(&token->lock, NULL);
    memset(token->text, 0, sizeof(token->text));
}

void token_finish(struct token *token)
{
    pthread_mutex_destroy(&token->lock);
}

void token_set(struct token *token, const char *text)
{
    pthread_mutex_lock(&token->lock);
    strncpy(token->text, text, sizeof(token->text) - 1);
    pthread_mutex_unlock(&token->lock);
}

/* Compares all bytes of both, whatever they are. */
static bool is_equal(const char a[TOKEN_SIZE], const char b[TOKEN_SIZE])
{
    unsigned different = 0;

    for (size_t i = 0; i < TOKEN_SIZE; i++)
        different |= (unsigned)(unsigned char)a[i] ^ (unsigned char)b[i];
    return !different;
}

bool token_permits(struct token *token, const char *authorization)
{
    static const char scheme[] = "Bearer ";
    char given[TOKEN_SIZE] = "";
    size_t skipped = strlen(scheme);
    bool equal;

    if (!authorization || strncasecmp(authorization, scheme, skipped) != 0 ||
        strlen(authorization + skipped) < TOKEN_LEAST ||
        strlen(authorization + skipped) >= sizeof(given))
        return false;
    strcpy(given, authorization + skipped);
    pthread_mutex_lock(&token->lock);
    equal = is_equal(token->text, given);
    pthread_mutex_unlock(&token->lock);
    return equal;
}

bool token_parse(const char *bytes, size_t count, char ret_text[TOKEN_SIZE])
{
    const char *end = count ? memchr(bytes, '\n', count) : NULL;
    size_t length = end ? (size_t)(end - bytes) : count;

    if (length && bytes[length - 1] == '\r')
        length--;
    if (length < TOKEN_LEAST || length >= TOKEN_SIZE)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] < '!' || bytes[i] > '~')
            return false;
    }
    memset(ret_text, 0, TOKEN_SIZE);
    memcpy(ret_text, bytes, length);
    return true;
}

/* Root's file may have a group: systemd's credentials show one where an access
 * control list lets relaxd's user in. */
static void warn_of_others(int fd, const char *path)
{
    struct stat status;

    if (!fstat(fd, &status) && status.st_mode & (status.st_uid ? 077 : 07))
        log_warning("'%s': others may read the token of weights.token-file; "
                    "'chmod 600' keeps them out",
                    path);
}

int token_read(const char *path, char ret_text[TOKEN_SIZE], struct error *error)
{
    char bytes[TOKEN_SIZE + 2]; /* with CR LF */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t count;
    int r = 0;

    if (fd < 0)
        return error_errno(error, "weights.token-file: open '%s'", path);
    count = read(fd, bytes, sizeof(bytes));
    if (count < 0)
        r = error_errno(error, "weights.token-file: read '%s'", path);
    else if (!token_parse(bytes, (size_t)count, ret_text))
        r = error_set(error, -EINVAL,
                      "weights.token-file: the first line of '%s' is not a "
                      "token of %d to %d visible characters; 'openssl rand "
                      "-hex 32' makes one",
                      path, TOKEN_LEAST, TOKEN_SIZE - 1);
    else
        warn_of_others(fd, path);
    close(fd);
    return r;
}
