/* run: pictures imported and asked, and told where they are not as expected. */
#include "tests/pictures/run.h"

#include <stdlib.h>
#include <string.h>

#include "tests/pictures/ask.h"

static void print_drawing(const struct picture *picture, FILE *out)
{
    for (size_t i = 0; i < picture->drawing_count; i++)
        fprintf(out, "        %s\n", picture->drawing[i]);
}

static void print_mistake(const struct picture_file *file,
                          const struct picture *picture, unsigned line,
                          FILE *out)
{
    fprintf(out, "%s:%u: picture %s\n", file->name, line, picture->title);
    print_drawing(picture, out);
}

static void ask(struct asking *asking)
{
    switch (asking->ask->kind) {
    case ASK_ROUTE:
        ask_route(asking);
        break;
    case ASK_SNAP:
        ask_snap(asking);
        break;
    case ASK_OPEN:
        ask_open(asking);
        break;
    case ASK_PATH:
        ask_path(asking);
        break;
    case ASK_REPORT:
        ask_report(asking);
        break;
    case ASK_ROADS:
        ask_roads(asking);
        break;
    case ASK_OSRM:
        ask_osrm(asking);
        break;
    }
}

static void run_ask(const struct picture_file *file,
                    const struct picture *picture,
                    const struct picture_ask *question, struct world *world,
                    FILE *out, struct run_count *count)
{
    struct asking asking = {picture, question, world, NULL, NULL};
    char *got = NULL;
    char *mistakes = NULL;
    size_t got_size;
    size_t mistakes_size;

    asking.got = open_memstream(&got, &got_size);
    asking.mistakes = open_memstream(&mistakes, &mistakes_size);
    if (!asking.got || !asking.mistakes)
        abort();
    ask(&asking);
    fclose(asking.got);
    fclose(asking.mistakes);
    count->questions++;
    if (mistakes_size) {
        count->mistakes++;
        print_mistake(file, picture, question->line, out);
        fprintf(out, "    %s\n    got %s\n%s", question->text, got, mistakes);
    }
    free(got);
    free(mistakes);
}

static bool import_is_wrong(const struct picture *picture, int r,
                            const struct error *error)
{
    if (!picture->import_error)
        return r != 0;
    return r == 0 || !strstr(error->text, picture->import_error);
}

static void run_picture(const struct picture_file *file,
                        const struct picture *picture, FILE *out,
                        struct run_count *count)
{
    struct error error = {""};
    struct world world;
    int r = world_make(picture, &world, &error);

    count->pictures++;
    if (import_is_wrong(picture, r, &error)) {
        count->mistakes++;
        print_mistake(file, picture, picture->line, out);
        fprintf(out, "    importing says: %s\n", r ? error.text : "it is fine");
    }
    if (r)
        return;
    for (size_t i = 0; i < picture->ask_count; i++)
        run_ask(file, picture, &picture->ask[i], &world, out, count);
    world_finish(&world);
}

void run_file(const struct picture_file *file, const char *only, FILE *out,
              struct run_count *count)
{
    for (size_t i = 0; i < file->count; i++) {
        if (!only || strstr(file->picture[i].title, only))
            run_picture(file, &file->picture[i], out, count);
    }
}
