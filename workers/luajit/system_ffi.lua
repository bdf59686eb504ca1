-- The system below the host of LuaJIT: pipes, clock, counters, processes and the loop, by system calls through the FFI. Nothing here
-- is ever compiled, so that it takes the same whatever the snippet is.
jit.off(true, true)

local ffi = require("ffi")

-- Names of the host's own, because a snippet may declare the same functions and types.
ffi.cdef([[
typedef struct { long seconds, nanoseconds; } cmpthese_time;
int cmpthese_clock_gettime(int, cmpthese_time *) __asm__("clock_gettime");
int cmpthese_getrusage(int, long *) __asm__("getrusage");
long cmpthese_read(int, char *, size_t) __asm__("read");
long cmpthese_pread(int, char *, size_t, long) __asm__("pread");
long cmpthese_write(int, const char *, size_t) __asm__("write");
int cmpthese_open(const char *, int, ...) __asm__("open");
int cmpthese_close(int) __asm__("close");
int cmpthese_dup2(int, int) __asm__("dup2");
int cmpthese_fcntl(int, int, ...) __asm__("fcntl");
int cmpthese_getpid(void) __asm__("getpid");
int cmpthese_setpgid(int, int) __asm__("setpgid");
int cmpthese_prctl(int, ...) __asm__("prctl");
long cmpthese_syscall(long, ...) __asm__("syscall");
char *cmpthese_strerror(int) __asm__("strerror");
void cmpthese_exit(int) __asm__("_exit");
]])

local C = ffi.C
local clock_gettime, getrusage, pread = C.cmpthese_clock_gettime, C.cmpthese_getrusage, C.cmpthese_pread
local match, sub, gsub, text_of = string.match, string.sub, string.gsub, ffi.string
local number, tostring, setmetatable, error = tonumber, tostring, setmetatable, error
local compile, trace_of = jit.on, require("jit.util").traceinfo

-- linux/time.h, errno.h, fcntl.h, signal.h, linux/sched.h, linux/prctl.h.
local CLOCK_MONOTONIC, EINTR, EBADF, F_SETFD, FD_CLOEXEC, O_CLOEXEC = 1, 4, 9, 2, 1, 0x80000
local SIGCHLD, SIGKILL, CLONE_PARENT, PR_SET_PDEATHSIG = 17, 9, 0x8000, 1
-- The number of clone(2); elsewhere the host does not fork itself.
local clone = ({ x64 = 56, arm64 = 220 })[jit.arch]

local SLICES_MAX = 1000
-- getrusage(2) fills two times, of two words each, and fourteen words.
local RUSAGE_WORDS = 18
local IO_BYTES = 512

local system = { name = gsub(jit.version, "^LuaJIT", "luajit"), sha256 = "sha256_bit.lua" }
if not jit.status() then system.name = system.name .. ", which does not compile" end

local requests, replies, io
local buffer = ffi.new("char[?]", 65536)
local times = ffi.new("cmpthese_time[?]", SLICES_MAX + 1)
local at = {}    -- the places of the readings: to make one while a batch runs would be an allocation
for index = 0, SLICES_MAX do at[index] = times + index end
local usage = { ffi.new("long[?]", RUSAGE_WORDS), ffi.new("long[?]", RUSAGE_WORDS) }
local places = {}
for place = 1, 2 do places[place] = { rusage = ffi.new("long[?]", RUSAGE_WORDS), io = ffi.new("char[?]", IO_BYTES) } end

-- ---- processes and pipes ----

local function int(value) return ffi.cast("int", value) end

local function word(value) return ffi.cast("long", value) end

-- Ends the process, and nothing that the snippet has left to be done at its end.
function system.leave(code) C.cmpthese_exit(code) end

function system.process() return C.cmpthese_getpid() end

local function become_worker(worker, count)
    C.cmpthese_setpgid(0, 0)
    -- As the scheduler asked for the process that was forked.
    C.cmpthese_prctl(PR_SET_PDEATHSIG, word(SIGKILL), word(0), word(0), word(0))
    local first = 3 + 3 * worker
    C.cmpthese_dup2(first + 2, 2)
    for descriptor = 3, 2 + 3 * count do
        if descriptor ~= first and descriptor ~= first + 1 then C.cmpthese_close(descriptor) end
    end
    return first
end

-- Forks this process, which has loaded everything, into so many workers, and ends it. The result is, in each of them, the first of
-- its three descriptors. They are children of the scheduler, as this process is.
function system.fork_workers(count)
    if not clone then error("no known number of clone(2) for " .. jit.arch, 0) end
    for worker = 0, count - 1 do
        local child = number(C.cmpthese_syscall(clone, word(CLONE_PARENT + SIGCHLD), word(0), word(0), word(0), word(0)))
        if child < 0 then error("clone: " .. text_of(C.cmpthese_strerror(ffi.errno())), 0) end
        if child == 0 then return become_worker(worker, count) end
    end
    C.cmpthese_exit(0)
end

-- Programs that a snippet starts must not hold the pipes.
function system.open_pipes(first)
    requests, replies = first, first + 1
    C.cmpthese_fcntl(requests, F_SETFD, int(FD_CLOEXEC))
    C.cmpthese_fcntl(replies, F_SETFD, int(FD_CLOEXEC))
end

-- Nobody can be told but by the error output.
local function end_without_pipe()
    local words = "the code closed the descriptors of the worker\n"
    if ffi.errno() == EBADF then C.cmpthese_write(2, words, #words) end
    C.cmpthese_exit(1)
end

-- Some bytes of requests; an empty text at their end.
function system.read()
    while true do
        local count = number(C.cmpthese_read(requests, buffer, 65536))
        if count >= 0 then return text_of(buffer, count) end
        if ffi.errno() ~= EINTR then end_without_pipe() end
    end
end

function system.write(text)
    while #text > 0 do
        local count = number(C.cmpthese_write(replies, text, #text))
        if count >= 0 then text = sub(text, count + 1)
        elseif ffi.errno() ~= EINTR then end_without_pipe() end
    end
end

-- ---- counters ----

local OF_RUSAGE = {
    "peak_rss_bytes", "user_ns", "sys_ns", "minor_faults", "major_faults", "blocks_in", "blocks_out", "voluntary_switches",
    "involuntary_switches",
}
local OF_IO = { "read_bytes", "write_bytes", "read_calls", "write_calls" }
-- Where those after the times are among the words of getrusage(2).
local WORDS = { 8, 9, 11, 12, 16, 17 }

-- What can be read, in the order of `counted`, and what cannot, with the reason.
function system.open_counters()
    local metrics, absent = {}, {}
    for index = 1, #OF_RUSAGE do metrics[index] = OF_RUSAGE[index] end
    io = C.cmpthese_open("/proc/self/io", int(O_CLOEXEC))
    local problem = io < 0 and "/proc/self/io: " .. text_of(C.cmpthese_strerror(ffi.errno()))
    for index = 1, #OF_IO do
        if problem then absent[OF_IO[index]] = problem else metrics[#metrics + 1] = OF_IO[index] end
    end
    if problem then io = nil end
    metrics[#metrics + 1] = "compilations"
    return metrics, absent
end

-- How many traces there are: they are numbered from 1, and begin anew where all were thrown away.
local traces = 0
local function count_traces()
    if not trace_of(traces) then traces = 0 end
    while trace_of(traces + 1) do traces = traces + 1 end
    return traces
end

-- As they come, so that nothing is computed next to the timed region.
function system.read_counters(place)
    places[place].traces = count_traces()
    if io then pread(io, places[place].io, IO_BYTES, 0) end
    getrusage(0, places[place].rusage)
end

function system.counted(place)
    local words = places[place].rusage
    local numbers = {
        number(words[4]) * 1024,
        number(words[0]) * 1000000000 + number(words[1]) * 1000,
        number(words[2]) * 1000000000 + number(words[3]) * 1000,
    }
    for index = 1, #WORDS do numbers[#numbers + 1] = number(words[WORDS[index]]) end
    if io then
        local text = text_of(places[place].io, IO_BYTES)
        local counts = { match(text, "rchar: (%d+)\nwchar: (%d+)\nsyscr: (%d+)\nsyscw: (%d+)") }
        for index = 1, #counts do numbers[#numbers + 1] = number(counts[index]) end
    end
    numbers[#numbers + 1] = places[place].traces
    return numbers
end

-- ---- the loop ----

-- How the loop calls code: as the metamethod of a read. A trace that is recorded in the code then ends where the code returns, which
-- is to no function of Lua; in the frame of one, whose compilation is off, the recorder would give up at every side exit. Between them is a
-- function that may be compiled: code that ends with a call of a builtin, as `return table.concat(parts)` does, returns there, where the recorder would
-- give up too if it came back to no function of Lua.
function system.callable(code)
    local function whole()
        local value = code()
        return value
    end
    compile(whole)
    return setmetatable({}, { __index = whole })
end

-- Runs the code and keeps its value until the next call. The clock is read between slices.
function system.time_slices(call, slice, count)
    local value
    getrusage(0, usage[1])
    clock_gettime(CLOCK_MONOTONIC, at[0])
    for index = 1, count do
        for _ = 1, slice do value = call[1] end
        clock_gettime(CLOCK_MONOTONIC, at[index])
    end
    getrusage(0, usage[2])
    return value
end

-- The same for one iteration by itself.
function system.time_one(call)
    clock_gettime(CLOCK_MONOTONIC, at[0])
    local value = call[1]
    clock_gettime(CLOCK_MONOTONIC, at[1])
    return value
end

-- The same for nothing.
function system.time_none()
    clock_gettime(CLOCK_MONOTONIC, at[0])
    clock_gettime(CLOCK_MONOTONIC, at[1])
end

-- Nanoseconds from the reading before to this one, counted from 1.
function system.elapsed(index)
    local before, after = times[index - 1], times[index]
    return number(after.seconds - before.seconds) * 1000000000 + number(after.nanoseconds - before.nanoseconds)
end

-- CPU time in nanoseconds, and voluntary switches, of the last slices.
function system.spent()
    local before, after = usage[1], usage[2]
    local function more(index) return number(after[index] - before[index]) end
    return (more(0) + more(2)) * 1000000000 + (more(1) + more(3)) * 1000, more(16)
end

-- The digits of a whole number of 64 bits that is no number of Lua.
function system.integer_text(value)
    return (ffi.istype("int64_t", value) or ffi.istype("uint64_t", value)) and gsub(tostring(value), "U?LL$", "") or nil
end

return system
