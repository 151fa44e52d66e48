#include "core/base/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/base/text.h"

/* Quoted text may contain line breaks. */
static void make_one_line(struct error *error)
{
    text_mend_line(error->text, strlen(error->text));
}

int error_set(struct error *error, int code, const char *format, ...)
{
    va_list args;

    if (!error)
        return code;
    va_start(args, format);
    vsnprintf(error->text, sizeof(error->text), format, args);
    va_end(args);
    make_one_line(error);
    return code;
}

void error_prefix(struct error *error, const char *format, ...)
{
    struct error inner;
    va_list args;
    size_t length;

    if (!error)
        return;
    inner = *error;
    va_start(args, format);
    vsnprintf(error->text, sizeof(error->text), format, args);
    va_end(args);
    length = strlen(error->text);
    snprintf(error->text + length, sizeof(error->text) - length, ": %s",
             inner.text);
    make_one_line(error);
}

int error_no_memory(struct error *error)
{
    return error_set(error, -ENOMEM, "out of memory");
}

int error_errno(struct error *error, const char *format, ...)
{
    int code = errno;
    va_list args;
    size_t length;

    if (!error)
        return -code;
    va_start(args, format);
    vsnprintf(error->text, sizeof(error->text), format, args);
    va_end(args);
    length = strlen(error->text);
    snprintf(error->text + length, sizeof(error->text) - length, ": %s",
             strerror(code));
    make_one_line(error);
    return -code;
}
