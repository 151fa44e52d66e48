/* Counters under a lock, and the unresolved failure. */
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

/* A SIGHUP's failure comes first. Call it under the lock. */
static void choose_words(struct reload_note *note)
{
    note->state.last = time(NULL);
    note->state.words = note->failures[RELOAD_ASKED];
    if (!*note->state.words.text)
        note->state.words = note->failures[RELOAD_FILE];
}

void reload_note_failed(struct reload_note *note, enum reload_cause cause,
                        const struct error *failure)
{
    pthread_mutex_lock(&note->lock);
    note->state.failed++;
    note->failures[cause] = *failure;
    choose_words(note);
    pthread_mutex_unlock(&note->lock);
}

void reload_note_done(struct reload_note *note, enum reload_cause cause,
                      bool refused)
{
    pthread_mutex_lock(&note->lock);
    note->state.done++;
    if (cause == RELOAD_ASKED)
        note->failures[RELOAD_ASKED].text[0] = '\0';
    if (cause == RELOAD_ASKED || !refused)
        note->failures[RELOAD_FILE].text[0] = '\0';
    choose_words(note);
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
