/* The source that a snippet is compiled as. What stands between two @ signs is replaced; the #line before each part lets
 * the compiler name the part and the line within it. */
@head@
#include "cmpthese.h"
@needs@
@declarations@
@layout@

#line 1 "cmpthese:prelude"
@prelude@

static void cmpthese_setup(void) {
#line 1 "cmpthese:setup"
@setup@

}

static void cmpthese_variant_setup(void) {
#line 1 "cmpthese:variant_setup"
@variant_setup@

}

static void cmpthese_teardown(void) {
#line 1 "cmpthese:teardown"
@teardown@

}
@before_each@

#line 1 "cmpthese:returns"
typedef @returns@ cmpthese_returns;

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wreturn-type"
#pragma GCC diagnostic error "-Wfloat-conversion"
#pragma GCC diagnostic error "-Wint-conversion"
#pragma GCC diagnostic error "-Wincompatible-pointer-types"
#pragma GCC diagnostic error "-Woverflow"
static inline @returns@ cmpthese_body(void) {
#line 1 "cmpthese:code"
@code@

}
#pragma GCC diagnostic pop

/* The type that is kept: that of the answer, or of nothing. */
#line 1 "cmpthese:returns"
#define CMPTHESE_IS_VOID __builtin_types_compatible_p(cmpthese_returns, void)
typedef __typeof__(__builtin_choose_expr(CMPTHESE_IS_VOID, (struct cmpthese_nothing){0}, *(cmpthese_returns *)0)) cmpthese_kept;
static cmpthese_kept cmpthese_value;

static void cmpthese_code(void) {
    cmpthese_value = __builtin_choose_expr(CMPTHESE_IS_VOID, (cmpthese_body(), (struct cmpthese_nothing){0}), cmpthese_body());
}

static struct cmpthese_answer cmpthese_tell(void) {
    return CMPTHESE_ANSWER(cmpthese_value);
}

#line 1 "cmpthese:frame"
#ifndef CMPTHESE_BEFORE_EACH
#define CMPTHESE_BEFORE_EACH 0
#endif
const struct cmpthese_snippet cmpthese_snippet = {
    cmpthese_setup, cmpthese_variant_setup, cmpthese_code, cmpthese_tell, cmpthese_teardown, 0, CMPTHESE_BEFORE_EACH,
};
