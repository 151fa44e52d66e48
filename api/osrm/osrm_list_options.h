/* osrm_list_options: options that are lists: what stands behind their "=". */
#ifndef RELAXD_API_OSRM_OSRM_LIST_OPTIONS_H
#define RELAXD_API_OSRM_OSRM_LIST_OPTIONS_H

#include "api/osrm/osrm_options.h"

/* An entry for each coordinate, which may be empty. */
enum osrm_taken osrm_take_bearings(struct osrm_text *text,
                                   struct osrm_request *request);
enum osrm_taken osrm_take_radiuses(struct osrm_text *text,
                                   struct osrm_request *request);
enum osrm_taken osrm_take_approaches(struct osrm_text *text,
                                     struct osrm_request *request);
enum osrm_taken osrm_take_hints(struct osrm_text *text,
                                struct osrm_request *request);

/* Names, commas between. */
enum osrm_taken osrm_take_exclude(struct osrm_text *text,
                                  struct osrm_request *request);

/* Of coordinates, semicolons between. */
enum osrm_taken osrm_take_indices(struct osrm_text *text,
                                  struct osrm_indices *indices);

#endif
