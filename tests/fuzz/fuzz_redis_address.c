/* fuzz_redis_address: any bytes as an address of Redis, and behind the first 0
 * as a file with a login: what is accepted, written and read again, is the
 * same. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/feed/redis.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/portion.h"

static void must(bool holds)
{
    if (!holds)
        abort();
}

/* ---- Addresses ----------------------------------------------------------- */

static void check_address(const struct redis_address *address)
{
    bool is_socket = *address->host == '/';
    struct redis_server server = {.address = *address};
    struct redis_address again;
    char url[sizeof(address->host) + 40], name[REDIS_NAME_SIZE];

    must(*address->host && is_socket == !address->port);
    must(!is_socket || strlen(address->host) < 108);
    must(is_socket || !strpbrk(address->host, "/?#@[]"));
    redis_name(&server, name);
    must(strstr(name, address->host));
    if (is_socket)
        snprintf(url, sizeof(url), "unix:%s?db=%u", address->host,
                 address->database);
    else
        snprintf(url, sizeof(url), "redis://[%s]:%u/%u", address->host,
                 address->port, address->database);
    if (strlen(url) >= sizeof(address->host))
        return;
    must(!redis_address_read(url, &again, NULL));
    must(!strcmp(again.host, address->host) && again.port == address->port &&
         again.database == address->database);
}

static void try_address(const char *url)
{
    struct redis_address address;
    struct error error = {""};

    if (!redis_address_read(url, &address, &error)) {
        check_address(&address);
        return;
    }
    must(*error.text);
    if (strncmp(url, "unix:", 5) != 0)
        must(!strchr(error.text, '@')); /* that may follow a password */
}

/* ---- Logins -------------------------------------------------------------- */

static int read_login(const void *bytes, size_t size,
                      struct redis_login *ret_login, struct error *error)
{
    int fd = memfd_create("login", MFD_CLOEXEC);
    char path[40];
    int r;

    must(fd >= 0 && write(fd, bytes, size) == (ssize_t)size);
    snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
    r = redis_login_read(path, ret_login, error);
    close(fd);
    return r;
}

static void check_login(const struct redis_login *login)
{
    char text[2 * REDIS_LOGIN_SIZE + 2];
    struct redis_login again;
    int length = snprintf(text, sizeof(text), "%s%s%s\r\n", login->user,
                          *login->user ? " " : "", login->password);

    must(*login->password && !strpbrk(login->user, " \n") &&
         !strchr(login->password, '\n'));
    must(!read_login(text, (size_t)length, &again, NULL));
    must(!strcmp(again.user, login->user) &&
         !strcmp(again.password, login->password));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct portion input = {bytes, size};
    char *url = portion_text(&input);
    struct redis_login login;
    struct error error = {""};

    try_address(url);
    if (read_login(input.at, input.left, &login, &error))
        must(*error.text);
    else
        check_login(&login);
    free(url);
    return 0;
}
