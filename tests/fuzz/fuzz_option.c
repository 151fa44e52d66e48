/* fuzz_option: any bytes as an option of a solver and its value. */
#include <stdlib.h>
#include <string.h>

#include "core/solver/option.h"
#include "tests/fuzz/fuzz.h"

static const char *const off_on[] = {"off", "on"};

static const struct solver_option near_options[] = {
    {.name = "k", .fallback = 2, .minimum = 1, .maximum = 8},
    {.name = "slf", .maximum = 1, .choices = off_on},
};
static const struct solver_option far_options[] = {
    {.name = "k", .fallback = 2, .minimum = -5, .maximum = 1e9},
};

static const struct solver_ops near_solver = {
    .name = "near", .options = near_options, .option_count = 2};
static const struct solver_ops far_solver = {
    .name = "near-far", .options = far_options, .option_count = 1};

/* Every solver that has the option must accept what the reader accepted. */
static void check(const struct solver_setting *setting)
{
    bool near = option_find(&near_solver, setting->name);
    bool far = option_find(&far_solver, setting->name);

    if (!near && !far)
        abort();
    if (near && solver_settings_check(&near_solver, setting, 1, NULL))
        abort();
    if (far && solver_settings_check(&far_solver, setting, 1, NULL))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const struct catalog catalog = {{&near_solver, &far_solver}, 2};
    char *name = strndup((const char *)bytes, size);
    char *equals = strchr(name, '=');
    struct solver_setting setting;
    struct error error = {""};

    if (equals)
        *equals = '\0';
    if (!option_read(&catalog, name, equals ? equals + 1 : "", &setting,
                     &error))
        check(&setting);
    else if (!error.text[0])
        abort(); /* every refusal has words */
    free(name);
    return 0;
}
