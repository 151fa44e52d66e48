/* Reading a file's weights, and customizing. */
#include "clients/relaxctl/reweigh.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/program.h"
#include "core/base/clock.h"
#include "core/base/progress.h"
#include "core/graph/import/weight_file.h"

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

static int count_items(struct reweigh_step *step, const struct map *map,
                       const struct weight_edits *edits, struct error *error)
{
    if (!edits->count)
        return error_set(
            error, -EINVAL, "'%s' names no %s; a line is 'TAIL HEAD WEIGHT'",
            step->path, map->roads.piece_count ? "segment" : "arc");
    return weight_edits_count(edits, map, &step->count) ? error_no_memory(error)
                                                        : 0;
}

/* Brings the form to a weighting, which differs from its own in these arcs. */
static int change_form(const struct reweigh *reweigh, struct reweigh_step *step,
                       struct forms *forms, const struct form *form,
                       struct weighting *weighting,
                       const struct weight_changes *changes,
                       struct error *error)
{
    struct weights weights;
    int r = weighting_arcs(weighting, forms->map, &weights, error);

    if (r)
        return r;
    return forms_change(forms, form, &weights, reweigh->full ? NULL : changes,
                        &step->customize_us, error);
}

static int apply_edits(struct reweigh *reweigh, struct reweigh_step *step,
                       struct forms *forms, const struct form *form,
                       const struct weight_edits *edits, struct error *error)
{
    struct weight_changes changes;
    struct weighting *changed;
    uint32_t *arcs;
    int r = count_items(step, forms->map, edits, error);

    if (!r)
        r = weighting_change(reweigh->weighting, forms->map, edits, &changed,
                             &arcs, &changes.count, error);
    if (r)
        return r;
    changes.arc = arcs;
    r = change_form(reweigh, step, forms, form, changed, &changes, error);
    free(arcs);
    weighting_release(r ? changed : reweigh->weighting);
    if (!r)
        reweigh->weighting = changed;
    return r;
}

int reweigh_apply(struct reweigh *reweigh, struct forms *forms,
                  const struct form *form, struct error *error)
{
    int r = 0;

    reweigh->weighting =
        weighting_of_map(forms->map, imported_weights(forms->map)->epoch);
    if (!reweigh->weighting)
        return error_no_memory(error);
    for (size_t i = 0; !r && i < reweigh->count; i++) {
        struct weight_edits edits;

        r = read_step(&reweigh->step[i], forms->map, &edits, error);
        if (r)
            return r;
        r = apply_edits(reweigh, &reweigh->step[i], forms, form, &edits, error);
        weight_edits_finish(&edits);
    }
    return r;
}

void reweigh_finish(struct reweigh *reweigh)
{
    weighting_release(reweigh->weighting);
    *reweigh = (struct reweigh){.count = 0};
}
