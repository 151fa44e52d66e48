/* expression: a tree of nodes, each after those that it joins. */
#include "core/weighting/model/expression.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/text.h"

enum operation {
    CONSTANT,
    VALUE,
    AREA,
    WORD_IS,
    WORD_IS_NOT,
    WORD_SAYS_SO,
    NOT,
    NEGATIVE,
    ROOT,
    OR,
    AND,
    EQUAL,
    UNEQUAL,
    LESS,
    LESS_OR_EQUAL,
    MORE,
    MORE_OR_EQUAL,
    PLUS,
    MINUS,
    TIMES,
    DIVIDED,
};

struct node {
    uint8_t operation; /* enum operation */
    uint8_t type;      /* enum model_type */
    uint16_t left;     /* index of the operand; of AREA its number; of WORD_IS
                          the word's; of WORD_SAYS_SO a word that does not */
    uint16_t right;    /* the other operand; or another such word */
    double number;     /* of a CONSTANT */
    const struct model_value *value; /* of a VALUE or WORD_IS */
};

struct expression {
    struct node *node; /* [count] the last is the whole */
    size_t count;
    size_t capacity;
    unsigned needs; /* enum value_need */
};

/* ---- Values -------------------------------------------------------------- */

static double value_of(const struct expression *expression, size_t at,
                       const struct model_place *place);

static double value_of_word(const struct node *node,
                            const struct model_place *place)
{
    unsigned word = place->facts->word[node->value->fact];
    bool is = word == node->left;

    if (node->operation == WORD_SAYS_SO)
        return !is && word != node->right;
    return is == (node->operation == WORD_IS);
}

static double value_of_one(const struct expression *expression,
                           const struct node *node,
                           const struct model_place *place)
{
    double value = value_of(expression, node->left, place);

    if (node->operation == NOT)
        return value == 0;
    return node->operation == NEGATIVE ? -value : sqrt(value);
}

static double value_of_two(const struct node *node, double left, double right)
{
    switch (node->operation) {
    case EQUAL:
        return left == right;
    case UNEQUAL:
        return left != right;
    case LESS:
        return left < right;
    case LESS_OR_EQUAL:
        return left <= right;
    case MORE:
        return left > right;
    case MORE_OR_EQUAL:
        return left >= right;
    case PLUS:
        return left + right;
    case MINUS:
        return left - right;
    case TIMES:
        return left * right;
    default:
        return left / right;
    }
}

static double value_of(const struct expression *expression, size_t at,
                       const struct model_place *place)
{
    const struct node *node = &expression->node[at];
    double left;

    switch (node->operation) {
    case CONSTANT:
        return node->number;
    case VALUE:
        return node->value->get(place);
    case AREA:
        return place->areas >> node->left & 1;
    case WORD_IS:
    case WORD_IS_NOT:
    case WORD_SAYS_SO:
        return value_of_word(node, place);
    case NOT:
    case NEGATIVE:
    case ROOT:
        return value_of_one(expression, node, place);
    }
    left = value_of(expression, node->left, place);
    if (node->operation == OR && left != 0)
        return 1;
    if (node->operation == AND && left == 0)
        return 0;
    if (node->operation == OR || node->operation == AND)
        return value_of(expression, node->right, place);
    return value_of_two(node, left, value_of(expression, node->right, place));
}

double expression_value(const struct expression *expression,
                        const struct model_place *place)
{
    return value_of(expression, expression->count - 1, place);
}

size_t expression_size(const struct expression *expression)
{
    return expression->count;
}

unsigned expression_needs(const struct expression *expression)
{
    return expression->needs;
}

bool expression_is_constant(const struct expression *expression)
{
    for (size_t i = 0; i < expression->count; i++) {
        if (expression->node[i].value || expression->node[i].operation == AREA)
            return false;
    }
    return true;
}

static bool is_of_area(const struct expression *expression, size_t at)
{
    const struct node *node = &expression->node[at];

    switch (node->operation) {
    case AREA:
        return true;
    case CONSTANT:
        return node->number == 0;
    case AND:
        return is_of_area(expression, node->left) ||
               is_of_area(expression, node->right);
    case OR:
        return is_of_area(expression, node->left) &&
               is_of_area(expression, node->right);
    default:
        return false;
    }
}

bool expression_is_of_area(const struct expression *expression)
{
    return is_of_area(expression, expression->count - 1);
}

void expression_destroy(struct expression *expression)
{
    if (!expression)
        return;
    free(expression->node);
    free(expression);
}

/* ---- Reading ------------------------------------------------------------- */

struct expression_reader {
    const char *text;
    const char *at;
    const struct expression_names *names;
    struct expression *expression;
    struct error *error;
    int depth;
};

/* All functions below return 0 or an error; `ret_node` is an index. */
static int read_either(struct expression_reader *reader, uint16_t *ret_node);

static const struct node *node_at(const struct expression_reader *reader,
                                  uint16_t node)
{
    return &reader->expression->node[node];
}

static void skip_blanks(struct expression_reader *reader)
{
    reader->at += strspn(reader->at, " \t\n\r");
}

static bool skip(struct expression_reader *reader, const char *mark)
{
    size_t length = strlen(mark);

    skip_blanks(reader);
    if (strncmp(reader->at, mark, length) != 0)
        return false;
    reader->at += length;
    return true;
}

/* The length of the name that comes next; 0: none. */
static size_t name_length(struct expression_reader *reader)
{
    size_t length = 0;

    skip_blanks(reader);
    if (isdigit((unsigned char)*reader->at))
        return 0;
    while (isalnum((unsigned char)reader->at[length]) ||
           reader->at[length] == '_')
        length++;
    return length;
}

static int refuse(struct expression_reader *reader, const char *words)
{
    skip_blanks(reader);
    return error_set(reader->error, -EINVAL, "column %zu: %s",
                     (size_t)(reader->at - reader->text) + 1, words);
}

static int add(struct expression_reader *reader, const struct node *node,
               uint16_t *ret_node)
{
    struct expression *expression = reader->expression;

    *ret_node = (uint16_t)expression->count;
    if (array_append(&expression->node, &expression->count,
                     &expression->capacity, node, sizeof(*node)))
        return error_no_memory(reader->error);
    if (node->value)
        expression->needs |= node->value->needs;
    return 0;
}

static int add_number(struct expression_reader *reader, double number,
                      enum model_type type, uint16_t *ret_node)
{
    struct node node = {CONSTANT, (uint8_t)type, 0, 0, number, NULL};

    return add(reader, &node, ret_node);
}

/* ---- Names --------------------------------------------------------------- */

static int refuse_word(struct expression_reader *reader,
                       const struct model_value *value)
{
    char list[384] = "";
    char words[ERROR_TEXT_SIZE];

    for (const char *const *word = word_fact_words(value->fact); *word; word++)
        text_list_add(list, sizeof(list), *word);
    snprintf(words, sizeof(words), "'%s' is one of %s", value->name, list);
    return refuse(reader, words);
}

/* The number of words: it is none of them. */
static uint16_t find_word(const char *const *words, const char *name,
                          size_t length)
{
    uint16_t i = 0;

    while (words[i] &&
           (strlen(words[i]) != length || memcmp(words[i], name, length) != 0))
        i++;
    return i;
}

/* A name alone: "toll" holds where there is one. */
static int add_word(struct expression_reader *reader,
                    const struct model_value *value, uint16_t *ret_node)
{
    const char *const *words = word_fact_words(value->fact);
    uint16_t missing = find_word(words, "MISSING", 7);
    uint16_t no = find_word(words, "NO", 2);
    struct node node = {WORD_SAYS_SO, MODEL_TRUTH, missing, no, 0, value};

    if (!words[missing] && !words[no])
        return refuse(reader, "a word is compared by == or !=");
    return add(reader, &node, ret_node);
}

/* A name, and "== MOTORWAY" after it. */
static int read_word(struct expression_reader *reader,
                     const struct model_value *value, uint16_t *ret_node)
{
    const char *const *words = word_fact_words(value->fact);
    struct node node = {WORD_IS, MODEL_TRUTH, 0, 0, 0, value};
    size_t length;

    if (skip(reader, "!="))
        node.operation = WORD_IS_NOT;
    else if (!skip(reader, "=="))
        return add_word(reader, value, ret_node);
    length = name_length(reader);
    node.left = find_word(words, reader->at, length);
    if (!words[node.left])
        return refuse_word(reader, value);
    reader->at += length;
    return add(reader, &node, ret_node);
}

/* The index of a name in a list; `count`: it is not there. */
static size_t find(const char *const *names, size_t count, const char *name,
                   size_t length)
{
    size_t i = 0;

    while (i < count &&
           (strlen(names[i]) != length || memcmp(names[i], name, length) != 0))
        i++;
    return i;
}

static int refuse_name(struct expression_reader *reader, const char *kind,
                       const char *const *names, size_t count)
{
    char list[256] = "";
    char words[ERROR_TEXT_SIZE];

    for (size_t i = 0; i < count; i++)
        text_list_add(list, sizeof(list), names[i]);
    snprintf(words, sizeof(words), "no %s of that name; the model has %s", kind,
             count ? list : "none");
    return refuse(reader, words);
}

static int read_area(struct expression_reader *reader, size_t length,
                     uint16_t *ret_node)
{
    const struct expression_names *names = reader->names;
    size_t i = find(names->area, names->area_count, reader->at + 3, length - 3);
    struct node node = {AREA, MODEL_TRUTH, (uint16_t)i, 0, 0, NULL};

    if (i == names->area_count)
        return refuse_name(reader, "area", names->area, names->area_count);
    reader->at += length;
    return add(reader, &node, ret_node);
}

static int read_parameter(struct expression_reader *reader, size_t length,
                          uint16_t *ret_node)
{
    const struct expression_names *names = reader->names;
    size_t count = names->parameter_count;
    size_t i = find(names->parameter, count, reader->at + 2, length - 2);

    if (i == count)
        return refuse_name(reader, "parameter", names->parameter, count);
    reader->at += length;
    return add_number(reader, names->parameter_value[i], MODEL_NUMBER,
                      ret_node);
}

static int read_value(struct expression_reader *reader, size_t length,
                      uint16_t *ret_node)
{
    const struct model_value *value;
    struct node node = {VALUE, MODEL_NUMBER, 0, 0, 0, NULL};
    struct error reason;

    value = model_value_find(reader->at, length, &reason);
    if (!value)
        return refuse(reader, reason.text);
    reader->at += length;
    if (value->type == MODEL_WORD)
        return read_word(reader, value, ret_node);
    node.type = (uint8_t)value->type;
    node.value = value;
    return add(reader, &node, ret_node);
}

static int read_name(struct expression_reader *reader, size_t length,
                     uint16_t *ret_node)
{
    const char *name = reader->at;

    if (length == 4 && !memcmp(name, "true", 4)) {
        reader->at += length;
        return add_number(reader, 1, MODEL_TRUTH, ret_node);
    }
    if (length == 5 && !memcmp(name, "false", 5)) {
        reader->at += length;
        return add_number(reader, 0, MODEL_TRUTH, ret_node);
    }
    if (length > 3 && !memcmp(name, "in_", 3))
        return read_area(reader, length, ret_node);
    if (length > 2 && !memcmp(name, "p_", 2))
        return read_parameter(reader, length, ret_node);
    return read_value(reader, length, ret_node);
}

/* ---- Operators ----------------------------------------------------------- */

static const char *type_words(enum model_type type)
{
    return type == MODEL_TRUTH ? "a condition" : "a number";
}

static int want(struct expression_reader *reader, uint16_t node,
                enum model_type type, const char *mark)
{
    char words[128];

    if (node_at(reader, node)->type == type)
        return 0;
    snprintf(words, sizeof(words), "%s%s%s takes %s, not %s", *mark ? "'" : "",
             *mark ? mark : "this place", *mark ? "'" : "", type_words(type),
             type_words((enum model_type)node_at(reader, node)->type));
    return refuse(reader, words);
}

static int read_number(struct expression_reader *reader, uint16_t *ret_node)
{
    char *end;
    double number;

    skip_blanks(reader);
    if (!isdigit((unsigned char)*reader->at) && *reader->at != '.')
        return refuse(reader, "a name, a number or '(' is missing");
    number = strtod(reader->at, &end);
    if (end == reader->at || !isfinite(number))
        return refuse(reader, "not a number");
    reader->at = end;
    return add_number(reader, number, MODEL_NUMBER, ret_node);
}

static int read_inner(struct expression_reader *reader, uint16_t *ret_node)
{
    int r;

    if (++reader->depth > EXPRESSION_DEPTH)
        return refuse(reader, "too deep: split the rule in two");
    r = read_either(reader, ret_node);
    reader->depth--;
    if (!r && !skip(reader, ")"))
        return refuse(reader, "')' is missing");
    return r;
}

static int read_one(struct expression_reader *reader, uint16_t *ret_node);

/* The operand of an operator in front of it. */
static int read_operand(struct expression_reader *reader,
                        enum operation operation, const char *mark,
                        uint16_t *ret_node)
{
    enum model_type type = operation == NOT ? MODEL_TRUTH : MODEL_NUMBER;
    struct node node = {(uint8_t)operation, (uint8_t)type, 0, 0, 0, NULL};
    int r;

    if (++reader->depth > EXPRESSION_DEPTH)
        return refuse(reader, "too deep: split the rule in two");
    r = operation == ROOT ? read_inner(reader, &node.left)
                          : read_one(reader, &node.left);
    reader->depth--;
    r = r ? r : want(reader, node.left, type, mark);
    return r ? r : add(reader, &node, ret_node);
}

static int read_one(struct expression_reader *reader, uint16_t *ret_node)
{
    size_t length;

    if (skip(reader, "!"))
        return read_operand(reader, NOT, "!", ret_node);
    if (skip(reader, "-"))
        return read_operand(reader, NEGATIVE, "-", ret_node);
    if (skip(reader, "Math.sqrt(") || skip(reader, "sqrt("))
        return read_operand(reader, ROOT, "sqrt", ret_node);
    if (skip(reader, "("))
        return read_inner(reader, ret_node);
    length = name_length(reader);
    return length ? read_name(reader, length, ret_node)
                  : read_number(reader, ret_node);
}

struct joint {
    const char *mark;
    enum operation operation;
};

/* From the weakest to the strongest; the longer of two marks first. */
static const struct joint joints[][5] = {
    {{"||", OR}, {NULL}},
    {{"&&", AND}, {NULL}},
    {{"==", EQUAL}, {"!=", UNEQUAL}, {NULL}},
    {{"<=", LESS_OR_EQUAL},
     {">=", MORE_OR_EQUAL},
     {"<", LESS},
     {">", MORE},
     {NULL}},
    {{"+", PLUS}, {"-", MINUS}, {NULL}},
    {{"*", TIMES}, {"/", DIVIDED}, {NULL}},
};

enum { LEVELS = sizeof(joints) / sizeof(*joints) };

static const struct joint *skip_joint(struct expression_reader *reader,
                                      size_t level)
{
    for (const struct joint *joint = joints[level]; joint->mark; joint++) {
        if (skip(reader, joint->mark))
            return joint;
    }
    return NULL;
}

static int join(struct expression_reader *reader, const struct joint *joint,
                uint16_t left, uint16_t right, uint16_t *ret_node)
{
    enum operation operation = joint->operation;
    bool joins_truths = operation == OR || operation == AND;
    bool is_truth = joins_truths || operation < PLUS;
    enum model_type type = joins_truths ? MODEL_TRUTH : MODEL_NUMBER;
    struct node node = {(uint8_t)operation,
                        is_truth ? MODEL_TRUTH : MODEL_NUMBER,
                        left,
                        right,
                        0,
                        NULL};
    int r;

    if (operation == EQUAL || operation == UNEQUAL)
        type = (enum model_type)node_at(reader, left)->type;
    r = want(reader, left, type, joint->mark);
    r = r ? r : want(reader, right, type, joint->mark);
    return r ? r : add(reader, &node, ret_node);
}

static int read_level(struct expression_reader *reader, size_t level,
                      uint16_t *ret_node)
{
    const struct joint *joint;
    uint16_t right;
    int r;

    if (level == LEVELS)
        return read_one(reader, ret_node);
    r = read_level(reader, level + 1, ret_node);
    while (!r && (joint = skip_joint(reader, level))) {
        r = read_level(reader, level + 1, &right);
        r = r ? r : join(reader, joint, *ret_node, right, ret_node);
    }
    return r;
}

static int read_either(struct expression_reader *reader, uint16_t *ret_node)
{
    return read_level(reader, 0, ret_node);
}

int expression_read(const char *text, enum model_type type,
                    const struct expression_names *names,
                    struct expression **ret_expression, struct error *error)
{
    struct expression_reader reader = {
        .text = text,
        .at = text,
        .names = names,
        .error = error,
        .expression = calloc(1, sizeof(struct expression))};
    uint16_t whole;
    int r;

    if (!reader.expression)
        return error_no_memory(error);
    r = strlen(text) >= EXPRESSION_SIZE ? refuse(&reader, "too long")
                                        : read_either(&reader, &whole);
    r = r ? r : want(&reader, whole, type, "");
    skip_blanks(&reader);
    if (!r && *reader.at)
        r = refuse(&reader, "an operator or the end is missing");
    if (r)
        expression_destroy(reader.expression);
    else
        *ret_expression = reader.expression;
    return r;
}
