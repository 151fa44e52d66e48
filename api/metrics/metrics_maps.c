/* metrics_maps: the maps being served. */
#include "api/metrics/exposition.h"
#include "api/metrics/metrics.h"
#include "core/engine/registry.h"

struct maps {
    struct map_entry *entry[REGISTRY_MAPS_MAX]; /* pinned */
    size_t count;
};

static struct metric_labels labels_of(const struct map_entry *entry)
{
    return (struct metric_labels){{{"map", map_entry_name(entry)},
                                   {"profile", map_entry_profile(entry)}}};
}

/* A number of each map. */
struct map_family {
    const char *name;
    const char *help;
    uint64_t (*value)(struct map_entry *entry);
};

static uint64_t vertices(struct map_entry *entry)
{
    return map_entry_map(entry)->topology.vertex_count;
}

static uint64_t arcs(struct map_entry *entry)
{
    return map_entry_map(entry)->topology.arc_count;
}

static uint64_t epoch(struct map_entry *entry)
{
    return map_entry_epoch(entry);
}

static uint64_t file_bytes(struct map_entry *entry)
{
    return map_entry_map(entry)->storage->mapped_size;
}

static uint64_t masks(struct map_entry *entry)
{
    return map_entry_mask_count(entry);
}

static uint64_t mask_bytes(struct map_entry *entry)
{
    return map_entry_mask_bytes(entry);
}

static const struct map_family families[] = {
    {"relaxd_map_vertices", "Vertices of the search graph.", vertices},
    {"relaxd_map_arcs", "Arcs of the search graph.", arcs},
    {"relaxd_map_epoch", "Which set of weights answers come from.", epoch},
    {"relaxd_map_file_bytes",
     "The file that is mapped; the same for all profiles in it.", file_bytes},
    {"relaxd_map_masks", "Sets of excluded classes that are kept ready.",
     masks},
    {"relaxd_map_mask_bytes",
     "Memory that these and such as are to be freed take.", mask_bytes},
};

static void write_numbers(const struct maps *maps, struct json_writer *out)
{
    for (size_t i = 0; i < sizeof(families) / sizeof(*families); i++) {
        exposition_gauge(out, families[i].name, families[i].help);
        for (size_t j = 0; j < maps->count; j++) {
            struct metric_labels labels = labels_of(maps->entry[j]);

            exposition_number(out, families[i].name, &labels,
                              families[i].value(maps->entry[j]));
        }
    }
}

static const char form_name[] = "relaxd_map_form_bytes";

struct forms {
    struct json_writer *out;
    const struct map_entry *entry;
};

static void write_form(void *context, const char *form,
                       const struct device *device, uint64_t bytes)
{
    const struct forms *forms = context;
    struct metric_labels labels = labels_of(forms->entry);

    labels.label[2] = (struct metric_label){"form", form};
    labels.label[3] = (struct metric_label){"device", device->name};
    exposition_number(forms->out, form_name, &labels, bytes);
}

static void write_forms(const struct maps *maps, struct json_writer *out)
{
    exposition_gauge(out, form_name,
                     "Memory that a prepared form takes beside the file, "
                     "where that is known.");
    for (size_t i = 0; i < maps->count; i++) {
        struct forms forms = {out, maps->entry[i]};

        map_entry_each_form(maps->entry[i], write_form, &forms);
    }
}

void metrics_write_maps(struct registry *registry, struct json_writer *out)
{
    struct maps maps;

    maps.count = registry_list(registry, maps.entry, REGISTRY_MAPS_MAX);
    write_numbers(&maps, out);
    write_forms(&maps, out);
    for (size_t i = 0; i < maps.count; i++)
        map_entry_release(maps.entry[i]);
}
