/* raster: the input of all readers, and the choice of a file's reader. */
#include "core/graph/import/raster/raster.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/base/array.h"
#include "core/base/compressed_source.h"
#include "core/base/text.h"
#include "core/graph/import/raster/raster_formats.h"
#include "core/graph/map_file/map_file.h"
#include "core/graph/topology.h"

/* ---- Input --------------------------------------------------------------- */

enum { BUFFER_SIZE = 64 * 1024, CHUNK_CELLS = 1024 };

int raster_input_init(struct raster_input *input, struct byte_source *source,
                      struct progress *progress, struct error *error)
{
    *input = (struct raster_input){
        .source = source,
        .progress = progress,
        .buffer = malloc(BUFFER_SIZE),
        .line = 1,
    };
    return input->buffer ? 0 : error_no_memory(error);
}

void raster_input_finish(struct raster_input *input)
{
    free(input->buffer);
    *input = (struct raster_input){0};
}

static void report(struct raster_input *input)
{
    if (input->source->total)
        progress_report(input->progress, "read cells", input->source->done,
                        input->source->total);
}

static int fill(struct raster_input *input, struct error *error)
{
    size_t left = input->end - input->begin;
    size_t got;
    int r;

    memmove(input->buffer, input->buffer + input->begin, left);
    input->begin = 0;
    input->end = left;
    r = byte_source_read(input->source, input->buffer + left,
                         BUFFER_SIZE - left, &got, error);
    if (r)
        return r;
    input->end += got;
    input->ended = !got;
    report(input);
    return 0;
}

/* Returns the next bytes: at least `size` (a few hundred at most) unless the
 * end comes first. Valid until the next call. */
static int raster_input_peek(struct raster_input *input, size_t size,
                             const char **ret_bytes, size_t *ret_size,
                             struct error *error)
{
    while (input->end - input->begin < size && !input->ended) {
        int r = fill(input, error);

        if (r)
            return r;
    }
    *ret_bytes = input->buffer + input->begin;
    *ret_size = input->end - input->begin;
    return 0;
}

int raster_input_take(struct raster_input *input, void *bytes, size_t size,
                      size_t *ret_taken, struct error *error)
{
    char *to = bytes;
    size_t taken = 0;

    while (taken < size) {
        const char *next;
        size_t ready;
        int r = raster_input_peek(input, 1, &next, &ready, error);

        if (r)
            return r;
        if (!ready)
            break;
        if (ready > size - taken)
            ready = size - taken;
        memcpy(to + taken, next, ready);
        input->begin += ready;
        taken += ready;
    }
    *ret_taken = taken;
    return 0;
}

/* -1: the end. */
static int next_byte(struct raster_input *input, int *ret_byte,
                     struct error *error)
{
    if (input->begin == input->end && !input->ended) {
        int r = fill(input, error);

        if (r)
            return r;
    }
    *ret_byte = input->begin == input->end
                    ? -1
                    : (unsigned char)input->buffer[input->begin];
    return 0;
}

static void pass(struct raster_input *input, int byte)
{
    input->begin++;
    input->line += byte == '\n';
}

static bool is_blank(int byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

static bool is_comma(const struct raster_input *input, int byte)
{
    return input->commas && (byte == ',' || byte == ';');
}

static bool parts_words(const struct raster_input *input, int byte)
{
    return byte < 0 || is_blank(byte) || is_comma(input, byte) ||
           (input->comments && byte == '#');
}

/* Skips blanks, commas and comments before a word; returns the word's first
 * byte without consuming it. */
static int skip_to_word(struct raster_input *input, unsigned *ret_commas,
                        int *ret_byte, struct error *error)
{
    bool comment = false;
    int byte;

    *ret_commas = 0;
    for (;;) {
        int r = next_byte(input, &byte, error);

        if (r)
            return r;
        comment = byte != '\n' && (comment || (input->comments && byte == '#'));
        if (byte < 0 || !(comment || parts_words(input, byte)))
            break;
        *ret_commas += !comment && is_comma(input, byte);
        pass(input, byte);
    }
    *ret_byte = byte;
    return 0;
}

static int refuse_byte(const struct raster_input *input, int byte,
                       struct error *error)
{
    if (byte == 0)
        return error_set(error, -EINVAL, "line %" PRIu64 " contains a NUL byte",
                         input->line);
    return error_set(error, -EINVAL,
                     "line %" PRIu64 ": a word of more than %d bytes",
                     input->line, RASTER_WORD_SIZE - 1);
}

int raster_input_word(struct raster_input *input, struct raster_word *ret_word,
                      struct error *error)
{
    size_t length = 0;
    int byte;
    int r = skip_to_word(input, &ret_word->commas, &byte, error);

    if (r)
        return r;
    if (byte < 0)
        return RASTER_INPUT_END;
    ret_word->line = input->line;
    while (!parts_words(input, byte)) {
        if (byte == 0 || length == RASTER_WORD_SIZE - 1)
            return refuse_byte(input, byte, error);
        ret_word->text[length++] = (char)byte;
        pass(input, byte);
        r = next_byte(input, &byte, error);
        if (r)
            return r;
    }
    ret_word->text[length] = '\0';
    return 0;
}

static int refuse_word(const struct raster_word *word, const char *what,
                       struct error *error)
{
    char text[RASTER_WORD_SIZE];

    text_copy_line(text, sizeof(text), word->text);
    return error_set(error, -EINVAL, "line %" PRIu64 ": '%s' is %s", word->line,
                     text, what);
}

static bool is_unnumber(const char *text)
{
    text += *text == '-' || *text == '+';
    return !strncasecmp(text, "nan", 3) || !strncasecmp(text, "inf", 3);
}

int raster_word_number(const struct raster_word *word, double *ret_number,
                       struct error *error)
{
    const char *text = word->text;

    if (parse_double(text, ret_number))
        return 0;
    if (is_unnumber(text))
        return refuse_word(word, "not finite; a cell is a finite number",
                           error);
    if (strchr(text, ','))
        return refuse_word(word, "not a number; decimals begin with a point",
                           error);
    return refuse_word(word, "not a finite number", error);
}

int raster_word_count(const struct raster_word *word, const char *name,
                      uint32_t *ret_count, struct error *error)
{
    uint32_t count;

    if (parse_u32(word->text, &count) && count) {
        *ret_count = count;
        return 0;
    }
    refuse_word(word, "not a whole number from 1 on", error);
    error_prefix(error, "%s", name);
    return -EINVAL;
}

int raster_set_size(struct raster *raster, uint64_t rows, uint64_t columns,
                    struct error *error)
{
    if (!rows || !columns)
        return error_set(error, -EINVAL,
                         "%" PRIu64 " rows of %" PRIu64
                         " columns: there are no cells",
                         rows, columns);
    if (columns > VERTEX_COUNT_MAX || rows > VERTEX_COUNT_MAX / columns)
        return error_set(error, -EINVAL,
                         "%" PRIu64 " rows of %" PRIu64
                         " columns are more than %" PRIu32
                         " cells; cut the raster in pieces",
                         rows, columns, VERTEX_COUNT_MAX);
    raster->rows = (uint32_t)rows;
    raster->columns = (uint32_t)columns;
    return 0;
}

int raster_add(struct raster *raster, double value, struct error *error)
{
    if (array_append(&raster->value, &raster->count, &raster->capacity, &value,
                     sizeof(value)))
        return error_no_memory(error);
    return 0;
}

int raster_refuse_cut(const struct raster *raster, struct error *error)
{
    return error_set(error, -EINVAL,
                     "the file ends after %zu of %zu cells; it was cut short",
                     raster->count, raster_cell_count(raster));
}

int raster_refuse_more(const struct raster *raster, struct error *error)
{
    return error_set(error, -EINVAL,
                     "there is more after the %zu cells that the header says",
                     raster_cell_count(raster));
}

static int take_chunk(struct raster_input *input, struct raster *raster,
                      size_t size, raster_add_bytes *add, const void *context,
                      struct error *error)
{
    unsigned char bytes[8 * CHUNK_CELLS];
    size_t left = raster_cell_count(raster) - raster->count;
    size_t wanted = (left < CHUNK_CELLS ? left : CHUNK_CELLS) * size;
    size_t got;
    int r = raster_input_take(input, bytes, wanted, &got, error);

    for (size_t i = 0; !r && i + size <= got; i += size)
        r = add(context, bytes + i, raster, error);
    if (!r && got < wanted)
        r = raster_refuse_cut(raster, error);
    return r;
}

int raster_take_cells(struct raster_input *input, struct raster *raster,
                      size_t size, raster_add_bytes *add, const void *context,
                      struct error *error)
{
    char beyond;
    size_t got = 0;
    int r = 0;

    while (!r && raster->count < raster_cell_count(raster))
        r = take_chunk(input, raster, size, add, context, error);
    if (!r)
        r = raster_input_take(input, &beyond, 1, &got, error);
    return !r && got ? raster_refuse_more(raster, error) : r;
}

/* ---- Formats ------------------------------------------------------------- */

/* Bytes to examine. */
enum { FRONT_SIZE = 256 };

struct front {
    const char *bytes;
    size_t size;
};

static bool begins(struct front front, const char *magic, size_t size)
{
    return front.size >= size && !memcmp(front.bytes, magic, size);
}

static bool is_npy(struct front front)
{
    return begins(front, "\x93NUMPY", 6);
}

static bool is_netpbm(struct front front)
{
    return front.size > 2 && front.bytes[0] == 'P' &&
           isdigit((unsigned char)front.bytes[1]) &&
           (isspace((unsigned char)front.bytes[2]) || front.bytes[2] == '#');
}

static struct front skip_blanks(struct front front)
{
    while (front.size && isspace((unsigned char)*front.bytes)) {
        front.bytes++;
        front.size--;
    }
    return front;
}

static bool is_esri(struct front front)
{
    struct front word = skip_blanks(front);

    return word.size >= 4 && isalpha((unsigned char)word.bytes[0]) &&
           (!strncasecmp(word.bytes, "ncol", 4) ||
            !strncasecmp(word.bytes, "nrow", 4) ||
            !strncasecmp(word.bytes, "xll", 3) ||
            !strncasecmp(word.bytes, "yll", 3) ||
            !strncasecmp(word.bytes, "cell", 4) ||
            !strncasecmp(word.bytes, "noda", 4));
}

bool raster_has_mark(const char *bytes, size_t size)
{
    struct front front = {bytes, size};

    return is_npy(front) || is_netpbm(front) || is_esri(front);
}

static bool is_text(struct front front)
{
    struct front word = skip_blanks(front);
    static const char *const unnumbers[] = {"nan", "inf"};

    if (!word.size)
        return true;
    for (size_t i = 0; i < 2; i++) {
        if (word.size >= 3 && !strncasecmp(word.bytes, unnumbers[i], 3))
            return true;
    }
    return memchr("0123456789+-.#,;", *word.bytes, 16);
}

/* NULL: unknown. */
static const char *name_foreign(struct front front)
{
    if (map_has_magic(front.bytes, front.size))
        return "a map of relaxd (.rlx), which is imported already";
    if (begins(front, "II*\0", 4) || begins(front, "MM\0*", 4))
        return "TIFF; 'gdal_translate -of AAIGrid' makes an ESRI ASCII grid "
               "of it";
    if (begins(front, "\x89PNG", 4) || begins(front, "\xff\xd8\xff", 3))
        return "a picture; 'convert IN OUT.pgm' makes a PGM of it";
    if (begins(front, "PK\x03\x04", 4))
        return "a ZIP or .npz; numpy.save() writes one array as .npy";
    return NULL;
}

static int refuse_foreign(struct front front, struct error *error)
{
    const char *name = name_foreign(front);

    if (name)
        return error_set(error, -EINVAL, "this is %s", name);
    return error_set(error, -EINVAL,
                     "this is neither .npy, ESRI ASCII grid, PGM nor a text of "
                     "numbers");
}

static int look(struct raster_input *input, struct front *ret_front,
                struct error *error)
{
    return raster_input_peek(input, FRONT_SIZE, &ret_front->bytes,
                             &ret_front->size, error);
}

/* Skips UTF-8's byte order mark, which some editors put before a text. */
static int pass_mark(struct raster_input *input, struct error *error)
{
    static const char mark[] = "\xef\xbb\xbf";
    char bytes[sizeof(mark) - 1];
    struct front front;
    size_t taken;
    int r = look(input, &front, error);

    if (r || !begins(front, mark, sizeof(bytes)))
        return r;
    return raster_input_take(input, bytes, sizeof(bytes), &taken, error);
}

static int read_format(struct raster_input *input, struct raster *raster,
                       struct error *error)
{
    struct front front;
    int r = pass_mark(input, error);

    if (!r)
        r = look(input, &front, error);
    if (r)
        return r;
    if (is_npy(front))
        return raster_read_npy(input, raster, error);
    if (is_netpbm(front))
        return raster_read_pgm(input, raster, error);
    if (is_esri(front))
        return raster_read_esri(input, raster, error);
    if (!name_foreign(front) && is_text(front))
        return raster_read_text(input, raster, error);
    return refuse_foreign(front, error);
}

int raster_read(struct byte_source *source, struct progress *progress,
                struct raster *ret_raster, struct error *error)
{
    struct raster raster = {.precision = RASTER_PRECISION_F8};
    struct raster_input input;
    int r = raster_input_init(&input, source, progress, error);

    if (!r) {
        r = read_format(&input, &raster, error);
        raster_input_finish(&input);
    }
    if (r)
        raster_finish(&raster);
    else
        *ret_raster = raster;
    return r;
}

int raster_open(const char *path, struct progress *progress,
                struct raster *ret_raster, struct error *error)
{
    struct byte_source *source;
    int r = compressed_source_open(path, &source, error);

    if (!r) {
        r = raster_read(source, progress, ret_raster, error);
        byte_source_destroy(source);
    }
    if (r)
        error_prefix(error, "'%s'", path);
    return r;
}

void raster_finish(struct raster *raster)
{
    free(raster->value);
    *raster = (struct raster){0};
}

void raster_blame_cell(uint64_t index, uint32_t columns, struct error *error)
{
    error_prefix(error, "row %" PRIu64 ", column %" PRIu64 " (from 0)",
                 index / columns, index % columns);
}
