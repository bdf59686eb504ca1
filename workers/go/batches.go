// Batches: the loops, and the counters around them.
package main

import (
	cmptheseRuntime "runtime"
	cmptheseDebug "runtime/debug"
	"strconv"
	"strings"
	cmptheseSyscall "syscall"
	"time"
)

var cmptheseOfRusage = []string{"peak_rss_bytes", "user_ns", "sys_ns", "minor_faults", "major_faults", "blocks_in", "blocks_out",
	"voluntary_switches", "involuntary_switches"}

// In the order of /proc/self/io.
var cmptheseOfIO = []string{"read_bytes", "write_bytes", "read_calls", "write_calls"}

// What debug.ReadGCStats tells: its pauses are those in which the program stood still.
var cmptheseOfGC = []string{"collections", "collection_ns"}

// In the order of totals.
var cmptheseCounted = append(append(append([]string{}, cmptheseOfRusage...), cmptheseOfGC...), cmptheseOfIO...)

var cmptheseAbsent = map[string]string{"compilation_ns": "nothing is compiled while it runs"}
var cmptheseIO = -1

// The clock counts from here, so that a reading is one call and a number.
var cmptheseBegin = time.Now()

// What a slice of nothing takes, and what reading the counters adds to them.
var cmptheseClockCost int64
var cmptheseReadingCost = make([]int64, len(cmptheseOfRusage)+len(cmptheseOfGC)+len(cmptheseOfIO))

// CLOCK_MONOTONIC, in nanoseconds.
func cmptheseNow() int64 { return int64(time.Since(cmptheseBegin)) }

func cmptheseOpenCounters() {
	descriptor, err := cmptheseSyscall.Open("/proc/self/io", cmptheseSyscall.O_RDONLY|cmptheseSyscall.O_CLOEXEC, 0)
	if err == nil {
		if _, err = cmptheseSyscall.Pread(descriptor, make([]byte, 512), 0); err == nil {
			cmptheseIO = descriptor
			return
		}
	}
	for _, metric := range cmptheseOfIO {
		cmptheseAbsent[metric] = "/proc/self/io: " + err.Error()
	}
}

// ---- counters ----

// What was read, as it came, so that nothing is computed next to the timed region.
type cmptheseReadings struct {
	usage  cmptheseSyscall.Rusage
	gc     cmptheseDebug.GCStats
	counts [512]byte
	size   int
}

func (readings *cmptheseReadings) before() {
	cmptheseDebug.ReadGCStats(&readings.gc)
	if cmptheseIO >= 0 {
		readings.size, _ = cmptheseSyscall.Pread(cmptheseIO, readings.counts[:], 0)
	}
	cmptheseSyscall.Getrusage(cmptheseSyscall.RUSAGE_SELF, &readings.usage)
}

func (readings *cmptheseReadings) after() {
	cmptheseSyscall.Getrusage(cmptheseSyscall.RUSAGE_SELF, &readings.usage)
	if cmptheseIO >= 0 {
		readings.size, _ = cmptheseSyscall.Pread(cmptheseIO, readings.counts[:], 0)
	}
	cmptheseDebug.ReadGCStats(&readings.gc)
}

func (readings *cmptheseReadings) totals() []int64 {
	usage := &readings.usage
	totals := []int64{int64(usage.Maxrss) * 1024, usage.Utime.Nano(), usage.Stime.Nano(), int64(usage.Minflt), int64(usage.Majflt),
		int64(usage.Inblock), int64(usage.Oublock), int64(usage.Nvcsw), int64(usage.Nivcsw),
		readings.gc.NumGC, int64(readings.gc.PauseTotal)}
	if readings.size <= 0 {
		return totals
	}
	for _, line := range strings.SplitN(string(readings.counts[:readings.size]), "\n", 5)[:4] {
		_, number, _ := strings.Cut(line, ": ")
		count, _ := strconv.ParseInt(number, 10, 64)
		totals = append(totals, count)
	}
	return totals
}

// Adds what happened between two readings to what was counted before; the peak of memory, the first, is a level.
func cmptheseCount(counted []int64, before, after *cmptheseReadings) []int64 {
	first, last := before.totals(), after.totals()
	if counted == nil {
		counted = make([]int64, len(last))
	}
	counted[0] = last[0]
	for i := 1; i < len(last); i++ {
		counted[i] += cmptheseMax(last[i]-first[i]-cmptheseReadingCost[i], 0)
	}
	return counted
}

func cmptheseMeasureCosts() {
	for i := range cmptheseReadingCost {
		cmptheseReadingCost[i] = 0
	}
	var least []int64
	for try := 0; try < 5; try++ {
		var before, after cmptheseReadings
		before.before()
		after.after()
		cost := cmptheseCount(nil, &before, &after)
		for i := range cost {
			if least != nil {
				cost[i] = cmptheseMin(cost[i], least[i])
			}
		}
		least = cost
	}
	copy(cmptheseReadingCost, least)
	cmptheseReadingCost[0] = 0
	clock := make([]int64, 17)
	var ends [2]cmptheseEnd
	cmptheseLoop(cmptheseSnippet.code, 0, clock, &ends)
	cmptheseClockCost = clock[1] - clock[0]
	for i := 1; i < 16; i++ {
		cmptheseClockCost = cmptheseMin(cmptheseClockCost, clock[i+1]-clock[i])
	}
}

// ---- loops: nothing else is between the readings of the clock ----

// The code is called through a variable, so the compiler sees no more of it here than of any other. What it returns is kept by the snippet.
//
//go:noinline
func cmptheseLoop(code func(), length int, clock []int64, ends *[2]cmptheseEnd) {
	ends[0].read()
	clock[0] = cmptheseNow()
	for slice := 1; slice < len(clock); slice++ {
		for left := length; left > 0; left-- {
			code()
		}
		clock[slice] = cmptheseNow()
	}
	ends[1].read()
}

// A batch in which something runs before each iteration that is in none of the times and counters.
func cmptheseLoopOfEach(length int, slices []int64, isBare bool) (counted []int64) {
	var before, after cmptheseReadings
	for slice := range slices {
		for left := length; left > 0; left-- {
			cmptheseSnippet.beforeEach()
			if !isBare {
				before.before()
			}
			start := cmptheseNow()
			cmptheseSnippet.code()
			end := cmptheseNow()
			if !isBare {
				after.after()
				counted = cmptheseCount(counted, &before, &after)
			}
			slices[slice] += cmptheseMax(end-start-cmptheseClockCost, 0)
		}
	}
	return counted
}

func cmptheseRun(iterations, count int, isBare bool) {
	if count > 1000 || iterations%count != 0 {
		cmptheseFail("protocol", "no slices of equally many iterations", "", 0)
		return
	}
	slices := make([]int64, count)
	clock := make([]int64, count+1)
	var ends [2]cmptheseEnd
	var before, after cmptheseReadings
	var counted []int64
	lost := int64(-1)
	if cmptheseCollects == "before" {
		cmptheseRuntime.GC()
	}
	isDone := cmptheseGuarded(func() {
		if cmptheseSnippet.beforeEach != nil {
			counted = cmptheseLoopOfEach(iterations/count, slices, isBare)
			return
		}
		if !isBare {
			before.before()
		}
		cmptheseLoop(cmptheseSnippet.code, iterations/count, clock, &ends)
		if !isBare {
			after.after()
			counted = cmptheseCount(nil, &before, &after)
		}
		for i := range slices {
			slices[i] = cmptheseMax(clock[i+1]-clock[i]-cmptheseClockCost, 0)
		}
		lost = cmptheseDelayed(&ends, clock[count]-clock[0])
	})
	if isDone {
		cmptheseReplySample(iterations, slices, lost, counted)
	}
}

// An end of a batch: which thread runs the code, how often that waited, and what the process has run.
type cmptheseEnd struct {
	thread     int
	own, ofAll cmptheseSyscall.Rusage
}

func (end *cmptheseEnd) read() {
	end.thread = cmptheseSyscall.Gettid()
	cmptheseSyscall.Getrusage(cmptheseSyscall.RUSAGE_THREAD, &end.own)
	cmptheseSyscall.Getrusage(cmptheseSyscall.RUSAGE_SELF, &end.ofAll)
}

// The part of a batch in which it could have run and others had the CPU: elapsed time less that of all threads, because the runtime's own may
// have had it. It is not known, and less than nothing, of who waits for something of its own accord, or goes from one thread to another. That another
// thread waited says nothing: one of the runtime's sleeps and wakes a hundred times a second.
func cmptheseDelayed(ends *[2]cmptheseEnd, wall int64) int64 {
	spent := func(usage *cmptheseSyscall.Rusage) int64 { return usage.Utime.Nano() + usage.Stime.Nano() }
	if ends[0].thread != ends[1].thread || ends[0].own.Nvcsw != ends[1].own.Nvcsw {
		return -1
	}
	return cmptheseMax(wall-spent(&ends[1].ofAll)+spent(&ends[0].ofAll), 0)
}

func cmptheseReplySample(iterations int, slices []int64, lost int64, counted []int64) {
	var wall int64
	for _, slice := range slices {
		wall += slice
	}
	readings := map[string]int64{"wall_ns": wall}
	if lost >= 0 {
		readings["delayed_ns"] = cmptheseMin(lost, wall)
	}
	for i, count := range counted {
		readings[cmptheseCounted[i]] = count
	}
	reply := map[string]any{"type": "sample", "iterations": iterations, "readings": readings}
	if len(slices) > 1 {
		reply["slices_ns"] = slices
	}
	cmptheseReply(reply)
}

// Go has its own since 1.21.
func cmptheseMin(one, other int64) int64 {
	if one < other {
		return one
	}
	return other
}

func cmptheseMax(one, other int64) int64 { return -cmptheseMin(-one, -other) }
