/* request_id: valid names are kept, others are replaced by one of ours. */
#include "tests/unit/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "api/http/access_log.h"

static uint64_t ids;
static char id[REQUEST_ID_SIZE];

static void takes_sane_names_over(void **state)
{
    static const char *const sane[] = {
        "a",
        "7d1f0f2e-0c3b-4a54-9f3e-1f2d3c4b5a69",
        "AZaz09-._~:/+=@",
    };

    for (size_t i = 0; i < sizeof(sane) / sizeof(*sane); i++) {
        request_id_choose(&ids, sane[i], id);
        assert_string_equal(id, sane[i]);
    }
}

static void assert_ours(const char *sent)
{
    request_id_choose(&ids, sent, id);
    assert_int_equal(strlen(id), 16);
    assert_int_equal(strspn(id, "0123456789abcdef"), 16);
}

static void gives_a_name_to_what_has_no_sane_one(void **state)
{
    static const char *const bad[] = {
        "",     " a",  "a b",      "a\nb", "a\tb",
        "a\"b", "a,b", "\xc3\xa4", "a;b",  "%20",
    };

    assert_ours(NULL);
    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
        assert_ours(bad[i]);
}

static void takes_128_characters_and_no_more(void **state)
{
    char sent[REQUEST_ID_SIZE + 1];

    memset(sent, 'x', sizeof(sent));
    sent[128] = '\0';
    request_id_choose(&ids, sent, id);
    assert_string_equal(id, sent);
    sent[128] = 'x';
    sent[129] = '\0';
    assert_ours(sent);
}

static int by_text(const void *a, const void *b)
{
    return memcmp(a, b, 16);
}

static void none_comes_twice(void **state)
{
    enum { COUNT = 10000 };
    char(*all)[16] = malloc(sizeof(*all) * COUNT);
    uint64_t other = request_id_start();

    assert_non_null(all);
    for (size_t i = 0; i < COUNT; i++) {
        request_id_choose(i % 2 ? &ids : &other, NULL, id);
        memcpy(all[i], id, 16);
    }
    qsort(all, COUNT, sizeof(*all), by_text);
    for (size_t i = 1; i < COUNT; i++)
        assert_memory_not_equal(all[i - 1], all[i], 16);
    free(all);
}

static int start(void **state)
{
    ids = request_id_start();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_sane_names_over),
        cmocka_unit_test(gives_a_name_to_what_has_no_sane_one),
        cmocka_unit_test(takes_128_characters_and_no_more),
        cmocka_unit_test(none_comes_twice),
    };

    return cmocka_run_group_tests(tests, start, NULL);
}
