/* fuzz_config: any bytes as a config file. */
#include <stdlib.h>
#include <string.h>

#include "config/config_file.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct settings settings;
    struct error error = {""};

    settings_init(&settings);
    if (config_file_parse("x.conf", (const char *)bytes, size, &settings,
                          &error) &&
        strncmp(error.text, "x.conf:", 7))
        abort(); /* every error names the file */
    settings_finish(&settings);
    return 0;
}
