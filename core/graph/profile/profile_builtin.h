/* profile_builtin: the texts of config/profiles, which the build makes a source
 * file of (embed_profiles). */
#ifndef RELAXD_GRAPH_PROFILE_PROFILE_BUILTIN_H
#define RELAXD_GRAPH_PROFILE_PROFILE_BUILTIN_H

#include <stddef.h>

/* The text of profile_names()[index]. */
const char *profile_builtin_text(size_t index);

#endif
