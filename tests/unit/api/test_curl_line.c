/* curl_line: a request as a command to paste into a shell. */
#include "tests/unit/cmocka_all.h"

#include <string.h>

#include "api/http/access_log.h"

static char line[400];

static const char *write_line(const struct curl_request *request)
{
    memset(line, 'x', sizeof(line));
    assert_true(curl_line_write(request, line, sizeof(line)));
    return line;
}

static const char *get(const char *target)
{
    const struct curl_request request = {
        .address = "127.0.0.1:5000", .method = "GET", .target = target};

    return write_line(&request);
}

static const char *post(const char *body)
{
    const struct curl_request request = {
        .address = "127.0.0.1:5000",
        .method = "POST",
        .target = "/v1/path",
        .body = body,
        .body_length = body ? strlen(body) : 9000,
    };

    write_line(&request);
    return strstr(line, " --data-binary ") + strlen(" --data-binary ");
}

static void writes_what_was_asked(void **state)
{
    struct curl_request request = {
        .address = "127.0.0.1:5000",
        .method = "HEAD",
        .target = "/v1/path?from=1&to=2",
        .accept = "application/octet-stream",
    };

    assert_string_equal(get("/v1/path?from=1&to=2"),
                        "curl 'http://127.0.0.1:5000/v1/path?from=1&to=2'");
    assert_string_equal(write_line(&request),
                        "curl -I 'http://127.0.0.1:5000/v1/path?from=1&to=2' "
                        "-H 'Accept: application/octet-stream'");
    request.method = "P'UT";
    request.accept = NULL;
    assert_string_equal(
        write_line(&request),
        "curl -X 'P'\\''UT' 'http://127.0.0.1:5000/v1/path?from=1&to=2'");
}

static void asks_where_it_can_be_asked(void **state)
{
    struct curl_request request = {.method = "GET", .target = "/"};

    request.address = "[::1]:80";
    assert_string_equal(write_line(&request), "curl -g 'http://[::1]:80/'");
    request.address = "10.0.0.0:80";
    assert_string_equal(write_line(&request), "curl 'http://10.0.0.0:80/'");
}

static void leaves_nothing_to_shell_curl_or_terminal(void **state)
{
    assert_string_equal(get("/a'b\"{c}[d]#e f\x1b\xc3\xa4\\`|^<>$(g);!"),
                        "curl 'http://127.0.0.1:5000/a%27b%22%7Bc%7D%5Bd%5D%23e"
                        "%20f%1B%C3%A4%5C%60%7C%5E%3C%3E$(g);!'");
    assert_string_equal(get("/../v1/x"),
                        "curl --path-as-is 'http://127.0.0.1:5000/../v1/x'");
}

static void quotes_bodies_for_shells(void **state)
{
    assert_string_equal(post("{\"from\":1,\r\n\t\"to\":[2]}"),
                        "'{\"from\":1,   \"to\":[2]}'");
    assert_string_equal(post("{\"q\":\"l'eau $x `y` \\\\\"}"),
                        "'{\"q\":\"l'\\''eau $x `y` \\\\\"}'");
    assert_string_equal(post("\"\xc3\xa4\xe2\x82\xac\xf0\x9f\x9a\x97\""),
                        "'\"\\u00e4\\u20ac\\ud83d\\ude97\"'");
}

static void names_a_file_for_bodies_that_it_cannot_have(void **state)
{
    char body[sizeof(line)];

    assert_string_equal(post(NULL), "@body.json");
    assert_string_equal(post("\xff"), "@body.json");
    assert_string_equal(post("{}\x01"), "@body.json");
    assert_string_equal(post("@secret"), "@body.json");
    memset(body, '1', sizeof(body));
    body[sizeof(body) - 1] = '\0';
    assert_string_equal(post(body), "@body.json");
}

static void asks_no_other_server(void **state)
{
    const struct curl_request request = {.address = "127.0.0.1:5000",
                                         .method = "GET",
                                         .target = "@example.org/"};

    assert_false(curl_line_write(&request, line, sizeof(line)));
}

static void says_where_there_is_no_room(void **state)
{
    const char *words = get("/v1/status");
    size_t length = strlen(words);
    const struct curl_request request = {
        .address = "127.0.0.1:5000", .method = "GET", .target = "/v1/status"};
    char exact[100];

    assert_true(curl_line_write(&request, exact, length + 1));
    assert_int_equal(strlen(exact), length);
    for (size_t size = 1; size <= length; size++)
        assert_false(curl_line_write(&request, exact, size));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_what_was_asked),
        cmocka_unit_test(asks_where_it_can_be_asked),
        cmocka_unit_test(leaves_nothing_to_shell_curl_or_terminal),
        cmocka_unit_test(quotes_bodies_for_shells),
        cmocka_unit_test(names_a_file_for_bodies_that_it_cannot_have),
        cmocka_unit_test(asks_no_other_server),
        cmocka_unit_test(says_where_there_is_no_room),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
