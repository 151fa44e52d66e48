/* log_batch: lines wait for their flush, and arrive whole and in order. */
#include "tests/unit/cmocka_all.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/base/log.h"

static struct {
    int was;    /* saved stderr of the program */
    int reader; /* of stderr, a packet for each write */
} ends;

static int stderr_as_packets(void **state)
{
    int fds[2];

    assert_return_code(pipe2(fds, O_DIRECT | O_NONBLOCK), 0);
    ends.reader = fds[0];
    ends.was = dup(STDERR_FILENO);
    assert_return_code(dup2(fds[1], STDERR_FILENO), 0);
    close(fds[1]);
    log_set_format(LOG_FORMAT_JOURNAL);
    log_set_level(LOG_INFO);
    return 0;
}

static int stderr_as_before(void **state)
{
    dup2(ends.was, STDERR_FILENO);
    close(ends.was);
    close(ends.reader);
    return 0;
}

/* Bytes of the next write to stderr; 0: there was none. */
static size_t next_write(char text[PIPE_BUF])
{
    ssize_t length = read(ends.reader, text, PIPE_BUF);

    return length < 0 ? 0 : (size_t)length;
}

static void nothing_is_written_before_the_flush(void **state)
{
    static struct log_batch batch;
    char text[PIPE_BUF];

    log_gather(&batch, LOG_INFO, "one", NULL, 0);
    log_gather(&batch, LOG_WARNING, "two", NULL, 0);
    log_gather(&batch, LOG_DEBUG, "below the level", NULL, 0);
    assert_int_equal(next_write(text), 0);
    log_flush(&batch);
    assert_int_equal(next_write(text), strlen("<6>one\n<4>two\n"));
    assert_memory_equal(text, "<6>one\n<4>two\n", strlen("<6>one\n<4>two\n"));
    log_flush(&batch);
    assert_int_equal(next_write(text), 0);
}

/* In writes of whole lines, which another process's writes cannot split. */
static void many_are_written_as_a_pipe_takes_them(void **state)
{
    enum { LINES = 1000 };
    static struct log_batch batch;
    char text[PIPE_BUF];
    char expected[32];
    size_t length = 0;
    size_t at = 0;
    size_t writes = 0;

    for (int i = 0; i < LINES; i++) {
        const struct log_field field = log_number("i", (uint64_t)i);

        log_gather(&batch, LOG_INFO, "line", &field, 1);
    }
    log_flush(&batch);
    for (int i = 0; i < LINES; i++) {
        size_t wanted =
            (size_t)snprintf(expected, sizeof(expected), "<6>line i=%d\n", i);

        if (at == length) {
            length = next_write(text);
            at = 0;
            writes++;
        }
        assert_true(length - at >= wanted);
        assert_memory_equal(text + at, expected, wanted);
        at += wanted;
    }
    assert_int_equal(at, length);
    assert_true(writes < LINES / 100);
}

/* The longest lines, one after the other, and a short one. */
static void lines_that_a_pipe_does_not_take_go_alone(void **state)
{
    static struct log_batch batch;
    static char words[LOG_LINE_SIZE];
    const struct log_field field = log_text("words", words);
    char text[PIPE_BUF];
    size_t ends_seen = 0;
    size_t length;
    char last = 0;

    memset(words, 'x', sizeof(words) - 1);
    fcntl(ends.reader, F_SETPIPE_SZ, 1 << 20);
    log_gather(&batch, LOG_INFO, "long", &field, 1);
    log_gather(&batch, LOG_INFO, "long", &field, 1);
    log_gather(&batch, LOG_INFO, "short", NULL, 0);
    assert_int_equal(batch.length, strlen("<6>short\n"));
    while ((length = next_write(text))) {
        for (size_t i = 0; i < length; i++)
            ends_seen += text[i] == '\n';
        last = text[length - 1];
    }
    assert_int_equal(ends_seen, 2);
    assert_int_equal(last, '\n');
    log_flush(&batch);
    assert_int_equal(next_write(text), strlen("<6>short\n"));
}

#define TEST(name)                                                             \
    cmocka_unit_test_setup_teardown(name, stderr_as_packets, stderr_as_before)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(nothing_is_written_before_the_flush),
        TEST(many_are_written_as_a_pipe_takes_them),
        TEST(lines_that_a_pipe_does_not_take_go_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
