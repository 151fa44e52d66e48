/* relaxctl solvers: lists all solvers, and which can run here. */
#include <jansson.h>
#include <math.h>
#include <stdio.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/commands.h"
#include "clients/relaxctl/output.h"
#include "clients/relaxctl/runner.h"

struct options {
    bool json;
};

static bool usable(const struct inventory *inventory,
                   const struct solver_ops *ops)
{
    return inventory_device(inventory, ops->form->device_kind) != NULL;
}

static const char *kind_word(const struct solver_ops *ops)
{
    return ops->form->device_kind == DEVICE_CUDA ? "cuda" : "cpu";
}

static bool states_memory(const struct solver_ops *ops)
{
    return ops->memory.words_per_vertex > 0 || ops->memory.words_per_arc > 0;
}

static void print_capabilities(const struct solver_ops *ops)
{
    const char *separator = "";

    fputs("    can      ", stdout);
    for (unsigned bit = 1; bit <= SOLVER_ALTERNATIVES; bit <<= 1) {
        if (!(ops->capabilities & bit))
            continue;
        printf("%s%s", separator, capability_name(bit));
        separator = ", ";
    }
    putchar('\n');
}

static void print_options(const struct solver_ops *ops)
{
    for (size_t i = 0; i < ops->option_count; i++) {
        const struct solver_option *option = &ops->options[i];
        char allowed[OPTION_ALLOWED_SIZE];
        char usual[OPTION_VALUE_SIZE];

        option_allowed(option, allowed);
        option_value_text(option, option->fallback, usual);
        printf("    option   %s: %s; %s, default %s\n", option->name,
               option->help, allowed, usual);
    }
}

static void print_memory(const struct solver_ops *ops)
{
    const struct solver_memory *memory = &ops->memory;

    if (states_memory(ops))
        printf("    memory   %s: %g words a vertex, %g an arc%s%s\n",
               ops->form->device_kind == DEVICE_CUDA ? "device" : "host",
               memory->words_per_vertex, memory->words_per_arc,
               ops->memory_note ? ", " : "",
               ops->memory_note ? ops->memory_note : "");
}

static void print_solver(const struct inventory *inventory,
                         const struct solver_ops *ops)
{
    printf("%s (%s)%s\n    %s\n", ops->name, kind_word(ops),
           usable(inventory, ops) ? "" : ", cannot be used here", ops->summary);
    print_capabilities(ops);
    print_options(ops);
    print_memory(ops);
    if (ops->slow)
        printf("    slow     %s; auto never picks it\n", ops->slow);
    printf("    source   %s\n\n", ops->source);
}

static void print(const struct inventory *inventory)
{
    for (size_t i = 0; i < inventory->catalog.count; i++)
        print_solver(inventory, inventory->catalog.solver[i]);
    fputs("devices\n", stdout);
    for (size_t i = 0; i < inventory->device_count; i++)
        printf("    %-8s %s\n", inventory->device[i].name,
               inventory->device[i].description);
    if (inventory->device_count == 1)
        printf("    no CUDA device: %s\n", inventory->no_gpu.text);
}

static json_t *capabilities_json(const struct solver_ops *ops)
{
    json_t *json = json_array();

    for (unsigned bit = 1; bit <= SOLVER_ALTERNATIVES; bit <<= 1) {
        if (ops->capabilities & bit)
            json_array_append_new(json, json_string(capability_name(bit)));
    }
    return json;
}

/* null if the option's values have no names. */
static json_t *choices_json(const struct solver_option *option)
{
    json_t *json = option->choices ? json_array() : json_null();

    for (size_t i = 0; option->choices && i <= (size_t)option->maximum; i++)
        json_array_append_new(json, json_string(option->choices[i]));
    return json;
}

static json_t *memory_json(const struct solver_ops *ops)
{
    if (!states_memory(ops))
        return json_null();
    return json_pack("{s:f, s:f, s:s?}", "words_per_vertex",
                     ops->memory.words_per_vertex, "words_per_arc",
                     ops->memory.words_per_arc, "note", ops->memory_note);
}

/* Writes a whole number without a point. */
static json_t *number_json(double value)
{
    bool whole = fabs(value) < 9007199254740992.0 && value == floor(value);

    return whole ? json_integer((json_int_t)value) : json_real(value);
}

static json_t *options_json(const struct solver_ops *ops)
{
    json_t *json = json_array();

    for (size_t i = 0; i < ops->option_count; i++) {
        const struct solver_option *option = &ops->options[i];

        json_array_append_new(
            json,
            json_pack("{s:s, s:s, s:o, s:o, s:o, s:b, s:o}", "name",
                      option->name, "help", option->help, "default",
                      number_json(option->fallback), "minimum",
                      number_json(option->minimum), "maximum",
                      number_json(option->maximum), "power_of_two",
                      option->power_of_two, "choices", choices_json(option)));
    }
    return json;
}

static json_t *solver_json(const struct inventory *inventory,
                           const struct solver_ops *ops)
{
    bool here = usable(inventory, ops);

    return json_pack("{s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:s?, s:b, s:s?}",
                     "name", ops->name, "summary", ops->summary, "source",
                     ops->source, "device", kind_word(ops), "capabilities",
                     capabilities_json(ops), "options", options_json(ops),
                     "memory", memory_json(ops), "slow", ops->slow, "usable",
                     here, "why_not", here ? NULL : inventory->no_gpu.text);
}

static int print_as_json(const struct inventory *inventory)
{
    json_t *json = json_array();

    for (size_t i = 0; i < inventory->catalog.count; i++)
        json_array_append_new(
            json, solver_json(inventory, inventory->catalog.solver[i]));
    return print_json(json, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
}

static int run(void *context, struct error *error)
{
    const struct options *options = context;
    struct inventory inventory;

    inventory_init(&inventory);
    if (options->json)
        return print_as_json(&inventory) ? error_no_memory(error) : 0;
    print(&inventory);
    return 0;
}

static struct options options;

static const struct argument arguments[] = {
    {"json", NULL, ARGUMENT_FLAG, offsetof(struct options, json),
     .help = "as one JSON array, for programs"},
    {0},
};

const struct command command_solvers = {
    .name = "solvers",
    .summary = "list the solvers, what each can do, and whether it can here",
    .usage = "[--json]",
    .about =
        "For each solver: its device, what it can do, its options with what "
        "they may be and defaults, the memory it takes in words of 4 bytes, "
        "whether it is slow by nature, the paper it comes from.",
    .examples = "  relaxctl solvers --json | jq '.[].name'",
    .arguments = {arguments},
    .options = &options,
    .run = run,
};
