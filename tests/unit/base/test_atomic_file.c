/* atomic_file: the whole new file or the old one, nothing in between. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <sys/wait.h>

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

static void puts_all_of_it_at_once(void **state)
{
    struct scratch *scratch = *state;
    struct error error;

    assert_int_equal(
        atomic_file_put(scratch_path(scratch, "target"), "new", 3, &error), 0);
    assert_content(scratch_path(scratch, "target"), "new");
    assert_int_equal(scratch_files(scratch, 0), 1);
    assert_int_equal(
        atomic_file_put(scratch_path(scratch, "no/folder"), "new", 3, &error),
        -ENOENT);
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

static void write_and_be_killed(const char *path)
{
    struct atomic_file file;

    if (!atomic_file_open(&file, path, NULL) &&
        !atomic_file_write(&file, "new", 3, NULL))
        raise(SIGKILL);
    _exit(1);
}

static bool has_unnamed_files(const char *folder)
{
    int fd = open(folder, O_TMPFILE | O_WRONLY, 0600);

    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

static void leaves_nothing_behind_when_killed(void **state)
{
    struct scratch *scratch = *state;
    int status;
    pid_t child;

    if (!has_unnamed_files(scratch->folder)) {
        print_message("the file system has no O_TMPFILE\n");
        skip();
    }
    scratch_files(scratch, 1);
    child = fork();
    if (!child)
        write_and_be_killed(scratch_path(scratch, "target"));
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    assert_int_equal(scratch_files(scratch, 0), 0);
}

static void lets_the_umask_decide_who_may_read_a_new_file(void **state)
{
    struct scratch *scratch = *state;
    const char *path = scratch_path(scratch, "new");
    mode_t before = umask(027);
    struct atomic_file file;
    struct error error;
    struct stat status;

    assert_int_equal(atomic_file_open(&file, path, &error), 0);
    assert_int_equal(atomic_file_commit(&file, &error), 0);
    atomic_file_abort(&file);
    umask(before);
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0640);
}

static mode_t mode_of(const char *path)
{
    struct stat status;

    assert_int_equal(lstat(path, &status), 0);
    return status.st_mode;
}

static void keeps_the_mode_of_what_it_replaces(void **state)
{
    const char *path = scratch_path(*state, "target");
    const mode_t modes[] = {0600, 0664, 0444};

    for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
        assert_int_equal(chmod(path, modes[i]), 0);
        assert_int_equal(atomic_file_put(path, "new", 3, NULL), 0);
        assert_content(path, "new");
        assert_int_equal(mode_of(path) & 07777, modes[i]);
    }
}

/* Only the owner can read a private file before the commit. */
static void keeps_private_what_is_being_written(void **state)
{
    const char *path = scratch_path(*state, "target");
    struct atomic_file file;
    struct stat status;

    assert_int_equal(chmod(path, 0600), 0);
    assert_int_equal(atomic_file_open(&file, path, NULL), 0);
    assert_int_equal(fstat(file.fd, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
    atomic_file_abort(&file);
}

static void keeps_the_owner_where_it_may(void **state)
{
    const char *path = scratch_path(*state, "target");
    struct stat status;

    if (geteuid()) {
        print_message("only root can give files away\n");
        skip();
    }
    assert_int_equal(chown(path, 12345, 23456), 0);
    assert_int_equal(chmod(path, 0640), 0);
    assert_int_equal(atomic_file_put(path, "new", 3, NULL), 0);
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_uid, 12345);
    assert_int_equal(status.st_gid, 23456);
    assert_int_equal(status.st_mode & 0777, 0640);
}

static void writes_through_links(void **state)
{
    struct scratch *scratch = *state;
    char path[128];

    snprintf(path, sizeof(path), "%s/link", scratch->folder);
    assert_int_equal(symlink("target", path), 0);
    assert_int_equal(atomic_file_put(path, "new", 3, NULL), 0);
    assert_true(S_ISLNK(mode_of(path)));
    assert_content(scratch_path(scratch, "target"), "new");
    assert_int_equal(unlink(scratch_path(scratch, "target")), 0);
    assert_int_equal(atomic_file_put(path, "newer", 5, NULL), 0);
    assert_true(S_ISLNK(mode_of(path)));
    assert_content(scratch_path(scratch, "target"), "newer");
    assert_int_equal(scratch_files(scratch, 0), 2);
}

static void checks_beforehand_and_leaves_nothing_behind(void **state)
{
    struct scratch *scratch = *state;
    struct error error;

    assert_int_equal(atomic_file_check(scratch_path(scratch, "target"), &error),
                     0);
    assert_content(scratch_path(scratch, "target"), "old");
    assert_int_equal(atomic_file_check(scratch_path(scratch, "new"), &error),
                     0);
    assert_int_equal(scratch_files(scratch, 0), 1);
    assert_int_equal(atomic_file_check("/nowhere/x", &error), -ENOENT);
    assert_int_equal(atomic_file_check(scratch->folder, &error), -EINVAL);
}

static void refuses_a_target_that_is_no_file(void **state)
{
    struct scratch *scratch = *state;
    struct atomic_file file;
    struct error error;

    assert_int_equal(atomic_file_open(&file, scratch->folder, &error), -EINVAL);
    assert_non_null(strstr(error.text, "not a regular file"));
    assert_int_equal(atomic_file_open(&file, "/dev/null", &error), -EINVAL);
}

static void names_the_target_where_its_folder_is_missing(void **state)
{
    struct atomic_file file;
    struct error error;

    assert_int_equal(atomic_file_open(&file, "/nowhere/x", &error), -ENOENT);
    assert_string_equal(error.text,
                        "create '/nowhere/x': No such file or directory");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(replaces_the_target_only_at_the_commit),
        TEST(puts_all_of_it_at_once),
        TEST(leaves_nothing_behind_when_aborted),
        TEST(leaves_nothing_behind_when_killed),
        TEST(lets_the_umask_decide_who_may_read_a_new_file),
        TEST(keeps_the_mode_of_what_it_replaces),
        TEST(keeps_private_what_is_being_written),
        TEST(keeps_the_owner_where_it_may),
        TEST(writes_through_links),
        TEST(checks_beforehand_and_leaves_nothing_behind),
        TEST(refuses_a_target_that_is_no_file),
        TEST(names_the_target_where_its_folder_is_missing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
