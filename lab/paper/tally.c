/* tally: what a solver's phases came to, over some queries. */
#include "lab/paper/tally.h"

static void note(struct phase_observer *observer, const struct phase *phase)
{
    struct tally *tally = (struct tally *)observer;

    tally->phases++;
    tally->updated += phase->updated;
    tally->launches += phase->launches;
    tally->host_words += phase->host_words;
}

int tally_take(struct tally *tally, struct runner *runner,
               const uint32_t *sources, uint32_t source_count,
               struct error *error)
{
    int r = 0;

    *tally = (struct tally){.base.phase = note};
    for (uint32_t i = 0; !r && i < source_count; i++) {
        uint64_t before = tally->launches;

        r = runner_solve_tree(runner, sources[i], &tally->base, error);
        if (tally->launches - before > tally->launches_most)
            tally->launches_most = tally->launches - before;
    }
    return r;
}
