// Answers in canonical form, as docs/protocol.md has it.
package main

import (
	cmptheseBytes "bytes"
	cmptheseSHA256 "crypto/sha256"
	"fmt"
	"math"
	cmptheseBits "math/bits"
	cmptheseReflect "reflect"
	cmptheseSort "sort"
	"strconv"
	"strings"
	cmptheseUTF8 "unicode/utf8"
)

const (
	cmptheseHeadMax  = 65536
	cmptheseDepthMax = 1000
)

// What is written of an answer.
type cmptheseForm struct {
	cmptheseBytes.Buffer
	isLenient bool
}

func cmptheseAnswer(isLenient bool) {
	form := cmptheseForm{isLenient: isLenient}
	given, changed := cmptheseParams(), ""
	isDone := cmptheseGuarded(func() {
		if cmptheseSnippet.beforeEach != nil {
			cmptheseSnippet.beforeEach()
		}
		cmptheseSnippet.code()
		for name, value := range cmptheseParams() {
			// What runs before each may put them back.
			if given[name] != value && value == value && cmptheseSnippet.beforeEach == nil {
				changed = name
			}
		}
		form.value(cmptheseReflect.ValueOf(cmptheseSnippet.value()), 0)
	})
	if !isDone {
		return
	}
	if changed != "" {
		cmptheseFail("died", "the code changes the parameter "+changed+": the next iteration would begin with another one", "", 0)
		return
	}
	whole, digest := form.Bytes(), ""
	head := whole
	if len(whole) > cmptheseHeadMax {
		head, digest = whole[:cmptheseHeadMax], fmt.Sprintf("%x", cmptheseSHA256.Sum256(whole))
	}
	reply := map[string]any{"type": "answer", "length": len(whole), "head": string(head)}
	if digest != "" {
		reply["digest"] = digest
	}
	cmptheseReply(reply)
}

// The values that the parameters have.
func cmptheseParams() map[string]any {
	values := map[string]any{}
	for _, name := range cmptheseNames {
		values[name] = cmptheseReflect.ValueOf(cmptheseSnippet.place(name)).Elem().Interface()
	}
	return values
}

func (form *cmptheseForm) value(value cmptheseReflect.Value, depth int) {
	if depth > cmptheseDepthMax {
		panic("the answer is nested deeper than 1000 levels, or contains itself: return data")
	}
	if digits := cmptheseDigits(value); digits != "" {
		form.number(digits)
		return
	}
	switch value.Kind() {
	case cmptheseReflect.Invalid:
		form.WriteString("null")
	case cmptheseReflect.Bool:
		form.truth(value.Bool())
	case cmptheseReflect.Int, cmptheseReflect.Int8, cmptheseReflect.Int16, cmptheseReflect.Int32, cmptheseReflect.Int64:
		form.number(strconv.FormatInt(value.Int(), 10))
	case cmptheseReflect.Uint, cmptheseReflect.Uint8, cmptheseReflect.Uint16, cmptheseReflect.Uint32, cmptheseReflect.Uint64, cmptheseReflect.Uintptr:
		form.number(strconv.FormatUint(value.Uint(), 10))
	case cmptheseReflect.Float32, cmptheseReflect.Float64:
		form.number(cmptheseNumber(value.Float()))
	case cmptheseReflect.String:
		form.text(cmptheseBytesOf(value.String()))
	case cmptheseReflect.Slice, cmptheseReflect.Array:
		form.list(value, depth)
	case cmptheseReflect.Map:
		form.table(value, depth)
	case cmptheseReflect.Struct:
		form.object(value, depth)
	case cmptheseReflect.Pointer, cmptheseReflect.Interface:
		form.value(value.Elem(), depth+1)
	default:
		panic(fmt.Sprintf("the answer holds a %s, which cannot be compared: return data", value.Type()))
	}
}

// The digits of a number of math/big, or of what points to one; empty of all else. It is known by its name: the package is in no program that
// does without.
func cmptheseDigits(value cmptheseReflect.Value) string {
	if value.IsValid() && value.Kind() == cmptheseReflect.Pointer {
		value = value.Elem()
	}
	if !value.IsValid() || value.Type().PkgPath() != "math/big" || value.Type().Name() != "Int" {
		return ""
	}
	if value.CanInterface() {
		pointer := cmptheseReflect.New(value.Type())
		pointer.Elem().Set(value)
		// Which it is not in a program that has no pointer to one.
		if text, isThere := pointer.Interface().(fmt.Stringer); isThere {
			return text.String()
		}
	}
	return cmptheseDigitsOf(value.FieldByName("neg").Bool(), value.FieldByName("abs"))
}

// The digits of a number by its words, the lowest first: slower, but fields that are not exported have no methods.
func cmptheseDigitsOf(isNegative bool, words cmptheseReflect.Value) string {
	left := make([]uint, words.Len())
	for i := range left {
		left[i] = uint(words.Index(i).Uint())
	}
	digits := ""
	for len(left) > 0 {
		rest := uint(0)
		for i := len(left) - 1; i >= 0; i-- {
			left[i], rest = cmptheseBits.Div(rest, left[i], 1e9)
		}
		digits = fmt.Sprintf("%09d", rest) + digits
		for len(left) > 0 && left[len(left)-1] == 0 {
			left = left[:len(left)-1]
		}
	}
	digits = strings.TrimLeft(digits, "0")
	if digits == "" {
		return "0"
	}
	if isNegative {
		return "-" + digits
	}
	return digits
}

func (form *cmptheseForm) truth(truth bool) {
	words := map[bool]string{true: "true", false: "false"}
	if form.isLenient {
		words = map[bool]string{true: `"1"`, false: `""`}
	}
	form.WriteString(words[truth])
}

func (form *cmptheseForm) number(text string) {
	if form.isLenient {
		text = `"` + text + `"`
	}
	form.WriteString(text)
}

func (form *cmptheseForm) list(value cmptheseReflect.Value, depth int) {
	if value.Type().Elem().Kind() == cmptheseReflect.Uint8 {
		content := make([]byte, value.Len())
		for i := range content { // reflect.Copy wants the very type, and no field that is not exported
			content[i] = byte(value.Index(i).Uint())
		}
		form.text(content)
		return
	}
	form.WriteByte('[')
	for i := 0; i < value.Len(); i++ {
		if i > 0 {
			form.WriteString(", ")
		}
		form.value(value.Index(i), depth+1)
	}
	form.WriteByte(']')
}

type cmptheseEntry struct {
	key    []byte
	isText bool
	value  cmptheseReflect.Value
}

func (form *cmptheseForm) table(value cmptheseReflect.Value, depth int) {
	var entries []cmptheseEntry
	for each := value.MapRange(); each.Next(); {
		key, isText := cmptheseKey(each.Key())
		entries = append(entries, cmptheseEntry{key, isText, each.Value()})
	}
	form.entries(entries, depth)
}

// The name of the type stands before the data.
func (form *cmptheseForm) object(value cmptheseReflect.Value, depth int) {
	if name := value.Type().Name(); name != "" {
		form.escaped(cmptheseBytesOf(name))
		form.WriteByte(' ')
	}
	var entries []cmptheseEntry
	for i := 0; i < value.NumField(); i++ {
		entries = append(entries, cmptheseEntry{cmptheseBytesOf(value.Type().Field(i).Name), true, value.Field(i)})
	}
	form.entries(entries, depth)
}

func (form *cmptheseForm) entries(entries []cmptheseEntry, depth int) {
	cmptheseSort.Slice(entries, func(i, j int) bool {
		order := cmptheseBytes.Compare(entries[i].key, entries[j].key)
		return order < 0 || order == 0 && !entries[i].isText && entries[j].isText
	})
	form.WriteByte('{')
	for i, entry := range entries {
		if i > 0 {
			form.WriteString(", ")
		}
		form.text(entry.key)
		form.WriteString(": ")
		form.value(entry.value, depth+1)
	}
	form.WriteByte('}')
}

// A key as bytes, and whether it is a text: else how a number or a truth value is written.
func cmptheseKey(key cmptheseReflect.Value) ([]byte, bool) {
	for key.Kind() == cmptheseReflect.Interface {
		key = key.Elem()
	}
	switch key.Kind() {
	case cmptheseReflect.String:
		return cmptheseBytesOf(key.String()), true
	case cmptheseReflect.Array, cmptheseReflect.Struct, cmptheseReflect.Pointer, cmptheseReflect.Chan, cmptheseReflect.Invalid:
		panic("the answer has a key that is no text, number or truth value: return data")
	}
	form := cmptheseForm{}
	form.value(key, 0)
	return form.Bytes(), false
}

func (form *cmptheseForm) text(text []byte) {
	form.WriteByte('"')
	form.escaped(text)
	form.WriteByte('"')
}

func (form *cmptheseForm) escaped(text []byte) {
	begin := 0
	for i, char := range text {
		if char >= ' ' && char <= '~' && char != '"' && char != '\\' {
			continue
		}
		form.Write(text[begin:i])
		begin = i + 1
		switch char {
		case '"', '\\':
			form.Write([]byte{'\\', char})
		case '\n':
			form.WriteString(`\n`)
		case '\t':
			form.WriteString(`\t`)
		case '\r':
			form.WriteString(`\r`)
		default:
			fmt.Fprintf(form, `\x%02X`, char)
		}
	}
	form.Write(text[begin:])
}

// Characters up to Latin-1 are a byte each; one beyond makes the whole text UTF-8. What is no UTF-8 is bytes as they are.
func cmptheseBytesOf(text string) []byte {
	if !cmptheseUTF8.ValidString(text) {
		return []byte(text)
	}
	narrow := make([]byte, 0, len(text))
	for _, char := range text {
		if char > 0xff {
			return []byte(text)
		}
		narrow = append(narrow, byte(char))
	}
	return narrow
}

func cmptheseNumber(number float64) string {
	switch {
	case math.IsNaN(number):
		return "NaN"
	case math.IsInf(number, 1):
		return "Inf"
	case math.IsInf(number, -1):
		return "-Inf"
	case math.Abs(number) < 1<<53 && number == math.Trunc(number):
		return strconv.FormatInt(int64(number), 10)
	}
	for digits := 15; digits < 17; digits++ {
		text := strconv.FormatFloat(number, 'g', digits, 64)
		if same, _ := strconv.ParseFloat(text, 64); same == number {
			return text
		}
	}
	return strconv.FormatFloat(number, 'g', 17, 64)
}
