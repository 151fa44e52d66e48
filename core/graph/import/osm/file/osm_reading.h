/* osm_reading: what objects of files become, in two passes.
 *
 * The first takes ways and restrictions, the second the nodes that matter to
 * them. Whether an object is wanted is known of the versions that are; one that
 * is not wanted may be a newer state of one that is. Where files are such that
 * ids come twice, as several files and those with history are, the second pass
 * looks at the unwanted ones again. */
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
    uint64_t before; /* bytes of the files and passes that are done */
    uint64_t total;  /* bytes of all files and passes */

    bool second; /* the pass of the nodes */
    bool twice;  /* ids may come twice */

    /* Of the pass so far. */
    uint64_t ordinal; /* ways and relations */
    bool has_last[OSM_RELATION + 1];
    int64_t last_id[OSM_RELATION + 1]; /* in this file */

    /* Of the last object that came. */
    struct osm_object object;
    struct osm_text_tag *tag; /* [object.tag_count] */
    size_t tag_capacity;
    struct osm_tag *view; /* [view_count] as filters see it: no key twice */
    uint32_t view_count;
    size_t view_capacity;
};

/* An object as libosmium has it. */
struct osm_arrival {
    enum osm_kind kind;
    int64_t id;
    uint32_t version;
    bool deleted;
    struct position position; /* of a node */
    const char *tags;         /* [tags_size] key, NUL, value, NUL, and so on */
    size_t tags_size;
};

/* Which kinds a pass wants to see. */
bool osm_reading_wants(const struct osm_reading *reading, enum osm_kind kind);

/* 0: done with; READING_WANTED: what it consists of is to be given next. */
enum { READING_WANTED = 1 };
int osm_reading_object(struct osm_reading *reading,
                       const struct osm_arrival *arrival, struct error *error);
int osm_reading_refs(struct osm_reading *reading, const int64_t *refs,
                     size_t count, struct error *error);
int osm_reading_members(struct osm_reading *reading,
                        const struct osm_member *members, size_t count,
                        struct error *error);

/* False: not one that matters. */
bool osm_reading_role(const char *role, uint8_t *ret_role);
const char *osm_role_name(uint8_t role);

/* What wrote this file, as it says itself; empty: it does not. */
void osm_reading_generator(struct osm_reading *reading, const char *generator);

/* `done`: bytes of this file in this pass. */
void osm_reading_progress(const struct osm_reading *reading, uint64_t done);

/* Another file begins. */
void osm_reading_next_file(struct osm_reading *reading);

/* The first pass is over. */
int osm_reading_next_pass(struct osm_reading *reading, struct error *error);

void osm_reading_finish(struct osm_reading *reading);

#endif
