/* The part of a snippet's library that is not the snippet: where its parameters lie, and the way to the host. It is
 * compiled without the flags of the plan, so that not even link-time optimisation sees the values of the parameters, and
 * one compilation serves all points of a sweep. */
#include "cmpthese.h"

const struct cmpthese_host *cmpthese_host;

@definitions@

const struct cmpthese_constant cmpthese_constants[] = {
@table@
    {0, 0, 0},
};

void cmpthese_fail(const char *file, int line, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    cmpthese_host->failed(file, line, format, arguments);
    abort(); /* it does not come back */
}
