/* ask: what asking any kind of question has in common; inside the service.
 *
 * What happens to a question, and which thread may touch it:
 *
 *     ask_begin()    the client's thread; finds map and solver, sets deadline
 *     ...            the kind's own work: limits, ids, queries
 *     ask_submit()   hands it over. From here it is the worker's, and may be
 *                    through before ask_submit() returns.
 *     job.done()     the worker's thread: takes the answer out of the queries,
 *                    then ask_end(), which calls `answered`. After that the
 *                    service does not touch it until <kind>_question_finish().
 *
 * While it is the worker's, the client may call question_cancel(), and
 * tree_read() for a tree or table_read() for a table, which may submit several
 * jobs, one after another. A question refused before or by ask_submit() is the
 * client's all along. */
#ifndef RELAXD_SERVICE_ASK_H
#define RELAXD_SERVICE_ASK_H

#include <stdatomic.h>

#include "core/service/place/place.h"
#include "core/service/service.h"

struct service {
    const struct runtime_limits *limits;
    struct engine *engine;
    atomic_size_t stream_memory; /* bytes of labels in streams */
    atomic_size_t table_memory;  /* bytes taken by tables */
};

/* Clears the answer, pins the map, finds the solver, sets the deadline. Where
 * the outcome is not OK nothing is pinned. */
enum outcome ask_begin(struct service *service, struct question *question);

/* Ends the asking: unpins the map, notes outcome and words. Returns `outcome`.
 */
enum outcome ask_refuse(struct question *question, enum outcome outcome,
                        const char *format, ...)
    __attribute__((format(printf, 3, 4)));
enum outcome ask_refuse_no_memory(struct question *question);

/* Where in the question something stands, for words: "from", or
 * "queries[3].from" for a list with a member, "sources[3]" for one without
 * (`member` NULL). */
struct ask_field {
    const char *list; /* NULL: the member alone */
    size_t index;
    const char *member; /* NULL: the entry itself */
};

void ask_field_name(char *ret_name, size_t size, struct ask_field field);

/* The vertex of an id; refuses where there is none. */
enum outcome ask_vertex(struct question *question, struct ask_field field,
                        uint64_t id, uint32_t *ret_vertex);

/* On a map with roads: where the node of that id is. */
enum outcome ask_node(struct question *question, struct ask_field field,
                      uint64_t id, struct place *ret_place);

/* Refuses a place that no road is near, within the options' radius: how far
 * the nearest is, and what may be meant. */
enum outcome ask_refuse_far(struct question *question, struct ask_field field,
                            const struct snap_options *options);

/* Whether ids are those of nodes. */
static inline bool ask_has_roads(const struct question *question)
{
    return map_entry_map(question->entry)->roads.piece_count > 0;
}

/* Submits a job of these queries; refuses where the engine does. After OK
 * neither question nor queries may be touched. */
enum outcome ask_submit(struct service *service, struct question *question,
                        struct query **queries, size_t query_count,
                        void (*done)(struct job *job));

/* Once something was answered that no other solver can take over: notes
 * the solver and device. The first time counts, as the client may read it from
 * then on. */
void ask_note_origin(struct question *question);

/* In done(): how it went, and figures. */
void ask_note_answer(struct question *question);

/* In done() of a job that continues: how it went, and its times on top. Solver
 * and device stay as noted first, since the client may read them by now; `note`
 * says where another solver took over. GPUs of one solver are all the same. */
void ask_add_answer(struct question *question);

/* In done(), for what failed after the solver. */
void ask_note_no_memory(struct question *question);

/* In done(), for what its cancel ended after the solver. */
void ask_note_ended(struct question *question);

/* In done(), last: unpins the map and calls `answered`. */
void ask_end(struct question *question);

#endif
