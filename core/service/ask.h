/* ask: what all kinds of questions share; inside the service.
 *
 * The steps of a question, and which thread may touch it:
 *
 *     ask_begin()    the client's thread; finds map and solver, sets deadline
 *     ...            the kind's own work: limits, ids, queries
 *     ask_work()     goes on with it on the pool if it takes long
 *     ask_submit()   hands it to a worker, which may be done with it before
 *                    ask_submit() returns.
 *     job.done()     the worker's thread: takes the answer out of the queries,
 *                    or lets the pool do so by ask_go_on(); then ask_end(),
 *                    which calls `ended`. After that the service does not
 *                    touch it until <kind>_question_finish().
 *
 * While the worker has it, the client may call question_cancel(), and
 * tree_read() for a tree, or table_read() or path_read(), which may submit
 * further jobs (strips.h). The client keeps a question that is refused before
 * or by ask_submit(). */
#ifndef RELAXD_SERVICE_ASK_H
#define RELAXD_SERVICE_ASK_H

#include <stdatomic.h>

#include "core/service/model_texts.h"
#include "core/service/model_turns.h"
#include "core/service/place/place.h"
#include "core/service/service.h"

struct service {
    const struct runtime_limits *limits;
    struct engine *engine;
    struct living *living; /* NULL: weights never change */
    struct pool *pool;     /* NULL: none */
    struct local_clock clock;
    bool time_is_fixed;    /* questions may not name a time of departure */
    char speeds_name[256]; /* of the one file of speeds; "": none, or more */
    atomic_size_t memory;  /* bytes that questions and answers hold */
    struct model_turns turns;
    struct model_book models;
    struct model_texts texts;
};

/* Clears the answer, pins the map, finds the solver, sets the deadline. If the
 * outcome is not OK, nothing is pinned. */
enum outcome ask_begin(struct service *service, struct question *question);

static inline bool ask_has_model(const struct question *question)
{
    return question->model_name || question->model;
}

/* The last epoch that its weights and its named model are known to be good for.
 */
uint64_t ask_epoch(const struct question *question);

/* Closes over the question's entry what it excludes and what its time of
 * departure forbids (ask_weights.c, with the next). */
enum outcome ask_close(struct question *question);

/* Waits for nothing: makes the question use the weights that are there now of
 * its scenario and model, if `awaits`, and closes as above. TURN_LATER: the
 * question waits until resume(); else the outcome counts. */
enum outcome ask_weights(struct question *question,
                         void (*resume)(struct question *question),
                         enum model_turn *ret_turn);

/* Refuses the question: unpins the map, records outcome and words. Returns
 * `outcome`. */
enum outcome ask_refuse(struct question *question, enum outcome outcome,
                        const char *format, ...)
    __attribute__((format(printf, 3, 4)));
enum outcome ask_refuse_no_memory(struct question *question);

/* The same, where the cancel flag has ended the question. */
enum outcome ask_refuse_ended(struct question *question);

/* Takes this much memory for the question until ask_finish(), or refuses it. */
enum outcome ask_memory(struct question *question, size_t bytes);

/* Refuses it because there is no room for `more` bytes. */
enum outcome ask_refuse_full(struct question *question, size_t more);

/* In <kind>_question_finish(): gives back memory. */
void ask_finish(struct question *question);

/* Names a field of the question in errors: "from", or "queries[3].from" for a
 * member of a list entry, "sources[3]" for an entry itself (`member` NULL). */
struct ask_field {
    const char *list; /* NULL: the member alone */
    size_t index;
    const char *member; /* NULL: the entry itself */
};

/* The vertex with this id; refuses if there is none. */
enum outcome ask_vertex(struct question *question, struct ask_field field,
                        uint64_t id, uint32_t *ret_vertex);

/* For maps with roads: the place of the node with this id. */
enum outcome ask_node(struct question *question, struct ask_field field,
                      uint64_t id, struct place *ret_place);

/* Refuses a client's radius above `most_m`, limits.snap-radius-m; INFINITY,
 * none of the client's, is fine. */
enum outcome ask_radius(struct question *question, double radius_m,
                        double most_m);

/* Refuses a position with no road near, within the options' radius: says how
 * far the nearest is, and suggests what may be meant. */
enum outcome ask_refuse_far(struct question *question, struct ask_field field,
                            const struct snap_options *options);

/* snaps_find() on the question's map; refuses if it fails. */
enum outcome ask_snaps(struct question *question,
                       const struct snap_options *options, size_t count,
                       struct snaps *ret_snaps);

/* Whether ids are node ids. */
static inline bool ask_has_roads(const struct question *question)
{
    return map_entry_map(question->entry)->roads.piece_count > 0;
}

/* Waits for the question's epoch, finds the weights of its scenario and of its
 * time of departure, then runs
 * work(), which may refuse the question: on the pool if it is long and there is
 * one, else now. Nothing before looks at weights. Its outcome other than OK is
 * returned, or ends the question, as ask_end() does. After OK the caller must
 * not touch the question. */
enum outcome ask_work(struct question *question, bool is_long,
                      enum outcome (*run)(struct question *question));

/* In done(): goes on with run() on the pool if it is long, else, or if too
 * many tasks wait there, now. run() ends the question, or submits another job,
 * and returns OUTCOME_OK. */
void ask_go_on(struct question *question, bool is_long,
               enum outcome (*run)(struct question *question));

/* Whether the question is late or lost its weights, not whether its client
 * cancelled it. On threads that do not work on the question; it may end
 * meanwhile. */
bool ask_is_due(struct question *question);

/* For a loop over a question's ids, with each index: looks now and then whether
 * the question was cancelled or its deadline passed, and refuses it then. */
enum outcome ask_check_cancel(struct question *question, size_t index);

/* Refuses if the map has no roads. */
enum outcome ask_need_roads(struct question *question);

/* Submits a job of these queries; refuses if the engine does. After OK the
 * caller must touch neither question nor queries. */
enum outcome ask_submit(struct question *question, struct query **queries,
                        size_t query_count, void (*done)(struct job *job));

/* Call once part of the answer is out, so that no other solver can take over:
 * records the solver and device. Later calls change nothing, since the client
 * may read them from then on. */
void ask_note_origin(struct question *question);

/* In done(): records the outcome and adds the job's times to those of earlier
 * jobs. Solver and device stay as first recorded, since the client may read
 * them already; `note` says if another solver took over. All GPUs of one solver
 * count as the same. */
void ask_note_answer(struct question *question);

/* In done(), for a failure after the solver. */
void ask_note_no_memory(struct question *question);

/* If the cancel flag ended it before or after the solver; returns the
 * outcome. */
enum outcome ask_note_ended(struct question *question);

/* In done(), last: unpins the map and calls `ended`. */
void ask_end(struct question *question);

#endif
