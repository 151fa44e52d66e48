/* switch: the list of vertices whose label fell, from their flags.
 *
 * J. Suzuki et al. (relaxation.h), Algorithm 4, SWITCH_KERNEL: runs once
 * between a phase of relax_all.cu and one of relax_selected.cu. The other way
 * is launch_update_selected() there.
 *
 * Launch: vertex_count threads. Reads 1 byte a vertex, writes 4 a vertex that
 * fell; one atomic a block. */
#include "gpu/block.cuh"
#include "gpu/relaxation/relax.h"

static __global__ void switch_kernel(struct relax_arrays arrays, uint32_t *list,
                                     struct host_word word)
{
    uint32_t v = thread_index();
    bool fell = v < arrays.search.vertex_count && arrays.fell[v];
    uint32_t slot = block_reserve(word, fell, BLOCK_LAST);

    if (!fell)
        return;
    list[slot] = v;
    arrays.fell[v] = 0;
}

cudaError_t launch_switch(const struct relax_arrays *arrays, uint32_t *list,
                          const struct host_word *word, unsigned block,
                          cudaStream_t stream)
{
    switch_kernel<<<grid_for(arrays->search.vertex_count, block), block, 0,
                    stream>>>(*arrays, list, *word);
    return cudaGetLastError();
}
