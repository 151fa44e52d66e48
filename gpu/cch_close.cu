/* cch_close: panels closed, each by itself, side by side. */
#include "gpu/cch_close.cuh"
#include "gpu/cch_launch.cuh"

template <enum cch_sums SUMS, class team>
static __device__ bool close_front(const struct cch_front &front,
                                   const struct cch_panels &panels,
                                   uint32_t *word)
{
    struct matrix matrix = matrix_of(front, word);
    bool is_long = false;

    clear<SUMS, team>(matrix);
    team::meet();
    load_panel<SUMS, team>(matrix, panels.basic + front.panel, &is_long);
    team::meet();
    close<SUMS, team>(matrix);
    is_long |= panel_is_long<SUMS, team>(matrix);
    if (team::any(is_long))
        return false;
    store_panel<SUMS, team>(matrix, panels.closed + front.panel);
    team::meet();
    return true;
}

struct closing {
    template <class team>
    static __device__ void take(const struct cch_fronts &,
                                const struct cch_front &front,
                                const struct cch_panels &panels, uint32_t *word)
    {
        if (!close_front<SUMS_SHORT, team>(front, panels, word))
            close_front<SUMS_EXACT, team>(front, panels, word);
    }
};

cudaError_t launch_cch_close(const struct cch_fronts *fronts,
                             const struct cch_step *step,
                             const struct cch_panels *panels,
                             const struct cch_scratch *scratch,
                             cudaStream_t stream)
{
    return launch_step<closing>(*fronts, *step, *panels, *scratch, stream);
}
