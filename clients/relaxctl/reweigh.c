/* Reading a file's weights, and customizing. */
#include "clients/relaxctl/reweigh.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/program.h"
#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/progress.h"
#include "core/graph/import/weight_file.h"
#include "core/weighting/weighting.h"

int reweigh_parse_file(char **argv, struct reweigh *reweigh)
{
    if (reweigh->count == REWEIGH_FILES_MAX)
        return command_usage(argv[0], "more than %d times --weights",
                             REWEIGH_FILES_MAX);
    reweigh->step[reweigh->count++].path = arguments_input(optarg);
    return 0;
}

int reweigh_parse_how(char **argv, struct reweigh *reweigh)
{
    reweigh->full = !strcmp(optarg, "full");
    if (reweigh->full || !strcmp(optarg, "partial"))
        return 0;
    return command_usage(
        argv[0], "--customize '%s' is neither full nor partial", optarg);
}

static int copy_weights(struct reweigh *reweigh, const struct map *map,
                        struct error *error)
{
    uint32_t count = imported_weights(map)->arc_count;

    reweigh->weight = array_alloc(count, sizeof(uint32_t));
    if (!reweigh->weight)
        return error_no_memory(error);
    if (count)
        memcpy(reweigh->weight, imported_weights(map)->weight,
               count * sizeof(uint32_t));
    reweigh->weights.weight = reweigh->weight;
    return 0;
}

static int read_step(struct reweigh_step *step, const struct map *map,
                     struct weight_edits *edits, struct error *error)
{
    uint64_t start_us = clock_now_us();
    struct progress_printer printer;
    int r;

    progress_printer_init(&printer);
    r = weight_edits_open(edits, map, step->path, &printer.base, error);
    progress_printer_finish(&printer);
    step->read_us = clock_now_us() - start_us;
    return r;
}

static int count_arcs(struct reweigh_step *step, const struct map *map,
                      const struct weight_edits *edits, struct error *error)
{
    if (!edits->count)
        return error_set(error, -EINVAL,
                         "'%s' names no arc; a line is 'TAIL HEAD WEIGHT'",
                         step->path);
    return weight_edits_count_arcs(edits, map->topology.arc_count, &step->arcs)
               ? error_no_memory(error)
               : 0;
}

static int apply_step(struct reweigh *reweigh, struct reweigh_step *step,
                      struct forms *forms, const struct form *form,
                      struct error *error)
{
    struct weight_changes changes;
    struct weight_edits edits;
    int r = read_step(step, forms->map, &edits, error);

    if (r)
        return r;
    r = count_arcs(step, forms->map, &edits, error);
    if (r) {
        weight_edits_finish(&edits);
        return r;
    }
    changes = weight_edits_changes(&edits);
    weight_edits_apply(&edits, reweigh->weight);
    reweigh->weights.epoch++;
    r = forms_change(forms, form, &reweigh->weights,
                     reweigh->full ? NULL : &changes, &step->customize_us,
                     error);
    weight_edits_finish(&edits);
    return r;
}

int reweigh_apply(struct reweigh *reweigh, struct forms *forms,
                  const struct form *form, struct error *error)
{
    int r = 0;

    reweigh->weights = *imported_weights(forms->map);
    if (reweigh->count)
        r = copy_weights(reweigh, forms->map, error);
    for (size_t i = 0; !r && i < reweigh->count; i++)
        r = apply_step(reweigh, &reweigh->step[i], forms, form, error);
    return r;
}

void reweigh_finish(struct reweigh *reweigh)
{
    free(reweigh->weight);
    *reweigh = (struct reweigh){.count = 0};
}
