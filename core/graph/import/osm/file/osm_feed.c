/* osm_feed: the bytes of one file on their way to libosmium. */
#include "core/graph/import/osm/file/osm_feed.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/compressed_source.h"
#include "core/base/text.h"
#include "core/graph/import/osm/file/osm_frames.h"

struct osm_feed {
    struct byte_source *source;
    struct osm_frames frames;
    bool begun; /* something was read */
};

static int open_source(const struct osm_input *input,
                       struct byte_source **ret_source, struct error *error)
{
    struct byte_source *memory;
    int r;

    if (input->path)
        return compressed_source_open(input->path, ret_source, error);
    r = memory_source_create(input->bytes, input->size, &memory, error);
    return r ? r : compressed_source_create(memory, ret_source, error);
}

int osm_feed_open(const struct osm_input *input, struct osm_feed **ret_feed,
                  struct error *error)
{
    struct osm_feed *feed = calloc(1, sizeof(*feed));
    int r;

    if (!feed)
        return error_no_memory(error);
    feed->frames.format = input->format;
    r = open_source(input, &feed->source, error);
    if (r) {
        osm_feed_destroy(feed);
        return r;
    }
    *ret_feed = feed;
    return 0;
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
