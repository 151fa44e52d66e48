/* commands: relaxlab's commands, in the order of its help. */
#ifndef RELAXD_LAB_COMMANDS_H
#define RELAXD_LAB_COMMANDS_H

#include "clients/relaxctl/program.h"

extern const struct command command_generate;
extern const struct command command_bench;
extern const struct command command_trace;
extern const struct command command_paper;
extern const struct command command_grid;

#endif
