/* openapi_file: api/openapi.yaml, in the program itself; embed.py makes it. */
#ifndef RELAXD_API_DOCUMENT_OPENAPI_FILE_H
#define RELAXD_API_DOCUMENT_OPENAPI_FILE_H

#include "api/http/bundled_file.h"

extern const struct bundled_file openapi_file;

#endif
