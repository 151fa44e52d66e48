/* metrics_reloads: settings and maps that were read anew. */
#include "api/http/reload_note.h"
#include "api/metrics/exposition.h"
#include "api/metrics/metrics.h"

static void write_counts(const struct reload_state *state,
                         struct json_writer *out)
{
    static const char name[] = "relaxd_reloads_total";
    struct metric_labels done = {{{"result", "done"}}};
    struct metric_labels failed = {{{"result", "failed"}}};

    exposition_counter(out, name,
                       "Reloads of settings and maps; one that failed changed "
                       "nothing.");
    exposition_number(out, name, &done, state->done);
    exposition_number(out, name, &failed, state->failed);
}

static void write_last(const struct reload_state *state,
                       struct json_writer *out)
{
    static const char time_name[] = "relaxd_reload_last_timestamp_seconds";
    static const char failed_name[] = "relaxd_reload_last_failed";

    exposition_gauge(out, time_name,
                     "When the last reload ended, since 1970; 0: there was "
                     "none.");
    exposition_number(out, time_name, NULL, (uint64_t)state->last);
    exposition_gauge(out, failed_name,
                     "1: the last SIGHUP failed, or a map's file that is there "
                     "was refused.");
    exposition_number(out, failed_name, NULL, *state->words.text != '\0');
}

void metrics_write_reloads(struct reload_note *note, struct json_writer *out)
{
    struct reload_state state;

    if (!note)
        return;
    state = reload_note_get(note);
    write_counts(&state, out);
    write_last(&state, out);
}
