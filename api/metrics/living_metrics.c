/* living_metrics: families about changes of weights, and about feeds. */
#include "api/metrics/living_metrics.h"

#include "api/metrics/exposition.h"
#include "core/base/clock.h"

/* ---- Changes of weights -------------------------------------------------- */

/* A family of all maps. */
struct living_family {
    const char *name;
    const char *type;
    const char *help;
    void (*write)(void *context, const struct living_figures *figures);
};

struct living_pass {
    struct json_writer *out;
    const char *name; /* of the family */
};

static struct metric_labels living_labels(const struct living_figures *figures)
{
    return (struct metric_labels){{{"map", figures->map}}};
}

static void write_number(const struct living_pass *pass,
                         const struct living_figures *figures, uint64_t number)
{
    struct metric_labels labels = living_labels(figures);

    exposition_number(pass->out, pass->name, &labels, number);
}

static void write_rows(void *context, const struct living_figures *figures)
{
    const struct layer *live = ledger_layer(figures->ledger, "");
    const struct living_pass *pass = context;
    struct metric_labels labels = living_labels(figures);

    labels.label[1].name = "profile";
    labels.label[2].name = "kind";
    for (size_t i = 0; i < live->count; i++) {
        labels.label[1].value = live->collection[i].profile;
        labels.label[2].value = weight_kind_names[live->collection[i].kind];
        exposition_number(pass->out, pass->name, &labels,
                          weight_rows_count(live->collection[i].rows));
    }
}

static void write_scenarios(void *context, const struct living_figures *figures)
{
    write_number(context, figures, figures->ledger->count - 1);
}

static void write_outcomes(const struct living_pass *pass,
                           const struct living_figures *figures,
                           const uint64_t counts[CHANGE_OUTCOMES])
{
    static const char *const outcomes[CHANGE_OUTCOMES] = {
        [CHANGED_OK] = "done",
        [CHANGED_BEFORE] = "repeated",
        [CHANGED_UNREADABLE] = "unreadable",
        [CHANGED_UNKNOWN_MAP] = "unknown-map",
        [CHANGED_UNKNOWN_SCENARIO] = "unknown-scenario",
        [CHANGED_UNKNOWN_MODEL] = "unknown-model",
        [CHANGED_WRONG_MAP] = "no-roads",
        [CHANGED_NO_MATCH] = "no-match",
        [CHANGED_OTHER_EPOCH] = "other-epoch",
        [CHANGED_OTHER_REQUEST] = "other-request",
        [CHANGED_TOO_MANY] = "large-question",
        [CHANGED_NO_SPACE] = "no-space",
        [CHANGED_LOST] = "feed-lost",
        [CHANGED_UNKNOWN] = "unknown",
        [CHANGED_STOPPING] = "stopping",
        [CHANGED_FAILED] = "failed",
    };
    struct metric_labels labels = living_labels(figures);

    labels.label[1].name = "outcome";
    for (size_t i = 0; i < CHANGE_OUTCOMES; i++) {
        labels.label[1].value = outcomes[i];
        exposition_number(pass->out, pass->name, &labels, counts[i]);
    }
}

static void write_changes(void *context, const struct living_figures *figures)
{
    write_outcomes(context, figures, figures->changes);
}

static void write_in_force(void *context, const struct living_figures *figures)
{
    const struct living_pass *pass = context;
    struct metric_labels labels = living_labels(figures);

    exposition_times(pass->out, pass->name, &labels, &figures->in_force_us);
}

static void write_journal(void *context, const struct living_figures *figures)
{
    write_number(context, figures, figures->journal_bytes);
}

static void write_snapshots(void *context, const struct living_figures *figures)
{
    write_number(context, figures, figures->snapshots);
}

static void write_unmatched(void *context, const struct living_figures *figures)
{
    write_number(context, figures, figures->unmatched_rows);
}

/* ---- Feeds --------------------------------------------------------------- */

static void write_entries(void *context, const struct living_figures *figures)
{
    write_outcomes(context, figures, figures->entries);
}

static void write_follows(void *context, const struct living_figures *figures)
{
    write_number(context, figures,
                 figures->feed.state != FEED_LOST &&
                     figures->feed.state != FEED_APART);
}

static void write_lag_entries(void *context,
                              const struct living_figures *figures)
{
    write_number(context, figures, figures->feed.lag_entries);
}

static void write_lag(void *context, const struct living_figures *figures)
{
    const struct living_pass *pass = context;
    struct metric_labels labels = living_labels(figures);
    uint64_t since_us = figures->feed.lags_since_us;

    exposition_seconds_of_us(pass->out, pass->name, &labels,
                             since_us ? clock_now_us() - since_us : 0);
}

static void write_losses(void *context, const struct living_figures *figures)
{
    write_number(context, figures, figures->feed.losses);
}

static void write_feed_snapshots(void *context,
                                 const struct living_figures *figures)
{
    write_number(context, figures, figures->feed.snapshots);
}

static const struct living_family living_families[] = {
    {"relaxd_weights_rows", "gauge", "Live rows of weights.", write_rows},
    {"relaxd_weights_scenarios", "gauge", "Scenarios.", write_scenarios},
    {"relaxd_weights_changes_total", "counter",
     "Changes of weights that were asked for, by outcome.", write_changes},
    {"relaxd_weights_in_force_seconds", "histogram",
     "Time that a change took to come into force, once it was read.",
     write_in_force},
    {"relaxd_weights_journal_bytes", "gauge",
     "Bytes of the files that keep changes of weights.", write_journal},
    {"relaxd_weights_snapshots_total", "counter",
     "Snapshots of all rows that were written.", write_snapshots},
    {"relaxd_weights_unmatched_rows_total", "counter",
     "Rows that changes wrote since the map was loaded and that name nothing "
     "on it.",
     write_unmatched},
    {"relaxd_weights_entries_total", "counter",
     "Entries of the stream, by outcome.", write_entries},
    {"relaxd_weights_feed_follows", "gauge",
     "0: Redis is lost, or the stream does not go on from what is in force; 1: "
     "the map follows its stream, or there is none.",
     write_follows},
    {"relaxd_weights_feed_lag_entries", "gauge",
     "Entries of the stream that wait to come into force.", write_lag_entries},
    {"relaxd_weights_feed_lag_seconds", "gauge",
     "For how long some have waited.", write_lag},
    {"relaxd_weights_feed_losses_total", "counter",
     "Times that Redis or the stream was lost.", write_losses},
    {"relaxd_weights_feed_snapshots_total", "counter",
     "Snapshots that this relaxd wrote beside the stream.",
     write_feed_snapshots},
};

void living_metrics_write(struct living *living, struct json_writer *out)
{
    size_t count = sizeof(living_families) / sizeof(*living_families);

    for (size_t i = 0; living && i < count; i++) {
        const struct living_family *family = &living_families[i];
        struct living_pass pass = {out, family->name};

        exposition_head(out, family->type, family->name, family->help);
        living_each(living, family->write, &pass);
    }
}
