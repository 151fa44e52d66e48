/* model_oracle: an interpreter that reads a text and knows its value at the
 * end, rules one after the other, and sums. model_oracle_place.c says what
 * holds in a place. */
#include "tests/unit/weighting/model_oracle.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "tests/unit/cmocka_all.h"
#include "tests/unit/weighting/model_oracle_place.h"

/* ---- Texts --------------------------------------------------------------- */

struct interpreter {
    const char *at;
    const struct oracle_place *place;
};

static double either(struct interpreter *text);

static bool take(struct interpreter *text, const char *mark)
{
    text->at += strspn(text->at, " \t\n\r");
    if (strncmp(text->at, mark, strlen(mark)) != 0)
        return false;
    text->at += strlen(mark);
    return true;
}

static void must_take(struct interpreter *text, const char *mark)
{
    if (!take(text, mark))
        fail_msg("no '%s' at '%s'", mark, text->at);
}

static double name(struct interpreter *text)
{
    char name[80], word[80] = "";
    int length = 0;
    bool differs = false;

    if (sscanf(text->at, "%79[A-Za-z0-9_]%n", name, &length) != 1)
        fail_msg("no name at '%s'", text->at);
    text->at += length;
    if (!oracle_place_is_word(name))
        return oracle_place_number(text->place, name);
    if (take(text, "!="))
        differs = true;
    else if (!take(text, "=="))
        return !oracle_place_says(text->place, name, "MISSING") &&
               !oracle_place_says(text->place, name, "NO");
    text->at += strspn(text->at, " ");
    if (sscanf(text->at, "%79[A-Z0-9_]%n", word, &length) != 1)
        fail_msg("no word at '%s'", text->at);
    text->at += length;
    return oracle_place_says(text->place, name, word) != differs;
}

static double one(struct interpreter *text)
{
    double value;
    char *end;

    if (take(text, "!"))
        return one(text) == 0;
    if (take(text, "-"))
        return -one(text);
    if (take(text, "Math.sqrt(") || take(text, "sqrt(")) {
        value = sqrt(either(text));
        must_take(text, ")");
        return value;
    }
    if (take(text, "(")) {
        value = either(text);
        must_take(text, ")");
        return value;
    }
    if (!isdigit((unsigned char)*text->at) && *text->at != '.')
        return name(text);
    value = strtod(text->at, &end);
    text->at = end;
    return value;
}

static double product(struct interpreter *text)
{
    double value = one(text);

    for (;;) {
        if (take(text, "*"))
            value *= one(text);
        else if (take(text, "/"))
            value /= one(text);
        else
            return value;
    }
}

static double sum(struct interpreter *text)
{
    double value = product(text);

    for (;;) {
        if (take(text, "+"))
            value += product(text);
        else if (take(text, "-"))
            value -= product(text);
        else
            return value;
    }
}

static double relation(struct interpreter *text)
{
    double value = sum(text);

    for (;;) {
        if (take(text, "<="))
            value = value <= sum(text);
        else if (take(text, ">="))
            value = value >= sum(text);
        else if (take(text, "<"))
            value = value < sum(text);
        else if (take(text, ">"))
            value = value > sum(text);
        else
            return value;
    }
}

static double equality(struct interpreter *text)
{
    double value = relation(text);

    for (;;) {
        if (take(text, "=="))
            value = value == relation(text);
        else if (take(text, "!="))
            value = value != relation(text);
        else
            return value;
    }
}

static double both(struct interpreter *text)
{
    double value = equality(text);

    while (take(text, "&&")) {
        double next = equality(text);

        value = value != 0 && next != 0;
    }
    return value;
}

static double either(struct interpreter *text)
{
    double value = both(text);

    while (take(text, "||")) {
        double next = both(text);

        value = value != 0 || next != 0;
    }
    return value;
}

static double interpret(const char *text, const struct oracle_place *place)
{
    struct interpreter interpreter = {text, place};
    double value = either(&interpreter);

    interpreter.at += strspn(interpreter.at, " \t\n\r");
    if (*interpreter.at)
        fail_msg("'%s' is left of '%s'", interpreter.at, text);
    return value;
}

double model_oracle_value(const struct model_draft *draft,
                          const struct map *map, const struct weighting *over,
                          const char *text, uint32_t item)
{
    const struct oracle_place place = oracle_place_at(draft, map, over, item);

    return interpret(text, &place);
}

/* ---- Rules --------------------------------------------------------------- */

/* What the rules [begin, end) make of a value. */
static double apply(const struct draft_rule *rule, size_t begin, size_t end,
                    const struct oracle_place *place, double value)
{
    bool applied = false;

    for (size_t i = begin; i < end; i += 1 + rule[i].inner) {
        double amount;

        if (rule[i].when == WHEN_IF)
            applied = false;
        if (applied || (rule[i].when != WHEN_ELSE &&
                        interpret(rule[i].condition, place) == 0))
            continue;
        applied = true;
        if (rule[i].act == ACT_BLOCK) {
            value = apply(rule, i + 1, i + 1 + rule[i].inner, place, value);
            continue;
        }
        amount = interpret(rule[i].amount, place);
        if (rule[i].act == ACT_MULTIPLY)
            value = value * amount;
        else if (value > amount)
            value = amount;
    }
    return value;
}

static double apply_list(const struct oracle_place *place, enum model_list list,
                         double value)
{
    return apply(place->draft->rule[list], 0, place->draft->rule_count[list],
                 place, value);
}

/* ---- Segments ------------------------------------------------------------ */

static uint32_t new_weight(const struct oracle_place *place, double priority,
                           struct row_value before, uint32_t duration_ms)
{
    const struct roads *roads = &place->map->roads;
    bool by_distance = roads->profile.weighs_distance;
    uint32_t step =
        by_distance || !roads->profile.step_ms ? 1 : roads->profile.step_ms;
    double influence = by_distance ? 0 : place->draft->distance_influence;
    bool faster = !by_distance && duration_ms != before.duration_ms;
    double weight = before.weight;

    if (!faster && priority == 1 && influence == 0)
        return before.weight;
    if (faster)
        weight = weight * ((double)duration_ms / before.duration_ms);
    weight = weight / priority + influence * place->mm / 1000;
    return segment_cut(
        roads, roads_segment_piece(roads, place->segment), place->segment,
        segment_takes_ms(place->mm, weight, step), before.weight, step);
}

static struct row_value new_value(const struct oracle_place *place,
                                  struct row_value before)
{
    const struct roads *roads = &place->map->roads;
    uint32_t step = roads->profile.step_ms ? roads->profile.step_ms : 1;
    double speed = apply_list(place, MODEL_SPEED, place->speed_kmh);
    double priority = apply_list(place, MODEL_PRIORITY, 1);
    struct row_value value = before;

    if (!(speed > 0 && priority > 0)) {
        value.weight = WEIGHT_CLOSED;
        return value;
    }
    if (speed != place->speed_kmh && before.duration_ms && place->mm > 0)
        value.duration_ms = segment_cut(
            roads, roads_segment_piece(roads, place->segment), place->segment,
            segment_speed_ms(place->mm, speed, step), before.duration_ms, step);
    value.weight = new_weight(place, priority, before, value.duration_ms);
    return value;
}

/* ---- Sums ---------------------------------------------------------------- */

static void sum_edges(struct model_oracle *oracle, const struct map *map,
                      uint64_t *weight, uint64_t *duration_ms)
{
    const struct roads *roads = &map->roads;

    for (uint32_t e = 0; e < 2 * roads->piece_count; e++) {
        uint32_t first, end;

        piece_segments(roads, e / 2, &first, &end);
        for (uint32_t s = first; s < end; s++) {
            struct row_value item = oracle->item[2 * (size_t)s + e % 2];

            duration_ms[e] += item.duration_ms;
            if (item.weight == WEIGHT_CLOSED)
                oracle->edge_open[e] = false;
            else
                weight[e] += item.weight;
        }
    }
}

static void sum_arcs(struct model_oracle *oracle, const struct map *map,
                     const struct weighting *over, const uint64_t *weight,
                     const uint64_t *duration_ms)
{
    const struct roads *roads = &map->roads;

    for (uint32_t a = 0; a < map->topology.arc_count; a++) {
        uint32_t edge = roads->arc_edge[a];
        bool open =
            oracle->edge_open[edge] && over->arrays.turn[a] != WEIGHT_CLOSED;

        oracle->arc[a] = open ? (uint32_t)(over->arrays.turn[a] + weight[edge])
                              : WEIGHT_CLOSED;
        oracle->arc_ms[a] =
            (uint32_t)(over->arrays.turn_duration_ms[a] + duration_ms[edge]);
    }
}

void model_oracle_init(struct model_oracle *oracle,
                       const struct model_draft *draft, const struct map *map,
                       const struct weighting *over)
{
    const struct roads *roads = &map->roads;
    size_t edges = 2 * (size_t)roads->piece_count;
    size_t arcs = map->topology.arc_count;
    uint64_t *weight = array_zero(edges, sizeof(*weight));
    uint64_t *duration_ms = array_zero(edges, sizeof(*duration_ms));

    *oracle = (struct model_oracle){
        array_zero(2 * (size_t)roads->segment_count, sizeof(*oracle->item)),
        array_zero(edges, sizeof(*oracle->edge_open)),
        array_zero(arcs, sizeof(*oracle->arc)),
        array_zero(arcs, sizeof(*oracle->arc_ms)),
    };
    assert_true(weight && duration_ms && oracle->item && oracle->edge_open &&
                oracle->arc && oracle->arc_ms);
    for (uint32_t item = 0; item < 2 * roads->segment_count; item++) {
        const struct oracle_place place =
            oracle_place_at(draft, map, over, item);
        const struct row_value before = {
            over->arrays.segment[item], over->arrays.segment_duration_ms[item]};

        oracle->item[item] = place.open && before.weight != WEIGHT_CLOSED
                                 ? new_value(&place, before)
                                 : before;
    }
    for (uint32_t e = 0; e < edges; e++)
        oracle->edge_open[e] = oracle_edge_is_open(draft, map, over, e);
    sum_edges(oracle, map, weight, duration_ms);
    sum_arcs(oracle, map, over, weight, duration_ms);
    free(weight);
    free(duration_ms);
}

void model_oracle_finish(struct model_oracle *oracle)
{
    free(oracle->item);
    free(oracle->edge_open);
    free(oracle->arc);
    free(oracle->arc_ms);
}

/* ---- Comparing ----------------------------------------------------------- */

static void check_items(const struct model_oracle *oracle,
                        const struct map *map, const struct weighting *made)
{
    const struct weight_arrays *arrays = &made->arrays;

    for (uint32_t i = 0; i < 2 * map->roads.segment_count; i++) {
        struct row_value want = oracle->item[i];

        if (arrays->segment[i] != want.weight ||
            arrays->segment_duration_ms[i] != want.duration_ms)
            fail_msg("item %u: weight %u and %u ms, not %u and %u ms", i,
                     arrays->segment[i], arrays->segment_duration_ms[i],
                     want.weight, want.duration_ms);
        if (map->roads.profile.weight_is_duration &&
            want.weight != WEIGHT_CLOSED && want.weight != want.duration_ms)
            assert_true(made->duration_differs);
    }
}

void model_oracle_check(const struct model_oracle *oracle,
                        const struct map *map, struct weighting *made)
{
    const struct arc_sums *sums = weighting_arc_sums(made, map);
    struct weights arcs; /* those that solvers get */

    assert_non_null(sums);
    assert_int_equal(weighting_arcs(made, map, &arcs, NULL), 0);
    check_items(oracle, map, made);
    for (uint32_t e = 0; e < 2 * map->roads.piece_count; e++)
        assert_int_equal(weighting_edge_is_open(made, &map->roads, e),
                         oracle->edge_open[e]);
    for (uint32_t a = 0; a < map->topology.arc_count; a++) {
        assert_int_equal(arcs.weight[a], oracle->arc[a]);
        assert_int_equal(weighting_arc(made, &map->roads, a), oracle->arc[a]);
        assert_int_equal(sums->duration_ms[a], oracle->arc_ms[a]);
    }
}
