/* redis: addresses and logins, as people write them. */
#include "core/feed/redis.h"

#include <errno.h>
#include <string.h>

#include "tests/unit/cmocka_all.h"
#include "tests/unit/scratch.h"

/* ---- Addresses ----------------------------------------------------------- */

static void assert_address(const char *url, const char *host, unsigned port,
                           uint32_t database)
{
    struct redis_address address;
    struct error error;

    if (redis_address_read(url, &address, &error))
        fail_msg("%s", error.text);
    assert_string_equal(address.host, host);
    assert_int_equal(address.port, port);
    assert_int_equal(address.database, database);
}

static void addresses_are_hosts_or_sockets(void **state)
{
    assert_address("redis://cache", "cache", 6379, 0);
    assert_address("redis://10.0.0.5:7000", "10.0.0.5", 7000, 0);
    assert_address("redis://cache.example.org/3", "cache.example.org", 6379, 3);
    assert_address("redis://cache:65535/4294967295", "cache", 65535,
                   UINT32_MAX);
    assert_address("redis://[::1]", "::1", 6379, 0);
    assert_address("redis://[fe80::1%eth0]:7000/15", "fe80::1%eth0", 7000, 15);
    assert_address("unix:/run/redis.sock", "/run/redis.sock", 0, 0);
    assert_address("unix:/run/redis.sock?db=7", "/run/redis.sock", 0, 7);
    assert_address("unix:/run/a@b:c d", "/run/a@b:c d", 0, 0);
}

static void assert_no_address(const char *url, const char *expected)
{
    struct redis_address address;
    struct error error = {""};
    char words[600];

    assert_int_equal(redis_address_read(url, &address, &error), -EINVAL);
    snprintf(words, sizeof(words),
             "'%.200s' %s; write redis://HOST[:PORT][/DATABASE] or "
             "unix:/PATH[?db=DATABASE]",
             url, expected);
    assert_string_equal(error.text, words);
}

static void other_texts_are_no_address(void **state)
{
    static const char *const none[] = {
        "",
        "cache",
        "cache:6379",
        "http://cache",
        "redis:",
        "redis:/cache",
        "redis://",
        "redis:///3",
        "redis://:6379",
        "redis://cache:",
        "redis://cache:0",
        "redis://cache:65536",
        "redis://cache:x",
        "redis://cache:-1",
        "redis://cache/",
        "redis://cache/x",
        "redis://cache/1/2",
        "redis://cache/4294967296",
        "redis://cache?db=3",
        "redis://cache#3",
        "redis://::1",
        "redis://[::1",
        "redis://::1]",
        "redis://[]",
        "redis://[::1]x",
        "redis://[::1]x:7000",
        "redis://[::1]]",
        "redis://[[::1]",
        "redis://x[::1]",
        "redis://[::1]:",
        "REDIS://cache",
    };

    for (size_t i = 0; i < sizeof(none) / sizeof(*none); i++)
        assert_no_address(none[i], "is no address of Redis");
    assert_no_address("unix:", "names no Unix socket");
    assert_no_address("unix:run/redis.sock", "names no Unix socket");
    assert_no_address("unix:?db=3", "names no Unix socket");
    assert_no_address("unix:/run?db=", "names no Unix socket");
    assert_no_address("unix:/run?db=x", "names no Unix socket");
    assert_no_address("unix:/run?db=4294967296", "names no Unix socket");
}

static void addresses_have_an_end(void **state)
{
    struct redis_address address;
    struct error error;
    char url[400];

    strcpy(url, "redis://");
    memset(url + 8, 'a', 248);
    url[256] = '\0';
    assert_no_address(url, "is too long");
    url[255] = '\0';
    assert_int_equal(redis_address_read(url, &address, &error), 0);
    assert_int_equal(strlen(address.host), 247);

    strcpy(url, "unix:/");
    memset(url + 6, 'a', 300);
    url[306] = '\0';
    assert_no_address(url, "is too long");
    url[5 + 108] = '\0'; /* one more than sun_path has room for */
    assert_no_address(url, "names no Unix socket");
    url[5 + 107] = '\0';
    assert_int_equal(redis_address_read(url, &address, &error), 0);
}

static void tls_needs_help(void **state)
{
    struct redis_address address;
    struct error error;

    assert_int_equal(
        redis_address_read("rediss://cache:6380", &address, &error), -EINVAL);
    assert_string_equal(error.text,
                        "'rediss://cache:6380': relaxd speaks no TLS to Redis; "
                        "put stunnel before it, as docs/deploy.md shows");
}

/* Words go to the log, so they do not show it. */
static void passwords_are_for_a_file(void **state)
{
    char with_long[400] = "redis://:secret@";
    const char *const urls[] = {"redis://user:secret@cache", "redis://secret@",
                                "rediss://:secret@cache",
                                "http://:secret@cache", with_long};

    memset(with_long + 16, 'a', 300);
    for (size_t i = 0; i < sizeof(urls) / sizeof(*urls); i++) {
        struct redis_address address;
        struct error error;

        assert_int_equal(redis_address_read(urls[i], &address, &error),
                         -EINVAL);
        assert_string_equal(error.text,
                            "user and password do not belong in the address; "
                            "write them into a file: weights.feed-login-file");
    }
}

static void servers_have_names(void **state)
{
    struct redis_server server = {.timeout_ms = 1};
    char name[REDIS_NAME_SIZE];

    assert_int_equal(
        redis_address_read("redis://10.0.0.5/3", &server.address, NULL), 0);
    redis_name(&server, name);
    assert_string_equal(name, "redis 10.0.0.5:6379");
    assert_int_equal(
        redis_address_read("unix:/run/redis.sock?db=3", &server.address, NULL),
        0);
    redis_name(&server, name);
    assert_string_equal(name, "redis /run/redis.sock");
}

/* ---- Logins -------------------------------------------------------------- */

static int read_login(const char *text, size_t size,
                      struct redis_login *ret_login, struct error *error)
{
    struct scratch scratch;
    int r;

    scratch_init(&scratch);
    r = redis_login_read(scratch_file(&scratch, "login", text, size), ret_login,
                         error);
    scratch_finish(&scratch);
    return r;
}

static void assert_login(const char *text, const char *user,
                         const char *password)
{
    struct redis_login login;
    struct error error;

    if (read_login(text, strlen(text), &login, &error))
        fail_msg("%s", error.text);
    assert_string_equal(login.user, user);
    assert_string_equal(login.password, password);
}

static void a_login_is_the_first_line(void **state)
{
    assert_login("secret", "", "secret");
    assert_login("secret\n", "", "secret");
    assert_login("secret\r\n", "", "secret");
    assert_login("secret\nmore\n", "", "secret");
    assert_login("relaxd secret\n", "relaxd", "secret");
    assert_login("relaxd a b \n", "relaxd", "a b ");
    assert_login("\tsecret\n", "", "\tsecret");
}

static void assert_no_login(const char *text, size_t size)
{
    struct redis_login login;
    struct error error = {""};

    assert_int_equal(read_login(text, size, &login, &error), -EINVAL);
    assert_non_null(strstr(error.text, "the first line of '/tmp/"));
    assert_non_null(strstr(error.text, "is neither PASSWORD nor USER PASSWORD, "
                                       "each of 1 to 512 bytes"));
}

static void other_lines_are_no_login(void **state)
{
    assert_no_login("", 0);
    assert_no_login("\n", 1);
    assert_no_login("\r\n", 2);
    assert_no_login("\nsecret", 7);
    assert_no_login(" secret", 7);
    assert_no_login("user ", 5);
    assert_no_login("user \n", 6);
    assert_no_login("a\0b", 3);
    assert_no_login("user a\0b\n", 9);
}

static void words_have_an_end(void **state)
{
    struct redis_login login;
    struct error error;
    char text[3000];

    memset(text, 'a', sizeof(text));
    assert_no_login(text, sizeof(text));
    assert_no_login(text, 513);
    assert_int_equal(read_login(text, 512, &login, &error), 0);
    assert_int_equal(strlen(login.password), 512);
    text[512] = ' ';
    text[1025] = '\n';
    assert_int_equal(read_login(text, sizeof(text), &login, &error), 0);
    assert_int_equal(strlen(login.user), 512);
    assert_int_equal(strlen(login.password), 512);
    text[1025] = 'a';
    assert_no_login(text, sizeof(text));
    text[512] = 'a';
    text[513] = ' ';
    assert_no_login(text, 600);
}

static void files_that_cannot_be_read_say_so(void **state)
{
    struct redis_login login;
    struct error error;

    assert_int_equal(redis_login_read("/nowhere/login", &login, &error),
                     -ENOENT);
    assert_string_equal(error.text,
                        "open '/nowhere/login': No such file or directory");
    assert_int_equal(redis_login_read("/", &login, &error), -EISDIR);
    assert_string_equal(error.text, "read '/': Is a directory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_are_hosts_or_sockets),
        cmocka_unit_test(other_texts_are_no_address),
        cmocka_unit_test(addresses_have_an_end),
        cmocka_unit_test(tls_needs_help),
        cmocka_unit_test(passwords_are_for_a_file),
        cmocka_unit_test(servers_have_names),
        cmocka_unit_test(a_login_is_the_first_line),
        cmocka_unit_test(other_lines_are_no_login),
        cmocka_unit_test(words_have_an_end),
        cmocka_unit_test(files_that_cannot_be_read_say_so),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
