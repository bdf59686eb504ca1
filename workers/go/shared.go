package main

//line cmpthese:prelude:1
@prelude@

func cmptheseSetup() {
//line cmpthese:setup:1
@setup@

}

func cmptheseTeardown() {
//line cmpthese:teardown:1
@teardown@

}
