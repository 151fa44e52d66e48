/* Reads /proc, uname() and the clock. */
#include "lab/machine.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "core/base/parallel.h"

static void read_cpu(char *ret_name, size_t size)
{
    FILE *file = fopen("/proc/cpuinfo", "re");
    char line[256];

    snprintf(ret_name, size, "unknown");
    while (file && fgets(line, sizeof(line), file)) {
        const char *colon = strchr(line, ':');

        if (strncmp(line, "model name", 10) || !colon)
            continue;
        snprintf(ret_name, size, "%s", colon + 2);
        ret_name[strcspn(ret_name, "\n")] = '\0';
        break;
    }
    if (file)
        fclose(file);
}

void machine_describe(struct machine *ret_machine)
{
    struct utsname name;
    time_t now = time(NULL);
    struct tm utc;

    memset(ret_machine, 0, sizeof(*ret_machine));
    read_cpu(ret_machine->cpu, sizeof(ret_machine->cpu));
    ret_machine->cores = parallel_core_count();
    ret_machine->memory_bytes =
        (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    if (!uname(&name))
        snprintf(ret_machine->system, sizeof(ret_machine->system),
                 "%.40s %.40s %.40s", name.sysname, name.release, name.machine);
    strftime(ret_machine->date, sizeof(ret_machine->date), "%Y-%m-%dT%H:%M:%SZ",
             gmtime_r(&now, &utc));
}
