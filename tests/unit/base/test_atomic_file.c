/* atomic_file: the whole new file or the old one, and nothing else. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>

#include "core/base/atomic_file.h"
#include "tests/unit/scratch.h"

static void assert_content(const char *path, const char *expected)
{
    char content[64] = "";
    FILE *file = fopen(path, "rb");

    assert_non_null(file);
    assert_true(fread(content, 1, sizeof(content) - 1, file) > 0);
    fclose(file);
    assert_string_equal(content, expected);
}

static int set_up(void **state)
{
    static struct scratch scratch;

    scratch_init(&scratch);
    scratch_file(&scratch, "target", "old", 3);
    *state = &scratch;
    return 0;
}

static int tear_down(void **state)
{
    scratch_finish(*state);
    return 0;
}

static void replaces_the_target_only_at_the_commit(void **state)
{
    struct scratch *scratch = *state;
    const char *path = scratch_path(scratch, "target");
    struct atomic_file file;
    struct error error;

    assert_int_equal(atomic_file_open(&file, path, &error), 0);
    assert_int_equal(atomic_file_write(&file, "new", 3, &error), 0);
    assert_content(path, "old");
    assert_int_equal(atomic_file_commit(&file, &error), 0);
    atomic_file_abort(&file);
    assert_content(path, "new");
    assert_int_equal(scratch_files(scratch, 0), 1);
}

static void leaves_nothing_behind_when_aborted(void **state)
{
    struct scratch *scratch = *state;
    const char *path = scratch_path(scratch, "target");
    struct atomic_file file;
    struct error error;

    assert_int_equal(atomic_file_open(&file, path, &error), 0);
    assert_int_equal(atomic_file_write(&file, "new", 3, &error), 0);
    atomic_file_abort(&file);
    assert_content(path, "old");
    assert_int_equal(scratch_files(scratch, 0), 1);
}

static void refuses_a_target_that_is_no_file(void **state)
{
    struct scratch *scratch = *state;
    struct atomic_file file;
    struct error error;

    assert_int_equal(atomic_file_open(&file, scratch->folder, &error), -EINVAL);
    assert_non_null(strstr(error.text, "no regular file"));
    assert_int_equal(atomic_file_open(&file, "/dev/null", &error), -EINVAL);
}

static void names_the_folder_that_is_missing(void **state)
{
    struct atomic_file file;
    struct error error;

    assert_int_equal(atomic_file_open(&file, "/nowhere/x", &error), -ENOENT);
    assert_non_null(strstr(error.text, "create '/nowhere/x"));
    assert_non_null(strstr(error.text, "No such file or directory"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(replaces_the_target_only_at_the_commit),
        TEST(leaves_nothing_behind_when_aborted),
        TEST(refuses_a_target_that_is_no_file),
        TEST(names_the_folder_that_is_missing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
