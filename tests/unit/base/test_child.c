/* child: nothing in the child affects the parent but its result. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/base/child.h"

static bool fork_fails;

/* The linker's names (ld, --wrap). */
pid_t __real_fork(void);
pid_t __wrap_fork(void);

pid_t __wrap_fork(void)
{
    if (!fork_fails)
        return __real_fork();
    errno = EAGAIN;
    return -1;
}

static void leave_a_mark(int number)
{
    exit(number);
}

static int square(void *context)
{
    int *number = context;

    signal(SIGTERM, leave_a_mark);
    puts("not to be seen");
    *number *= *number;
    return -*number;
}

static void gives_the_result_and_shared_memory_alone(void **state)
{
    int *shared = child_memory(sizeof(*shared));
    int mine = 7;
    int result = 0;

    assert_non_null(shared);
    assert_int_equal(*shared, 0);
    *shared = 12;
    assert_int_equal(child_run(square, shared, &result, NULL), 0);
    assert_int_equal(result, -144);
    assert_int_equal(*shared, 144);
    assert_int_equal(child_run(square, &mine, &result, NULL), 0);
    assert_int_equal(result, -49);
    assert_int_equal(mine, 7);
    assert_ptr_equal(signal(SIGTERM, SIG_DFL), SIG_DFL);
    child_memory_free(shared, sizeof(*shared));
    child_memory_free(NULL, sizeof(*shared));
}

/* A parent that ignored SIGCHLD before exec() leaves it ignored. */
static void needs_no_exit_status(void **state)
{
    int number = 3;
    int result = 0;

    signal(SIGCHLD, SIG_IGN);
    assert_int_equal(child_run(square, &number, &result, NULL), 0);
    signal(SIGCHLD, SIG_DFL);
    assert_int_equal(result, -9);
}

static int kill_itself(void *context)
{
    return raise(*(int *)context);
}

static int leave(void *context)
{
    exit(*(int *)context);
}

static void says_how_a_child_ended_early(void **state)
{
    const struct {
        child_work *work;
        int number;
        const char *words;
    } ends[] = {
        {kill_itself, SIGKILL, "killed; the system does so where memory runs"},
        {kill_itself, SIGUSR1, "ended by signal 10"},
        {leave, 0, "ended early"},
        {leave, 254, "ended early"},
    };

    for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
        int number = ends[i].number;
        struct error error = {""};
        int result = 5;

        assert_int_equal(child_run(ends[i].work, &number, &result, &error),
                         -EIO);
        assert_non_null(strstr(error.text, ends[i].words));
        assert_int_equal(result, 5);
    }
}

static int count_bytes_of_input(void *context)
{
    return (int)read(STDIN_FILENO, context, 1);
}

static void reads_and_writes_no_stream_of_its_parent(void **state)
{
    int ends[2], stdin_before = dup(STDIN_FILENO);
    int result = 1;
    char byte;

    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "x", 1), 1);
    dup2(ends[0], STDIN_FILENO);
    assert_int_equal(child_run(count_bytes_of_input, &byte, &result, NULL), 0);
    assert_int_equal(read(STDIN_FILENO, &byte, 1), 1);
    dup2(stdin_before, STDIN_FILENO);
    close(stdin_before);
    close(ends[0]);
    close(ends[1]);
    assert_int_equal(result, 0);
}

static int write_to(void *context)
{
    return (int)write(*(int *)context, "x", 1);
}

/* Otherwise a socket that its parent closes would stay open as long as the
 * child. */
static void has_no_descriptor_of_its_parent(void **state)
{
    int ends[2];
    int result = 1;

    assert_int_equal(pipe(ends), 0);
    assert_int_equal(child_run(write_to, &ends[1], &result, NULL), 0);
    assert_int_equal(result, -1);
    assert_int_equal(write(ends[1], "y", 1), 1);
    close(ends[0]);
    close(ends[1]);
}

static void fails_with_words_where_no_process_can_be_had(void **state)
{
    struct error error = {""};
    int number = 2;
    int result = 5;

    fork_fails = true;
    assert_int_equal(child_run(square, &number, &result, &error), -EAGAIN);
    fork_fails = false;
    assert_non_null(strstr(error.text, "start a process: Resource temp"));
    assert_int_equal(result, 5);
}

/* Reports its process id, and waits for ever. */
static int linger(void *context)
{
    atomic_store((atomic_int *)context, getpid());
    return pause();
}

/* This process inherits the child of a killed child. */
static void ends_with_its_parent_whose_signals_work(void **state)
{
    atomic_int *shared = child_memory(sizeof(*shared));
    pid_t parent, child;
    int status, result;

    assert_non_null(shared);
    assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
    parent = fork();
    assert_true(parent >= 0);
    if (!parent)
        _exit(child_run(linger, shared, &result, NULL) ? 2 : 3);
    while (!(child = atomic_load(shared)))
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    kill(parent, SIGTERM);
    assert_int_equal(waitpid(parent, &status, 0), parent);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    child_memory_free(shared, sizeof(*shared));
}

/* ---- This program again -------------------------------------------------- */

/* What the program is told to do when it runs again. */
static int run_again(const char *what)
{
    if (!strcmp(what, "talk")) {
        printf("one\n\nthree\n%02000d\nrest", 5);
        return 0;
    }
    if (!strcmp(what, "fail"))
        return 3;
    if (!strcmp(what, "break"))
        return raise(SIGUSR1);
    if (!strcmp(what, "look")) {
        char byte;
        sigset_t blocked;

        sigprocmask(SIG_BLOCK, NULL, &blocked);
        printf("%d %d %d %d\n", fcntl(3, F_GETFD), fcntl(9, F_GETFD),
               sigismember(&blocked, SIGTERM),
               (int)read(STDIN_FILENO, &byte, 1));
        return 0;
    }
    printf("waits\n"); /* "wait": for ever, and cannot be asked to end */
    fflush(stdout);
    for (int number = 1; number < 32; number++)
        signal(number, SIG_IGN);
    for (;;)
        pause();
}

struct heard {
    char lines[4096]; /* each with a semicolon */
    int turns;        /* until it is to be killed; 0: never */
};

static bool hear(void *context, const char *line)
{
    struct heard *heard = context;

    if (line) {
        strcat(heard->lines, line);
        strcat(heard->lines, ";");
        return strcmp(line, "waits") != 0 || heard->turns;
    }
    return !heard->turns || --heard->turns;
}

static int again(const char *what, struct heard *heard, struct error *error)
{
    char *argv[] = {"again", "child", (char *)what, NULL};

    return child_run_program(argv, hear, heard, error);
}

static void hears_each_line_of_the_program_run_again(void **state)
{
    struct heard heard = {.turns = 0};
    size_t length;

    assert_int_equal(again("talk", &heard, NULL), 0);
    length = strlen(heard.lines);
    assert_int_equal(length, strlen("one;;three;;") + CHILD_LINE_SIZE - 1);
    assert_memory_equal(heard.lines, "one;;three;000", 14);
}

static void gives_it_standard_error_alone_and_no_blocked_signals(void **state)
{
    struct heard heard = {.turns = 0};
    sigset_t term, before;
    int fd = dup2(STDERR_FILENO, 9);

    sigemptyset(&term);
    sigaddset(&term, SIGTERM);
    sigprocmask(SIG_BLOCK, &term, &before);
    assert_int_equal(again("look", &heard, NULL), 0);
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(fd);
    assert_string_equal(heard.lines, "-1 -1 0 0;");
}

static void says_how_it_failed(void **state)
{
    struct heard heard = {.turns = 0};
    struct error error = {""};

    assert_int_equal(again("fail", &heard, &error), -EIO);
    assert_string_equal(error.text, "its process ended early");
    assert_int_equal(again("break", &heard, &error), -EIO);
    assert_non_null(strstr(error.text, "ended by signal 10"));
}

static void kills_it_when_told_so_whatever_it_does(void **state)
{
    struct heard at_word = {.turns = 0};
    struct heard in_time = {.turns = 3};

    assert_int_equal(again("wait", &at_word, NULL), -ECANCELED);
    assert_string_equal(at_word.lines, "waits;");
    assert_int_equal(again("wait", &in_time, NULL), -ECANCELED);
    assert_int_equal(in_time.turns, 0);
    signal(SIGCHLD, SIG_IGN);
    in_time.turns = 3;
    assert_int_equal(again("wait", &in_time, NULL), -ECANCELED);
    signal(SIGCHLD, SIG_DFL);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hears_each_line_of_the_program_run_again),
        cmocka_unit_test(gives_it_standard_error_alone_and_no_blocked_signals),
        cmocka_unit_test(says_how_it_failed),
        cmocka_unit_test(kills_it_when_told_so_whatever_it_does),
        cmocka_unit_test(gives_the_result_and_shared_memory_alone),
        cmocka_unit_test(needs_no_exit_status),
        cmocka_unit_test(says_how_a_child_ended_early),
        cmocka_unit_test(reads_and_writes_no_stream_of_its_parent),
        cmocka_unit_test(has_no_descriptor_of_its_parent),
        cmocka_unit_test(fails_with_words_where_no_process_can_be_had),
        cmocka_unit_test(ends_with_its_parent_whose_signals_work),
    };

    if (argc > 1)
        return run_again(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
