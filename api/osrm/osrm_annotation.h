/* osrm_annotation: what each bit of a leg takes, in OSRM's answers. */
#ifndef RELAXD_API_OSRM_OSRM_ANNOTATION_H
#define RELAXD_API_OSRM_OSRM_ANNOTATION_H

#include "api/form/json_writer.h"
#include "core/service/line/leg_line.h"

/* `annotations` is a set of enum osrm_annotation. A leg that stays where it is
 * has one bit, on the segment `stay` of the map. */
void osrm_write_annotation(struct json_writer *writer,
                           const struct roads *roads,
                           const struct leg_line *line, const struct snap *stay,
                           unsigned annotations);

#endif
