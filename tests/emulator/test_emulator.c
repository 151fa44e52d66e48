/* test_emulator: the emulated device runs threads as a device does, in many
 * orders. */
#include "tests/unit/cmocka_all.h"

#include "tests/emulator/chance.h"
#include "tests/emulator/probe_memory.h"
#include "tests/emulator/probes.h"

enum { SEEDS = 12 };

/* In program order and in some random ones. */
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
    uint32_t *memory = probe_zeros(sizeof(hits));

    probe_places(memory);
    probe_fetch(hits, memory, sizeof(hits));
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(hits[i], 1);
}

static void every_thread_of_a_grid_runs_once(void **state)
{
    in_every_order(check_places);
}

static void order_of_blocks(uint32_t *ret_order, unsigned blocks)
{
    uint32_t *next = probe_zeros(sizeof(*next));
    uint32_t *order = probe_zeros(blocks * sizeof(*order));

    probe_order(next, order, blocks);
    probe_fetch(ret_order, order, blocks * sizeof(*order));
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
        uint32_t *values = probe_zeros(sizeof(value));
        int *sums = probe_zeros(sizeof(sum));
        unsigned stay = leaves[i];

        probe_barriers(values, sums, THREADS, stay, ROUNDS);
        probe_fetch(value, values, sizeof(value));
        probe_fetch(sum, sums, sizeof(sum));
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

/* The value of lane `from`; the lane's own where there is no such lane. */
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
        void *memory = probe_zeros(sizeof(words));

        probe_lanes(memory, counts[i]);
        probe_fetch(words, memory, sizeof(words));
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
    struct probe_sums *memory = probe_zeros(sizeof(sums));

    cudaMemcpy(memory, &sums, sizeof(sums), cudaMemcpyHostToDevice);
    probe_atomics(memory, BLOCKS, BLOCK);
    probe_fetch(&sums, memory, sizeof(sums));
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
    uint32_t *memory = probe_zeros(sizeof(arrived));

    probe_wait_for_all(memory, BLOCKS);
    probe_fetch(&arrived, memory, sizeof(arrived));
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
    uint32_t *memory = probe_zeros(sizeof(words));

    probe_shared(memory, BLOCKS);
    probe_fetch(words, memory, sizeof(words));
    for (int i = 0; i < BLOCKS; i++) {
        assert_int_equal(words[2 * i], 0xcdcdcdcd);
        assert_int_equal(words[2 * i + 1], 14);
    }
}

/* A host that does not wait for the device. */
static uint32_t read_at_once(uint32_t *pinned)
{
    cudaStream_t stream;
    uint32_t *memory = probe_zeros(sizeof(*memory));
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
    uint32_t *memory = probe_zeros(16 * sizeof(uint32_t));
    uint32_t out[16];

    cudaMemcpy(memory, in, sizeof(in), cudaMemcpyHostToDevice);
    assert_int_equal(
        probe_cub(memory, memory + 5, memory + 10, memory + 11, memory + 15, 5),
        cudaSuccess);
    probe_fetch(out, memory, sizeof(out));
    assert_memory_equal(out + 5, expected, sizeof(expected));
    assert_int_equal(out[15], 3);
}

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
        cmocka_unit_test(a_drawn_device_is_late),
        cmocka_unit_test(cub_scans_reduces_and_selects),
    };

    chance_seed(0);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
