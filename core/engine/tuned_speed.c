/* tuned_speed: how quick solvers were, in the lines of a tuned file. */
#include "core/engine/tuned_speed.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void line_name(const struct solver_ops *solver, size_t number,
                      char ret_name[static TUNED_NAME_SIZE])
{
    snprintf(ret_name, TUNED_NAME_SIZE, "%s.speed.%s", solver->name,
             solver_speed_names[number]);
}

static const struct solver_setting *find_line(const struct tuned *tuned,
                                              const char *name)
{
    for (size_t i = 0; i < tuned->count; i++) {
        if (!strcmp(tuned->setting[i].name, name))
            return &tuned->setting[i];
    }
    return NULL;
}

bool tuned_is_speed(const struct catalog *catalog,
                    const struct solver_setting *line)
{
    for (size_t i = 0; i < catalog->count; i++) {
        for (size_t j = 0; j < SOLVER_SPEED_NUMBERS; j++) {
            char name[TUNED_NAME_SIZE];

            line_name(catalog->solver[i], j, name);
            if (!strcmp(line->name, name))
                return true;
        }
    }
    return false;
}

int tuned_speed_find(const struct tuned *tuned, const struct solver_ops *solver,
                     struct solver_speed *ret_speed, struct error *error)
{
    struct solver_speed speed = {0};
    char missing[TUNED_NAME_SIZE] = "";
    size_t found = 0;

    for (size_t i = 0; i < SOLVER_SPEED_NUMBERS; i++) {
        const struct solver_setting *line;
        char name[TUNED_NAME_SIZE];

        line_name(solver, i, name);
        line = find_line(tuned, name);
        if (!line) {
            strcpy(missing, name);
            continue;
        }
        if (!(line->value >= 0) || !isfinite(line->value))
            return error_set(error, -EINVAL, "%s: %g is no time", name,
                             line->value);
        *solver_speed_number(&speed, i) = line->value;
        found++;
    }
    if (!found)
        return TUNED_NONE;
    if (*missing)
        return error_set(error, -EINVAL, "%s is missing", missing);
    *ret_speed = speed;
    return 0;
}

void tuned_speed_lines(
    const struct solver_ops *solver, const struct solver_speed *speed,
    char names[static SOLVER_SPEED_NUMBERS][TUNED_NAME_SIZE],
    struct solver_setting ret_lines[static SOLVER_SPEED_NUMBERS])
{
    struct solver_speed copy = *speed;

    for (size_t i = 0; i < SOLVER_SPEED_NUMBERS; i++) {
        line_name(solver, i, names[i]);
        ret_lines[i] = (struct solver_setting){
            names[i],
            *solver_speed_number(&copy, i),
        };
    }
}
