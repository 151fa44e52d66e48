#include "tests/solver/one_pair.h"

void one_pair_init(struct one_pair *pair, uint32_t from, uint32_t to)
{
    *pair = (struct one_pair){
        .seed = {from, 0},
        .end = {to, 0},
        .target = {&pair->end, 1},
        .query =
            {
                .seeds = &pair->seed,
                .seed_count = 1,
                .targets = &pair->target,
                .target_count = 1,
                .output = QUERY_COSTS,
                .bound = COST_OVERFLOW,
                .cost = &pair->cost,
            },
        .queries = {&pair->query},
        .batch = {pair->queries, 1, NULL},
    };
}
