/* expression: what is refused, where, and in which words. test_models.c has
 * what texts mean. */
#include "core/weighting/model/expression.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/cmocka_all.h"

static const char *const areas[] = {"centre", "old_town"};
static const char *const parameters[] = {"much"};
static const double amounts[] = {0.5};
static const struct expression_names names = {areas, 2, parameters, amounts, 1};
static const struct expression_names no_names = {0};

static void refuse_of(const struct expression_names *of, enum model_type type,
                      const char *text, const char *words)
{
    struct expression *expression = NULL;
    struct error error;

    assert_int_equal(expression_read(text, type, of, &expression, &error),
                     -EINVAL);
    assert_string_equal(error.text, words);
    assert_null(expression);
}

static void refuse(enum model_type type, const char *text, const char *words)
{
    refuse_of(&names, type, text, words);
}

static void accept(enum model_type type, const char *text)
{
    struct expression *expression;
    struct error error;

    if (expression_read(text, type, &names, &expression, &error))
        fail_msg("%s: %s", text, error.text);
    expression_destroy(expression);
}

static void unknown_values_are_named(void **state)
{
    refuse(MODEL_TRUTH, "road_clas == MOTORWAY",
           "column 1: no value 'road_clas'; did you mean 'road_class'?");
    refuse(MODEL_TRUTH, "true && max_hight < 4",
           "column 9: no value 'max_hight'; did you mean 'max_height'?");
    refuse(MODEL_NUMBER, "wind", "column 1: no value 'wind'");
    refuse(MODEL_TRUTH, "urban_density == CITY",
           "column 1: relaxd has no 'urban_density': it needs an estimate of "
           "how built-up a place is");
    refuse(MODEL_TRUTH, "!(country == DEU)",
           "column 3: relaxd has no 'country': the map does not keep borders");
    refuse(MODEL_TRUTH, "bike_network != MISSING",
           "column 1: relaxd has no 'bike_network': it needs relations of "
           "routes, which are not read");
}

static void unknown_words_list_those_known(void **state)
{
    refuse(MODEL_TRUTH, "toll == MUCH",
           "column 9: 'toll' is one of MISSING, NO, HGV, ALL");
    refuse(MODEL_TRUTH, "hazmat != yes",
           "column 11: 'hazmat' is one of YES, NO");
    refuse(MODEL_TRUTH,
           "toll == ", "column 9: 'toll' is one of MISSING, NO, HGV, ALL");
    refuse(MODEL_TRUTH, "toll == AL",
           "column 9: 'toll' is one of MISSING, NO, HGV, ALL");
    refuse(MODEL_TRUTH, "toll == ALLES",
           "column 9: 'toll' is one of MISSING, NO, HGV, ALL");
}

static void words_are_compared_alone(void **state)
{
    refuse(MODEL_TRUTH, "road_class < MOTORWAY",
           "column 12: a word is compared by == or !=");
    refuse(MODEL_TRUTH, "!road_environment",
           "column 18: a word is compared by == or !=");
    refuse(MODEL_NUMBER, "surface * 2",
           "column 12: '*' takes a number, not a condition");
    accept(MODEL_TRUTH, "toll && !hazmat || (hgv)");
    refuse(MODEL_TRUTH, "MOTORWAY == road_class",
           "column 1: no value 'MOTORWAY'");
}

static void names_of_the_model_are_listed(void **state)
{
    refuse(MODEL_TRUTH, "in_center",
           "column 1: no area of that name; the model has centre, old_town");
    refuse(MODEL_NUMBER, "2 * p_more",
           "column 5: no parameter of that name; the model has much");
    refuse_of(&no_names, MODEL_TRUTH, "in_a",
              "column 1: no area of that name; the model has none");
    refuse_of(&no_names, MODEL_NUMBER, "p_a",
              "column 1: no parameter of that name; the model has none");
    accept(MODEL_TRUTH, "in_old_town || !in_centre");
    accept(MODEL_NUMBER, "p_much");
}

static void parts_are_missing(void **state)
{
    refuse(MODEL_TRUTH, "(true", "column 6: ')' is missing");
    refuse(MODEL_TRUTH, "(lanes > 1 && (true)", "column 21: ')' is missing");
    refuse(MODEL_NUMBER, "sqrt(4", "column 7: ')' is missing");
    refuse(MODEL_TRUTH, "true)", "column 5: an operator or the end is missing");
    refuse(MODEL_TRUTH, "true false",
           "column 6: an operator or the end is missing");
    refuse(MODEL_TRUTH, "true & true",
           "column 6: an operator or the end is missing");
    refuse(MODEL_TRUTH, "", "column 1: a name, a number or '(' is missing");
    refuse(MODEL_TRUTH, "true && ",
           "column 9: a name, a number or '(' is missing");
    refuse(MODEL_TRUTH, "lanes = 2",
           "column 7: this place takes a condition, not a number");
    refuse(MODEL_NUMBER, "* 2", "column 1: a name, a number or '(' is missing");
    refuse(MODEL_NUMBER, "1e999", "column 1: not a number");
    refuse(MODEL_NUMBER, ".", "column 1: not a number");
}

static void types_must_fit(void **state)
{
    refuse(MODEL_TRUTH, "5",
           "column 2: this place takes a condition, not a number");
    refuse(MODEL_NUMBER, "true",
           "column 5: this place takes a number, not a condition");
    refuse(MODEL_TRUTH, "lanes && true",
           "column 14: '&&' takes a condition, not a number");
    refuse(MODEL_TRUTH, "true || 1",
           "column 10: '||' takes a condition, not a number");
    refuse(MODEL_TRUTH, "!lanes",
           "column 7: '!' takes a condition, not a number");
    refuse(MODEL_NUMBER, "-roundabout",
           "column 12: '-' takes a number, not a condition");
    refuse(MODEL_NUMBER, "sqrt(roundabout)",
           "column 17: 'sqrt' takes a number, not a condition");
    refuse(MODEL_TRUTH, "roundabout < 1",
           "column 15: '<' takes a number, not a condition");
    refuse(MODEL_TRUTH, "1 < 2 < 3",
           "column 10: '<' takes a number, not a condition");
    refuse(MODEL_TRUTH, "roundabout == 1",
           "column 16: '==' takes a condition, not a number");
    refuse(MODEL_TRUTH, "lanes != true",
           "column 14: '!=' takes a number, not a condition");
}

/* A text of `count` times one text, then another, then a third. */
static char *repeat(const char *first, const char *middle, const char *last,
                    int count)
{
    char *text;
    size_t size;
    FILE *to = open_memstream(&text, &size);

    for (int i = 0; i < count; i++)
        fputs(first, to);
    fputs(middle, to);
    for (int i = 0; i < count; i++)
        fputs(last, to);
    fclose(to);
    assert_non_null(text);
    return text;
}

static void texts_are_neither_deep_nor_long(void **state)
{
    char *deep = repeat("(", "true", ")", EXPRESSION_DEPTH);
    char *deeper = repeat("(", "true", ")", EXPRESSION_DEPTH + 1);
    char *inverse = repeat("!", "true", "", EXPRESSION_DEPTH + 1);
    char *wide = repeat("true||", "true", "", 600);
    char *full = repeat(" ", "true", "", EXPRESSION_SIZE - 5);
    char *over = repeat(" ", "true", "", EXPRESSION_SIZE - 4);

    accept(MODEL_TRUTH, deep);
    refuse(MODEL_TRUTH, deeper, "column 34: too deep: split the rule in two");
    refuse(MODEL_TRUTH, inverse, "column 34: too deep: split the rule in two");
    accept(MODEL_TRUTH, wide);
    accept(MODEL_TRUTH, full);
    refuse(MODEL_TRUTH, over, "column 4093: too long");
    free(deep);
    free(deeper);
    free(inverse);
    free(wide);
    free(full);
    free(over);
}

/* ---- What is known of it ------------------------------------------------- */

static bool is_of_area(const char *text)
{
    struct expression *expression;
    bool is;

    assert_int_equal(
        expression_read(text, MODEL_TRUTH, &names, &expression, NULL), 0);
    is = expression_is_of_area(expression);
    expression_destroy(expression);
    return is;
}

static void some_are_sure_to_be_false_outside(void **state)
{
    assert_true(is_of_area("in_centre"));
    assert_true(is_of_area("false"));
    assert_true(is_of_area("in_centre && lanes > 1"));
    assert_true(is_of_area("roundabout && in_centre"));
    assert_true(is_of_area("in_centre || in_old_town"));
    assert_false(is_of_area("in_centre || roundabout"));
    assert_false(is_of_area("!in_centre"));
    assert_false(is_of_area("in_centre == false"));
    assert_false(is_of_area("true"));
    assert_false(is_of_area("lanes > 0"));
}

static unsigned needs(const char *text)
{
    struct expression *expression;
    unsigned needs;

    assert_int_equal(
        expression_read(text, MODEL_NUMBER, &names, &expression, NULL), 0);
    needs = expression_needs(expression);
    expression_destroy(expression);
    return needs;
}

static void needs_are_those_of_all_values(void **state)
{
    assert_int_equal(needs("1 + p_much * car_priority"), 0);
    assert_int_equal(needs("lanes"), NEEDS_FACTS);
    assert_int_equal(needs("max_height / 2"), NEEDS_ATTRIBUTES);
    assert_int_equal(needs("sqrt(curvature) + ferry_speed"),
                     NEEDS_SHAPE | NEEDS_SPEED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unknown_values_are_named),
        cmocka_unit_test(unknown_words_list_those_known),
        cmocka_unit_test(words_are_compared_alone),
        cmocka_unit_test(names_of_the_model_are_listed),
        cmocka_unit_test(parts_are_missing),
        cmocka_unit_test(types_must_fit),
        cmocka_unit_test(texts_are_neither_deep_nor_long),
        cmocka_unit_test(some_are_sure_to_be_false_outside),
        cmocka_unit_test(needs_are_those_of_all_values),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
