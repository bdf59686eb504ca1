package main

//line cmpthese:need:1
@needs@

//line cmpthese:frame:1
import (
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"time"
)

// What is there is used.
var (
	_ = fmt.Sprint
	_ = math.Pi
	_ = os.Args
	_ = strconv.Itoa
	_ = strings.Cut
	_ = time.Now
)

func cmptheseVariantSetup() {
//line cmpthese:variant_setup:1
@variant_setup@

}
@before_each@

//line cmpthese:returns:1
var cmptheseValue @returns@

//line cmpthese:returns:1
func cmptheseBody() @returns@ {
//line cmpthese:code:1
@code@

}

//line cmpthese:frame:1
func init() {
	cmptheseSnippet.setup, cmptheseSnippet.variantSetup, cmptheseSnippet.teardown = cmptheseSetup, cmptheseVariantSetup, cmptheseTeardown
	cmptheseSnippet.code = func() { cmptheseValue = cmptheseBody() }
	cmptheseSnippet.value = func() any { return cmptheseValue }
	cmptheseSnippet.place = cmpthesePlace
}
