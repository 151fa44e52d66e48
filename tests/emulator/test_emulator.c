/* test_emulator: the emulated device does what a device does, and finds what a
 * device would leave undefined. */
#include "tests/unit/cmocka_all.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/emulator/chance.h"
#include "tests/emulator/probes.h"

enum { SEEDS = 12 };

/* Memory of the device, full of zeros. */
static void *zeros(size_t size)
{
    void *memory = NULL;

    assert_int_equal(cudaMalloc(&memory, size), cudaSuccess);
    assert_int_equal(cudaMemset(memory, 0, size), cudaSuccess);
    return memory;
}

static void fetch(void *to, void *memory, size_t size)
{
    assert_int_equal(cudaGetLastError(), cudaSuccess);
    assert_int_equal(cudaMemcpy(to, memory, size, cudaMemcpyDeviceToHost),
                     cudaSuccess);
    assert_int_equal(cudaFree(memory), cudaSuccess);
}

/* In the plain order and in some drawn ones. */
static void in_every_order(void (*test)(void))
{
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        chance_seed(seed);
        test();
    }
    chance_seed(0);
}

static void check_places(void)
{
    enum { THREADS = 12 * 24 };
    uint32_t hits[THREADS];
    uint32_t *memory = zeros(sizeof(hits));

    probe_places(memory);
    fetch(hits, memory, sizeof(hits));
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(hits[i], 1);
}

static void every_thread_of_a_grid_runs_once(void **state)
{
    in_every_order(check_places);
}

static void order_of_blocks(uint32_t *ret_order, unsigned blocks)
{
    uint32_t *next = zeros(sizeof(*next));
    uint32_t *order = zeros(blocks * sizeof(*order));

    probe_order(next, order, blocks);
    fetch(ret_order, order, blocks * sizeof(*order));
    cudaFree(next);
}

static void blocks_come_in_the_order_of_the_seed(void **state)
{
    enum { BLOCKS = 40 };
    uint32_t order[4][BLOCKS];
    static const uint64_t seeds[] = {0, 1, 1, 2};

    for (int i = 0; i < 4; i++) {
        chance_seed(seeds[i]);
        order_of_blocks(order[i], BLOCKS);
    }
    chance_seed(0);
    for (uint32_t i = 0; i < BLOCKS; i++)
        assert_int_equal(order[0][i], i);
    assert_memory_equal(order[1], order[2], sizeof(order[1]));
    assert_memory_not_equal(order[0], order[1], sizeof(order[0]));
    assert_memory_not_equal(order[1], order[3], sizeof(order[1]));
}

static void check_barriers(void)
{
    enum { THREADS = 100, ROUNDS = 5 };
    static const unsigned leaves[] = {THREADS, 70, 33, 1};

    for (int i = 0; i < 4; i++) {
        uint32_t value[THREADS];
        int sum[ROUNDS];
        uint32_t *values = zeros(sizeof(value));
        int *sums = zeros(sizeof(sum));
        unsigned stay = leaves[i];

        probe_barriers(values, sums, THREADS, stay, ROUNDS);
        fetch(value, values, sizeof(value));
        fetch(sum, sums, sizeof(sum));
        for (unsigned t = 0; t < stay; t++)
            assert_int_equal(value[t], (t + ROUNDS) % stay);
        assert_int_equal(sum[0], THREADS / 2);
        for (int round = 1; round < ROUNDS; round++)
            assert_int_equal(sum[round], (stay + 1) / 2);
    }
}

static void barriers_hold_and_do_not_wait_for_the_ended(void **state)
{
    in_every_order(check_barriers);
}

/* What lane `from` brought; its own where there is no such lane to take from.
 */
static uint32_t brought(unsigned lane, int from, unsigned lanes)
{
    return 100 + (from < 0 || from >= 32   ? lane
                  : (unsigned)from < lanes ? (unsigned)from
                                           : 0xdeadbeef - 100);
}

static void check_lane(const uint32_t *word, unsigned lane, unsigned lanes)
{
    uint32_t thirds = 0;
    uint32_t alike = 0;
    uint32_t sum = 0;

    for (unsigned i = 0; i < lanes; i++) {
        thirds |= (uint32_t)(i % 3 == 0) << i;
        alike |= (uint32_t)(i / 4 == lane / 4) << i;
        sum += 100 + i;
    }
    assert_int_equal(word[0], brought(lane, 1, lanes));
    assert_int_equal(word[1], brought(lane, (int)lane - 2, lanes));
    assert_int_equal(word[2], brought(lane, (int)lane + 1, lanes));
    assert_int_equal(word[3], brought(lane, (int)(lane ^ 1), lanes));
    assert_int_equal(word[4], brought(lane, (int)(lane / 8 * 8 + 3), lanes));
    assert_int_equal(word[5], thirds);
    assert_int_equal(word[6], 1);
    assert_int_equal(word[7], 0);
    assert_int_equal(word[8], alike);
    assert_int_equal(word[9], sum);
    assert_int_equal(word[10], 100);
    assert_int_equal(word[11], 100);
}

static void check_lanes(void)
{
    static const unsigned counts[] = {32, 31, 13};

    for (int i = 0; i < 3; i++) {
        uint32_t words[32][PROBE_LANE_WORDS];
        void *memory = zeros(sizeof(words));

        probe_lanes(memory, counts[i]);
        fetch(words, memory, sizeof(words));
        for (unsigned lane = 0; lane < counts[i]; lane++)
            check_lane(words[lane], lane, counts[i]);
    }
}

static void lanes_of_a_warp_exchange(void **state)
{
    in_every_order(check_lanes);
}

static uint32_t lost_in_this_order;

static void check_atomics(void)
{
    enum { BLOCKS = 9, BLOCK = 70, THREADS = BLOCKS * BLOCK };
    struct probe_sums sums = {.min = UINT32_MAX};
    struct probe_sums *memory = zeros(sizeof(sums));

    cudaMemcpy(memory, &sums, sizeof(sums), cudaMemcpyHostToDevice);
    probe_atomics(memory, BLOCKS, BLOCK);
    fetch(&sums, memory, sizeof(sums));
    assert_int_equal(sums.add, THREADS * (THREADS - 1) / 2);
    assert_int_equal(sums.cas, THREADS * (THREADS - 1) / 2);
    assert_int_equal(sums.min, 0);
    assert_int_equal(sums.max, THREADS - 1);
    assert_int_equal(sums.any, UINT32_MAX);
    lost_in_this_order = THREADS - sums.lost;
}

static void atomics_lose_nothing_and_plain_sums_do(void **state)
{
    uint32_t lost = 0;

    check_atomics();
    assert_int_equal(lost_in_this_order, 0);
    for (uint64_t seed = 1; seed < SEEDS; seed++) {
        chance_seed(seed);
        check_atomics();
        lost += lost_in_this_order;
    }
    chance_seed(0);
    assert_true(lost > 0);
}

static void check_waiting(void)
{
    enum { BLOCKS = 16 };
    uint32_t arrived;
    uint32_t *memory = zeros(sizeof(arrived));

    probe_wait_for_all(memory, BLOCKS);
    fetch(&arrived, memory, sizeof(arrived));
    assert_int_equal(arrived, BLOCKS);
}

static void blocks_may_wait_for_each_other(void **state)
{
    in_every_order(check_waiting);
}

static void shared_memory_begins_as_rubbish(void **state)
{
    enum { BLOCKS = 3 };
    uint32_t words[2 * BLOCKS];
    uint32_t *memory = zeros(sizeof(words));

    probe_shared(memory, BLOCKS);
    fetch(words, memory, sizeof(words));
    for (int i = 0; i < BLOCKS; i++) {
        assert_int_equal(words[2 * i], 0xcdcdcdcd);
        assert_int_equal(words[2 * i + 1], 14);
    }
}

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
    void *one = zeros(1);
    void *other = zeros(1000);

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
    uint32_t *memory = zeros(sizeof(words));

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
    uint32_t *memory = zeros(sizeof(*memory));
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

/* A host that does not wait for the device. */
static uint32_t read_at_once(uint32_t *pinned)
{
    cudaStream_t stream;
    uint32_t *memory = zeros(sizeof(*memory));
    uint32_t seen;

    *pinned = 1;
    assert_int_equal(cudaDeviceSynchronize(), cudaSuccess);
    assert_int_equal(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking),
                     cudaSuccess);
    assert_int_equal(cudaMemcpyAsync(pinned, memory, sizeof(*memory),
                                     cudaMemcpyDeviceToHost, stream),
                     cudaSuccess);
    seen = *(volatile uint32_t *)pinned;
    assert_int_equal(cudaStreamSynchronize(stream), cudaSuccess);
    assert_int_equal(*pinned, 0);
    cudaStreamDestroy(stream);
    cudaFree(memory);
    return seen;
}

static void a_drawn_device_is_late(void **state)
{
    void *pinned = NULL;
    uint32_t early = 0;

    assert_int_equal(cudaHostAlloc(&pinned, 4, cudaHostAllocMapped),
                     cudaSuccess);
    assert_int_equal(read_at_once(pinned), 0);
    for (uint64_t seed = 1; seed < SEEDS; seed++) {
        chance_seed(seed);
        early += read_at_once(pinned);
    }
    chance_seed(0);
    assert_in_range(early, 1, SEEDS - 1);
    assert_int_equal(cudaFreeHost(pinned), cudaSuccess);
}

static void cub_scans_reduces_and_selects(void **state)
{
    static const uint32_t in[] = {12, 3, 40, 10, 11};
    static const uint32_t expected[] = {0, 12, 15, 55, 65, 3, 12, 40, 11};
    uint32_t *memory = zeros(16 * sizeof(uint32_t));
    uint32_t out[16];

    cudaMemcpy(memory, in, sizeof(in), cudaMemcpyHostToDevice);
    assert_int_equal(
        probe_cub(memory, memory + 5, memory + 10, memory + 11, memory + 15, 5),
        cudaSuccess);
    fetch(out, memory, sizeof(out));
    assert_memory_equal(out + 5, expected, sizeof(expected));
    assert_int_equal(out[15], 3);
}

/* How a process that does this ends, and the start of what it says. */
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
    probe_write(zeros(8), 2, 1);
}

static void write_freed(void)
{
    uint32_t *memory = zeros(8);

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
        cmocka_unit_test(every_thread_of_a_grid_runs_once),
        cmocka_unit_test(blocks_come_in_the_order_of_the_seed),
        cmocka_unit_test(barriers_hold_and_do_not_wait_for_the_ended),
        cmocka_unit_test(lanes_of_a_warp_exchange),
        cmocka_unit_test(atomics_lose_nothing_and_plain_sums_do),
        cmocka_unit_test(blocks_may_wait_for_each_other),
        cmocka_unit_test(shared_memory_begins_as_rubbish),
        cmocka_unit_test(memory_is_counted_to_the_byte),
        cmocka_unit_test(misuse_of_memory_is_refused),
        cmocka_unit_test(impossible_launches_are_refused),
        cmocka_unit_test(a_stream_takes_kernels_of_its_own_device),
        cmocka_unit_test(a_drawn_device_is_late),
        cmocka_unit_test(cub_scans_reduces_and_selects),
        cmocka_unit_test(what_cannot_end_well_ends_with_words),
        cmocka_unit_test(a_fault_stays),
        cmocka_unit_test(a_sanitizer_sees_what_kernels_do),
    };

    setenv("RELAXD_EMULATOR_DEVICES", "2", 1);
    chance_seed(0);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
