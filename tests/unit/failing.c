/* failing: counts allocations, and forks a process where needed. */
#include "tests/unit/failing.h"

#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>

/* Allocations until one fails; 0: none does. Shared with child processes of the
 * code under test. */
static atomic_uint *left;

/* Whether all later ones fail, too; and how many have failed then. */
static bool onwards;
static atomic_uint failed_count;

/* The linker's names (ld, --wrap). */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);

/* The count before this allocation; 0 stays 0, in all threads. */
static unsigned count_down(void)
{
    unsigned seen = atomic_load(left);

    while (seen && !atomic_compare_exchange_weak(left, &seen, seen - 1))
        ;
    return seen;
}

static bool fails(void)
{
    if (onwards && atomic_load(left) == 1) {
        atomic_fetch_add(&failed_count, 1);
        return true;
    }
    return left && count_down() == 1;
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return fails() ? NULL : __real_realloc(old, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return fails() ? NULL : __real_aligned_alloc(alignment, size);
}

unsigned failing_each(failing_run *run, void *context)
{
    left = mmap(NULL, sizeof(*left), PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(left, MAP_FAILED);
    for (unsigned at = 1;; at++) {
        struct error error = {""};
        bool failed;
        int r;

        atomic_store(left, at);
        r = run(context, &error);
        failed = !atomic_exchange(left, 0);
        if (!failed) {
            assert_int_equal(r, 0);
            munmap(left, sizeof(*left));
            left = NULL;
            return at - 1;
        }
        assert_int_equal(r, -ENOMEM);
        assert_string_not_equal(error.text, "");
    }
}

unsigned failing_onwards(failing_run *run, void *context)
{
    atomic_uint until;
    unsigned most = 0;
    unsigned failed = 1;

    left = &until;
    for (unsigned at = 1; failed > 0; at++) {
        struct error error = {""};
        int r;

        atomic_store(&failed_count, 0);
        atomic_store(&until, at);
        onwards = true;
        r = run(context, &error);
        onwards = false;
        failed = atomic_load(&failed_count);
        assert_int_equal(r, failed > 0 ? -ENOMEM : 0);
        most = failed > most + 1 ? failed - 1 : most;
    }
    left = NULL;
    return most;
}
