/* devices: which of those there are the settings ask for. */
#include "daemon/devices.h"

#include <errno.h>
#include <string.h>

#include "core/base/log.h"

static void add(struct wiring *wiring, const struct device *device)
{
    wiring->devices[wiring->device_count++] = device;
    log_info("device %s: %s", device->name, device->description);
}

static int refuse(const struct settings *settings, size_t count,
                  const struct error *reason, struct error *error)
{
    int ordinal = settings->device.ordinal;

    if (count)
        return error_set(error, -ENODEV,
                         "device cuda:%d: there are cuda:0 to cuda:%zu",
                         ordinal, count - 1);
    if (ordinal < 0)
        return error_set(error, -ENODEV, "device cuda: %s", reason->text);
    return error_set(error, -ENODEV, "device cuda:%d: %s", ordinal,
                     reason->text);
}

static bool wanted(const struct settings *settings, const struct device *gpu)
{
    return settings->device.ordinal < 0 ||
           settings->device.ordinal == gpu->ordinal;
}

int devices_choose(const struct settings *settings, struct wiring *wiring,
                   struct error *error)
{
    size_t count;

    add(wiring, device_cpu());
    if (settings->device.kind == CHOOSE_CPU) {
        error_set(&wiring->gpu_words, 0,
                  "not used: the setting is "
                  "engine.device = cpu");
        return 0;
    }
    count = gpu_devices(wiring->gpus, &wiring->gpu_words);
    for (size_t i = 0; i < count; i++) {
        if (wanted(settings, &wiring->gpus[i]))
            add(wiring, &wiring->gpus[i]);
    }
    if (wiring->device_count > 1) {
        wiring->gpu_words.text[0] = '\0';
        return 0;
    }
    if (settings->device.kind == CHOOSE_CUDA)
        return refuse(settings, count, &wiring->gpu_words, error);
    error_prefix(&wiring->gpu_words, "not used");
    log_info("GPU %s; the CPU answers the same", wiring->gpu_words.text);
    return 0;
}
