/* osm_feed: a file's format, its records, and its bytes. */
#include "core/graph/import/osm/file/osm_feed.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/base/compressed_source.h"
#include "core/base/text.h"

/* ---- Formats ------------------------------------------------------------- */

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* .osh is .osm with all versions. */
static const struct {
    const char *ending;
    enum osm_format format;
} formats[] = {
    {"pbf", FORMAT_PBF}, {"osm", FORMAT_XML}, {"osh", FORMAT_XML},
    {"o5m", FORMAT_O5M}, {"opl", FORMAT_OPL},
};

/* As in core/base/compressed_source. */
static const char *const compressions[] = {"gz", "bz2", "zst"};

/* Whether the first `size` bytes of a name are the ending, or end in a point
 * and the ending. */
static bool ends_in(const char *name, size_t size, const char *ending)
{
    size_t length = strlen(ending);

    if (size < length || memcmp(name + size - length, ending, length) != 0)
        return false;
    return size == length || name[size - length - 1] == '.';
}

static enum osm_format find_format(const char *name, size_t size)
{
    for (size_t i = 0; i < COUNT_OF(formats); i++) {
        if (ends_in(name, size, formats[i].ending))
            return formats[i].format;
    }
    return FORMAT_NONE;
}

enum osm_format osm_format_plain(const char *name)
{
    return find_format(name, strlen(name));
}

enum osm_format osm_format_of(const char *name)
{
    size_t size = strlen(name);

    for (size_t i = 0; i < COUNT_OF(compressions); i++) {
        size_t length = strlen(compressions[i]);

        if (size > length && ends_in(name, size, compressions[i]))
            return find_format(name, size - length - 1);
    }
    return find_format(name, size);
}

/* ---- By their first bytes ------------------------------------------------ */

static bool begins(const char *bytes, size_t size, const char *with,
                   size_t length)
{
    return size >= length && !memcmp(bytes, with, length);
}

/* The length of a block's header, then the header: its type, of nine
 * characters. */
static bool is_pbf(const char *bytes, size_t size)
{
    static const char type[] = "\n\tOSMHeader";
    enum { SIZE_SIZE = 4 };

    return size > SIZE_SIZE &&
           begins(bytes + SIZE_SIZE, size - SIZE_SIZE, type, sizeof(type) - 1);
}

static bool is_o5m(const char *bytes, size_t size)
{
    return begins(bytes, size, "\xff\xe0\x04o5m2", 7) ||
           begins(bytes, size, "\xff\xe0\x04o5c2", 7);
}

/* Past a byte order mark and white space. */
static size_t text_start(const char *bytes, size_t size)
{
    static const char mark[] = "\xef\xbb\xbf";
    size_t at =
        begins(bytes, size, mark, sizeof(mark) - 1) ? sizeof(mark) - 1 : 0;

    while (at < size && isspace((unsigned char)bytes[at]))
        at++;
    return at;
}

static bool is_xml(const char *bytes, size_t size)
{
    size_t at = text_start(bytes, size);

    return at < size && bytes[at] == '<';
}

/* What a server sends instead of a file that it lacks. */
static bool is_web_page(const char *bytes, size_t size)
{
    static const char *const starts[] = {"<!doctype html", "<html"};
    size_t at = text_start(bytes, size);

    for (size_t i = 0; i < COUNT_OF(starts); i++) {
        size_t length = strlen(starts[i]);

        if (size - at >= length && !strncasecmp(bytes + at, starts[i], length))
            return true;
    }
    return false;
}

/* "n17 v3 ...": kind and id. */
static bool is_opl(const char *bytes, size_t size)
{
    size_t at = 1;

    if (!size || !memchr("nwr", bytes[0], 3))
        return false;
    while (at < size && isdigit((unsigned char)bytes[at]))
        at++;
    return at > 1 && at < size && bytes[at] == ' ';
}

int osm_format_check(const void *bytes, size_t size, enum osm_format format,
                     struct error *error)
{
    static const struct {
        enum osm_format format;
        bool (*is)(const char *bytes, size_t size);
        const char *words;
    } marks[] = {
        {FORMAT_NONE, is_web_page, "is a web page: download the data again"},
        {FORMAT_PBF, is_pbf, "looks like PBF: name it .osm.pbf"},
        {FORMAT_XML, is_xml, "looks like XML: name it .osm"},
        {FORMAT_O5M, is_o5m, "looks like o5m: name it .o5m"},
        {FORMAT_OPL, is_opl, "looks like OPL: name it .opl"},
    };

    for (size_t i = 0; i < COUNT_OF(marks); i++) {
        if (marks[i].format != format && marks[i].is(bytes, size))
            return error_set(error, -EINVAL, "%s", marks[i].words);
    }
    return 0;
}

const char *osm_format_name(enum osm_format format)
{
    static const char *const names[] = {
        [FORMAT_PBF] = "pbf",
        [FORMAT_XML] = "xml",
        [FORMAT_O5M] = "o5m",
        [FORMAT_OPL] = "opl",
    };

    return names[format];
}

/* ---- Frames -------------------------------------------------------------- */

/* Checks that a stream of bytes consists of whole records of its format. */

/* A varint of protocol buffers, and its end; NULL if it has none. */
static const uint8_t *read_varint(const uint8_t *at, const uint8_t *end,
                                  uint64_t *ret_value)
{
    uint64_t value = 0;

    for (unsigned shift = 0; at < end && shift < 64; shift += 7) {
        value |= (uint64_t)(*at & 0x7f) << shift;
        if (*at++ < 0x80) {
            *ret_value = value;
            return at;
        }
    }
    return NULL;
}

/* ---- PBF ---------------------------------------------------------------- */

enum { FIELD_TYPE = 1, FIELD_DATASIZE = 3, WIRE_VARINT = 0, WIRE_BYTES = 2 };

struct blob_header {
    const uint8_t *type;
    uint64_t type_size;
    uint64_t blob_size;
};

/* One field of a BlobHeader; returns its end, NULL if invalid. */
static const uint8_t *read_field(const uint8_t *at, const uint8_t *end,
                                 struct blob_header *header)
{
    uint64_t key, value;

    at = read_varint(at, end, &key);
    if (at)
        at = read_varint(at, end, &value);
    if (!at || (key % 8 != WIRE_VARINT && key % 8 != WIRE_BYTES))
        return NULL;
    if (key % 8 == WIRE_VARINT) {
        if (key / 8 == FIELD_DATASIZE)
            header->blob_size = value;
        return at;
    }
    if (value > (uint64_t)(end - at))
        return NULL;
    if (key / 8 == FIELD_TYPE) {
        header->type = at;
        header->type_size = value;
    }
    return at + value;
}

static bool is_type(const struct blob_header *header, const char *type)
{
    return header->type_size == strlen(type) &&
           memcmp(header->type, type, header->type_size) == 0;
}

/* Finds what follows the header. */
static int read_header(struct osm_frames *frames, struct error *error)
{
    const uint8_t *at = frames->header;
    const uint8_t *end = at + frames->header_size;
    struct blob_header header = {0};

    while (at && at < end)
        at = read_field(at, end, &header);
    if (!at || !is_type(&header, frames->blobs ? "OSMData" : "OSMHeader"))
        return error_set(error, -EINVAL,
                         "byte %" PRIu64
                         ": this is not the header of a block of %s",
                         frames->begin, frames->blobs ? "data" : "PBF's start");
    if (!header.blob_size || header.blob_size > FRAME_BLOB_MAX)
        return error_set(error, -EINVAL,
                         "byte %" PRIu64 ": a block of %" PRIu64
                         " bytes, not 1 to %d",
                         frames->begin, header.blob_size, FRAME_BLOB_MAX);
    frames->length = header.blob_size;
    frames->state = FRAME_BODY;
    return 0;
}

/* A byte of a length, the highest first. */
static int read_pbf_length(struct osm_frames *frames, uint8_t byte,
                           struct error *error)
{
    frames->length = frames->length << 8 | byte;
    frames->shift += 8;
    frames->state = FRAME_LENGTH;
    if (frames->shift < 32)
        return 0;
    if (!frames->length || frames->length > FRAME_HEADER_MAX)
        return error_set(error, -EINVAL,
                         "byte %" PRIu64 ": a block's header of %" PRIu64
                         " bytes, not 1 to %d",
                         frames->begin, frames->length, FRAME_HEADER_MAX);
    frames->state = FRAME_HEADER;
    frames->header_size = 0;
    return 0;
}

/* ---- o5m ---------------------------------------------------------------- */

enum { O5M_SINGLE = 0xf0, O5M_END = 0xfe, O5M_RESET = 0xff };

/* A byte of a length, the lowest first. */
static int read_o5m_length(struct osm_frames *frames, uint8_t byte,
                           struct error *error)
{
    if (frames->shift > 56)
        return error_set(error, -EINVAL,
                         "byte %" PRIu64 ": a record without a length",
                         frames->begin);
    frames->length |= (uint64_t)(byte & 0x7f) << frames->shift;
    frames->shift += 7;
    if (byte < 0x80)
        frames->state = frames->length ? FRAME_BODY : FRAME_START;
    return 0;
}

static int read_o5m_byte(struct osm_frames *frames, uint8_t byte,
                         struct error *error)
{
    if (frames->state == FRAME_LENGTH)
        return read_o5m_length(frames, byte, error);
    if (!frames->at && byte != O5M_RESET)
        return error_set(error, -EINVAL,
                         "byte 0: o5m data does not begin like this");
    frames->last = byte;
    if (byte < O5M_SINGLE)
        frames->state = FRAME_LENGTH;
    return 0;
}

/* ---- All ---------------------------------------------------------------- */

/* Begins a record. */
static void start(struct osm_frames *frames)
{
    frames->begin = frames->at;
    frames->length = 0;
    frames->shift = 0;
}

/* Passes as much of a record's body or header as is present; returns the
 * count. */
static size_t pass_body(struct osm_frames *frames, const uint8_t *bytes,
                        size_t size)
{
    size_t part = size < frames->length ? size : (size_t)frames->length;

    if (frames->state == FRAME_HEADER) {
        memcpy(frames->header + frames->header_size, bytes, part);
        frames->header_size += part;
    }
    frames->length -= part;
    return part;
}

static int pass_records(struct osm_frames *frames, const uint8_t *bytes,
                        size_t size, struct error *error)
{
    const uint8_t *end = bytes + size;
    int r = 0;

    while (!r && bytes < end) {
        size_t part = 1;

        if (frames->state == FRAME_START)
            start(frames);
        if (frames->state >= FRAME_HEADER)
            part = pass_body(frames, bytes, (size_t)(end - bytes));
        else if (frames->format == FORMAT_PBF)
            r = read_pbf_length(frames, *bytes, error);
        else
            r = read_o5m_byte(frames, *bytes, error);
        bytes += part;
        frames->at += part;
        if (frames->state < FRAME_HEADER || frames->length)
            continue;
        if (frames->state == FRAME_HEADER) {
            r = read_header(frames, error);
        } else {
            frames->state = FRAME_START;
            frames->blobs = 1;
        }
    }
    return r;
}

static bool ends_line(uint8_t byte)
{
    return byte == '\n' || byte == '\r';
}

/* Checks the line that continues with these bytes, and finds the start of the
 * one that continues after them. Lines in between are shorter than the
 * bytes. */
static int measure_lines(struct osm_frames *frames, const uint8_t *bytes,
                         size_t size, struct error *error)
{
    size_t first = 0;
    size_t rest = size;

    while (first < size && !ends_line(bytes[first]))
        first++;
    if (frames->at + first - frames->begin > FRAME_LINE_MAX)
        return error_set(error, -EINVAL,
                         "byte %" PRIu64 ": a line of more than %d bytes",
                         frames->begin, FRAME_LINE_MAX);
    while (rest > first && !ends_line(bytes[rest - 1]))
        rest--;
    if (first < size)
        frames->begin = frames->at + rest;
    return 0;
}

/* The library would silently end a line at a NUL byte. */
static int pass_lines(struct osm_frames *frames, const uint8_t *bytes,
                      size_t size, struct error *error)
{
    const uint8_t *nul = memchr(bytes, '\0', size);
    int r;

    if (nul)
        return error_set(error, -EINVAL, "byte %" PRIu64 ": a NUL byte",
                         frames->at + (uint64_t)(nul - bytes));
    r = measure_lines(frames, bytes, size, error);
    if (r)
        return r;
    frames->at += size;
    if (size)
        frames->last = bytes[size - 1];
    return 0;
}

/* ---- XML ---------------------------------------------------------------- */

/* FRAME_START is text, FRAME_HEADER a tag, which may turn out to be a section,
 * FRAME_BODY. Well-formed data has no other '<' and quotes than these; in
 * others the parser finds the first fault, and takes no token after it. */

static const struct {
    const char *opening;
    uint8_t mark;
    unsigned marks; /* before the '>' that ends it */
} sections[] = {{"<!--", '-', 2}, {"<![CDATA[", ']', 2}, {"<?", '?', 1}};

enum { OPENING_MAX = sizeof("<![CDATA[") - 1 };

static void begin_token(struct osm_frames *frames, int state)
{
    frames->begin = frames->at;
    frames->state = state;
    frames->last = 0;
    frames->header_size = 0;
}

/* Begins a section if the tag's first bytes open one. */
static void read_opening(struct osm_frames *frames, uint8_t byte)
{
    if (frames->header_size == OPENING_MAX)
        return;
    frames->header[frames->header_size++] = byte;
    for (size_t i = 0; i < COUNT_OF(sections); i++) {
        if (frames->header_size != strlen(sections[i].opening) ||
            memcmp(frames->header, sections[i].opening, frames->header_size))
            continue;
        frames->state = FRAME_BODY;
        frames->last = sections[i].mark;
        frames->shift = sections[i].marks;
        frames->length = 0;
    }
}

/* Declarations inside a document type are tokens of their own. */
static void read_tag_byte(struct osm_frames *frames, uint8_t byte)
{
    if (frames->last) {
        frames->last = byte == frames->last ? 0 : frames->last;
        return;
    }
    if (byte == '<')
        begin_token(frames, FRAME_HEADER);
    else if (byte == '"' || byte == '\'')
        frames->last = byte;
    read_opening(frames, byte);
}

/* `length` counts the marks just before. Returns whether the section ends. */
static bool read_section_byte(struct osm_frames *frames, uint8_t byte)
{
    if (byte == '>' && frames->length >= frames->shift)
        return true;
    frames->length = byte == frames->last ? frames->length + 1 : 0;
    return false;
}

/* Passes a byte, or several that cannot end the token; returns the count. */
static size_t pass_token(struct osm_frames *frames, const uint8_t *bytes,
                         size_t size)
{
    bool quoted = frames->state == FRAME_HEADER && frames->last;
    bool ends = false;

    if (frames->state == FRAME_START || quoted) {
        const uint8_t *end = memchr(bytes, quoted ? frames->last : '<', size);
        size_t part = end ? (size_t)(end - bytes) : size;

        if (part) {
            frames->at += part;
            return part;
        }
    }
    if (frames->state == FRAME_START)
        begin_token(frames, FRAME_HEADER);
    if (frames->state == FRAME_BODY)
        ends = read_section_byte(frames, *bytes);
    else if (*bytes == '>' && !frames->last)
        ends = true;
    else
        read_tag_byte(frames, *bytes);
    frames->at++;
    if (ends)
        begin_token(frames, FRAME_START);
    return 1;
}

/* In UTF-16, which has NUL bytes, the parser would see other tokens. */
static int pass_tokens(struct osm_frames *frames, const uint8_t *bytes,
                       size_t size, struct error *error)
{
    const uint8_t *nul = memchr(bytes, '\0', size);

    if (nul)
        return error_set(error, -EINVAL,
                         "byte %" PRIu64 ": a NUL byte: XML must be in UTF-8",
                         frames->at + (uint64_t)(nul - bytes));
    for (size_t at = 0; at < size;) {
        uint64_t begin = frames->begin;
        uint64_t end;

        at += pass_token(frames, bytes + at, size - at);
        end = frames->begin > begin ? frames->begin : frames->at;
        if (end - begin > FRAME_TOKEN_MAX)
            return error_set(error, -EINVAL,
                             "byte %" PRIu64
                             ": a tag, comment or text of more than %d bytes, "
                             "as OpenStreetMap data never has: take it out",
                             begin, FRAME_TOKEN_MAX);
    }
    return 0;
}

/* ---- Any format ---------------------------------------------------------- */

int osm_frames_pass(struct osm_frames *frames, const void *bytes, size_t size,
                    struct error *error)
{
    if (frames->format == FORMAT_OPL)
        return pass_lines(frames, bytes, size, error);
    if (frames->format == FORMAT_XML)
        return pass_tokens(frames, bytes, size, error);
    return pass_records(frames, bytes, size, error);
}

static bool is_whole(const struct osm_frames *frames)
{
    switch (frames->format) {
    case FORMAT_PBF:
        return frames->state == FRAME_START && frames->blobs;
    case FORMAT_O5M:
        return frames->state == FRAME_START && frames->last == O5M_END;
    case FORMAT_OPL:
        return ends_line(frames->last);
    default:
        return true;
    }
}

int osm_frames_end(const struct osm_frames *frames, struct error *error)
{
    if (!frames->at)
        return error_set(error, -EINVAL, "the file is empty");
    if (!is_whole(frames))
        return error_set(error, -EINVAL,
                         "byte %" PRIu64 ": the file is cut short here",
                         frames->at);
    return 0;
}

/* ---- The feed ------------------------------------------------------------ */

struct osm_feed {
    struct byte_source *source;
    struct osm_frames frames;
    bool begun; /* some bytes were read */
};

int osm_feed_open(const char *path, enum osm_format format,
                  struct osm_feed **ret_feed, struct error *error)
{
    struct osm_feed *feed = calloc(1, sizeof(*feed));
    int r;

    if (!feed)
        return error_no_memory(error);
    feed->frames.format = format;
    r = compressed_source_open(path, &feed->source, error);
    if (r)
        osm_feed_destroy(feed);
    else
        *ret_feed = feed;
    return r;
}

int osm_feed_read(struct osm_feed *feed, void *bytes, size_t size,
                  size_t *ret_read, struct error *error)
{
    size_t got = 0;
    size_t part = 1;
    int r = 0;

    while (!r && part && got < size) {
        r = byte_source_read(feed->source, (char *)bytes + got, size - got,
                             &part, error);
        if (!r)
            got += part;
    }
    if (!r && !feed->begun)
        r = osm_format_check(bytes, got, feed->frames.format, error);
    feed->begun = true;
    if (!r)
        r = osm_frames_pass(&feed->frames, bytes, got, error);
    if (!r && got < size)
        r = osm_frames_end(&feed->frames, error);
    if (r)
        return r;
    *ret_read = got;
    return 0;
}

uint64_t osm_feed_done(const struct osm_feed *feed)
{
    return feed->source->done;
}

/* The library counts lines and columns of OPL from 0. */
static void count_from_1(char *words, size_t size)
{
    unsigned long line;
    unsigned long column;
    char *place = strstr(words, " line ");

    if (place && sscanf(place, " line %lu column %lu", &line, &column) == 2)
        snprintf(place, size - (size_t)(place - words), " line %lu column %lu",
                 line + 1, column + 1);
}

int osm_feed_failed(const struct osm_feed *feed, const char *words,
                    struct error *error)
{
    char line[ERROR_TEXT_SIZE];

    text_copy_line(line, sizeof(line), words);
    if (feed->frames.format == FORMAT_OPL)
        count_from_1(line, sizeof(line));
    if (strstr(line, " line "))
        return error_set(error, -EINVAL, "%s", line);
    return error_set(error, -EINVAL, "%s, in the first %" PRIu64 " bytes", line,
                     feed->source->done);
}

enum osm_format osm_feed_format(const struct osm_feed *feed)
{
    return feed->frames.format;
}

void osm_feed_destroy(struct osm_feed *feed)
{
    if (!feed)
        return;
    byte_source_destroy(feed->source);
    free(feed);
}
