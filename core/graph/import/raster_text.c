/* raster_text: a raster as lines of numbers. */
#include "core/graph/import/raster_formats.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

struct text_parser {
    struct raster_cells cells;
    uint64_t rows;        /* ended ones */
    uint64_t columns;     /* of the first row; 0: it has not ended */
    uint64_t row_columns; /* of this row, so far */
    uint64_t line;        /* of the last word */
};

static int end_row(struct text_parser *parser, struct error *error)
{
    if (!parser->columns)
        parser->columns = parser->row_columns;
    if (parser->row_columns != parser->columns)
        return error_set(error, -EINVAL,
                         "line %" PRIu64 ": %" PRIu64
                         " numbers, but the first row has %" PRIu64,
                         parser->line, parser->row_columns, parser->columns);
    parser->rows++;
    parser->row_columns = 0;
    return 0;
}

static int refuse_gap(uint64_t line, struct error *error)
{
    return error_set(error, -EINVAL,
                     "line %" PRIu64 ": a comma without a number beside it",
                     line);
}

static int take_word(struct text_parser *parser, const struct raster_word *word,
                     struct error *error)
{
    bool new_row = word->line != parser->line;
    double value;
    int r = 0;

    if (word->commas > (new_row ? 0 : 1))
        return refuse_gap(parser->line ? parser->line : word->line, error);
    if (new_row && parser->line)
        r = end_row(parser, error);
    if (r)
        return r;
    parser->line = word->line;
    r = raster_word_number(word, &value, error);
    if (r) {
        error_prefix(error, "row %" PRIu64 ", column %" PRIu64 " (from 0)",
                     parser->rows, parser->row_columns);
        return r;
    }
    parser->row_columns++;
    return raster_cells_add(&parser->cells, value, error);
}

static int parse(struct text_parser *parser, struct raster_input *input,
                 struct error *error)
{
    struct raster_word word;
    int r;

    while (!(r = raster_input_word(input, &word, error))) {
        r = take_word(parser, &word, error);
        if (r)
            return r;
    }
    if (r != RASTER_INPUT_END)
        return r;
    if (word.commas)
        return refuse_gap(parser->line, error);
    if (!parser->line)
        return error_set(error, -EINVAL, "there is no number in it");
    r = end_row(parser, error);
    return r ? r : raster_check_size(parser->rows, parser->columns, error);
}

int raster_read_text(struct raster_input *input, struct raster *raster,
                     struct error *error)
{
    struct text_parser parser = {0};
    int r;

    input->comments = true;
    input->commas = true;
    r = parse(&parser, input, error);
    if (r) {
        free(parser.cells.value);
        return r;
    }
    raster->rows = (uint32_t)parser.rows;
    raster->columns = (uint32_t)parser.columns;
    raster->value = parser.cells.value;
    raster->format = "text";
    return 0;
}
