/* fuzz_tuned: any bytes as settings kept by relaxctl tune. */
#include <stdlib.h>
#include <string.h>

#include "core/engine/tuned.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/memory_source.h"

static void check(const struct tuned *tuned)
{
    for (size_t i = 0; i < tuned->count; i++) {
        if (tuned->setting[i].name != tuned->name[i] || !tuned->name[i][0])
            abort(); /* every setting has a name of its own */
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const struct tuned_key key = {"6f1d0c8b2a9e4d73", "a GPU"};
    struct byte_source *source;
    struct tuned tuned;
    struct error error = {""};

    if (memory_source_create(bytes, size, &source, &error))
        return 0;
    if (tuned_read("x", source, &key, &tuned, &error) &&
        (tuned.count || strncmp(error.text, "'x'", 3)))
        abort(); /* every error names the file, and leaves no settings */
    check(&tuned);
    byte_source_destroy(source);
    return 0;
}
