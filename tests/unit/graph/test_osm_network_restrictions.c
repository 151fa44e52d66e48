/* osm_network: restrictions by node and by way, no_ and only_, and why some are
 * omitted. */
#include "tests/unit/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "core/graph/cost.h"
#include "core/graph/road_network/road_map.h"
#include "tests/unit/graph/osm_sketch.h"

#define PRIMARY "highway=primary"
#define NO      "type=restriction, restriction=no_left_turn"
#define NO_BACK "type=restriction, restriction=no_u_turn"
#define ONLY    "type=restriction, restriction=only_straight_on"

/* U-turns are allowed, so that forbidden ones show. */
static const char *const back[] = {"turns.u-turn-at=anywhere", NULL};

/*     d
 *   a b c
 *     e   with four ways that end in b. */
static struct osm_sketch crossing(void)
{
    struct osm_sketch s = sketch_begin("  d  \na b c\n  e  ");

    sketch_way(&s, "ab", PRIMARY);
    sketch_way(&s, "bc", PRIMARY);
    sketch_way(&s, "bd", PRIMARY);
    sketch_way(&s, "eb", PRIMARY);
    return s;
}

static void assert_counted(const struct osm_sketch *s, enum import_count count)
{
    for (int i = COUNT_RESTRICTIONS; i <= COUNT_RESTRICTIONS_UNCLEAR; i++) {
        if (s->report.count[i] != (i == (int)count))
            fail_msg("%d of %s", (int)s->report.count[i],
                     import_count_name((enum import_count)i));
    }
}

static void no_forbids_one_turn(void **state)
{
    struct osm_sketch s = crossing();

    sketch_relation(&s, NO, "ab", "b", "bd");
    sketch_make(&s, back);
    assert_false(sketch_can(&s, "abd"));
    assert_true(sketch_can(&s, "abc"));
    assert_true(sketch_can(&s, "abe"));
    assert_true(sketch_can(&s, "aba"));
    assert_true(sketch_can(&s, "dba"));
    assert_true(sketch_can(&s, "cbd"));
    assert_int_equal(s.network.sequence_count, 0);
    assert_counted(&s, COUNT_RESTRICTIONS);
    sketch_end(&s);
}

static void only_forbids_all_others(void **state)
{
    struct osm_sketch s = crossing();

    sketch_relation(&s, ONLY, "ab", "b", "bc");
    sketch_make(&s, back);
    assert_true(sketch_can(&s, "abc"));
    assert_false(sketch_can(&s, "abd"));
    assert_false(sketch_can(&s, "abe"));
    assert_false(sketch_can(&s, "aba"));
    assert_true(sketch_can(&s, "ebd"));
    assert_true(sketch_can(&s, "cbd"));
    assert_counted(&s, COUNT_RESTRICTIONS);
    sketch_end(&s);
}

static void turning_back_may_be_forbidden(void **state)
{
    struct osm_sketch s = crossing();

    sketch_relation(&s, NO_BACK, "ab", "b", "ab");
    sketch_make(&s, back);
    assert_false(sketch_can(&s, "aba"));
    assert_true(sketch_can(&s, "abc"));
    assert_true(sketch_can(&s, "cbc"));
    assert_counted(&s, COUNT_RESTRICTIONS);
    sketch_end(&s);
}

static void turning_back_may_be_forbidden_in_the_middle_of_a_way(void **state)
{
    struct osm_sketch s = sketch_begin("a b c");

    sketch_way(&s, "abc", PRIMARY);
    sketch_relation(&s, NO_BACK, "abc", "b", "abc");
    sketch_make(&s, back);
    assert_false(sketch_can(&s, "aba"));
    assert_false(sketch_can(&s, "cbc"));
    assert_true(sketch_can(&s, "abc"));
    assert_true(sketch_can(&s, "cba"));
    assert_counted(&s, COUNT_RESTRICTIONS);
    sketch_end(&s);
}

static void turning_back_on_a_one_way_forbids_nothing_else(void **state)
{
    struct osm_sketch s = sketch_begin("a b c\n  d  ");

    sketch_way(&s, "abc", "highway=primary, oneway=yes");
    sketch_way(&s, "bd", PRIMARY);
    sketch_relation(&s, NO_BACK, "abc", "b", "abc");
    sketch_make(&s, back);
    assert_true(sketch_can(&s, "abc"));
    assert_true(sketch_can(&s, "abd"));
    assert_counted(&s, COUNT_RESTRICTIONS);
    sketch_end(&s);
}

static void several_may_not_enter(void **state)
{
    struct osm_sketch s = crossing();

    sketch_relation(&s, "type=restriction, restriction=no_entry", "ab eb", "b",
                    "bc");
    sketch_make(&s, back);
    assert_false(sketch_can(&s, "abc"));
    assert_false(sketch_can(&s, "ebc"));
    assert_true(sketch_can(&s, "dbc"));
    assert_true(sketch_can(&s, "abe"));
    assert_counted(&s, COUNT_RESTRICTIONS);
    sketch_end(&s);
}

static void one_may_not_leave_by_several(void **state)
{
    struct osm_sketch s = crossing();

    sketch_relation(&s, "type=restriction, restriction=no_exit", "ab", "b",
                    "bc bd");
    sketch_make(&s, back);
    assert_false(sketch_can(&s, "abc"));
    assert_false(sketch_can(&s, "abd"));
    assert_true(sketch_can(&s, "abe"));
    assert_counted(&s, COUNT_RESTRICTIONS);
    sketch_end(&s);
}

static void only_may_name_several(void **state)
{
    struct osm_sketch s = crossing();

    sketch_relation(&s, ONLY, "ab", "b", "bc bd");
    sketch_make(&s, back);
    assert_true(sketch_can(&s, "abc"));
    assert_true(sketch_can(&s, "abd"));
    assert_false(sketch_can(&s, "abe"));
    assert_counted(&s, COUNT_RESTRICTIONS);
    sketch_end(&s);
}

static void a_node_without_a_choice_may_have_one(void **state)
{
    struct osm_sketch s = sketch_begin("a b c d");

    sketch_way(&s, "ab", PRIMARY);
    sketch_way(&s, "bcd", PRIMARY);
    sketch_relation(&s, NO, "ab", "b", "bcd");
    sketch_make(&s, back);
    assert_false(sketch_can(&s, "abc"));
    assert_true(sketch_can(&s, "dcba"));
    assert_true(sketch_can(&s, "aba"));
    sketch_end(&s);
}

/* c - d - e
 *     |
 * a - b - f */
static struct osm_sketch two_crossings(void)
{
    struct osm_sketch s = sketch_begin("c d e\na b f");

    sketch_way(&s, "ab", PRIMARY);
    sketch_way(&s, "bf", PRIMARY);
    sketch_way(&s, "bd", PRIMARY);
    sketch_way(&s, "cd", PRIMARY);
    sketch_way(&s, "de", PRIMARY);
    return s;
}

static void no_by_way_forbids_who_came_so(void **state)
{
    struct osm_sketch s = two_crossings();

    sketch_relation(&s, NO_BACK, "ab", "bd", "cd");
    sketch_make(&s, back);
    assert_false(sketch_can(&s, "abdc"));
    assert_true(sketch_can(&s, "abde"));
    assert_true(sketch_can(&s, "fbdc"));
    assert_true(sketch_can(&s, "cdba"));
    assert_true(sketch_can(&s, "abdb"));
    assert_true(sketch_can(&s, "bdc"));
    assert_int_equal(s.network.sequence_count, 1);
    assert_counted(&s, COUNT_RESTRICTIONS);
    sketch_end(&s);
}

static void only_by_way_forbids_all_others_to_who_came_so(void **state)
{
    struct osm_sketch s = two_crossings();

    sketch_relation(&s, ONLY, "ab", "bd", "de");
    sketch_make(&s, back);
    assert_true(sketch_can(&s, "abde"));
    assert_false(sketch_can(&s, "abdc"));
    assert_false(sketch_can(&s, "abdb"));
    assert_true(sketch_can(&s, "abf"));
    assert_true(sketch_can(&s, "fbdc"));
    assert_true(sketch_can(&s, "bdc"));
    assert_counted(&s, COUNT_RESTRICTIONS);
    sketch_end(&s);
}

static void via_may_be_several_ways_in_either_order(void **state)
{
    for (int order = 0; order < 2; order++) {
        struct osm_sketch s = sketch_begin("a b c d e\n  f g h  ");

        sketch_way(&s, "ab", PRIMARY);
        sketch_way(&s, "cb", PRIMARY);
        sketch_way(&s, "cd", PRIMARY);
        sketch_way(&s, "de", PRIMARY);
        sketch_way(&s, "bf", PRIMARY);
        sketch_way(&s, "cg", PRIMARY);
        sketch_way(&s, "dh", PRIMARY);
        sketch_relation(&s, NO, "ab", order ? "cd cb" : "cb cd", "de");
        sketch_make(&s, back);
        assert_false(sketch_can(&s, "abcde"));
        assert_true(sketch_can(&s, "abcdh"));
        assert_true(sketch_can(&s, "fbcde"));
        assert_true(sketch_can(&s, "gcde"));
        assert_true(sketch_can(&s, "edcba"));
        assert_counted(&s, COUNT_RESTRICTIONS);
        sketch_end(&s);
    }
}

static void via_may_have_junctions_of_its_own(void **state)
{
    struct osm_sketch s = sketch_begin("a b c d e\n    f    ");

    sketch_way(&s, "ab", PRIMARY);
    sketch_way(&s, "dcb", PRIMARY);
    sketch_way(&s, "de", PRIMARY);
    sketch_way(&s, "cf", PRIMARY);
    sketch_relation(&s, NO, "ab", "dcb", "de");
    sketch_make(&s, back);
    assert_false(sketch_can(&s, "abcde"));
    assert_true(sketch_can(&s, "abcf"));
    assert_true(sketch_can(&s, "fcde"));
    assert_true(sketch_can(&s, "edcba"));
    /* The restriction does not apply to a vehicle that leaves the path. */
    assert_true(sketch_can(&s, "abcfcde"));
    sketch_end(&s);
}

static void sequences_pass_no_plain_junction(void **state)
{
    static const char *const set[] = {"turns.u-turn-at=anywhere",
                                      "turns.u-turn=0", NULL};
    struct osm_sketch s = sketch_begin("a b c d e\n    f    ");

    sketch_way(&s, "ab", PRIMARY);
    sketch_way(&s, "bcd", PRIMARY);
    sketch_way(&s, "de", PRIMARY);
    sketch_way(&s, "cf", PRIMARY);
    sketch_relation(&s, NO, "ab", "bcd", "de");
    sketch_make(&s, set);
    assert_false(sketch_can(&s, "abcde"));
    assert_int_equal(s.network.sequence_count, 1);
    assert_int_equal(s.network.first_of_sequence[1], 4);
    for (uint32_t i = 0; i < 3; i++)
        assert_false(s.network.junction_plain
                         [s.network.piece_end[s.network.sequence_edge[i] ^ 1]]);
    sketch_end(&s);
}

static void the_same_restriction_twice_is_one_sequence(void **state)
{
    struct osm_sketch s = two_crossings();

    sketch_relation(&s, NO, "ab", "bd", "cd");
    sketch_relation(&s, NO_BACK, "ab", "bd", "cd");
    sketch_make(&s, back);
    assert_int_equal(s.report.count[COUNT_RESTRICTIONS], 2);
    assert_int_equal(s.network.sequence_count, 1);
    sketch_end(&s);
}

static void what_one_ways_forbid_holds_anyway(void **state)
{
    struct osm_sketch s = sketch_begin("a b c\n  d  ");

    sketch_way(&s, "ab", PRIMARY);
    sketch_way(&s, "bc", PRIMARY);
    sketch_way(&s, "db", "highway=primary, oneway=yes");
    sketch_relation(&s, NO, "ab", "b", "db");
    sketch_make(&s, NULL);
    assert_false(sketch_can(&s, "abd"));
    assert_counted(&s, COUNT_RESTRICTIONS);
    sketch_end(&s);
}

static void only_where_nobody_can_is_left_out(void **state)
{
    struct osm_sketch s = sketch_begin("a b c\n  d  ");

    sketch_way(&s, "ab", PRIMARY);
    sketch_way(&s, "bc", PRIMARY);
    sketch_way(&s, "db", "highway=primary, oneway=yes");
    sketch_relation(&s, ONLY, "ab", "b", "db");
    sketch_make(&s, NULL);
    assert_true(sketch_can(&s, "abc"));
    assert_counted(&s, COUNT_RESTRICTIONS_MISSING);
    sketch_end(&s);
}

static void which_side_of_a_passing_way_is_unclear(void **state)
{
    for (int to = 0; to < 2; to++) {
        struct osm_sketch s = sketch_begin("a b c\n  d  ");

        sketch_way(&s, "abc", PRIMARY);
        sketch_way(&s, "bd", PRIMARY);
        sketch_relation(&s, NO, to ? "bd" : "abc", "b", to ? "abc" : "bd");
        sketch_make(&s, NULL);
        assert_true(sketch_can(&s, "abd"));
        assert_true(sketch_can(&s, "dbc"));
        assert_counted(&s, COUNT_RESTRICTIONS_UNCLEAR);
        sketch_end(&s);
    }
}

static void a_one_way_that_passes_has_one_side(void **state)
{
    struct osm_sketch s = sketch_begin("a b c\n  d  ");

    sketch_way(&s, "abc", "highway=primary, oneway=yes");
    sketch_way(&s, "bd", PRIMARY);
    sketch_relation(&s, NO, "abc", "b", "bd");
    sketch_make(&s, NULL);
    assert_false(sketch_can(&s, "abd"));
    assert_true(sketch_can(&s, "abc"));
    assert_counted(&s, COUNT_RESTRICTIONS);
    sketch_end(&s);
}

static void members_have_to_meet(void **state)
{
    static const char *const members[][3] = {{"ab", "b", "de"},
                                             {"de", "b", "bf"},
                                             {"ab", "de", "bf"},
                                             {"ab", "bd", "bf"}};

    for (size_t i = 0; i < 4; i++) {
        struct osm_sketch s = two_crossings();

        sketch_relation(&s, NO, members[i][0], members[i][1], members[i][2]);
        sketch_make(&s, back);
        assert_counted(&s, COUNT_RESTRICTIONS_APART);
        assert_true(sketch_can(&s, "abde"));
        sketch_end(&s);
    }
}

static void members_have_to_be_there(void **state)
{
    static const struct {
        const char *member[3];
        enum import_count count;
    } cases[] = {
        {{"", "b", "bf"}, COUNT_RESTRICTIONS_NO_MEMBER},
        {{"ab", "", "bf"}, COUNT_RESTRICTIONS_NO_MEMBER},
        {{"ab", "b", ""}, COUNT_RESTRICTIONS_NO_MEMBER},
        {{"!", "b", "bf"}, COUNT_RESTRICTIONS_MISSING},
        {{"ab", "!", "cd"}, COUNT_RESTRICTIONS_MISSING},
        {{"ab", "z", "bf"}, COUNT_RESTRICTIONS_MISSING},
        {{"ab", "b", "!"}, COUNT_RESTRICTIONS_MISSING},
        {{"ab", "b d", "bf"}, COUNT_RESTRICTIONS_UNCLEAR},
        {{"ab", "b bd", "de"}, COUNT_RESTRICTIONS_UNCLEAR},
        {{"! ab", "b", "bf"}, COUNT_RESTRICTIONS},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct osm_sketch s = two_crossings();

        sketch_relation(&s, NO, cases[i].member[0], cases[i].member[1],
                        cases[i].member[2]);
        sketch_make(&s, back);
        assert_counted(&s, cases[i].count);
        assert_int_equal(sketch_can(&s, "abf"),
                         cases[i].count != COUNT_RESTRICTIONS);
        sketch_end(&s);
    }
}

static void a_via_way_with_a_gap_is_not_there(void **state)
{
    struct osm_sketch s = sketch_begin("a b x c d");

    sketch_missing(&s, 'x');
    sketch_way(&s, "ab", PRIMARY);
    sketch_way(&s, "bxc", PRIMARY);
    sketch_way(&s, "cd", PRIMARY);
    sketch_relation(&s, NO, "ab", "bxc", "cd");
    sketch_make(&s, NULL);
    assert_counted(&s, COUNT_RESTRICTIONS_MISSING);
    sketch_end(&s);
}

static void a_closed_via_way_may_be_one_way(void **state)
{
    /* A roundabout entered and left at b: going around once is forbidden. */
    for (int one_way = 0; one_way < 2; one_way++) {
        struct osm_sketch s = sketch_begin("a b c\n  e d");

        sketch_way(&s, "ab", PRIMARY);
        sketch_way(&s, "bcdeb",
                   one_way ? "highway=primary, oneway=yes"
                           : "highway=primary, name=x");
        sketch_relation(&s, NO_BACK, "ab", "bcdeb", "ab");
        sketch_make(&s, NULL);
        assert_int_equal(sketch_can(&s, "abcdeba"), !one_way);
        assert_counted(&s, one_way ? COUNT_RESTRICTIONS
                                   : COUNT_RESTRICTIONS_UNCLEAR);
        sketch_end(&s);
    }
}

static void kinds_are_counted(void **state)
{
    static const struct {
        const char *tags;
        enum import_count count;
    } cases[] = {
        {"type=restriction, restriction=no_right_turn", COUNT_RESTRICTIONS},
        {"type=restriction, restriction=flying", COUNT_RESTRICTIONS_UNKNOWN},
        {"type=restriction, restriction=no_left_turn, day_on=Monday",
         COUNT_RESTRICTIONS_CONDITIONAL},
        {"type=restriction, restriction:conditional=no_left_turn @ (Mo)",
         COUNT_RESTRICTIONS_CONDITIONAL},
        {"type=restriction, restriction:hgv=no_left_turn",
         COUNT_RESTRICTIONS_IGNORED},
        {"type=restriction, restriction=no_left_turn, except=motorcar",
         COUNT_RESTRICTIONS_EXCEPTED},
    };
    static const char *const set[] = {"restrictions.except=motorcar", NULL};

    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct osm_sketch s = crossing();

        sketch_relation(&s, cases[i].tags, "ab", "b", "bd");
        sketch_make(&s, set);
        assert_counted(&s, cases[i].count);
        assert_int_equal(sketch_can(&s, "abd"),
                         cases[i].count != COUNT_RESTRICTIONS);
        sketch_end(&s);
    }
}

static const char *const timed[] = {"turns.u-turn-at=anywhere",
                                    "restrictions.conditional=yes", NULL};

/* The sequence with this condition leads over these letters. */
static void assert_timed(const struct osm_sketch *s, uint32_t sequence,
                         const char *condition, const char *letters)
{
    const struct road_network *network = &s->network;
    uint32_t first = network->first_of_sequence[sequence];
    size_t edges = network->first_of_sequence[sequence + 1] - first;

    assert_string_equal(network->text + network->sequence_condition[sequence],
                        condition);
    assert_int_equal(edges, strlen(letters) - 1);
    for (size_t i = 0; i < edges; i++)
        assert_int_equal(
            network->sequence_edge[first + i],
            sketch_segment(s, (char[]){letters[i], letters[i + 1], 0}).edge);
}

#define MORNING "no_left_turn @ (Mo-Fr 07:00-09:00)"
#define NIGHT   "only_straight_on @ (22:00-05:00)"

static void conditional_ones_are_sequences_with_a_condition(void **state)
{
    struct osm_sketch s = crossing();

    sketch_relation(&s, "type=restriction, restriction:conditional=" MORNING,
                    "ab", "b", "bd");
    sketch_relation(&s, "type=restriction, restriction:conditional=" MORNING,
                    "ab", "b", "bd");
    sketch_make(&s, timed);
    assert_int_equal(s.report.count[COUNT_RESTRICTIONS], 2);
    assert_int_equal(s.network.sequence_count, 1);
    assert_timed(&s, 0, MORNING, "abd");
    sketch_end(&s);
}

static void conditional_ones_may_lead_over_ways(void **state)
{
    struct osm_sketch s = two_crossings();

    sketch_relation(&s, "type=restriction, restriction:conditional=" MORNING,
                    "ab", "bd", "cd");
    sketch_relation(&s, NO, "ab", "bd", "de");
    sketch_make(&s, timed);
    assert_int_equal(s.network.sequence_count, 2);
    for (uint32_t i = 0; i < 2; i++) {
        if (s.network.sequence_condition[i])
            assert_timed(&s, i, MORNING, "abdc");
        else
            assert_timed(&s, i, "", "abde");
    }
    sketch_end(&s);
}

/* Each holds on its own. */
static void conditions_are_not_merged(void **state)
{
    struct osm_sketch s = crossing();

    sketch_relation(&s, "type=restriction, restriction:conditional=" NIGHT,
                    "ab", "b", "bc");
    sketch_relation(&s, ONLY, "ab", "b", "bd");
    sketch_make(&s, timed);
    assert_false(sketch_can(&s, "abc"));
    assert_int_equal(s.network.sequence_count, 1);
    assert_timed(&s, 0, NIGHT, "abd");
    sketch_end(&s);
}

static void a_turn_back_may_be_conditional(void **state)
{
    struct osm_sketch s = crossing();

    sketch_relation(&s, "type=restriction, restriction:conditional=" MORNING,
                    "ab", "b", "ab");
    sketch_make(&s, timed);
    assert_int_equal(s.network.sequence_count, 1);
    assert_timed(&s, 0, MORNING, "aba");
    sketch_end(&s);
}

/* An arc for each turn that a restriction forbids at times, one and the same
 * map but for that. */
static void maps_have_conditions_of_arcs(void **state)
{
    const struct road_map_settings settings = {.source = "test"};
    struct osm_sketch s = two_crossings();
    struct map *map, *same;
    const struct condition *conditions;

    sketch_make(&s, back);
    assert_int_equal(road_map_make(&s.network, &settings, &same, NULL), 0);
    sketch_end(&s);
    s = two_crossings();
    sketch_relation(&s, "type=restriction, restriction:conditional=" MORNING,
                    "ab", "bd", "cd");
    sketch_relation(&s, "type=restriction, restriction:conditional=" NIGHT,
                    "bf", "b", "bd");
    sketch_make(&s, timed);
    assert_int_equal(road_map_make(&s.network, &settings, &map, NULL), 0);
    assert_int_equal(same->roads.condition_count, 0);
    assert_int_equal(same->roads.state_count, 0);
    assert_int_equal(map->roads.state_count, 1); /* b to d, coming from a */
    /* After abd to c; after fb to a, and back. */
    assert_int_equal(map->roads.condition_count, 3);
    conditions = map->roads.conditions;
    for (uint32_t i = 0; i < 3; i++) {
        assert_true(map->imported.arcs.weight[conditions[i].item] <=
                    WEIGHT_MAX);
        assert_true(i == 0 || conditions[i - 1].item < conditions[i].item);
        assert_true(map->roads.text[conditions[i].text] != 0);
    }
    map_destroy(map);
    map_destroy(same);
    sketch_end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_forbids_one_turn),
        cmocka_unit_test(only_forbids_all_others),
        cmocka_unit_test(turning_back_may_be_forbidden),
        cmocka_unit_test(turning_back_may_be_forbidden_in_the_middle_of_a_way),
        cmocka_unit_test(turning_back_on_a_one_way_forbids_nothing_else),
        cmocka_unit_test(several_may_not_enter),
        cmocka_unit_test(one_may_not_leave_by_several),
        cmocka_unit_test(only_may_name_several),
        cmocka_unit_test(a_node_without_a_choice_may_have_one),
        cmocka_unit_test(no_by_way_forbids_who_came_so),
        cmocka_unit_test(only_by_way_forbids_all_others_to_who_came_so),
        cmocka_unit_test(via_may_be_several_ways_in_either_order),
        cmocka_unit_test(via_may_have_junctions_of_its_own),
        cmocka_unit_test(sequences_pass_no_plain_junction),
        cmocka_unit_test(the_same_restriction_twice_is_one_sequence),
        cmocka_unit_test(what_one_ways_forbid_holds_anyway),
        cmocka_unit_test(only_where_nobody_can_is_left_out),
        cmocka_unit_test(which_side_of_a_passing_way_is_unclear),
        cmocka_unit_test(a_one_way_that_passes_has_one_side),
        cmocka_unit_test(members_have_to_meet),
        cmocka_unit_test(members_have_to_be_there),
        cmocka_unit_test(a_via_way_with_a_gap_is_not_there),
        cmocka_unit_test(a_closed_via_way_may_be_one_way),
        cmocka_unit_test(kinds_are_counted),
        cmocka_unit_test(conditional_ones_are_sequences_with_a_condition),
        cmocka_unit_test(conditional_ones_may_lead_over_ways),
        cmocka_unit_test(conditions_are_not_merged),
        cmocka_unit_test(a_turn_back_may_be_conditional),
        cmocka_unit_test(maps_have_conditions_of_arcs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
