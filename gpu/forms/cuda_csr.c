/* cuda_csr: a map in the memory of a CUDA device. */
#include "gpu/forms/cuda_csr.h"

#include "gpu/forms/cuda_form.h"

/* A grid's last threads, or one thread's last stride, come no further. */
#define COUNT_MAX (UINT32_MAX - 65536)

int cuda_csr_check(const struct topology *topology, struct error *error)
{
    if (topology->vertex_count <= COUNT_MAX && topology->arc_count <= COUNT_MAX)
        return 0;
    return error_set(error, SOLVER_REFUSES,
                     "%u vertices and %u arcs are too many for kernels: at "
                     "most %u of each",
                     topology->vertex_count, topology->arc_count, COUNT_MAX);
}

static const struct cuda_form form = {
    .ops = &cuda_csr_form,
    .prepared_size = sizeof(struct cuda_csr),
    .metric_size = sizeof(struct cuda_metric),
};

static int prepare(const struct device *device, const struct map *map,
                   struct prepared **ret_prepared, struct error *error)
{
    return cuda_form_prepare(&form, device, map, NULL, ret_prepared, error);
}

const struct form_ops cuda_csr_form = {
    .name = "cuda-csr",
    .prepare = prepare,
    CUDA_FORM_OPERATIONS,
};
