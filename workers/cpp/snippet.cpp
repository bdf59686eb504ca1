/* The source that a snippet is compiled as. What stands between two @ signs is replaced; the #line before each part lets
 * the compiler name the part and the line within it. */
#include "cmpthese.h"
@needs@
@declarations@
@layout@

#line 1 "cmpthese:prelude"
@prelude@

static void cmpthese_setup() {
@bindings@
{
#line 1 "cmpthese:setup"
@setup@

}
}

static void cmpthese_variant_setup() {
@bindings@
{
#line 1 "cmpthese:variant_setup"
@variant_setup@

}
}

static void cmpthese_teardown() {
@bindings@
{
#line 1 "cmpthese:teardown"
@teardown@

}
}

static inline void cmpthese_before_each() {
@bindings@
{
@before_each@

}
}

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wreturn-type"
#pragma GCC diagnostic error "-Wfloat-conversion"
#pragma GCC diagnostic error "-Woverflow"
#line 1 "cmpthese:returns"
static inline @returns@ cmpthese_body() {
@bindings@
{
#line 1 "cmpthese:code"
@code@

}
}
#pragma GCC diagnostic pop

#line 1 "cmpthese:returns"
static std::decay_t<decltype(cmpthese_value_of<cmpthese_body>())> cmpthese_value;
static void cmpthese_code() { cmpthese_value = cmpthese_value_of<cmpthese_body>(); }
static cmpthese_answer cmpthese_tell() { return cmpthese_of(cmpthese_value); }

#line 1 "cmpthese:frame"
#ifndef CMPTHESE_BEFORE_EACH
#define CMPTHESE_BEFORE_EACH 0
#endif
static void cmpthese_guard(void (*function)(void *), void *context) {
    try {
        function(context);
    } catch (const cmpthese_failure &failure) {
        cmpthese_host->caught(failure.file, failure.line, failure.message.c_str());
    } catch (const std::exception &exception) {
        cmpthese_host->caught(nullptr, 0, exception.what());
    } catch (...) {
        cmpthese_host->caught(nullptr, 0, "an exception that is no std::exception");
    }
}

const struct cmpthese_snippet cmpthese_snippet = {
    cmpthese_setup, cmpthese_variant_setup, cmpthese_code, cmpthese_tell, cmpthese_teardown, cmpthese_guard, CMPTHESE_BEFORE_EACH,
};
