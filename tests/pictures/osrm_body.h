/* osrm_body: what a target of OSRM's API says, as the body of a POST. */
#ifndef RELAXD_TESTS_PICTURES_OSRM_BODY_H
#define RELAXD_TESTS_PICTURES_OSRM_BODY_H

/* Of "/route/v1/car/1,2;3,4?steps=true", well-formed. The caller's to free, as
 * is `ret_target`: what stands before the coordinates. */
char *osrm_body_of(const char *target, char **ret_target);

#endif
