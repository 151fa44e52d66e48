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

/* Whether the stream goes on from the place: its entry is there, or all up to
 * it were trimmed. */
static bool goes_on(const struct stream_state *state,
                    const struct stream_place *place, bool has_place)
{
    if (has_place)
        return true;
    if (state->added == place->count)
        return !entry_id_before(place->entry, state->last);
    return !state->length || entry_id_before(place->entry, state->first);
}

/* What can be said before all entries are read: how many the first one that is
 * there must have before it, and whether one was deleted among them. */
static enum standing standing_in_part(const struct stream_state *state,
                                      const struct stream_place *place)
{
    uint64_t before = state->added - state->length;

    if (entry_id_before(place->entry, state->deleted))
        return missing(state, place);
    if (!entry_id_before(place->entry, state->first))
        return STANDS_WELL; /* the last one taken is still there */
    return before == place->count  ? STANDS_WELL
           : before > place->count ? missing(state, place)
                                   : STANDS_APART_BACK;
}

enum standing standing_of(const struct stream_state *state,
                          const struct stream_place *place,
                          const struct stream_reading *reading)
{
    if (state->has_snapshot && state->beginning != place->beginning)
        return STANDS_BEHIND;
    if (state->beginning != place->beginning)
        return STANDS_APART_GONE;
    if (!state->exists)
        return is_new(place) && !state->has_snapshot ? STANDS_WELL
                                                     : STANDS_APART_GONE;
    if (state->added < place->count ||
        entry_id_before(state->last, place->entry) ||
        !goes_on(state, place, reading->has_place))
        return STANDS_APART_BACK;
    if (!reading->whole)
        return standing_in_part(state, place);
    if (place->count + reading->count == state->added)
        return STANDS_WELL;
    return place->count + reading->count < state->added ? missing(state, place)
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
