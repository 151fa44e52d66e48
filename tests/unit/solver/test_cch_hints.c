/* hints: stored parts are found again by their entry alone. */
#include "tests/unit/cmocka_all.h"

#include <stdlib.h>

#include "core/base/random.h"
#include "core/solver/cch/hints.h"

static struct parts parts_of(uint64_t entry, uint64_t most)
{
    uint64_t first = (entry * 7 + 1) % most;

    if (entry % 3 == 0)
        return (struct parts){PIECE_ARC | first, PIECE_NONE};
    if (entry % 3 == 1)
        return (struct parts){first, PIECE_ARC | (most - 1)};
    return (struct parts){most - 1, first};
}

static void assert_parts(struct parts parts, struct parts expected)
{
    assert_int_equal(parts.first, expected.first);
    assert_int_equal(parts.second, expected.second);
}

/* How many of all entries, each stored in turn, are found again unchanged. */
static uint64_t count_found(uint64_t entries, uint64_t arcs)
{
    uint64_t most = entries < arcs ? entries : arcs;
    uint64_t found = 0;
    struct hints hints;
    struct parts parts;

    assert_int_equal(hints_init(&hints, entries, arcs), 0);
    for (uint64_t e = 0; e < entries; e++) {
        hints_leave(&hints, e, parts_of(e, most));
        assert_true(hints_find(&hints, e, &parts));
        assert_parts(parts, parts_of(e, most));
    }
    for (uint64_t e = 0; e < entries; e++) {
        if (!hints_find(&hints, e, &parts))
            continue;
        assert_parts(parts, parts_of(e, most));
        found++;
    }
    hints_finish(&hints);
    return found;
}

static void what_is_left_last_is_found(void **state)
{
    static const uint64_t counts[] = {2, 3, 8, 64, 1000, 4096, 100003};

    for (size_t i = 0; i < sizeof(counts) / sizeof(*counts); i++) {
        uint64_t found = count_found(counts[i], counts[i] + i);

        assert_true(found * 32 >= counts[i]);
        assert_true(found >= (counts[i] < 8 ? counts[i] : 8));
    }
}

static void an_entry_has_one_hint(void **state)
{
    struct parts parts = {5, PIECE_ARC | 6};
    struct hints hints;

    assert_int_equal(hints_init(&hints, 1000, 1000), 0);
    assert_false(hints_find(&hints, 17, &parts));
    for (uint64_t i = 1; i < 20; i++)
        hints_leave(&hints, 17, (struct parts){i, i + 1});
    assert_true(hints_find(&hints, 17, &parts));
    assert_parts(parts, (struct parts){19, 20});
    assert_false(hints_find(&hints, 18, &parts));
    hints_finish(&hints);
}

static void a_thirtieth_of_the_entries_has_room(void **state)
{
    enum { ENTRIES = 1000000, LEFT = ENTRIES / 30 };
    struct random random;
    struct hints hints;
    struct parts parts;
    int found = 0;

    assert_int_equal(hints_init(&hints, ENTRIES, ENTRIES), 0);
    random_seed(&random, 1);
    for (int i = 0; i < LEFT; i++)
        hints_leave(&hints, random_below(&random, ENTRIES),
                    (struct parts){1, 2});
    random_seed(&random, 1);
    for (int i = 0; i < LEFT; i++)
        found += hints_find(&hints, random_below(&random, ENTRIES), &parts);
    print_message("%d of %d\n", found, LEFT);
    assert_true(found > LEFT / 100 * 95);
    hints_finish(&hints);
}

/* Numbers are distinguished as far as there are bits for both pieces. */
static void numbers_may_be_large(void **state)
{
    struct hints hints;
    struct parts parts;
    uint64_t most = (UINT64_C(1) << 30) - 1;

    hints = (struct hints){.key_bits = 12, .tag_bits = 2, .piece_bits = 31};
    hints.word = calloc((1 << 10) * HINTS_BUCKET, sizeof(*hints.word));
    for (uint64_t e = 0; e < 4; e++)
        hints_leave(&hints, e,
                    (struct parts){PIECE_ARC | (most - 1), most - 2});
    for (uint64_t e = 0; e < 4; e++) {
        assert_true(hints_find(&hints, e, &parts));
        assert_parts(parts, (struct parts){PIECE_ARC | (most - 1), most - 2});
    }
    assert_false(hints_find(&hints, 4, &parts));
    hints_finish(&hints);
}

static void too_large_ones_have_none(void **state)
{
    struct parts parts;
    struct hints hints;

    assert_int_equal(hints_init(&hints, UINT64_C(1) << 31, 5), 0);
    hints_leave(&hints, 3, (struct parts){1, 2});
    assert_false(hints_find(&hints, 3, &parts));
    hints_prefetch(&hints, 3);
    hints_finish(&hints);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_left_last_is_found),
        cmocka_unit_test(an_entry_has_one_hint),
        cmocka_unit_test(a_thirtieth_of_the_entries_has_room),
        cmocka_unit_test(numbers_may_be_large),
        cmocka_unit_test(too_large_ones_have_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
