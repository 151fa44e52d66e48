/* study: runs a paper's figures and outputs their results. paper.h defines
 * struct study, for the figures. */
#ifndef RELAXD_LAB_PAPER_STUDY_H
#define RELAXD_LAB_PAPER_STUDY_H

#include "lab/paper/paper.h"

/* The command line. */
struct study_wish {
    char **map_paths; /* [map_count] */
    size_t map_count;
    const char *device; /* as for inventory_choose() */
    const char *folder; /* for files; NULL: write none */
    uint32_t sources;   /* 0: as many as the paper took */
    uint64_t seed;
    uint32_t largest;  /* 0: the figures' own */
    const char *boost; /* a program, or NULL */
    struct arguments_settings settings;
};

/* Opens the maps, finds devices, creates the folder. A named CUDA device that
 * does not exist is an error. */
int study_create(const struct study_wish *wish, struct study **ret_study,
                 struct error *error);
void study_destroy(struct study *study); /* NULL is fine */

/* Prints each figure's heading and report; if `folder` is not NULL, writes its
 * files, and all claims to NAME-claims.csv. Counts missing measurements. */
int study_run(const struct study *study, const struct paper *paper,
              const struct figure *const *figures, size_t figure_count,
              const char *folder, size_t *ret_missing, struct error *error);

#endif
