/* process: what another process holds, as the system tells. */
#include "tests/soak/process.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

static FILE *open_of(pid_t pid, const char *name)
{
    char path[64];

    snprintf(path, sizeof(path), "/proc/%d/%s", (int)pid, name);
    return fopen(path, "r");
}

/* Not from statm, whose counts may be off by some pages for each processor. */
struct resident process_resident(pid_t pid)
{
    FILE *file = open_of(pid, "smaps_rollup");
    struct resident resident = {0};
    char line[256];

    while (file && fgets(line, sizeof(line), file)) {
        sscanf(line, "Rss: %zu", &resident.all);
        sscanf(line, "Anonymous: %zu", &resident.anonymous);
    }
    if (file)
        fclose(file);
    return resident;
}

size_t process_descriptors(pid_t pid)
{
    char path[64];
    size_t count = 0;
    DIR *folder;

    snprintf(path, sizeof(path), "/proc/%d/fd", (int)pid);
    folder = opendir(path);
    while (folder && readdir(folder))
        count++;
    if (folder)
        closedir(folder);
    return count > 2 ? count - 2 : 0; /* without "." and ".." */
}

bool process_ended(pid_t pid)
{
    FILE *file = open_of(pid, "stat");
    char line[256] = "";
    const char *name_end;

    if (file && !fgets(line, sizeof(line), file))
        *line = '\0';
    if (file)
        fclose(file);
    name_end = strrchr(line, ')');
    return !name_end || name_end[2] == 'Z' || name_end[2] == 'X';
}
