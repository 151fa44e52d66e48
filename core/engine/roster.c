/* roster: the solvers and devices that may answer a job. */
#include "core/engine/roster.h"

#include "core/engine/map_entry.h"

struct crew *roster_crew(const struct roster *roster, size_t last, size_t i)
{
    if (i == 0)
        return &roster->crews[0];
    return &roster->crews[1 + (last + i - 1) % (roster->crew_count - 1)];
}

bool crew_has(const struct crew *crew, const struct solver_ops *solver,
              const struct job *job, bool named)
{
    const struct representation_ops *form = solver->representation;

    if (crew->device->kind != form->device_kind)
        return false;
    return named ? map_entry_offers(job->map, form, crew->device)
                 : map_entry_is_ready(job->map, form, crew->device);
}
