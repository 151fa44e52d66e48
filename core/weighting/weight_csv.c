/* weight_csv: a line at a time, in chunks on all cores. */
#include "core/weighting/weight_csv.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/graph/cost.h"
#include "core/weighting/weight_rows.h"

enum {
    CHUNK_BYTES = 1 << 18, /* that a thread takes at a time */
    SHOWN_MAX = 40,        /* bytes of a bad field in words */
    NUMBER_MAX = 63,       /* bytes of a number */
    LINE_LEAST = 5,        /* bytes of a line with a row: "1,2,3" */
};

static const double kmh_max = 10000;
static const double seconds_max = 1e7;

/* ---- Fields -------------------------------------------------------------- */

struct parser {
    const char *line; /* its begin */
    const char *at;
    const char *end; /* of the line */
    enum weight_kind kind;
    bool keys_only;
    size_t column; /* of what is wrong, from 1 on */
    struct error *error;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static void skip_blanks(struct parser *parser)
{
    while (parser->at < parser->end && is_blank(*parser->at))
        parser->at++;
}

/* At the end of a field: a comma, or the line's end. */
static bool at_end(const struct parser *parser)
{
    return parser->at == parser->end || *parser->at == ',';
}

/* Says what was expected at `at`, and what stands there. */
static int refuse(struct parser *parser, const char *at, const char *expected)
{
    const char *end = at;
    char shown[SHOWN_MAX + 1];

    while (end < parser->end && *end != ',' && end - at < SHOWN_MAX)
        end++;
    memcpy(shown, at, (size_t)(end - at));
    shown[end - at] = '\0';
    text_mend_line(shown, (size_t)(end - at));
    parser->column = (size_t)(at - parser->line) + 1;
    return *shown
               ? error_set(parser->error, -EINVAL, "'%s' is not %s", shown,
                           expected)
               : error_set(parser->error, -EINVAL, "%s is missing", expected);
}

/* Beyond a comma, which has to be there. */
static int next_field(struct parser *parser, const char *expected)
{
    skip_blanks(parser);
    if (parser->at == parser->end || *parser->at != ',')
        return refuse(parser, parser->at, expected);
    parser->at++;
    skip_blanks(parser);
    return 0;
}

static int parse_id(struct parser *parser, const char *expected,
                    int64_t *ret_id)
{
    const char *begin = parser->at;
    uint64_t id = 0;

    for (; parser->at < parser->end && *parser->at >= '0' && *parser->at <= '9';
         parser->at++) {
        uint64_t digit = (uint64_t)(*parser->at - '0');

        if (id > (INT64_MAX - digit) / 10)
            return refuse(parser, begin, "an id below 2^63");
        id = 10 * id + digit;
    }
    if (parser->at == begin)
        return refuse(parser, begin, expected);
    skip_blanks(parser);
    if (!at_end(parser))
        return refuse(parser, begin, expected);
    *ret_id = (int64_t)id;
    return 0;
}

/* ---- Numbers ------------------------------------------------------------- */

/* Powers that a double holds exactly. */
static const double power[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                               1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                               1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* The program never sets a locale, so a point is a point. */
static bool parse_slowly(const char *begin, const char *end, double *ret_number)
{
    char text[NUMBER_MAX + 1];
    size_t length = (size_t)(end - begin);
    char *stop;

    if (length > NUMBER_MAX)
        return false;
    memcpy(text, begin, length);
    text[length] = '\0';
    *ret_number = strtod(text, &stop);
    return *stop == '\0' && isfinite(*ret_number);
}

/* digits[.digits][e[sign]digits], exactly rounded: fifteen digits times or over
 * a power up to 10^22 take one rounding (Clinger, "How to Read Floating Point
 * Numbers Accurately", 1990). */
static bool parse_number(struct parser *parser, double *ret_number)
{
    const char *begin = parser->at;
    const char *at = begin;
    uint64_t digits = 0;
    int count = 0, exponent = 0;
    bool dot = false, any = false;

    for (; at < parser->end; at++) {
        if (*at == '.' && !dot) {
            dot = true;
            continue;
        }
        if (*at < '0' || *at > '9')
            break;
        any = true;
        if (count < 19) {
            digits = 10 * digits + (uint64_t)(*at - '0');
            count += digits > 0;
            exponent -= dot;
        } else {
            count++;
        }
    }
    if (at < parser->end && (*at == 'e' || *at == 'E')) {
        const char *sign = at + 1;

        count = 20; /* rarely: slowly */
        at += sign < parser->end && (*sign == '+' || *sign == '-') ? 2 : 1;
        while (at < parser->end && *at >= '0' && *at <= '9')
            at++;
    }
    parser->at = at;
    if (!any)
        return false;
    if (count > 15 || exponent < -22)
        return parse_slowly(begin, at, ret_number);
    *ret_number = (double)digits / power[-exponent];
    return true;
}

/* A number at least 0 up to the end of the field. */
static int parse_amount(struct parser *parser, double most,
                        const char *expected, double *ret_number)
{
    const char *begin = parser->at;

    if (!parse_number(parser, ret_number))
        return refuse(parser, begin, expected);
    skip_blanks(parser);
    if (!at_end(parser) || *ret_number > most)
        return refuse(parser, begin, expected);
    return 0;
}

static bool take_word(struct parser *parser, const char *word)
{
    size_t length = strlen(word);

    if ((size_t)(parser->end - parser->at) < length ||
        memcmp(parser->at, word, length) != 0)
        return false;
    parser->at += length;
    skip_blanks(parser);
    return true;
}

/* ---- Lines --------------------------------------------------------------- */

static const char *const what[WEIGHT_KINDS] = {
    [WEIGHT_SEGMENTS] = "a speed in km/h from 0 to 10000, or 'closed'",
    [WEIGHT_TURNS] = "a penalty in seconds from 0 to 10000000, or 'closed'",
    [WEIGHT_ARCS] = "a whole number from 0 to 4294967293, or 'closed'",
};

static int parse_value(struct parser *parser, struct weight_row *row)
{
    static const double most[WEIGHT_KINDS] = {kmh_max, seconds_max, WEIGHT_MAX};
    const char *begin = parser->at;
    int r;

    if (take_word(parser, "closed")) {
        row->value = ROW_CLOSED;
        return at_end(parser) ? 0 : refuse(parser, begin, what[parser->kind]);
    }
    r = parse_amount(parser, most[parser->kind], what[parser->kind],
                     &row->value);
    if (r)
        return r;
    if (parser->kind == WEIGHT_SEGMENTS && row->value == 0)
        row->value = ROW_CLOSED;
    if (parser->kind == WEIGHT_ARCS && row->value != floor(row->value))
        return refuse(parser, begin, what[parser->kind]);
    return 0;
}

static int parse_rate(struct parser *parser, struct weight_row *row)
{
    bool turns = parser->kind == WEIGHT_TURNS;
    const char *begin;
    int r;

    row->rate = ROW_AS_VALUE;
    if (parser->at == parser->end || parser->kind == WEIGHT_ARCS)
        return 0;
    r = next_field(parser, "a rate");
    if (r)
        return r;
    begin = parser->at;
    row->rate = ROW_KEPT;
    if (at_end(parser))
        return 0;
    r = parse_amount(parser, 1e9,
                     turns ? "a weight from 0 to 1e9"
                           : "a rate above 0, up to 1e9",
                     &row->rate);
    if (r || turns || row->rate > 0)
        return r;
    if (!weight_row_closes(row))
        return refuse(parser, begin, "a rate above 0, up to 1e9");
    row->rate = ROW_AS_VALUE;
    return 0;
}

/* What follows the key. */
static int parse_rest(struct parser *parser, struct weight_row *row)
{
    int r;

    row->rate = ROW_AS_VALUE;
    row->value = ROW_CLOSED;
    if (parser->keys_only && parser->at == parser->end)
        return 0;
    r = next_field(parser, what[parser->kind]);
    if (!r)
        r = parse_value(parser, row);
    return r ? r : parse_rate(parser, row);
}

/* "way WAY,DIRECTION": one row, or two. */
static int parse_way(struct parser *parser, struct weight_row *rows,
                     size_t *ret_count)
{
    static const char directions[] = "'forward', 'backward' or 'both'";
    bool forward, backward;
    const char *begin;
    int r = parse_id(parser, "the id of a way", &rows[0].key.id[0]);

    if (!r)
        r = next_field(parser, directions);
    if (r)
        return r;
    begin = parser->at;
    forward = take_word(parser, "forward");
    backward = !forward && take_word(parser, "backward");
    if (!forward && !backward)
        forward = backward = take_word(parser, "both");
    if (!forward || !at_end(parser)) {
        if (!backward || !at_end(parser))
            return refuse(parser, begin, directions);
    }
    rows[0].key.id[1] = 0;
    rows[0].key.id[2] = forward ? SEGMENT_WAY_FORWARD : SEGMENT_WAY_BACKWARD;
    r = parse_rest(parser, &rows[0]);
    *ret_count = 1;
    if (r || !forward || !backward)
        return r;
    rows[1] = rows[0];
    rows[1].key.id[2] = SEGMENT_WAY_BACKWARD;
    *ret_count = 2;
    return 0;
}

static int parse_nodes(struct parser *parser, struct weight_row *row)
{
    static const char *const names[3] = {
        "the id of a node, or 'way'", "the id of a node", "the id of a node"};
    int count = parser->kind == WEIGHT_TURNS ? 3 : 2;
    int r = 0;

    row->key.id[2] = SEGMENT_PAIR;
    for (int i = 0; !r && i < count; i++) {
        const char *expected =
            i == 0 && parser->kind != WEIGHT_SEGMENTS ? "an id" : names[i];

        if (i > 0)
            r = next_field(parser, expected);
        if (!r)
            r = parse_id(parser, expected, &row->key.id[i]);
    }
    return r ? r : parse_rest(parser, row);
}

/* Up to two rows; none for an empty line. */
static int parse_line(struct parser *parser, struct weight_row *rows,
                      size_t *ret_count)
{
    memset(rows, 0, 2 * sizeof(*rows));
    *ret_count = 0;
    skip_blanks(parser);
    if (parser->at == parser->end)
        return 0;
    *ret_count = 1;
    if (parser->kind == WEIGHT_SEGMENTS && parser->end - parser->at > 4 &&
        !memcmp(parser->at, "way", 3) && is_blank(parser->at[3])) {
        parser->at += 3;
        skip_blanks(parser);
        return parse_way(parser, rows, ret_count);
    }
    return parse_nodes(parser, &rows[0]);
}

/* ---- Chunks -------------------------------------------------------------- */

struct chunk {
    size_t begin, end; /* in the text */
    size_t lines;      /* that it has, as far as it was read */
    size_t column;     /* of what is wrong in its last line */

    /* Its rows: one for each line in an array that all share, then others. */
    struct weight_row *row; /* [room] */
    size_t room;
    size_t count;
    struct weight_list more;
};

struct reading {
    const char *text;
    size_t size;
    enum weight_kind kind;
    bool keys_only;
    struct chunk *chunk;
    size_t chunk_count;
    struct weight_row *row; /* [total of room], owned */
};

static int add_row(struct chunk *chunk, const struct weight_row *row)
{
    if (chunk->count == chunk->room)
        return weight_list_add(&chunk->more, row);
    chunk->row[chunk->count++] = *row;
    return 0;
}

static int take_lines(const struct reading *reading, struct chunk *chunk,
                      struct error *error)
{
    size_t at = chunk->begin;
    int r = 0;

    while (!r && at < chunk->end) {
        const char *line = reading->text + at;
        const char *end = memchr(line, '\n', chunk->end - at);
        struct parser parser = {.line = line, .at = line, .error = error};
        struct weight_row rows[2];
        size_t count;

        parser.kind = reading->kind;
        parser.keys_only = reading->keys_only;
        parser.end = end ? end : reading->text + chunk->end;
        at = (size_t)(parser.end - reading->text) + 1;
        if (parser.end > line && parser.end[-1] == '\r')
            parser.end--;
        chunk->lines++;
        r = parse_line(&parser, rows, &count);
        chunk->column = parser.column;
        for (size_t i = 0; !r && i < count; i++) {
            if (add_row(chunk, &rows[i]))
                r = error_no_memory(error);
        }
    }
    return r;
}

static int read_chunk(void *context, size_t part, struct error *error)
{
    struct reading *reading = context;
    struct chunk *chunk = &reading->chunk[part];

    return take_lines(reading, chunk, error);
}

/* Cuts the text behind line ends. */
static int cut(struct reading *reading)
{
    size_t most = reading->size / CHUNK_BYTES + 1;
    size_t at = 0;

    reading->chunk = array_zero(most, sizeof(*reading->chunk));
    if (!reading->chunk)
        return -ENOMEM;
    while (at < reading->size) {
        size_t end = size_min(at + CHUNK_BYTES, reading->size);
        const char *line =
            memchr(reading->text + end, '\n', reading->size - end);

        if (end < reading->size)
            end = line ? (size_t)(line - reading->text) + 1 : reading->size;
        reading->chunk[reading->chunk_count++] =
            (struct chunk){.begin = at, .end = end};
        at = end;
    }
    return 0;
}

static int count_lines(void *context, size_t part, struct error *error)
{
    const struct reading *reading = context;
    struct chunk *chunk = &reading->chunk[part];
    const char *end = reading->text + chunk->end;

    (void)error;
    for (const char *at = reading->text + chunk->begin; at < end;) {
        const char *line = memchr(at, '\n', (size_t)(end - at));
        const char *next = line ? line + 1 : end;

        chunk->room += next - at >= LINE_LEAST;
        at = next;
    }
    return 0;
}

/* 0 or -ENOMEM. */
static int make_rows(struct reading *reading)
{
    size_t total = 0;

    parallel_run(parallel_thread_count(), reading->chunk_count, count_lines,
                 reading, NULL);
    for (size_t i = 0; i < reading->chunk_count; i++)
        total += reading->chunk[i].room;
    reading->row = array_alloc_huge(total, sizeof(*reading->row));
    if (!reading->row)
        return -ENOMEM;
    total = 0;
    for (size_t i = 0; i < reading->chunk_count; i++) {
        reading->chunk[i].row = reading->row + total;
        total += reading->chunk[i].room;
    }
    return 0;
}

static void append(struct weight_list *rows, const struct weight_row *row,
                   size_t count)
{
    if (count)
        memcpy(rows->row + rows->count, row, count * sizeof(*row));
    rows->count += count;
}

/* Moves the rows together where a line had none or two. 0 or -ENOMEM. */
static int join(struct reading *reading, struct weight_list *ret_rows)
{
    size_t count = 0;
    bool moves = false;

    for (size_t i = 0; i < reading->chunk_count; i++) {
        const struct chunk *chunk = &reading->chunk[i];

        moves |= chunk->count < chunk->room || chunk->more.count;
        count += chunk->count + chunk->more.count;
    }
    if (!moves) {
        *ret_rows = (struct weight_list){reading->row, count, count};
        reading->row = NULL;
        return 0;
    }
    if (array_reserve(&ret_rows->row, &ret_rows->capacity, count,
                      sizeof(*ret_rows->row)))
        return -ENOMEM;
    for (size_t i = 0; i < reading->chunk_count; i++) {
        const struct chunk *chunk = &reading->chunk[i];

        append(ret_rows, chunk->row, chunk->count);
        append(ret_rows, chunk->more.row, chunk->more.count);
    }
    return 0;
}

/* Puts line and column before the words: every chunk before the bad one was
 * read to its end. */
static void locate(const struct reading *reading, struct error *error)
{
    size_t line = 0, i = 0;

    while (i < reading->chunk_count && !reading->chunk[i].column)
        line += reading->chunk[i++].lines;
    if (i < reading->chunk_count)
        error_prefix(error, "line %zu, column %zu",
                     line + reading->chunk[i].lines, reading->chunk[i].column);
}

static void reading_finish(struct reading *reading)
{
    for (size_t i = 0; reading->chunk && i < reading->chunk_count; i++)
        weight_list_finish(&reading->chunk[i].more);
    free(reading->chunk);
    free(reading->row);
}

/* Of UTF-8, which some editors begin a file with. */
static void skip_mark(struct reading *reading)
{
    if (reading->size < 3 || memcmp(reading->text, "\xef\xbb\xbf", 3) != 0)
        return;
    reading->text += 3;
    reading->size -= 3;
}

int weight_csv_read(const char *text, size_t size, enum weight_kind kind,
                    bool keys_only, struct weight_list *ret_rows,
                    struct error *error)
{
    struct reading reading = {
        .text = text, .size = size, .kind = kind, .keys_only = keys_only};
    int r;

    *ret_rows = (struct weight_list){0};
    skip_mark(&reading);
    if (cut(&reading) || make_rows(&reading)) {
        reading_finish(&reading);
        return error_no_memory(error);
    }
    r = parallel_run(parallel_thread_count(), reading.chunk_count, read_chunk,
                     &reading, error);
    if (r == -EINVAL)
        locate(&reading, error);
    if (!r && join(&reading, ret_rows)) {
        weight_list_finish(ret_rows);
        r = error_no_memory(error);
    }
    reading_finish(&reading);
    return r;
}

/* ---- Writing ------------------------------------------------------------- */

size_t weight_number_write(char *ret_text, double number)
{
    /* Speeds and weights have few digits. */
    if (number == floor(number) && number < 1e15)
        return (size_t)sprintf(ret_text, "%" PRIu64, (uint64_t)number);
    for (int digits = 6; digits < 17; digits++) {
        int length = sprintf(ret_text, "%.*g", digits, number);

        if (strtod(ret_text, NULL) == number)
            return (size_t)length;
    }
    return (size_t)sprintf(ret_text, "%.17g", number);
}

static size_t write_key(char *line, enum weight_kind kind,
                        const struct weight_key *key)
{
    const int64_t *id = key->id;

    if (kind == WEIGHT_TURNS)
        return (size_t)sprintf(line, "%" PRId64 ",%" PRId64 ",%" PRId64, id[0],
                               id[1], id[2]);
    if (kind == WEIGHT_SEGMENTS && id[2] != SEGMENT_PAIR)
        return (size_t)sprintf(line, "way %" PRId64 ",%s", id[0],
                               id[2] == SEGMENT_WAY_FORWARD ? "forward"
                                                            : "backward");
    return (size_t)sprintf(line, "%" PRId64 ",%" PRId64, id[0], id[1]);
}

size_t weight_csv_write(char ret_line[static WEIGHT_LINE_MAX],
                        enum weight_kind kind, const struct weight_row *row)
{
    size_t at = write_key(ret_line, kind, &row->key);

    ret_line[at++] = ',';
    if (!weight_row_closes(row))
        at += weight_number_write(ret_line + at, row->value);
    else if (kind == WEIGHT_SEGMENTS)
        ret_line[at++] = '0';
    else
        at += (size_t)sprintf(ret_line + at, "closed");
    if (row->rate != ROW_AS_VALUE && kind != WEIGHT_ARCS)
        ret_line[at++] = ',';
    if (row->rate != ROW_AS_VALUE && row->rate != ROW_KEPT &&
        kind != WEIGHT_ARCS)
        at += weight_number_write(ret_line + at, row->rate);
    ret_line[at] = '\0';
    return at;
}
