/* file_name: links are followed to their end, and one file has many names. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <stdbool.h>

#include "core/base/atomic_file.h"
#include "tests/unit/scratch.h"

/* In the test's folder: names are relative, as a person types them. */
static int set_up(void **state)
{
    static struct scratch scratch;

    scratch_init(&scratch);
    scratch_file(&scratch, "file", "old", 3);
    *state = &scratch;
    return chdir(scratch.folder);
}

static int tear_down(void **state)
{
    scratch_finish(*state);
    return chdir("/");
}

static void assert_leads_to(const char *path, const char *expected)
{
    char *end = NULL;

    assert_int_equal(file_name_follow(path, &end, NULL), 0);
    assert_string_equal(end, expected);
    free(end);
}

static void follows_links_to_their_end(void **state)
{
    const struct scratch *scratch = *state;
    char whole[128];

    snprintf(whole, sizeof(whole), "%s/file", scratch->folder);
    assert_int_equal(symlink("file", "one"), 0);
    assert_int_equal(symlink("one", "two"), 0);
    assert_int_equal(symlink(whole, "far"), 0);
    assert_int_equal(symlink("nothing", "dangling"), 0);
    assert_leads_to("file", "file");
    assert_leads_to("nothing", "nothing");
    assert_leads_to("two", "file");
    assert_leads_to("./two", "./file");
    assert_leads_to("far", whole);
    assert_leads_to("dangling", "nothing");
}

static void ends_where_links_go_in_a_circle(void **state)
{
    struct error error;
    char *end = NULL;

    assert_int_equal(symlink("right", "left"), 0);
    assert_int_equal(symlink("left", "right"), 0);
    assert_int_equal(file_name_follow("left", &end, &error), -ELOOP);
    assert_non_null(strstr(error.text, "follow 'left'"));
    assert_null(end);
    assert_false(file_name_same("left", "right"));
}

static void knows_a_file_under_any_name(void **state)
{
    const struct scratch *scratch = *state;
    char whole[128];

    snprintf(whole, sizeof(whole), "%s/new", scratch->folder);
    assert_int_equal(symlink("file", "one"), 0);
    assert_int_equal(symlink("new", "dangling"), 0);
    assert_int_equal(link("file", "hard"), 0);
    assert_true(file_name_same("file", "./file"));
    assert_true(file_name_same("file", "one"));
    assert_true(file_name_same("file", "hard"));
    assert_true(file_name_same("new", "new"));
    assert_true(file_name_same("new", whole));
    assert_true(file_name_same("dangling", whole));
    assert_false(file_name_same("new", "file"));
    assert_false(file_name_same("new", "newer"));
    assert_false(file_name_same("new", "/new"));
    assert_false(file_name_same("nowhere/new", "nowhere/new"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(follows_links_to_their_end),
        TEST(ends_where_links_go_in_a_circle),
        TEST(knows_a_file_under_any_name),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
