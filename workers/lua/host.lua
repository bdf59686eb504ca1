-- The host of Lua and LuaJIT: compiles a snippet, answers once, times batches. It speaks the protocol of docs/protocol.md on file
-- descriptors 3 and 4, or forks itself into as many workers as its argument says. It shares its process with what is measured, so it
-- has no global variables, and holds what it needs of the libraries: those belong to the snippet.
if jit then jit.off(true, true) end

local folder, count = arg[0]:match("^(.*/)") or "", arg[1]
arg = nil

local function file(name) return assert(loadfile(folder .. name)) end

local system = file(jit and "system_ffi.lua" or "system_luv.lua")()
local messages = file("messages.lua")()
local snippet = file("snippet.lua")(folder)
if jit then
    for _, library in ipairs({ messages, snippet }) do
        for _, routine in pairs(library) do jit.off(routine, true) end
    end
end
local new_sha256 = file("sha256.lua")(file(system.sha256))
local canonical = file("answers.lua")(new_sha256, system.integer_text)

local format, find, sub, concat, sort = string.format, string.find, string.sub, table.concat, table.sort
local type, pairs, xpcall, pcall, require, unpack, exit = type, pairs, xpcall, pcall, require, table.unpack or unpack, os.exit
local collectgarbage, tostring = collectgarbage, tostring
local sethook, gethook = debug.sethook, debug.gethook

-- As long as the launch has drawn: where the snippet comes to lie from what has been there, which moves what a call takes.
local moved = string.rep("x", #(os.getenv("CMPTHESE_PADDING") or ""))

local MESSAGE_MAX = 8192
-- What is measured so often that its least is free of disturbances.
local TRIES = 16

local code, teardown, before_each    -- of the case that is prepared; the code as the loop calls it
local names, values_now = {}          -- its parameters, and what tells the values that they have
local clock_cost = 0                 -- what a slice of nothing takes, or an iteration of nothing where something runs before each
local reading_cost                   -- what reading the counters adds to them
local metrics, absent, process
local collector = "on"               -- what becomes of the collector meanwhile: a key of COLLECTORS
local COLLECTORS = { on = true, off = true, before = true }

-- ---- replies ----

local function reply(text)
    if system.process() ~= process then system.leave(0) end    -- a child that the snippet forked and that ran on into the host
    system.write(text .. "\n")
end

local function fail(kind, message, part, line)
    local place = part and format(',"part":"%s","line":%d', part, line) or ""
    reply(format('{"type":"error","kind":"%s","message":%s%s}', kind, messages.text(sub(message, 1, MESSAGE_MAX)), place))
end

-- Where memory is at its end Lua hands over the bare words.
local function failed(kind, failure)
    if type(failure) ~= "table" then return fail(kind, tostring(failure)) end
    return fail(kind, failure.text, failure.part, failure.line)
end

-- ---- counters ----

-- What happened between the two readings; the peak of memory is a level.
local function difference()
    local before, after = system.counted(1), system.counted(2)
    local peak = after[1]
    for index = 1, #after do
        local more = after[index] - before[index]
        local cost = reading_cost and reading_cost[index] or 0
        after[index] = more > cost and more - cost or 0
    end
    after[1] = peak
    return after
end

-- The least of a few readings with nothing in between.
local function cost_of_reading()
    local least
    for _ = 1, TRIES do
        system.read_counters(1)
        system.read_counters(2)
        local costs = difference()
        for index = 1, #costs do
            if least and least[index] < costs[index] then costs[index] = least[index] end
        end
        least = costs
    end
    return least
end

-- The least time of nothing.
local function cost_of_clock()
    local least
    if before_each then
        for _ = 1, TRIES do
            system.time_none()
            least = least and least < system.elapsed(1) and least or system.elapsed(1)
        end
        return least
    end
    system.time_slices(code, 0, TRIES)
    for index = 1, TRIES do least = least and least < system.elapsed(index) and least or system.elapsed(index) end
    return least
end

-- ---- batches ----

-- A hook that the snippet has left on, as one that ends what takes too long, is on while the snippet runs alone: it would end the host.
local hook, hook_mask, hook_count

local function give_hook()
    if hook then sethook(hook, hook_mask, hook_count) end
end

local function take_hook()
    hook, hook_mask, hook_count = gethook()
    if hook then sethook() end
end

local function without_clock(elapsed) return elapsed > clock_cost and elapsed - clock_cost or 0 end

-- The part of a batch in which it could have run and others had the CPU; nil where it is not known: of who waits of its own accord, or
-- has several threads.
local function delayed(wall)
    local cpu, switches = system.spent()
    if switches == 0 then return wall > cpu and wall - cpu or 0 end
end

-- Each batch gives its value, the times of its slices, the time that it was delayed, and what the counters say unless it is bare.
local function in_one_go(call, slice, slices, bare)
    if not bare then system.read_counters(1) end
    give_hook()
    local value = system.time_slices(call, slice, slices)
    take_hook()
    if not bare then system.read_counters(2) end
    local times, wall = {}, 0
    for index = 1, slices do
        wall = wall + system.elapsed(index)
        times[index] = without_clock(system.elapsed(index))
    end
    return value, times, delayed(wall), bare and {} or difference()
end

-- With something that runs before each iteration and is in none of the times and counters.
local function each_by_itself(call, slice, slices, bare)
    local value
    local times, sums = {}, {}
    for index = 1, slices do
        times[index] = 0
        for _ = 1, slice do
            value = nil
            give_hook()
            before_each()
            if not bare then system.read_counters(1) end
            value = system.time_one(call)
            take_hook()
            if not bare then
                system.read_counters(2)
                local more = difference()
                for metric = 1, #more do sums[metric] = more[metric] + (metric > 1 and sums[metric] or 0) end
            end
            times[index] = times[index] + without_clock(system.elapsed(1))
        end
    end
    return value, times, nil, sums
end

-- Whether it went well, and what it gave or what went wrong.
local function batch(iterations, slices, bare)
    local call, slice = code, iterations / slices
    local run = before_each and each_by_itself or in_one_go
    local function ended(...)
        if not ... then take_hook() end
        return ...
    end
    return ended(xpcall(function() return run(call, slice, slices, bare) end, snippet.error_of))
end

local function answer(check)
    local watched = before_each and 0 or #names    -- what runs before each may put them back
    local given = { values_now() }
    local went_well, value = batch(1, 1, true)
    if not went_well then return failed("died", value) end
    local left = { values_now() }
    for index = 1, watched do
        if given[index] ~= left[index] and given[index] == given[index] then
            return fail("died", "the code changes the parameter " .. names[index] .. ": the next iteration would begin with another one")
        end
    end
    local is_data, length, head, digest = pcall(canonical, value, check)
    if not is_data then return fail("died", length) end
    local shown = digest and format('"digest":"%s",', digest) or ""
    return reply(format('{"type":"answer",%s"length":%d,"head":%s}', shown, length, messages.text(head)))
end

local function sample(iterations, slices, bare)
    if iterations % slices ~= 0 then return fail("protocol", "no slices of equally many iterations") end
    if not bare then reading_cost = reading_cost or cost_of_reading() end
    if collector == "before" then collectgarbage("collect") end
    local went_well, value, times, lost, readings = batch(iterations, slices, bare)
    if not went_well then return failed("died", value) end
    local wall = 0
    for index = 1, slices do wall = wall + times[index] end
    local fields = { format('"wall_ns":%d', wall) }
    if lost then fields[2] = format('"delayed_ns":%d', lost < wall and lost or wall) end
    for index = 1, #readings do fields[#fields + 1] = format('"%s":%d', metrics[index], readings[index]) end
    for index = 1, slices do times[index] = format("%d", times[index]) end
    local each = slices > 1 and format(',"slices_ns":[%s]', concat(times, ",")) or ""
    return reply(format('{"type":"sample","iterations":%d,"readings":{%s}%s}', iterations, concat(fields, ","), each))
end

-- ---- cases ----

-- Whether all modules that the case needs are there; else it has been told.
local function has_modules(needs)
    for index = 1, #needs do
        local name = needs[index]
        local found, problem = pcall(require, name)
        if not found then
            problem = type(problem) == "string" and problem or "an exception that is a " .. type(problem)
            if find(problem, "module '" .. name .. "' not found:", 1, true) == 1 then
                fail("missing", name)
            else
                fail("died", name .. " does not load: " .. problem)
            end
            return false
        end
    end
    return true
end

-- Names, sorted, and values in their order; nothing where a value has been refused.
local function parameters(params)
    local names, values = {}, {}
    for name in pairs(params) do names[#names + 1] = name end
    sort(names)
    for index = 1, #names do
        local value = params[names[index]]
        if type(value) == "table" then
            local message = "the parameter %s is %s: this Lua has no number that is the same"
            return fail("compile", format(message, names[index], value.whole))
        end
        values[index] = value
    end
    return names, values
end

local function prepare(case)
    code, teardown, before_each, hook = nil, nil, nil, nil
    if collector == "off" then collectgarbage("restart") end
    collector = "on"
    if case.kind ~= "snippet" then return fail("protocol", "a case of kind " .. case.kind .. " is not for a language") end
    local wanted = case.gc or "on"
    if not COLLECTORS[wanted] then return fail("protocol", "Lua's collector cannot be " .. tostring(wanted)) end
    if not has_modules(case.needs) then return end
    local own_names, values = parameters(case.params)
    if not own_names then return end
    names = own_names
    local chunk, failure = snippet.compile(case.parts, names)
    if not chunk then return failed("compile", failure) end
    local went_well, first, second, third, fourth = xpcall(function() return chunk(unpack(values, 1, #names)) end, snippet.error_of)
    take_hook()
    if not went_well then return failed("died", first) end
    if type(first) ~= "function" then return fail("compile", "the prelude or the setup leaves the snippet with return") end
    code, teardown, before_each, values_now = system.callable(first), second, third, fourth
    clock_cost = cost_of_clock()
    collector = wanted
    if collector == "off" then
        collectgarbage("collect")
        collectgarbage("stop")
    end
    return reply('{"type":"prepared"}')
end

-- ---- requests ----

local unread = ""

-- The next line, or nothing at the end.
local function next_line()
    while true do
        local stop = find(unread, "\n", 1, true)
        if stop then
            local line = sub(unread, 1, stop - 1)
            unread = sub(unread, stop + 1)
            return line
        end
        local more = system.read()
        if more == "" then return nil end
        unread = unread .. more
    end
end

local function serve(request)
    local kind = request.type
    if kind == "prepare" then return prepare(request.case) end
    if kind == "answer" and code then return answer(request.check) end
    if kind == "run" and code then return sample(request.iterations, request.slices or 1, request.bare) end
    return fail("protocol", kind .. " cannot be done now")
end

local function greet()
    local reasons = {}
    for metric, reason in pairs(absent) do reasons[#reasons + 1] = format('"%s":%s', metric, messages.text(reason)) end
    local pid = count and format(',"pid":%d', process) or ""
    reply(format('{"type":"hello","protocol":1,"worker":%s%s,"absent":{%s}}', messages.text(system.name), pid, concat(reasons, ",")))
end

local first = count and system.fork_workers(tonumber(count)) or 3
process = system.process()
system.open_pipes(first)
metrics, absent = system.open_counters()
greet()
for line in next_line do
    local request = messages.read(line)
    if request.type == "bye" then
        give_hook()
        if teardown then pcall(teardown) end
        take_hook()
        reply('{"type":"bye"}')
        break
    end
    serve(request)
end
exit(0)
