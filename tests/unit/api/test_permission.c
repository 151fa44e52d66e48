/* permission: tokens and their files, hosts and origins; names in paths. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api/http/endpoint.h"
#include "api/http/permission.h"
#include "api/http/token.h"

static void this_machine_has_some_names(void **state)
{
    static const char *const local[] = {
        "",      "localhost",   "LocalHost:5000", "127.0.0.1", "127.0.0.1:1",
        "[::1]", "[::1]:65535", "127.255.0.9:80", ":80",       "localhost:"};
    static const char *const foreign[] = {"a.example",
                                          "localhost.a.example",
                                          "127.0.0.1.a.example",
                                          "10.0.0.1:5000",
                                          "0.0.0.0",
                                          "[::]:80",
                                          "::1",
                                          "localhost:80@a",
                                          "[::1].a.example",
                                          "128.0.0.1",
                                          "127.1",
                                          "localhostt",
                                          "127.0.0.1:x",
                                          "[::1",
                                          "[::ffff:127.0.0.1]"};

    for (size_t i = 0; i < sizeof(local) / sizeof(*local); i++) {
        if (!host_is_local(local[i]))
            fail_msg("'%s' is this machine", local[i]);
    }
    for (size_t i = 0; i < sizeof(foreign) / sizeof(*foreign); i++) {
        if (host_is_local(foreign[i]))
            fail_msg("'%s' is not this machine", foreign[i]);
    }
}

static void a_page_is_its_hosts_own(void **state)
{
    assert_true(origin_is_own("http://localhost:5001", "localhost:5001"));
    assert_true(origin_is_own("http://LOCALHOST", "localhost"));
    assert_false(origin_is_own("http://localhost:5001", "localhost:5002"));
    assert_false(origin_is_own("http://localhost:5001", "localhost"));
    assert_false(origin_is_own("https://localhost", "localhost"));
    assert_false(origin_is_own("http://a.example", "localhost"));
    assert_false(origin_is_own("null", "localhost"));
    assert_false(origin_is_own("", ""));
}

static void only_the_token_permits(void **state)
{
    struct token token;

    token_init(&token);
    token_set(&token, "0123456789abcdef");
    assert_true(token_permits(&token, "Bearer 0123456789abcdef"));
    assert_true(token_permits(&token, "bearer 0123456789abcdef"));
    assert_false(token_permits(&token, NULL));
    assert_false(token_permits(&token, ""));
    assert_false(token_permits(&token, "Bearer "));
    assert_false(token_permits(&token, "Bearer 0123456789abcdee"));
    assert_false(token_permits(&token, "Bearer 0123456789abcdef0"));
    assert_false(token_permits(&token, "Bearer 0123456789abcde"));
    assert_false(token_permits(&token, "Bearer  0123456789abcdef"));
    assert_false(token_permits(&token, "Basic 0123456789abcdef"));
    token_set(&token, "fedcba9876543210-longer");
    token_set(&token, "fedcba9876543210");
    assert_true(token_permits(&token, "Bearer fedcba9876543210"));
    assert_false(token_permits(&token, "Bearer 0123456789abcdef"));
    token_finish(&token);
}

static void no_token_permits_nothing(void **state)
{
    struct token token;

    token_init(&token);
    assert_false(token_permits(&token, "Bearer "));
    assert_false(token_permits(&token, "Bearer 0123456789abcdef"));
    token_finish(&token);
}

static bool parses(const char *text)
{
    char token[TOKEN_SIZE];

    return token_parse(text, strlen(text), token);
}

static void the_first_line_is_the_token(void **state)
{
    char token[TOKEN_SIZE];
    char line[TOKEN_SIZE + 1];

    assert_true(token_parse("0123456789abcdef\r\nx y", 21, token));
    assert_string_equal(token, "0123456789abcdef");
    assert_true(parses("0123456789abcdef"));
    assert_false(parses(""));
    assert_false(parses("\n0123456789abcdef"));
    assert_false(parses("0123456789abcde"));
    assert_false(parses("0123456789 abcdef"));
    assert_false(parses("0123456789abcdef \n"));
    assert_false(parses("0123456789abcdef\xc3\xa4\n"));
    assert_false(token_parse("0123456789abcdef\0x", 18, token));
    memset(line, 'x', sizeof(line));
    assert_true(token_parse(line, TOKEN_SIZE - 1, token));
    assert_false(token_parse(line, TOKEN_SIZE, token));
}

static void a_file_without_token_is_refused_by_name(void **state)
{
    char path[] = "/tmp/relaxd-token-XXXXXX";
    char token[TOKEN_SIZE] = "before";
    struct error error;
    int fd = mkstemp(path);

    assert_return_code(fd, errno);
    assert_int_equal(token_read(path, token, &error), -EINVAL);
    assert_non_null(strstr(error.text, path));
    assert_non_null(strstr(error.text, "16 to 256 visible characters"));
    assert_string_equal(token, "before");
    assert_int_equal(write(fd, "0123456789abcdef\n", 17), 17);
    assert_int_equal(token_read(path, token, &error), 0);
    assert_string_equal(token, "0123456789abcdef");
    close(fd);
    unlink(path);
    assert_int_equal(token_read(path, token, &error), -ENOENT);
    assert_int_equal(token_read("/tmp", token, &error), -EISDIR);
}

/* ---- Names in paths ------------------------------------------------------ */

static const struct endpoint named = {
    .path = "/v1/{first}/of/{second}", .method = "GET", .vital = true};
static const struct endpoint *const endpoints[] = {&named, NULL};
static const struct dialect dialect = {.endpoints = endpoints};
static const struct dialect *const dialects[] = {&dialect, NULL};

static bool is_found(const char *path)
{
    return dialects_vital(dialects, path, "GET");
}

static void a_name_is_one_part_of_a_path(void **state)
{
    assert_true(is_found("/v1/a/of/b"));
    assert_true(is_found("/v1/a%2Fb/of/b.c"));
    assert_false(is_found("/v1//of/b"));
    assert_false(is_found("/v1/a/of/"));
    assert_false(is_found("/v1/a/of/b/"));
    assert_false(is_found("/v1/a/b/of/b"));
    assert_false(is_found("/v1/a/of"));
    assert_false(is_found("/v1/{first}/of"));
    assert_false(is_found("/v1/"));
    assert_false(is_found(""));
}

static void names_have_no_escapes(void **state)
{
    const char *path = "/v1/a%2fb/of/%C3%A4";
    char name[5];

    assert_true(endpoint_path_name(&named, path, 0, name, sizeof(name)));
    assert_string_equal(name, "a/b");
    assert_true(endpoint_path_name(&named, path, 1, name, sizeof(name)));
    assert_string_equal(name, "\xc3\xa4");
    assert_false(endpoint_path_name(&named, path, 0, name, 3));
    assert_false(
        endpoint_path_name(&named, "/v1/a%00b/of/c", 0, name, sizeof(name)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(this_machine_has_some_names),
        cmocka_unit_test(a_page_is_its_hosts_own),
        cmocka_unit_test(only_the_token_permits),
        cmocka_unit_test(no_token_permits_nothing),
        cmocka_unit_test(the_first_line_is_the_token),
        cmocka_unit_test(a_file_without_token_is_refused_by_name),
        cmocka_unit_test(a_name_is_one_part_of_a_path),
        cmocka_unit_test(names_have_no_escapes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
