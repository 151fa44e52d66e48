/* error: why an operation failed, as a message for a person.
 *
 * The convention of the whole project: a function that can fail returns 0 on
 * success, a negative errno-like code for an unexpected failure (passed up
 * unchanged), and a positive value only for an outcome that its header
 * documents and its caller must handle. The message travels outward in a struct
 * error that the caller provides; each layer may prefix what it was doing:
 *
 *  load map: 'ny.rlx': section weights: checksum differs
 *
 * Quoted text may be any bytes: those that are not printable UTF-8 become '?'.
 * Every function here accepts NULL for the error and then writes nothing. */
#ifndef RELAXD_BASE_ERROR_H
#define RELAXD_BASE_ERROR_H

enum { ERROR_TEXT_SIZE = 512 };

struct error {
    char text[ERROR_TEXT_SIZE]; /* NUL-terminated, one line, no final period */
};

/* Writes the message and returns `code`, so that a failing function can end in
 * `return error_set(error, -EINVAL, "...")`. Longer text is cut. */
int error_set(struct error *error, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Puts "<words>: " before the text. */
void error_prefix(struct error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* error_set() with -ENOMEM and the usual message. */
int error_no_memory(struct error *error);

/* error_set() with -errno; appends strerror's text. */
int error_errno(struct error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
