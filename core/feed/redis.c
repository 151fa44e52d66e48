/* redis: URLs, logins, connections. */
#include "core/feed/redis.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "core/base/text.h"

/* ---- Addresses ----------------------------------------------------------- */

static int refuse_url(struct error *error, const char *url, const char *why)
{
    return error_set(error, -EINVAL,
                     "'%.200s' %s; write redis://HOST[:PORT][/DATABASE] or "
                     "unix:/PATH[?db=DATABASE]",
                     url, why);
}

/* Cuts the number behind the last `mark` off; without one it stays as it is. */
static bool cut_number(char *text, char mark, uint32_t most,
                       uint32_t *ret_number)
{
    char *at = strrchr(text, mark);

    if (!at)
        return true;
    *at = '\0';
    return parse_u32(at + 1, ret_number) && *ret_number <= most;
}

static bool read_socket(char *text, struct redis_address *address)
{
    char *query = strstr(text, "?db=");

    if (query) {
        *query = '\0';
        if (!parse_u32(query + 4, &address->database))
            return false;
    }
    strcpy(address->host, text);
    return *text == '/' && strlen(text) < 108; /* of sun_path */
}

/* Of IPv6 the address stands in brackets. */
static bool read_host(char *text, struct redis_address *address)
{
    uint32_t port = 6379;
    char *bracket = strchr(text, ']');

    if (!cut_number(text, '/', UINT32_MAX, &address->database) ||
        !cut_number(bracket ? bracket : text, ':', UINT16_MAX, &port) || !port)
        return false;
    if (bracket) {
        if (*text++ != '[' || bracket[1])
            return false;
        *bracket = '\0';
    }
    strcpy(address->host, text);
    address->port = (uint16_t)port;
    return *text && !strpbrk(text, bracket ? "/?#@[" : "/?#@[:");
}

int redis_address_read(const char *url, struct redis_address *ret_address,
                       struct error *error)
{
    bool is_unix = !strncmp(url, "unix:", 5);
    char text[sizeof(ret_address->host)];

    *ret_address = (struct redis_address){.database = 0};
    if (!is_unix && strchr(url, '@')) /* no words may show the password */
        return error_set(error, -EINVAL,
                         "user and password do not belong in the address; "
                         "write them into a file: weights.feed-login-file");
    if (strlen(url) >= sizeof(text))
        return refuse_url(error, url, "is too long");
    if (is_unix) {
        strcpy(text, url + 5);
        return read_socket(text, ret_address)
                   ? 0
                   : refuse_url(error, url, "names no Unix socket");
    }
    if (!strncmp(url, "rediss:", 7))
        return error_set(error, -EINVAL,
                         "'%.200s': relaxd speaks no TLS to Redis; put stunnel "
                         "before it, as docs/deploy.md shows",
                         url);
    if (strncmp(url, "redis://", 8) != 0)
        return refuse_url(error, url, "is no address of Redis");
    strcpy(text, url + 8);
    return read_host(text, ret_address)
               ? 0
               : refuse_url(error, url, "is no address of Redis");
}

/* ---- Logins -------------------------------------------------------------- */

static bool take_word(const char *text, size_t size,
                      char ret_word[static REDIS_LOGIN_SIZE])
{
    if (!size || size >= REDIS_LOGIN_SIZE || memchr(text, '\0', size))
        return false;
    memcpy(ret_word, text, size);
    ret_word[size] = '\0';
    return true;
}

static bool parse_login(const char *text, size_t size, struct redis_login *ret)
{
    const char *end = memchr(text, '\n', size);
    const char *blank;

    size = end ? (size_t)(end - text) : size;
    if (size && text[size - 1] == '\r')
        size--;
    blank = memchr(text, ' ', size);
    if (!blank)
        return take_word(text, size, ret->password);
    return take_word(text, (size_t)(blank - text), ret->user) &&
           take_word(blank + 1, (size_t)(text + size - blank - 1),
                     ret->password);
}

int redis_login_read(const char *path, struct redis_login *ret_login,
                     struct error *error)
{
    char bytes[2 * REDIS_LOGIN_SIZE];
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t count;
    int r = 0;

    *ret_login = (struct redis_login){.user = ""};
    if (fd < 0)
        return error_errno(error, "open '%s'", path);
    count = read(fd, bytes, sizeof(bytes));
    if (count < 0)
        r = error_errno(error, "read '%s'", path);
    else if (!parse_login(bytes, (size_t)count, ret_login))
        r = error_set(error, -EINVAL,
                      "the first line of '%s' is neither PASSWORD nor USER "
                      "PASSWORD, each of 1 to %d bytes",
                      path, REDIS_LOGIN_SIZE - 1);
    explicit_bzero(bytes, sizeof(bytes));
    close(fd);
    return r;
}

/* ---- Connections --------------------------------------------------------- */

static bool is_socket(const struct redis_address *address)
{
    return *address->host == '/';
}

void redis_name(const struct redis_server *server,
                char ret_name[static REDIS_NAME_SIZE])
{
    const struct redis_address *address = &server->address;

    if (is_socket(address))
        snprintf(ret_name, REDIS_NAME_SIZE, "redis %s", address->host);
    else
        snprintf(ret_name, REDIS_NAME_SIZE, "redis %s:%u", address->host,
                 address->port);
}

static int connect_to(const struct redis_server *server,
                      redisContext **ret_redis, struct error *error)
{
    const struct redis_address *address = &server->address;
    struct timeval timeout = {server->timeout_ms / 1000,
                              server->timeout_ms % 1000 * 1000};
    redisContext *redis =
        is_socket(address)
            ? redisConnectUnixWithTimeout(address->host, timeout)
            : redisConnectWithTimeout(address->host, address->port, timeout);

    if (!redis)
        return error_no_memory(error);
    if (!redis->err)
        redisSetTimeout(redis, timeout);
    if (!redis->err && !is_socket(address))
        redisEnableKeepAlive(redis);
    if (!redis->err) {
        *ret_redis = redis;
        return 0;
    }
    error_set(error, -ENOTCONN, "%s", redis->errstr);
    redisFree(redis);
    return -ENOTCONN;
}

static int log_in(redisContext *redis, const struct redis_login *login,
                  struct error *error)
{
    int r;

    if (!*login->password)
        return 0;
    r = *login->user
            ? redis_ask(redis, NULL, error, "AUTH %s %s", login->user,
                        login->password)
            : redis_ask(redis, NULL, error, "AUTH %s", login->password);
    return r == -EPROTO ? -EACCES : r;
}

int redis_open(const struct redis_server *server, redisContext **ret_redis,
               struct error *error)
{
    char name[REDIS_NAME_SIZE];
    redisContext *redis = NULL;
    int r = connect_to(server, &redis, error);

    if (!r)
        r = log_in(redis, &server->login, error);
    if (!r && server->address.database)
        r = redis_ask(redis, NULL, error, "SELECT %u",
                      server->address.database);
    if (!r) {
        *ret_redis = redis;
        return 0;
    }
    if (redis)
        redisFree(redis);
    redis_name(server, name);
    error_prefix(error, "%s", name);
    return r;
}

bool redis_is_open(const redisContext *redis)
{
    char byte;

    return recv(redis->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0 &&
           (errno == EAGAIN || errno == EWOULDBLOCK);
}

/* ---- Replies ------------------------------------------------------------- */

/* Whether Redis says that it is not there now, as one that cannot be reached.
 */
static bool is_absent(const redisReply *reply)
{
    static const char *const words[] = {
        "LOADING ",
        "MASTERDOWN ",
        "ERR max number of clients reached",
    };

    for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
        if (!strncmp(reply->str, words[i], strlen(words[i])))
            return true;
    }
    return false;
}

static size_t length_without_stop(const redisReply *reply)
{
    bool stops = reply->len && reply->str[reply->len - 1] == '.';

    return reply->len - stops;
}

int redis_reply(redisContext *redis, redisReply **ret_reply,
                struct error *error)
{
    redisReply *reply = NULL;
    int r = 0;

    if (redisGetReply(redis, (void **)&reply) != REDIS_OK || !reply) {
        /* A timeout is what a socket calls "temporarily unavailable". */
        bool late = redis->err == REDIS_ERR_IO &&
                    (errno == EAGAIN || errno == EWOULDBLOCK);

        return error_set(error, -ENOTCONN, "%s",
                         late         ? "no answer in time"
                         : redis->err ? redis->errstr
                                      : "no answer");
    }
    if (reply->type == REDIS_REPLY_ERROR) /* some end in a full stop */
        r = error_set(error, is_absent(reply) ? -ENOTCONN : -EPROTO, "%.*s",
                      (int)length_without_stop(reply), reply->str);
    if (!r && ret_reply)
        *ret_reply = reply;
    else
        freeReplyObject(reply);
    return r;
}

int redis_ask(redisContext *redis, redisReply **ret_reply, struct error *error,
              const char *format, ...)
{
    va_list args;
    int r;

    va_start(args, format);
    r = redisvAppendCommand(redis, format, args);
    va_end(args);
    return r == REDIS_OK ? redis_reply(redis, ret_reply, error)
                         : error_no_memory(error);
}

int redis_refuse_reply(const char *command, struct error *error)
{
    return error_set(error, -EPROTO,
                     "its answer to %s is not understood; it must be Redis 7.0 "
                     "or later",
                     command);
}
