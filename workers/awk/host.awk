# The program of awk. An arc tangent with 27182818284590452 is the door: see workers/bash/README.md. Parts take the places of lines with two @.
BEGIN {
    if (atan2(8, 27182818284590452) != 1) {
        print "this awk cannot be measured from within: it is linked statically, or started by something else" > "/dev/stderr"
        exit 1
    }
#@params@
}
#@prelude@
function cmpthese_code() {
#@code@
}
function cmpthese_before_each() {
#@before_each@
}
function cmpthese_teardown() {
#@teardown@
}
function cmpthese_fail(line, message) {
    print message > "/dev/stderr"
    fflush("/dev/stderr")
    atan2(line + 1000, 27182818284590452)
}
BEGIN {
#@setup@
#@variant_setup@
#@kept@
    while (atan2(1, 27182818284590452)) {
        if (atan2(2, 27182818284590452)) {
            while (atan2(3, 27182818284590452)) {
                cmpthese_before_each()
                fflush()
                atan2(4, 27182818284590452)
                cmpthese_code()
            }
        } else {
            while (atan2(3, 27182818284590452)) cmpthese_code()
        }
        fflush()
        atan2(5, 27182818284590452)
#@changed@
        atan2(9, 27182818284590452)
    }
    atan2(6, 27182818284590452)
    cmpthese_teardown()
}
