/* osm_reading: turns the objects of files into data, in two passes.
 *
 * The first pass takes ways and restrictions, the second the nodes that they
 * need. A filter sees single versions, so an unwanted object may be a newer
 * version of a wanted one. If ids may occur twice, as in several files or those
 * with history, the second pass looks at the unwanted ones again. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_FILE_OSM_READING_H
#define RELAXD_GRAPH_IMPORT_OSM_FILE_OSM_READING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/import/osm/data/osm_gathering.h"
#include "core/graph/import/osm/file/osm_file.h"

struct osm_reading {
    const struct osm_filter *filter;
    struct osm_data *data;
    struct progress *progress;
    uint64_t before; /* bytes of completed files and passes */
    uint64_t total;  /* bytes of all files and passes */

    bool second; /* in the pass of the nodes */
    bool twice;  /* ids may come twice */

    /* Of the current pass. */
    uint64_t ordinal; /* ways and relations */
    bool has_last[OSM_RELATION + 1];
    int64_t last_id[OSM_RELATION + 1]; /* in this file */

    /* The current object. */
    struct osm_object object;
    const char *text; /* [text_size] of its tags: key, NUL, value, NUL, and so
                         on */
    size_t text_size;
    struct osm_text_tag *tag; /* [object.tag_count] */
    size_t tag_capacity;
    struct osm_tag *view; /* [object.tag_count] the filters' view */
    size_t view_capacity;
};

/* Which kinds the current pass reads. */
bool osm_reading_wants(const struct osm_reading *reading, enum osm_kind kind);

/* An object of the file, without its tags, which `text` has, refs and members.
 * 0: it is done; READING_WANTED: pass it with its refs or members next. */
enum { READING_WANTED = 1 };
int osm_reading_object(struct osm_reading *reading,
                       const struct osm_object *object, const char *text,
                       size_t text_size, struct error *error);
int osm_reading_wanted(struct osm_reading *reading,
                       const struct osm_object *object, struct error *error);

/* False: a role that does not matter. */
bool osm_reading_role(const char *role, uint8_t *ret_role);
const char *osm_role_name(uint8_t role);

/* The file's own statement of its generator; empty: none. */
void osm_reading_generator(struct osm_reading *reading, const char *generator);

/* `done`: bytes of this file in this pass. */
void osm_reading_progress(const struct osm_reading *reading, uint64_t done);

/* Begins another file. */
void osm_reading_next_file(struct osm_reading *reading);

/* Ends the first pass. */
int osm_reading_next_pass(struct osm_reading *reading, struct error *error);

void osm_reading_finish(struct osm_reading *reading);

#endif
