/* pictures: runs files of pictures.
 *
 * usage: pictures [--only PART] [--xml] FILE.picture...
 * Exit status 0 where all is as expected. */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/ini_text.h"
#include "tests/pictures/picture_xml.h"
#include "tests/pictures/run.h"

static void print_xml(const struct picture_file *file, const char *only)
{
    for (size_t i = 0; i < file->count; i++) {
        size_t size;
        char *xml;

        if (only && !strstr(file->picture[i].title, only))
            continue;
        xml = picture_xml(&file->picture[i], &size);
        fwrite(xml, 1, size, stdout);
        free(xml);
    }
}

static int run_path(const char *path, const char *only, bool xml,
                    struct run_count *count)
{
    struct picture_file file = {0};
    struct error error;
    size_t size;
    char *text;
    int r = ini_file_load(path, &text, &size, &error);

    if (!r) {
        r = picture_file_read(path, text, size, &file, &error);
        free(text);
    }
    if (r)
        printf("%s\n", error.text);
    else if (xml)
        print_xml(&file, only);
    else
        run_file(&file, only, stdout, count);
    picture_file_finish(&file);
    return r;
}

int main(int argc, char **argv)
{
    struct run_count count = {0};
    const char *only = NULL;
    bool xml = false;
    int failed = 0;

    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--xml"))
            xml = true;
        else if (!strcmp(argv[i], "--only") && i + 1 < argc)
            only = argv[++i];
        else
            failed |= run_path(argv[i], only, xml, &count) != 0;
    }
    if (!xml)
        printf("%zu pictures, %zu questions, %zu mistakes\n", count.pictures,
               count.questions, count.mistakes);
    return failed || count.mistakes || (!xml && !count.questions);
}
