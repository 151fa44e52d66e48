/* picture_xml: a picture's ways, nodes and relations as OpenStreetMap XML. */
#ifndef RELAXD_TESTS_PICTURES_PICTURE_XML_H
#define RELAXD_TESTS_PICTURES_PICTURE_XML_H

#include <stddef.h>

#include "tests/pictures/picture.h"

/* free()d by the caller. Nodes that no way passes and that say nothing are
 * left out. */
char *picture_xml(const struct picture *picture, size_t *ret_size);

#endif
