/* osrm_table: what /table/v1 is made of; inside api/osrm.
 *
 * osrm_table.c asks: places are looked for on the pool, then the table is
 * solved. osrm_table_answer.c collects rows as they come, so that the next can
 * be solved, and writes all of it on the pool: clients want to know how long an
 * answer is. */
#ifndef RELAXD_API_OSRM_OSRM_TABLE_H
#define RELAXD_API_OSRM_OSRM_TABLE_H

#include "api/osrm/osrm_service.h"
#include "core/service/table/table_question.h"

/* Places as they are listed, and each once, which is what is solved. */
struct osrm_table_list {
    uint64_t *place; /* [count] owned */
    size_t count;
    uint64_t *distinct; /* [distinct_count] owned, in the order of `place` */
    size_t distinct_count;
    uint32_t *index; /* [count] in `distinct`; owned */
};

struct osrm_table {
    struct osrm_request request;
    struct osrm_reading reading;
    struct table_question question;
    struct snap_wish *wishes; /* [coordinate_count] owned */
    struct table_places places;
    size_t missing; /* the first place that is near no road */
    bool no_memory; /* to look for places, or to write */
    struct osrm_table_list sources;
    struct osrm_table_list targets;

    /* [sources * targets], distinct ones until the answer is written, in tenths
       (osrm_cells.h), owned; NULL: not wanted */
    uint32_t *durations;
    uint32_t *distances;
    uint64_t *estimated; /* [estimated_count] cells, owned */
    size_t estimated_count;
    size_t estimated_capacity;
};

/* Bytes that answering will take beside what solving does. */
size_t osrm_table_bytes(const struct osrm_table *table);

/* Room for all cells. 0 or -ENOMEM. */
int osrm_table_make_cells(struct osrm_table *table);

/* Takes the rows that are there. */
void osrm_table_collect(struct osrm_table *table);

/* The members of the answer, of all cells. 0 or -ENOMEM. Any thread. */
int osrm_table_members(struct json_writer *writer, struct osrm_table *table);

#endif
