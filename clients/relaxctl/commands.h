/* commands: relaxctl's commands, in the order of its help. */
#ifndef RELAXD_CLIENTS_RELAXCTL_COMMANDS_H
#define RELAXD_CLIENTS_RELAXCTL_COMMANDS_H

#include "clients/relaxctl/program.h"

extern const struct command command_import;
extern const struct command command_order;
extern const struct command command_check;
extern const struct command command_info;
extern const struct command command_profile;
extern const struct command command_tune;
extern const struct command command_solvers;
extern const struct command command_route;
extern const struct command command_path;
extern const struct command command_table;
extern const struct command command_isochrone;
extern const struct command command_nearest;
extern const struct command command_solve;
extern const struct command command_weights;
extern const struct command command_status;
extern const struct command command_reload;

#endif
