/* keys_init: the keys of arcs, before fronts are eliminated, and those that are
 * left before they close.
 *
 * Launch: a thread for each vertex and arc; a grid that strides over words. */
#include "gpu/block.cuh"
#include "gpu/cch/keys.cuh"

static __global__ void diagonal_kernel(struct cch_arrays arrays, cch_key *panel)
{
    uint32_t v = thread_index();

    if (v < arrays.vertex_count) {
        uint32_t node = arrays.supernode[v];
        uint32_t i = v - arrays.first_vertex[node];
        uint64_t f = arrays.first_vertex[node + 1] - arrays.first_vertex[node] +
                     arrays.first_upper[node + 1] - arrays.first_upper[node];

        panel[arrays.first_entry[node] + i * f + i] = 0;
    }
}

static __global__ void arcs_kernel(struct cch_arrays arrays,
                                   struct cch_keyed keyed,
                                   struct cch_arc_keys arcs)
{
    uint32_t i = thread_index();

    if (i < arrays.placed_count) {
        uint32_t arc = arrays.arc_by_entry[i];
        uint64_t entry = arrays.entry[i];

        if (arcs.weight[arc] == keyed.costs.basic[entry])
            atomicMin(keyed.panel + entry,
                      key_of(arcs.duration[arc], arcs.length[arc]));
    }
}

static __global__ void drop_kernel(struct cch_keyed keyed)
{
    uint64_t step = (uint64_t)gridDim.x * blockDim.x;

    for (uint64_t i = thread_index(); i < keyed.costs.panel_words; i += step)
        if (keyed.costs.closed[i] != keyed.costs.basic[i])
            keyed.panel[i] = KEY_NONE;
}

cudaError_t launch_cch_keys_begin(const struct cch_arrays *arrays,
                                  const struct cch_keyed *keyed,
                                  const struct cch_arc_keys *arcs,
                                  cudaStream_t stream)
{
    cudaError_t status = cudaMemsetAsync(
        keyed->panel, 0xff, keyed->costs.panel_words * sizeof(cch_key), stream);

    if (status == cudaSuccess)
        status =
            cudaMemsetAsync(keyed->schur, 0xff,
                            keyed->costs.schur_words * sizeof(cch_key), stream);
    if (status != cudaSuccess)
        return status;
    diagonal_kernel<<<grid_for(arrays->vertex_count, MAP_BLOCK), MAP_BLOCK, 0,
                      stream>>>(*arrays, keyed->panel);
    arcs_kernel<<<grid_for(arrays->placed_count, MAP_BLOCK), MAP_BLOCK, 0,
                  stream>>>(*arrays, *keyed, *arcs);
    return cudaGetLastError();
}

cudaError_t launch_cch_keys_drop(const struct cch_keyed *keyed,
                                 cudaStream_t stream)
{
    enum { BLOCKS = 4096 };

    drop_kernel<<<BLOCKS, MAP_BLOCK, 0, stream>>>(*keyed);
    return cudaGetLastError();
}
