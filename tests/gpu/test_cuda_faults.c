/* test_cuda_faults: one call to CUDA fails, another in each run. Every CUDA
 * solver reports it and continues, or works around it; it leaks nothing and
 * gives no wrong answer.
 *
 * usage: test_cuda_faults [all|EVERY] [SOLVER [N]]: every call fails once, or
 * every EVERY-th one, of all solvers or of SOLVER, or only its N-th call. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/gpu.h"
#include "tests/gpu/devices_or_skip.h"
#include "tests/gpu/whole_run.h"

#ifndef FAULTS_VERTICES
#define FAULTS_VERTICES 100
#endif

static unsigned problems;

static void run_one(const struct whole_run *whole, unsigned long at)
{
    whole_run(whole, at, false, &problems);
    whole_run(whole, at, true, &problems);
}

/* The first and last run have no failure; the first one creates what is kept.
 */
static void run_each(const struct whole_run *whole, unsigned long every)
{
    unsigned before = problems;
    unsigned long calls = 0;
    unsigned long runs = 0;

    whole_run(whole, 0, false, &problems);
    for (unsigned long at = 1; whole_run(whole, at, false, &problems);
         at += every) {
        whole_run(whole, at, true, &problems);
        calls = at;
        runs++;
    }
    whole_run(whole, 0, false, &problems);
    printf("%s: %lu of about %lu calls failed, one by one: %s\n",
           whole->ops->name, runs, calls,
           problems == before ? "fine" : "not fine");
    fflush(stdout);
}

/* A town with closed and free roads. */
static void make_town(struct test_graph *ret_graph)
{
    for (uint64_t number = 0;; number++) {
        test_graph_make(number, FAULTS_VERTICES, true, ret_graph);
        if (!strcmp(ret_graph->kind, "town") &&
            !strcmp(ret_graph->weight_kind, "closed") &&
            ret_graph->map->topology.vertex_count >= FAULTS_VERTICES / 2)
            return;
        test_graph_finish(ret_graph);
    }
}

int main(int argc, char **argv)
{
    const char *sample = argc > 1 ? argv[1] : "all";
    unsigned long every = strcmp(sample, "all") ? strtoul(sample, NULL, 10) : 1;
    struct whole_run whole = {.device = device_or_skip()};
    struct catalog catalog;
    struct test_graph town;

    catalog_init(&catalog);
    gpu_add_solvers(&catalog);
    make_town(&town);
    whole.graph = &town;
    for (size_t i = 0; i < catalog.count; i++) {
        whole.ops = catalog.solver[i];
        if (whole.ops->form->device_kind != DEVICE_CUDA)
            continue;
        if (argc > 2 && strcmp(argv[2], whole.ops->name) != 0)
            continue;
        if (argc > 3) {
            run_one(&whole, strtoul(argv[3], NULL, 10));
        } else {
            run_each(&whole, every ? every : 1);
        }
    }
    test_graph_finish(&town);
    return problems ? EXIT_FAILURE : EXIT_SUCCESS;
}
