/* instruction: the maneuver at a junction by itself: which road needs none
 * (obvious.c), which one another road needs, and roundabouts (ring.c).
 * collapse.c and ring.c then consider its neighbours. */
#ifndef RELAXD_SERVICE_GUIDANCE_INSTRUCTION_H
#define RELAXD_SERVICE_GUIDANCE_INSTRUCTION_H

#include "core/service/guidance/crossing.h"

enum instruction_kind {
    INSTRUCTION_NONE,   /* not even a junction, for a traveller */
    INSTRUCTION_SILENT, /* a junction with nothing to announce */
    INSTRUCTION_ANNOUNCED,
    /* For roundabouts; announced once the exit is known. */
    INSTRUCTION_ENTER,
    INSTRUCTION_ENTER_AT_EXIT, /* past an exit just before the ring */
    INSTRUCTION_STAY,          /* past an exit */
    INSTRUCTION_LEAVE,
    INSTRUCTION_TOUCH, /* enters and leaves at one junction */
};

/* How people see a roundabout. */
enum ring_kind {
    RING_NONE,
    RING_ROUNDABOUT,
    RING_ROTARY,  /* large, with a name of its own */
    RING_TURN,    /* small: a crossing with an island */
    RING_UNKNOWN, /* not looked at yet */
};

struct instruction {
    enum instruction_kind kind;
    enum maneuver_type type; /* if ANNOUNCED */
    enum maneuver_modifier modifier;
    enum ring_kind ring;
};

static inline struct instruction
instruction_announced(enum maneuver_type type, enum maneuver_modifier to)
{
    return (struct instruction){INSTRUCTION_ANNOUNCED, type, to, RING_NONE};
}

static inline struct instruction instruction_silent(enum maneuver_modifier to)
{
    return (struct instruction){INSTRUCTION_SILENT, MANEUVER_TURN, to,
                                RING_NONE};
}

/* The instruction for taking crossing.out. */
struct instruction instruction_at(const struct crossing *crossing,
                                  struct compass *compass);

/* The turn into an obvious road; also on a ring, past a ferry's landing ... */
struct instruction instruction_obvious(const struct crossing *crossing,
                                       size_t road);

/* False if no roundabout is involved. `known` is the kind of the roundabout
 * that the traveller is on, RING_UNKNOWN at first. */
bool instruction_ring(const struct crossing *crossing, struct compass *compass,
                      enum ring_kind *known,
                      struct instruction *ret_instruction);

/* A plain turn into a road, or a ramp. */
struct instruction instruction_plain(const struct crossing *crossing,
                                     size_t road);

/* For taking crossing.out of two or three roads that part, from right to
 * left. */
struct instruction instruction_parting(const struct crossing *crossing,
                                       const size_t *roads, size_t count);

/* motorway.c: on and onto motorways. False for other roads. */
bool instruction_motorway(const struct crossing *crossing,
                          struct instruction *ret_instruction);

/* slip.c: whether a road of the crossing only cuts the corner of the junction
 * ahead. */
bool crossing_is_slip(const struct crossing *crossing, struct compass *compass,
                      size_t road);

/* ---- Obvious roads ------------------------------------------------------- */

/* The road that travellers take without an instruction: the continuation of
 * their own road, or else the straightest one, unless another could be mistaken
 * for it. 0: there is none. */
size_t obvious_road(const struct crossing *crossing);

/* The only road that is more than a yard, if it does not lead back and the
 * traveller's own is no yard; else 0. */
size_t only_road(const struct crossing *crossing);

/* Whether `road` is so much more obvious than `other` that nobody expects a
 * fork. */
bool obvious_of_two(const struct crossing *crossing, size_t road, size_t other);

#endif
