#include "tests/gpu/devices_or_skip.h"

#include <stdio.h>
#include <stdlib.h>

#include "gpu/gpu.h"

const struct device *device_or_skip(void)
{
    static struct device devices[GPU_DEVICES_MAX];
    struct error reason;

    if (gpu_devices(devices, &reason) == 0) {
        fprintf(stderr, "skipped, no GPU: %s\n", reason.text);
        exit(EXIT_SKIP);
    }
    return &devices[0];
}
