/* test_thread: a thread's requests to the scheduler. */
#include "tests/unit/cmocka_all.h"

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "core/base/parallel.h"

struct attributes {
    uint32_t size;
    uint32_t policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime;
    uint64_t rest[2];
};

static struct attributes ask(void)
{
    struct attributes attributes = {0};

    if (syscall(SYS_sched_getattr, 0, &attributes, sizeof(attributes), 0))
        attributes.policy = UINT32_MAX;
    return attributes;
}

/* Whether this kernel supports time slices per thread, and permits setting
 * them. */
static bool hears(void)
{
    struct attributes attributes = ask();
    struct utsname name;
    unsigned major = 0;
    unsigned minor = 0;

    uname(&name);
    sscanf(name.release, "%u.%u", &major, &minor);
    return (major > 6 || (major == 6 && minor >= 12)) &&
           !syscall(SYS_sched_setattr, 0, &attributes, 0);
}

static void *see(void *attributes)
{
    *(struct attributes *)attributes = ask();
    return NULL;
}

static void *ask_and_start(void *attributes)
{
    struct attributes *seen = attributes;
    pthread_t thread;

    setpriority(PRIO_PROCESS, 0, 3);
    thread_ask_short_slices();
    seen[0] = ask();
    if (!thread_start(&thread, "later", see, &seen[1]))
        pthread_join(thread, NULL);
    return NULL;
}

static void short_slices_are_the_threads_own(void **state)
{
    struct attributes before = ask();
    struct attributes seen[2] = {0};
    pthread_t thread;

    assert_int_equal(thread_start(&thread, "asks", ask_and_start, seen), 0);
    pthread_join(thread, NULL);
    assert_int_equal(seen[0].policy, SCHED_OTHER);
    assert_int_equal(seen[0].nice, 3);
    if (hears())
        assert_int_equal(seen[0].runtime, THREAD_SHORT_SLICE_NS);
    assert_int_equal(seen[1].policy, SCHED_OTHER);
    assert_int_equal(seen[1].size, seen[0].size);
    assert_int_not_equal(seen[1].runtime, THREAD_SHORT_SLICE_NS);
    assert_int_equal(ask().runtime, before.runtime);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_slices_are_the_threads_own),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
