/* info_report: what there is to say about a map file, for people and programs.
 */
#ifndef RELAXD_CLIENTS_RELAXCTL_INFO_REPORT_H
#define RELAXD_CLIENTS_RELAXCTL_INFO_REPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "clients/relaxctl/info_customize.h"
#include "clients/relaxctl/road_counts.h"
#include "core/graph/hierarchy/hierarchy_size.h"
#include "core/graph/map.h"
#include "core/graph/map_file/map_file.h"
#include "core/graph/statistics.h"

enum { INFO_SECTIONS_MAX = 1024 };

struct info_report {
    const char *path;
    const struct map *map;
    struct map_profiles profiles; /* of the file */
    struct road_counts roads;     /* where there are roads */
    struct statistics statistics;
    struct census census;
    struct hierarchy_statistics hierarchy; /* of an ordered map */
    struct info_customize customize;
    struct map_section sections[INFO_SECTIONS_MAX];
    size_t section_count; /* in `sections` */
};

/* Lines on stdout. */
void info_report_print(const struct info_report *report);

/* One JSON object on stdout. 0 or -ENOMEM. */
int info_report_print_json(const struct info_report *report);

#endif
