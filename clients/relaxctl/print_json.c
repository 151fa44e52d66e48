/* print_json: JSON on standard output. */
#include "clients/relaxctl/print_json.h"

#include <errno.h>
#include <stdio.h>

int print_json(json_t *json, size_t flags)
{
    int r = json ? json_dumpf(json, stdout, flags) : -1;

    json_decref(json);
    putchar('\n');
    return r && !ferror(stdout) ? -ENOMEM : 0;
}
