/* speed_table: one row per solver and device. */
#include "core/engine/speed_table.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/solver/catalog.h"

/* A solver on one device. */
struct speed_row {
    const struct solver_ops *solver;
    const struct device *device;
    struct solver_speed guessed;
    struct solver_speed measured;
    atomic_bool was_measured; /* written after `measured` */
};

static void guess(struct speed_table *table, const struct map *map,
                  const struct solver_ops *solver, const struct device *device)
{
    struct speed_row *row = &table->row[table->count++];

    *row = (struct speed_row){.solver = solver, .device = device};
    solver->speed(map, &row->guessed);
    atomic_init(&row->was_measured, false);
}

int speed_table_init(struct speed_table *table, const struct map *map,
                     const struct solver_ops *const *solvers,
                     size_t solver_count, const struct device *const *devices,
                     size_t device_count)
{
    *table = (struct speed_table){
        .row = array_alloc(solver_count * device_count, sizeof(*table->row)),
    };
    if (!table->row)
        return -ENOMEM;
    for (size_t i = 0; i < solver_count; i++) {
        if (!catalog_may_pick(solvers[i], map))
            continue;
        for (size_t j = 0; j < device_count; j++) {
            if (solvers[i]->form->device_kind == devices[j]->kind)
                guess(table, map, solvers[i], devices[j]);
        }
    }
    return 0;
}

void speed_table_finish(struct speed_table *table)
{
    free(table->row);
    *table = (struct speed_table){0};
}

static struct speed_row *find(const struct speed_table *table,
                              const struct solver_ops *solver,
                              const struct device *device)
{
    for (size_t i = 0; i < table->count; i++) {
        if (table->row[i].solver == solver && table->row[i].device == device)
            return &table->row[i];
    }
    return NULL;
}

const struct solver_speed *speed_table_find(const struct speed_table *table,
                                            const struct solver_ops *solver,
                                            const struct device *device)
{
    struct speed_row *row = find(table, solver, device);

    if (!row)
        return NULL;
    return atomic_load_explicit(&row->was_measured, memory_order_acquire)
               ? &row->measured
               : &row->guessed;
}

bool speed_table_measured(const struct speed_table *table,
                          const struct device *device)
{
    for (size_t i = 0; i < table->count; i++) {
        const struct speed_row *row = &table->row[i];

        if (row->device == device &&
            atomic_load_explicit(&row->was_measured, memory_order_acquire))
            return true;
    }
    return false;
}

void speed_table_learn(struct speed_table *table,
                       const struct solver_ops *solver,
                       const struct device *device,
                       const struct solver_speed *measured)
{
    struct speed_row *row = find(table, solver, device);

    if (!row || atomic_load(&row->was_measured))
        return;
    row->measured = *measured;
    atomic_store_explicit(&row->was_measured, true, memory_order_release);
}
