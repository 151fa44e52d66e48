/* osm_frames: whether a stream of bytes is cut into records as its format
 * wants, and whole. */
#include "core/graph/import/osm/file/osm_frames.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

/* A number of protocol buffers, and where it ends; NULL where it does not. */
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

/* One field of a BlobHeader; where it ends, NULL where it makes no sense. */
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

/* What is to follow the header. */
static int read_header(struct osm_frames *frames, struct error *error)
{
    const uint8_t *at = frames->header;
    const uint8_t *end = at + frames->header_size;
    struct blob_header header = {0};

    while (at && at < end)
        at = read_field(at, end, &header);
    if (!at || !is_type(&header, frames->blobs ? "OSMData" : "OSMHeader"))
        return error_set(error, -EINVAL,
                         "byte %" PRIu64 ": no header of a block of %s",
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
        return error_set(error, -EINVAL, "byte 0: no beginning of o5m");
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

/* As much of a record's body or header as there is; returns how much. */
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

/* The line that goes on with these bytes, and where the one begins that goes on
 * behind them. Those between are shorter than the bytes are. */
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

/* A line would end at a NUL byte without a word. */
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

int osm_frames_pass(struct osm_frames *frames, const void *bytes, size_t size,
                    struct error *error)
{
    if (frames->format == FORMAT_OPL)
        return pass_lines(frames, bytes, size, error);
    if (frames->format == FORMAT_XML) {
        frames->at += size;
        return 0;
    }
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
