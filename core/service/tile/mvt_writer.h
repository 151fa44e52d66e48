/* mvt_writer: one layer of lines as a Mapbox Vector Tile.
 *
 * Mapbox Vector Tile Specification 2.1; protocol buffers' wire format by hand:
 * a tile has four kinds of messages, and generated code would need an object
 * for each feature and each value before the first byte is written. Keys and
 * values are numbered in order of appearance; a feature is its tags, as bytes,
 * and its lines.
 *
 * After running out of memory a writer stays failed and ignores further input.
 * One thread. */
#ifndef RELAXD_SERVICE_TILE_MVT_WRITER_H
#define RELAXD_SERVICE_TILE_MVT_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/intern_pool.h"

/* A record for a pool, which numbers such keys in order of appearance. */
struct tile_key {
    uint64_t a;
    uint64_t b;
};

enum { MVT_EXTENT = 4096 };

struct mvt_bytes {
    uint8_t *at; /* [length); owned */
    size_t length;
    size_t capacity;
    bool failed;
};

void mvt_bytes_finish(struct mvt_bytes *bytes);

/* On a tile of MVT_EXTENT by MVT_EXTENT, y down. */
struct mvt_point {
    int32_t x;
    int32_t y;
};

/* The current feature; its buffers are reused. */
struct mvt_feature {
    struct mvt_bytes tags;
    struct mvt_bytes lines;
    struct mvt_point at; /* where the last line ended */
};

struct mvt_writer {
    struct mvt_bytes features;
    struct mvt_bytes values;
    uint32_t value_count;
    struct intern_pool value_numbers; /* of tile_key */
    bool failed;
};

void mvt_writer_finish(struct mvt_writer *writer); /* {0} is fine */

/* Starts a new feature, without tags and lines. */
void mvt_feature_clear(struct mvt_feature *feature);
void mvt_feature_finish(struct mvt_feature *feature); /* {0} is fine */

/* Add tags; `key` is an index among the layer's keys. Strings are identified by
 * `id`, the same for equal ones. */
void mvt_tag_text(struct mvt_writer *writer, struct mvt_feature *feature,
                  unsigned key, uint64_t id, const char *text);
void mvt_tag_number(struct mvt_writer *writer, struct mvt_feature *feature,
                    unsigned key, uint64_t number);
void mvt_tag_double(struct mvt_writer *writer, struct mvt_feature *feature,
                    unsigned key, double number);
void mvt_tag_bool(struct mvt_writer *writer, struct mvt_feature *feature,
                  unsigned key, bool value);

/* At least two points, consecutive ones distinct. */
void mvt_line(struct mvt_feature *feature, const struct mvt_point *point,
              size_t count);

/* Adds the feature if it has a line. */
void mvt_writer_add(struct mvt_writer *writer,
                    const struct mvt_feature *feature);

/* The tile: one layer of that name, or none without features. False: no memory.
 * The caller owns `ret_tile`. */
bool mvt_writer_end(const struct mvt_writer *writer, const char *layer,
                    const char *const *keys, size_t key_count,
                    struct mvt_bytes *ret_tile);

#endif
