/* test_emulator_faults: the emulated device counts memory, refuses what a
 * device refuses, and ends with a message where a device's behaviour is
 * undefined. */
#include "tests/unit/cmocka_all.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/emulator/chance.h"
#include "tests/emulator/probe_memory.h"
#include "tests/emulator/probes.h"

static size_t free_memory(void)
{
    size_t available = 0;
    size_t total = 0;

    assert_int_equal(cudaMemGetInfo(&available, &total), cudaSuccess);
    return available;
}

static void memory_is_counted_to_the_byte(void **state)
{
    size_t before = free_memory();
    void *one = probe_zeros(1);
    void *other = probe_zeros(1000);

    assert_int_equal(free_memory(), before - 1001);
    assert_int_equal(cudaFree(one), cudaSuccess);
    assert_int_equal(free_memory(), before - 1000);
    assert_int_equal(cudaFree(other), cudaSuccess);
    assert_int_equal(free_memory(), before);
    assert_int_equal(cudaMalloc(&one, before + 1), cudaErrorMemoryAllocation);
    assert_int_equal(cudaGetLastError(), cudaErrorMemoryAllocation);
    assert_int_equal(cudaGetLastError(), cudaSuccess);
}

static void misuse_of_memory_is_refused(void **state)
{
    uint32_t words[4] = {0};
    uint32_t *memory = probe_zeros(sizeof(words));

    assert_int_equal(
        cudaMemcpy(memory + 1, words, sizeof(words), cudaMemcpyHostToDevice),
        cudaErrorInvalidValue);
    assert_int_equal(
        cudaMemcpy(words, words, sizeof(words), cudaMemcpyDeviceToHost),
        cudaErrorInvalidValue);
    assert_int_equal(cudaMemset(memory, 0, sizeof(words) + 1),
                     cudaErrorInvalidValue);
    assert_int_equal(cudaFree(memory + 1), cudaErrorInvalidValue);
    assert_int_equal(cudaFree(memory), cudaSuccess);
    assert_int_equal(cudaFree(memory), cudaErrorInvalidValue);
    assert_int_equal(cudaFree(words), cudaErrorInvalidValue);
    cudaGetLastError();
}

static void impossible_launches_are_refused(void **state)
{
    probe_barriers(NULL, NULL, 1025, 0, 0);
    assert_int_equal(cudaGetLastError(), cudaErrorInvalidConfiguration);
    probe_atomics(NULL, 0, 32);
    assert_int_equal(cudaGetLastError(), cudaErrorInvalidConfiguration);
}

static void a_stream_takes_kernels_of_its_own_device(void **state)
{
    uint32_t *memory = probe_zeros(sizeof(*memory));
    cudaStream_t stream;

    assert_int_equal(cudaSetDevice(1), cudaSuccess);
    assert_int_equal(cudaStreamCreate(&stream), cudaSuccess);
    assert_int_equal(cudaSetDevice(0), cudaSuccess);
    probe_write_on(stream, memory, 0, 1);
    assert_int_equal(cudaGetLastError(), cudaErrorInvalidResourceHandle);
    assert_int_equal(cudaSetDevice(1), cudaSuccess);
    probe_write_on(stream, memory, 0, 1);
    assert_int_equal(cudaGetLastError(), cudaSuccess);
    assert_int_equal(cudaSetDevice(2), cudaErrorInvalidDevice);
    assert_int_equal(cudaSetDevice(0), cudaSuccess);
    cudaStreamDestroy(stream);
    cudaFree(memory);
    cudaGetLastError();
}

/* The exit status of a process that does this, and the start of its message. */
static int outcome_of(void (*act)(void), char *ret_words, size_t size)
{
    static const struct rlimit no_core = {0, 0};
    size_t length = 0;
    ssize_t more;
    int status;
    int pipes[2];
    pid_t child;

    assert_int_equal(pipe(pipes), 0);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        setrlimit(RLIMIT_CORE, &no_core);
        signal(SIGABRT, SIG_DFL);
        dup2(pipes[1], STDERR_FILENO);
        act();
        _exit(0);
    }
    close(pipes[1]);
    while ((more = read(pipes[0], ret_words + length, size - 1 - length)) > 0)
        length += (size_t)more;
    ret_words[length] = 0;
    close(pipes[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void expect_end(void (*act)(void), const char *words)
{
    char said[4096];
    int status = outcome_of(act, said, sizeof(said));

    if (!strstr(said, words))
        fail_msg("'%s' is not in: %s", words, said);
    assert_true(!WIFEXITED(status) || WEXITSTATUS(status) != 0);
}

static void what_cannot_end_well_ends_with_words(void **state)
{
    expect_end(probe_deadlock, "all threads wait, for ever");
    expect_end(probe_deadlock, "33 threads: block 0, ");
    expect_end(probe_deadlock, "1 threads: block 0, ");
    expect_end(probe_divergence, "wait at another barrier");
    expect_end(probe_foreign_mask, "a mask that leaves out the lane itself");
}

static void write_nowhere(void)
{
    probe_write((uint32_t *)(uintptr_t)64, 0, 1);
    if (cudaGetLastError() != cudaErrorIllegalAddress ||
        cudaDeviceSynchronize() != cudaErrorIllegalAddress)
        _exit(0);
    _exit(3);
}

static void a_fault_stays(void **state)
{
    char said[4096];
    int status = outcome_of(write_nowhere, said, sizeof(said));

    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 3);
    assert_non_null(strstr(said, "kernel write_kernel<uint32_t>, block (0"));
}

#ifdef __SANITIZE_ADDRESS__

static void write_beyond(void)
{
    probe_write(probe_zeros(8), 2, 1);
}

static void write_freed(void)
{
    uint32_t *memory = probe_zeros(8);

    cudaFree(memory);
    probe_write(memory, 0, 1);
}

static void a_sanitizer_sees_what_kernels_do(void **state)
{
    expect_end(write_beyond, "heap-buffer-overflow");
    expect_end(write_freed, "heap-use-after-free");
}

#else

static void a_sanitizer_sees_what_kernels_do(void **state)
{
    print_message("skipped: built without AddressSanitizer\n");
    skip();
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_counted_to_the_byte),
        cmocka_unit_test(misuse_of_memory_is_refused),
        cmocka_unit_test(impossible_launches_are_refused),
        cmocka_unit_test(a_stream_takes_kernels_of_its_own_device),
        cmocka_unit_test(what_cannot_end_well_ends_with_words),
        cmocka_unit_test(a_fault_stays),
        cmocka_unit_test(a_sanitizer_sees_what_kernels_do),
    };

    setenv("RELAXD_EMULATOR_DEVICES", "2", 1);
    chance_seed(0);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
