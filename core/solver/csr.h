/* csr: a map's own arrays as a form, for the CPU's solvers.
 *
 * Preparing keeps a pointer to the map; "csr-both" adds the arcs by head, for
 * solvers that search backwards. Memory in addition to the map: none for "csr";
 * 8 bytes an arc and 4 a vertex for "csr-both". */
#ifndef RELAXD_SOLVER_CSR_H
#define RELAXD_SOLVER_CSR_H

#include "core/solver/solver.h"

struct csr {
    struct prepared base;
    struct reverse_topology reverse; /* csr-both only */
};

struct csr_metric {
    struct metric base;
    struct weights weights;
};

extern const struct form_ops csr_form;
extern const struct form_ops csr_both_form;

#endif
