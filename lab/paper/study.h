/* study: runs a paper's figures and puts out what they came to. struct study
 * itself is in paper.h, where figures see it. */
#ifndef RELAXD_LAB_PAPER_STUDY_H
#define RELAXD_LAB_PAPER_STUDY_H

#include "lab/paper/paper.h"

/* What the command line says. */
struct study_wish {
    char **map_paths; /* [map_count] */
    size_t map_count;
    const char *device; /* as inventory_choose() takes it */
    const char *folder; /* where files go; NULL: nowhere */
    uint32_t sources;   /* 0: as many as the paper took */
    uint64_t seed;
    uint32_t largest;  /* 0: as large as the figures have it */
    const char *boost; /* a program, or NULL */
    struct arguments_settings settings;
};

/* Opens the maps, looks for devices, makes the folder. A CUDA device that was
 * named and is not there is an error. */
int study_create(const struct study_wish *wish, struct study **ret_study,
                 struct error *error);
void study_destroy(struct study *study); /* NULL is fine */

/* Figure by figure: heading, report, and where `folder` is not NULL the files
 * and the claims of all of them in NAME-claims.csv. Counts what was not
 * measured. */
int study_run(const struct study *study, const struct paper *paper,
              const struct figure *const *figures, size_t figure_count,
              const char *folder, size_t *ret_missing, struct error *error);

#endif
