/* tally: what a solver's phases came to, over some queries. */
#include "clients/relaxctl/paper/tally.h"

#include "clients/relaxctl/tree_sink.h"

static void note(struct phase_observer *observer, const struct phase *phase)
{
    struct tally *tally = (struct tally *)observer;

    tally->phases++;
    tally->updated += phase->updated;
    tally->launches += phase->launches;
    tally->host_words += phase->host_words;
}

static int solve(struct tally *tally, struct runner *runner, uint32_t source,
                 struct error *error)
{
    struct tree_sink sink;
    struct seed seed = {source, 0};
    struct query query = {
        .seeds = &seed,
        .seed_count = 1,
        .output = QUERY_TREE,
        .bound = COST_OVERFLOW,
        .sink = &sink.base,
    };
    struct query *queries[] = {&query};

    tree_sink_init(&sink, NULL);
    return runner_solve(runner, queries, 1, &tally->base, error);
}

int tally_take(struct tally *tally, struct runner *runner,
               const uint32_t *sources, uint32_t source_count,
               struct error *error)
{
    int r = 0;

    *tally = (struct tally){.base = {note}};
    for (uint32_t i = 0; !r && i < source_count; i++) {
        uint64_t before = tally->launches;

        r = solve(tally, runner, sources[i], error);
        if (tally->launches - before > tally->launches_most)
            tally->launches_most = tally->launches - before;
    }
    return r;
}
