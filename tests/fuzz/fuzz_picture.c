/* fuzz_picture: any bytes as a file of pictures. */
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "tests/pictures/picture_xml.h"

/* Every file that was read can be written. */
static void check(const struct picture_file *file)
{
    for (size_t i = 0; i < file->count; i++) {
        size_t size;
        char *xml = picture_xml(&file->picture[i], &size);

        if (size != strlen(xml))
            abort();
        free(xml);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct picture_file file;
    struct error error = {""};

    if (!picture_file_read("fuzz", (const char *)bytes, size, &file, &error))
        check(&file);
    else if (!error.text[0])
        abort(); /* every refusal has words */
    picture_file_finish(&file);
    return 0;
}
