/* cch kernels: all builds give the same as the simplest loops. */
#include "tests/unit/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "core/graph/cost.h"
#include "core/solver/cch/frontal.h"
#include "core/solver/cch/kernels.h"
#include "tests/unit/solver/edge_cost.h"

static struct frontal draw_frontal(struct random *random, uint32_t front_max)
{
    struct frontal frontal = {0};

    frontal.front = 1 + random_below(random, front_max);
    frontal.size = 1 + random_below(random, frontal.front);
    frontal.stride = frontal_stride(frontal.front);
    frontal.word = aligned_alloc(64, (frontal.front + (size_t)1) *
                                         frontal.stride * sizeof(uint32_t));
    assert_non_null(frontal.word);
    for (uint32_t i = 0; i < frontal.front; i++) {
        for (uint32_t j = 0; j < frontal.stride; j++)
            frontal.word[i * frontal.stride + j] = i == j ? 0
                                                   : j < frontal.front
                                                       ? edge_cost_draw(random)
                                                       : COST_INFINITY;
    }
    return frontal;
}

static void copy(struct frontal *to, const struct frontal *from)
{
    memcpy(to->word, from->word,
           (size_t)from->front * from->stride * sizeof(*to->word));
}

static void relax(struct frontal *frontal, uint32_t i, uint32_t over,
                  uint32_t j)
{
    uint32_t *word = frontal->word;
    uint32_t stride = frontal->stride;
    uint32_t sum = cost_add(word[i * stride + over], word[over * stride + j]);

    if (sum < word[i * stride + j])
        word[i * stride + j] = sum;
}

static void eliminate_plainly(struct frontal *frontal)
{
    for (uint32_t k = 0; k < frontal->size; k++) {
        for (uint32_t i = k + 1; i < frontal->front; i++) {
            for (uint32_t j = k + 1; j < frontal->front; j++)
                relax(frontal, i, k, j);
        }
    }
}

/* Paths over the first `count` vertices of the front. */
static void pass_plainly(struct frontal *frontal, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++) {
        for (uint32_t i = 0; i < frontal->front; i++) {
            for (uint32_t j = 0; j < frontal->front; j++)
                relax(frontal, i, k, j);
        }
    }
}

/* Compares the rows or the columns of the supernode; the rest is undefined. */
static void assert_same_panel(const struct frontal *a, const struct frontal *b)
{
    for (uint32_t i = 0; i < a->front; i++) {
        uint32_t count = i < a->size ? a->front : a->size;

        assert_memory_equal(a->word + i * a->stride, b->word + i * a->stride,
                            count * sizeof(uint32_t));
    }
}

static void check(const struct frontal_kernels *kernels, unsigned threads,
                  uint32_t front_max, struct random *random)
{
    struct frontal drawn = draw_frontal(random, front_max);
    struct frontal plain = drawn;
    struct frontal made = drawn;
    size_t bytes = (drawn.front + (size_t)1) * drawn.stride * sizeof(uint32_t);

    plain.word = aligned_alloc(64, bytes);
    made.word = aligned_alloc(64, bytes);
    assert_non_null(plain.word);
    assert_non_null(made.word);
    copy(&plain, &drawn);
    copy(&made, &drawn);
    eliminate_plainly(&plain);
    frontal_eliminate(&made, kernels, threads);
    assert_memory_equal(made.word, plain.word, bytes - drawn.stride * 4);
    pass_plainly(&plain, plain.size);
    frontal_close(&made, kernels, threads);
    assert_same_panel(&made, &plain);
    free(drawn.word);
    free(plain.word);
    free(made.word);
}

/* For ThreadSanitizer only tests with several threads matter. */
#ifdef __SANITIZE_THREAD__
enum { SMALL_CHECKS = 30, LARGE_CHECKS = 6 };
#else
enum { SMALL_CHECKS = 300, LARGE_CHECKS = 12 };
#endif

static void all_builds_give_what_the_plainest_loops_give(void **state)
{
    const struct frontal_kernels *const *kernels = frontal_kernels_all();
    struct random random;

    random_seed(&random, 1);
    for (; *kernels; kernels++) {
        print_message("%s\n", (*kernels)->name);
        for (int i = 0; i < SMALL_CHECKS; i++)
            check(*kernels, 1, 40, &random);
        for (unsigned i = 0; i < LARGE_CHECKS; i++)
            check(*kernels, 1 + i % 3, 300, &random);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_builds_give_what_the_plainest_loops_give),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
