-- The system below the host of the Lua of PUC-Rio, which has neither descriptors nor a clock of elapsed time: those of libuv, by
-- the module luv.

local found, luv = pcall(require, "luv")
if not found then
    local reason = string.match(luv, "[^\n:]*")
    io.stderr:write("Lua reads the clock by the module luv, which does not load (apt-get install lua-luv): ", reason, "\n")
    os.exit(1)
end

local clock, getrusage, fs_read, fs_write = luv.hrtime, luv.getrusage, luv.fs_read, luv.fs_write
local number, find, match, sub, exit, getpid = math.tointeger, string.find, string.match, string.sub, os.exit, luv.os_getpid
local ipairs = ipairs

local SLICES_MAX = 1000
local IO_BYTES = 512

local system = { name = "lua " .. match(_VERSION, "[%d.]+"), sha256 = "sha256_native.lua" }

-- Lua seeds its random numbers, from 5.4 on, by the time in seconds and by an address: as it starts, and where a snippet asks for a new seed without naming one. Those of a
-- launch lie alike, and numbers that are alike in all of them would be no sample.
if tonumber(match(_VERSION, "[%d.]+")) >= 5.4 then
    local randomseed, open, unpack, select = math.randomseed, _G.io.open, string.unpack, select
    local function seed()
        local random = open("/dev/urandom", "rb")
        if not random then return randomseed() end
        local first, second = unpack("jj", random:read(16))
        random:close()
        return randomseed(first, second)
    end
    function math.randomseed(...)
        if select("#", ...) == 0 then return seed() end
        return randomseed(...)
    end
    seed()
end

local requests, replies, io
local times = {}    -- readings of the clock, which are there already: to make room while a batch runs would be an allocation
for index = 0, SLICES_MAX do times[index] = 0 end
local usage_before, usage_after
local places = { {}, {} }

-- ---- processes and pipes ----

function system.leave(code) exit(code) end

function system.process() return getpid() end

function system.fork_workers() error("Lua has no clone(2)", 0) end

-- Opened once more by their names, because libuv opens files so that programs that a snippet starts do not hold them.
function system.open_pipes(first)
    requests = assert(luv.fs_open("/proc/self/fd/" .. first, "r", 0))
    replies = assert(luv.fs_open("/proc/self/fd/" .. first + 1, "a", 0))
    luv.fs_close(first)
    luv.fs_close(first + 1)
end

-- Nobody can be told but by the error output.
local function end_without_pipe(problem)
    if find(problem, "EBADF", 1, true) then fs_write(2, "the code closed the descriptors of the worker\n", -1) end
    exit(1)
end

-- Some bytes of requests; an empty text at their end.
function system.read()
    local text, problem = fs_read(requests, 65536, -1)
    return text or end_without_pipe(problem)
end

function system.write(text)
    while #text > 0 do
        local count, problem = fs_write(replies, text, -1)
        if not count then end_without_pipe(problem) end
        text = sub(text, count + 1)
    end
end

-- ---- counters ----

local OF_RUSAGE = {
    "peak_rss_bytes", "user_ns", "sys_ns", "minor_faults", "major_faults", "blocks_in", "blocks_out", "voluntary_switches",
    "involuntary_switches",
}
local OF_IO = { "read_bytes", "write_bytes", "read_calls", "write_calls" }

-- What can be read, in the order of `counted`, and what cannot, with the reason.
function system.open_counters()
    local metrics, absent, problem = { table.unpack(OF_RUSAGE) }, {}, nil
    io, problem = luv.fs_open("/proc/self/io", "r", 0)
    for _, metric in ipairs(OF_IO) do
        if io then metrics[#metrics + 1] = metric else absent[metric] = problem end
    end
    absent.compilation_ns = "nothing is compiled while it runs"
    return metrics, absent
end

-- As they come, so that nothing is computed next to the timed region.
function system.read_counters(place)
    places[place].io = io and fs_read(io, IO_BYTES, 0)
    places[place].rusage = getrusage()
end

local function nanoseconds(time) return time.sec * 1000000000 + time.usec * 1000 end

function system.counted(place)
    local rusage, text = places[place].rusage, places[place].io
    local numbers = {
        rusage.maxrss * 1024, nanoseconds(rusage.utime), nanoseconds(rusage.stime), rusage.minflt, rusage.majflt,
        rusage.inblock, rusage.oublock, rusage.nvcsw, rusage.nivcsw,
    }
    if not text then return numbers end
    for _, count in ipairs({ match(text, "rchar: (%d+)\nwchar: (%d+)\nsyscr: (%d+)\nsyscw: (%d+)") }) do
        numbers[#numbers + 1] = number(count)
    end
    return numbers
end

-- ---- the loop ----

-- How the loop calls code.
function system.callable(code) return code end

-- Runs the code and keeps its value until the next call. The clock is read between slices.
function system.time_slices(call, slice, count)
    local value
    usage_before = getrusage()
    times[0] = clock()
    for index = 1, count do
        for _ = 1, slice do value = call() end
        times[index] = clock()
    end
    usage_after = getrusage()
    return value
end

-- The same for one iteration by itself.
function system.time_one(call)
    times[0] = clock()
    local value = call()
    times[1] = clock()
    return value
end

-- The same for nothing.
function system.time_none()
    times[0] = clock()
    times[1] = clock()
end

-- Nanoseconds from the reading before to this one, counted from 1.
function system.elapsed(index) return times[index] - times[index - 1] end

-- CPU time in nanoseconds, and voluntary switches, of the last slices.
function system.spent()
    local before, after = usage_before, usage_after
    local function cpu(usage) return nanoseconds(usage.utime) + nanoseconds(usage.stime) end
    return cpu(after) - cpu(before), after.nvcsw - before.nvcsw
end

return system
