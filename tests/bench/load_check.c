/* load_check: compares a load's answers with dijkstra's. */
#include "tests/bench/load.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/random.h"

/* The repeated queries; their answers lie beside the expected ones. */
struct check {
    struct job job;
    pthread_mutex_t lock;
    pthread_cond_t news;
    bool ended;
    struct query *query;    /* [jobs] */
    struct query **queries; /* [jobs] */
    struct sum_sink *sink;  /* [jobs] */
    uint32_t *cost;         /* [jobs * targets] */
    uint32_t *asked;        /* [jobs] index of the repeated query in each job */
};

static void check_done(struct job *job)
{
    struct check *check = job->context;

    pthread_mutex_lock(&check->lock);
    check->ended = true;
    pthread_cond_signal(&check->news);
    pthread_mutex_unlock(&check->lock);
}

static bool check_init(struct check *check, const struct load *load)
{
    size_t jobs = load->shape.jobs;
    struct random random;

    random_seed(&random, 2);
    check->query = array_zero(jobs, sizeof(*check->query));
    check->queries = array_zero(jobs, sizeof(struct query *));
    check->sink = array_zero(jobs, sizeof(*check->sink));
    check->cost = array_zero(jobs * load->shape.targets, sizeof(uint32_t));
    check->asked = array_zero(jobs, sizeof(*check->asked));
    if (!check->query || !check->queries || !check->sink || !check->cost ||
        !check->asked)
        return false;
    for (size_t i = 0; i < jobs; i++) {
        uint32_t asked = random_below(&random, load->shape.queries);

        check->asked[i] = asked;
        check->query[i] = load->jobs[i].query[asked];
        check->query[i].cost = check->cost + i * load->shape.targets;
        check->query[i].sink = &check->sink[i].base;
        check->sink[i].base.write = load_add_labels;
        check->queries[i] = &check->query[i];
    }
    return true;
}

static void check_finish(struct check *check)
{
    free(check->query);
    free(check->queries);
    free(check->sink);
    free(check->cost);
    free(check->asked);
    pthread_mutex_destroy(&check->lock);
    pthread_cond_destroy(&check->news);
}

static int check_ask(struct check *check, const struct load *load,
                     const struct solver_ops *dijkstra, struct error *error)
{
    int r;

    check->job = load->jobs[0].job;
    check->job.solver = dijkstra;
    check->job.queries = check->queries;
    check->job.query_count = load->shape.jobs;
    check->job.done = check_done;
    check->job.context = check;
    r = engine_submit(load->engine, &check->job, error);
    if (r)
        return -EIO;
    pthread_mutex_lock(&check->lock);
    while (!check->ended)
        pthread_cond_wait(&check->news, &check->lock);
    pthread_mutex_unlock(&check->lock);
    return check->job.status == JOB_DONE
               ? 0
               : error_set(error, -EIO, "%s", check->job.error.text);
}

static bool is_same(const struct load *load, const struct check *check,
                    size_t i)
{
    const struct load_job *job = &load->jobs[i];
    const struct query *given = &job->query[check->asked[i]];

    return job->sink[check->asked[i]].sum == check->sink[i].sum &&
           !memcmp(given->cost, check->query[i].cost,
                   load->shape.targets * sizeof(uint32_t));
}

int load_check(struct load *load, const struct solver_ops *dijkstra,
               size_t *ret_wrong, struct error *error)
{
    struct check check = {.lock = PTHREAD_MUTEX_INITIALIZER,
                          .news = PTHREAD_COND_INITIALIZER};
    size_t wrong = 0;
    int r = check_init(&check, load) ? check_ask(&check, load, dijkstra, error)
                                     : error_no_memory(error);

    for (size_t i = 0; !r && i < load->shape.jobs; i++)
        wrong += !is_same(load, &check, i);
    check_finish(&check);
    if (!r)
        *ret_wrong = wrong;
    return r;
}
