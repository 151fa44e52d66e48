/* metrics_http: requests, refusals, connections. */
#include "api/http/http_figures.h"
#include "api/metrics/exposition.h"
#include "api/metrics/metrics.h"

static void write_requests_of(const struct http_figures *figures,
                              size_t endpoint, const char *name,
                              struct json_writer *out)
{
    const struct endpoint_figures *of = &figures->endpoint[endpoint];
    struct metric_labels labels = {
        {{"endpoint", http_figures_endpoint(endpoint)}}};

    for (size_t i = 0; http_figures_method(i); i++) {
        labels.label[1] =
            (struct metric_label){"method", http_figures_method(i)};
        for (size_t j = 0; http_figures_code(j); j++) {
            uint64_t count = figure_get(&of->requests[i][j]);

            labels.label[2] =
                (struct metric_label){"code", http_figures_code(j)};
            if (count)
                exposition_number(out, name, &labels, count);
        }
    }
}

static void write_requests(const struct http_figures *figures,
                           struct json_writer *out)
{
    static const char name[] = "relaxd_http_requests_total";

    exposition_counter(out, name,
                       "Requests that are through. Code 499: the client left "
                       "before it was answered.");
    for (size_t i = 0; http_figures_endpoint(i); i++)
        write_requests_of(figures, i, name, out);
}

static void write_durations(const struct http_figures *figures,
                            struct json_writer *out)
{
    static const char name[] = "relaxd_http_request_duration_seconds";

    exposition_histogram(out, name,
                         "From a request's first line to the end of its "
                         "answer.");
    for (size_t i = 0; http_figures_endpoint(i); i++) {
        struct metric_labels labels = {
            {{"endpoint", http_figures_endpoint(i)}}};
        struct histogram_figures duration_us;

        histogram_read(&figures->endpoint[i].duration_us, &duration_us);
        if (duration_us.count)
            exposition_times(out, name, &labels, &duration_us);
    }
}

/* All of them, so that a rate sees the first. */
static void write_refusals(const struct http_figures *figures,
                           struct json_writer *out)
{
    static const char name[] = "relaxd_http_refusals_total";

    exposition_counter(out, name,
                       "Requests that were refused, by the type of the "
                       "problem.");
    for (size_t i = 0; http_figures_refusal(i); i++) {
        struct metric_labels labels = {{{"reason", http_figures_refusal(i)}}};

        exposition_number(out, name, &labels,
                          figure_get(&figures->refusals[i]));
    }
}

static void write_connections(const struct http_figures *figures,
                              size_t connections_max, struct json_writer *out)
{
    exposition_gauge_of(
        out, "relaxd_http_connections", "Connections that are open.",
        atomic_load_explicit(&figures->connections, memory_order_relaxed));
    exposition_gauge_of(
        out, "relaxd_http_body_bytes",
        "Bodies of requests that are being read.",
        atomic_load_explicit(&figures->body_bytes, memory_order_relaxed));
    exposition_gauge_of(out, "relaxd_http_connections_limit",
                        "The setting http.connections-max.", connections_max);
    exposition_counter_of(
        out, "relaxd_http_connections_accepted_total",
        "Connections that were accepted, those past the limit, too.",
        figure_get(&figures->accepted));
    exposition_counter_of(
        out, "relaxd_http_connections_refused_total",
        "Connections past the limit; what they asked got a 503, or was vital.",
        figure_get(&figures->surplus));
}

static void write_cuts(const struct http_figures *figures,
                       struct json_writer *out)
{
    static const char name[] = "relaxd_http_connections_cut_total";

    exposition_counter(out, name,
                       "Connections that relaxd closed before they were "
                       "through.");
    for (size_t i = 0; http_figures_cut(i); i++) {
        struct metric_labels labels = {{{"reason", http_figures_cut(i)}}};

        exposition_number(out, name, &labels, figure_get(&figures->cuts[i]));
    }
}

static void write_lag(const struct http_figures *figures,
                      struct json_writer *out)
{
    static const char name[] = "relaxd_http_loop_lag_seconds";
    struct histogram_figures lag_us;

    histogram_read(&figures->lag_us, &lag_us);
    exposition_histogram(out, name,
                         "How late loops came to a timer of theirs.");
    exposition_times(out, name, NULL, &lag_us);
}

void metrics_write_http(const struct http_figures *figures,
                        size_t connections_max, struct json_writer *out)
{
    /* In this order, so that none is more than the other. */
    uint64_t ended = figure_get(&figures->ended);
    uint64_t begun = figure_get(&figures->requests);

    write_requests(figures, out);
    write_durations(figures, out);
    write_refusals(figures, out);
    exposition_gauge_of(
        out, "relaxd_http_requests_in_flight",
        "Requests that are being read or answered, this one among them.",
        begun > ended ? begun - ended : 0);
    exposition_counter_of(out, "relaxd_http_answers_broken_off_total",
                          "Answers that had begun and could not be whole.",
                          figure_get(&figures->broken_off));
    exposition_counter_of(
        out, "relaxd_http_answer_bytes_total",
        "Bytes of answers' bodies, packed where they were sent so.",
        figure_get(&figures->answer_bytes));
    write_connections(figures, connections_max, out);
    write_cuts(figures, out);
    write_lag(figures, out);
}
