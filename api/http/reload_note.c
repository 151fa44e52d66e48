/* reload_note: how often settings and maps were read anew. */
#include "api/http/reload_note.h"

void reload_note_init(struct reload_note *note)
{
    *note = (struct reload_note){.state = {0}};
    pthread_mutex_init(&note->lock, NULL);
}

void reload_note_finish(struct reload_note *note)
{
    pthread_mutex_destroy(&note->lock);
}

void reload_note_add(struct reload_note *note, const struct error *failure)
{
    struct reload_state *state = &note->state;

    pthread_mutex_lock(&note->lock);
    state->last = time(NULL);
    if (failure) {
        state->failed++;
        state->words = *failure;
    } else {
        state->done++;
        state->words.text[0] = '\0';
    }
    pthread_mutex_unlock(&note->lock);
}

struct reload_state reload_note_get(struct reload_note *note)
{
    struct reload_state state;

    pthread_mutex_lock(&note->lock);
    state = note->state;
    pthread_mutex_unlock(&note->lock);
    return state;
}
