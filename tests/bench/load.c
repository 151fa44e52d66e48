/* load: submits jobs, resubmits those that end, and computes the rate. */
#include "tests/bench/load.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/random.h"

enum { LABEL_STEP = 1024 };

int load_add_labels(struct sink *base, const struct label_block *block)
{
    struct sum_sink *sink = (struct sum_sink *)base;
    uint64_t v = (block->first + LABEL_STEP - 1) / LABEL_STEP * LABEL_STEP;

    if (block->first == 0)
        sink->sum = 0;
    for (; v < (uint64_t)block->first + block->count; v += LABEL_STEP)
        sink->sum += block->cost[v - block->first] * (v + 1);
    return 0;
}

/* The caller holds the lock. */
static void note_end(struct load *load, struct load_job *job, uint64_t now_us)
{
    load->cold -= !job->ended_once;
    job->ended_once = true;
    if (job->job.status != JOB_DONE || *job->job.note) {
        load->amiss++;
        error_set(&load->reason, 0, "%s%s", job->job.error.text, job->job.note);
    }
    if (load->cold || now_us < load->warm_from_us)
        return;
    if (!load->first_us) {
        load->first_us = now_us;
        return;
    }
    load->last_us = now_us;
    load->ended++;
}

/* The caller holds the lock. */
static bool is_over(const struct load *load, uint64_t now_us)
{
    return load->amiss ||
           (load->first_us && now_us >= load->first_us + load->measured_us);
}

static void leave(struct load *load)
{
    pthread_mutex_lock(&load->lock);
    if (--load->alive == 0)
        pthread_cond_signal(&load->news);
    pthread_mutex_unlock(&load->lock);
}

static void submit(struct load_job *job)
{
    struct load *load = job->load;
    struct error error;

    if (engine_submit(load->engine, &job->job, &error) == 0)
        return;
    pthread_mutex_lock(&load->lock);
    load->amiss++;
    load->reason = error;
    pthread_mutex_unlock(&load->lock);
    leave(load);
}

static void done(struct job *base)
{
    struct load_job *job = base->context;
    struct load *load = job->load;
    uint64_t now_us = clock_now_us();
    bool over;

    pthread_mutex_lock(&load->lock);
    over = is_over(load, now_us);
    if (!over)
        note_end(load, job, now_us);
    pthread_mutex_unlock(&load->lock);
    if (over)
        leave(load);
    else
        submit(job);
}

static struct query like(const struct load *load, struct load_job *job,
                         uint32_t i)
{
    uint32_t each = load->shape.targets;

    return (struct query){
        .seeds = &job->seed[i],
        .seed_count = 1,
        .targets = job->target + (load->shape.kind == LOAD_PAIRS ? i : 0),
        .target_count = each,
        .output = load->shape.kind == LOAD_TREES ? QUERY_TREE : QUERY_COSTS,
        .bound = COST_OVERFLOW,
        .sink = &job->sink[i].base,
        .cost = job->cost + (size_t)i * each,
    };
}

static void draw(struct load *load, struct load_job *job, size_t target_count,
                 uint32_t vertex_count, struct random *random)
{
    for (uint32_t i = 0; i < load->shape.queries; i++) {
        job->seed[i] = (struct seed){random_below(random, vertex_count), 0};
        job->sink[i].base.write = load_add_labels;
        job->query[i] = like(load, job, i);
        job->queries[i] = &job->query[i];
    }
    for (size_t i = 0; i < target_count; i++) {
        job->vertex[i].vertex = random_below(random, vertex_count);
        job->target[i] = (struct target){&job->vertex[i], 1};
    }
}

static int job_init(struct load *load, struct load_job *job,
                    struct map_entry *entry, const struct solver_ops *solver,
                    struct random *random)
{
    uint32_t n = map_entry_map(entry)->topology.vertex_count;
    size_t queries = load->shape.queries;
    size_t targets =
        load->shape.kind == LOAD_PAIRS ? queries : load->shape.targets;

    job->load = load;
    job->query = array_zero(queries, sizeof(*job->query));
    job->queries = array_zero(queries, sizeof(struct query *));
    job->seed = array_zero(queries, sizeof(*job->seed));
    job->sink = array_zero(queries, sizeof(*job->sink));
    job->vertex = array_zero(targets, sizeof(*job->vertex));
    job->target = array_zero(targets, sizeof(*job->target));
    job->cost = array_zero(queries * load->shape.targets, sizeof(uint32_t));
    if (!job->query || !job->queries || !job->seed || !job->sink ||
        !job->vertex || !job->target || !job->cost)
        return -ENOMEM;
    draw(load, job, targets, n, random);
    job->job = (struct job){
        .map = entry,
        .solver = solver,
        .queries = job->queries,
        .query_count = queries,
        .done = done,
        .context = job,
    };
    return 0;
}

static void job_finish(struct load_job *job)
{
    free(job->query);
    free(job->queries);
    free(job->seed);
    free(job->sink);
    free(job->vertex);
    free(job->target);
    free(job->cost);
}

void load_destroy(struct load *load)
{
    if (!load)
        return;
    for (size_t i = 0; load->jobs && i < load->shape.jobs; i++)
        job_finish(&load->jobs[i]);
    free(load->jobs);
    pthread_mutex_destroy(&load->lock);
    pthread_cond_destroy(&load->news);
    free(load);
}

int load_create(struct engine *engine, struct map_entry *entry,
                const struct solver_ops *solver, const struct load_shape *shape,
                struct load **ret_load, struct error *error)
{
    struct load *load = calloc(1, sizeof(*load));
    struct random random;
    int r = 0;

    if (!load)
        return error_no_memory(error);
    random_seed(&random, 1);
    load->engine = engine;
    load->shape = *shape;
    pthread_mutex_init(&load->lock, NULL);
    pthread_cond_init(&load->news, NULL);
    load->jobs = array_zero(shape->jobs, sizeof(*load->jobs));
    for (size_t i = 0; !r && i < shape->jobs; i++)
        r = load->jobs ? job_init(load, &load->jobs[i], entry, solver, &random)
                       : -ENOMEM;
    if (r) {
        load_destroy(load);
        return error_no_memory(error);
    }
    *ret_load = load;
    return 0;
}

static void wait_for_all(struct load *load)
{
    pthread_mutex_lock(&load->lock);
    while (load->alive)
        pthread_cond_wait(&load->news, &load->lock);
    pthread_mutex_unlock(&load->lock);
}

void load_run(struct load *load, uint64_t warm_us, uint64_t measured_us,
              struct load_rate *ret_rate)
{
    load->alive = load->shape.jobs;
    load->cold = load->shape.jobs;
    load->warm_from_us = clock_now_us() + warm_us;
    load->measured_us = measured_us;
    for (size_t i = 0; i < load->shape.jobs; i++)
        submit(&load->jobs[i]);
    wait_for_all(load);
    *ret_rate = (struct load_rate){
        .jobs = load->ended,
        .amiss = load->amiss,
        .reason = load->reason,
    };
    if (load->ended && load->last_us > load->first_us)
        ret_rate->jobs_per_s = (double)load->ended * 1e6 /
                               (double)(load->last_us - load->first_us);
}
