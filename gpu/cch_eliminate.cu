/* cch_eliminate: fronts of one level, eliminated side by side. */
#include "gpu/cch_eliminate.cuh"
#include "gpu/cch_launch.cuh"

/* False: words were too long, and nothing was stored. */
template <enum cch_sums SUMS, class team>
static __device__ bool
take_front(const struct cch_fronts &fronts, const struct cch_front &front,
           const struct cch_panels &panels, uint32_t *word)
{
    struct matrix matrix = matrix_of(front, word);
    bool is_long = false;

    clear<SUMS, team>(matrix);
    team::meet();
    load_panel<SUMS, team>(matrix, panels.basic + front.panel, &is_long);
    team::meet();
    gather<SUMS, team>(matrix, front, fronts, panels.schur, &is_long);
    team::meet();
    eliminate<SUMS>(matrix, team());
    is_long |= panel_is_long<SUMS, team>(matrix);
    if (team::any(is_long))
        return false;
    store_schur<SUMS, team>(matrix, panels.schur + front.schur);
    store_panel<SUMS, team>(matrix, panels.basic + front.panel);
    team::meet();
    return true;
}

struct eliminating {
    template <class team>
    static __device__ void take(const struct cch_fronts &fronts,
                                const struct cch_front &front,
                                const struct cch_panels &panels, uint32_t *word)
    {
        if (!take_front<SUMS_SHORT, team>(fronts, front, panels, word))
            take_front<SUMS_EXACT, team>(fronts, front, panels, word);
    }
};

cudaError_t launch_cch_eliminate(const struct cch_fronts *fronts,
                                 const struct cch_step *step,
                                 const struct cch_panels *panels,
                                 const struct cch_scratch *scratch,
                                 cudaStream_t stream)
{
    return launch_step<eliminating>(*fronts, *step, *panels, *scratch, stream);
}
