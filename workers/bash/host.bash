# The program of bash: parts in files of their own, and the loop. Whatever lies below /cmpthese/ is the door: see README.md.
[[ -e /cmpthese/here/$BASH_VERSION ]] || {
    echo 'this shell cannot be measured from within: it is linked statically, or started by something else' >&2
    exit 1
}
. @params@
. @prelude@
. @setup@
. @variant_setup@
. @code@
. @before_each@
. @teardown@
#@kept@
while [[ -e /cmpthese/order ]]; do
    if [[ -e /cmpthese/each ]]; then
        while [[ -e /cmpthese/again ]]; do
            cmpthese_before_each
            [[ -e /cmpthese/start/"$?" ]]
            cmpthese_code
        done
    else
        while [[ -e /cmpthese/again ]]; do cmpthese_code; done
    fi
    [[ -e /cmpthese/done/"$?" ]]
#@changed@
    [[ -e /cmpthese/told ]]
done
[[ -e /cmpthese/ended ]]
cmpthese_teardown
