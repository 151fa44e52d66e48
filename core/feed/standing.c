/* standing: counting. */
#include "core/feed/standing.h"

static bool is_new(const struct stream_place *place)
{
    return !place->count && !place->beginning;
}

/* Entries are missing between the place and what was read. */
static enum standing missing(const struct stream_state *state,
                             const struct stream_place *place)
{
    return state->has_snapshot && state->snapshot_epoch > place->count
               ? STANDS_BEHIND
               : STANDS_APART_GAP;
}

/* What can be said before all entries are read: how many the first one that is
 * there must have before it. */
static enum standing standing_in_part(const struct stream_state *state,
                                      const struct stream_place *place)
{
    uint64_t before = state->added - state->length;

    if (!entry_id_before(place->entry, state->first))
        return STANDS_WELL; /* the last one taken is still there */
    return before == place->count  ? STANDS_WELL
           : before > place->count ? missing(state, place)
                                   : STANDS_APART_BACK;
}

enum standing standing_of(const struct stream_state *state,
                          const struct stream_place *place, uint64_t read,
                          bool whole)
{
    if (state->has_snapshot && state->beginning != place->beginning)
        return STANDS_BEHIND;
    if (state->beginning != place->beginning)
        return STANDS_APART_GONE;
    if (!state->exists)
        return is_new(place) ? STANDS_WELL : STANDS_APART_GONE;
    if (state->added < place->count ||
        entry_id_before(state->last, place->entry))
        return STANDS_APART_BACK;
    if (!whole)
        return standing_in_part(state, place);
    if (place->count + read == state->added)
        return STANDS_WELL;
    return place->count + read < state->added ? missing(state, place)
                                              : STANDS_APART_BACK;
}

const char *standing_words(enum standing standing)
{
    switch (standing) {
    case STANDS_APART_GONE:
        return "the stream is gone";
    case STANDS_APART_BACK:
        return "the stream is not as far as it was";
    case STANDS_APART_GAP:
        return "entries of the stream are missing, and its snapshot is older";
    default:
        return "";
    }
}
