// The Go host: becomes the program of a snippet, answers once, times batches. It speaks the protocol of docs/protocol.md on file
// descriptors 3 and 4. It shares its package with the snippet, so all its names begin with `cmpthese`, those of packages too, but for what
// each snippet has: what a file imports no other file of the package may declare.
package main

import (
	cmptheseBufio "bufio"
	cmptheseJSON "encoding/json"
	"fmt"
	"os"
	cmptheseRuntime "runtime"
	cmptheseDebug "runtime/debug"
	"strings"
	cmptheseSyscall "syscall"
	cmptheseUTF8 "unicode/utf8"
)

// What the files of a snippet fill in.
var cmptheseSnippet struct {
	setup, variantSetup, code, teardown, beforeEach func()
	// What the code returned last.
	value func() any
	// Where a parameter is kept.
	place func(name string) any
}

// The parameters of the snippet.
var cmptheseNames []string

// What becomes of the collector of garbage: on, off, before.
var cmptheseCollects = "on"

func cmptheseCollector(word string) string {
	if word == "" {
		return "on"
	}
	return word
}

// Whether the snippet of this program is set up.
var cmpthesePrepared bool

// Linux lets an argument be at most 32 pages long.
const cmptheseArgumentMax = 100_000

const cmptheseMessageMax = 8192

type cmptheseRequest struct {
	Type       string
	Check      string
	Iterations int
	Slices     int
	Bare       bool
	Case       struct {
		Kind    string
		Library string
		GC      string
		Params  map[string]cmptheseJSON.RawMessage
	}
}

// What it was told by the host that became it, which the snippet does not find in its arguments: this is done before variables of a prelude are made.
var cmptheseTold = func() string {
	told := strings.Join(os.Args[1:], "")
	os.Args = os.Args[:1]
	return told
}()

func main() {
	cmptheseSyscall.CloseOnExec(3)
	cmptheseSyscall.CloseOnExec(4)
	cmptheseOpenCounters()
	if cmptheseTold != "" {
		cmpthesePrepare(cmptheseTold, true)
	} else {
		cmptheseGreet()
	}
	requests := cmptheseBufio.NewReader(os.NewFile(3, "requests"))
	for {
		line, err := requests.ReadString('\n')
		if err != nil && err.Error() != "EOF" {
			cmptheseEndWithoutPipe(err)
		}
		if err != nil || cmptheseServe(line) {
			return
		}
	}
}

// Whether that was the last request.
func cmptheseServe(line string) bool {
	var request cmptheseRequest
	if err := cmptheseJSON.Unmarshal([]byte(line), &request); err != nil {
		cmptheseFail("protocol", "a request that is no JSON: "+err.Error(), "", 0)
		return false
	}
	switch {
	case request.Type == "prepare":
		cmpthesePrepare(line, false)
	case request.Type == "answer" && cmpthesePrepared:
		cmptheseAnswer(request.Check == "lenient")
	case request.Type == "run" && cmpthesePrepared:
		cmptheseRun(request.Iterations, int(cmptheseMax(int64(request.Slices), 1)), request.Bare)
	case request.Type == "bye":
		if cmpthesePrepared {
			cmptheseGuarded(cmptheseSnippet.teardown)
		}
		cmptheseReply(map[string]any{"type": "bye"})
		return true
	default:
		cmptheseFail("protocol", request.Type+" cannot be done now", "", 0)
	}
	return false
}

func cmptheseGreet() {
	version := strings.TrimPrefix(strings.Fields(cmptheseRuntime.Version())[0], "go")
	cmptheseReply(map[string]any{"type": "hello", "protocol": 1, "worker": "go " + version, "absent": cmptheseAbsent})
}

// A program has one snippet, once: another case is one for another program, which this process then becomes.
func cmpthesePrepare(line string, isOurs bool) {
	if cmpthesePrepared {
		cmptheseGuarded(cmptheseSnippet.teardown)
		cmpthesePrepared = false
	}
	var request cmptheseRequest
	if err := cmptheseJSON.Unmarshal([]byte(line), &request); err != nil {
		cmptheseFail("protocol", err.Error(), "", 0)
		return
	}
	switch {
	case request.Case.Kind != "snippet":
		cmptheseFail("protocol", "a case of kind "+request.Case.Kind+" is not for a language", "", 0)
	case request.Case.Library == "":
		cmptheseFail("protocol", "a snippet that is not compiled", "", 0)
	case !strings.Contains(" on off before ", " "+cmptheseCollector(request.Case.GC)+" "):
		cmptheseFail("protocol", "Go's collector cannot be "+request.Case.GC, "", 0)
	case !isOurs:
		err := cmptheseBecome(request.Case.Library, line)
		cmptheseFail("died", "the program of the snippet cannot be started: "+err.Error(), "", 0)
	default:
		for name, value := range request.Case.Params {
			cmptheseNames = append(cmptheseNames, name)
			if err := cmptheseJSON.Unmarshal(value, cmptheseSnippet.place(name)); err != nil {
				cmptheseFail("protocol", err.Error(), "", 0)
				return
			}
		}
		if !cmptheseGuarded(cmptheseSnippet.setup) || !cmptheseGuarded(cmptheseSnippet.variantSetup) {
			return
		}
		cmptheseMeasureCosts()
		cmptheseCollects = cmptheseCollector(request.Case.GC)
		if cmptheseCollects == "off" {
			cmptheseRuntime.GC()
			cmptheseDebug.SetGCPercent(-1)
		}
		cmpthesePrepared = true
		cmptheseReply(map[string]any{"type": "prepared"})
	}
}

// Does not return unless it fails. The request goes along as arguments.
func cmptheseBecome(program, line string) error {
	words := []string{program}
	for ; len(line) > cmptheseArgumentMax; line = line[cmptheseArgumentMax:] {
		words = append(words, line[:cmptheseArgumentMax])
	}
	for descriptor := uintptr(3); descriptor <= 4; descriptor++ {
		cmptheseSyscall.Syscall(cmptheseSyscall.SYS_FCNTL, descriptor, cmptheseSyscall.F_SETFD, 0)
	}
	return cmptheseSyscall.Exec(program, append(words, line), os.Environ())
}

// Runs something of the snippet's; false when it panicked, which is told.
func cmptheseGuarded(function func()) (isDone bool) {
	defer func() {
		if isDone {
			return
		}
		words := "runtime.Goexit was called"
		if thrown := recover(); thrown != nil {
			words = cmptheseWords(thrown)
		}
		part, line := cmpthesePlaceOfPanic()
		cmptheseFail("died", words, part, line)
	}()
	function()
	return true
}

func cmptheseWords(thrown any) (words string) {
	defer func() {
		if recover() != nil {
			words = "a panic whose value cannot be shown"
		}
	}()
	return fmt.Sprint(thrown)
}

// The innermost frame that is the snippet's. The compiler was told to call its files by the parts.
func cmpthesePlaceOfPanic() (string, int) {
	var counters [200]uintptr
	frames := cmptheseRuntime.CallersFrames(counters[:cmptheseRuntime.Callers(0, counters[:])])
	for {
		frame, more := frames.Next()
		if _, part, found := strings.Cut(frame.File, "cmpthese:"); found && part != "frame" && part != "returns" {
			return part, frame.Line
		}
		if !more {
			return "", 0
		}
	}
}

func cmptheseFail(kind, message, part string, line int) {
	if len(message) > cmptheseMessageMax {
		message = message[:cmptheseMessageMax]
	}
	reply := map[string]any{"type": "error", "kind": kind, "message": cmptheseInUTF8(message)}
	if part != "" {
		reply["part"], reply["line"] = part, line
	}
	cmptheseReply(reply)
}

// Bytes that are no text are taken as Latin-1.
func cmptheseInUTF8(text string) string {
	if cmptheseUTF8.ValidString(text) {
		return text
	}
	characters := make([]rune, len(text))
	for i := range characters {
		characters[i] = rune(text[i])
	}
	return string(characters)
}

// Writes all of it, however often a signal comes between.
var cmptheseReplies = os.NewFile(4, "replies")

func cmptheseReply(reply map[string]any) {
	bytes, err := cmptheseJSON.Marshal(reply)
	if err == nil {
		_, err = cmptheseReplies.Write(append(bytes, '\n'))
	}
	if err != nil {
		cmptheseEndWithoutPipe(err)
	}
}

// Nobody can be told but by the error output.
func cmptheseEndWithoutPipe(err error) {
	if strings.HasSuffix(err.Error(), cmptheseSyscall.EBADF.Error()) {
		cmptheseSyscall.Write(2, []byte("the code closed the descriptors of the worker\n"))
	}
	os.Exit(1)
}
