-- A snippet as one chunk of Lua, so that its parts have one scope, and errors in words with their place in it.

local snippet = {}

local load = loadstring or load    -- LuaJIT is a Lua 5.1, whose `load` takes no text
local gsub, match, concat, format = string.gsub, string.match, table.concat, string.format
local type, tostring, tonumber, pcall, select, ipairs = type, tostring, tonumber, pcall, select, ipairs
local information, metatable_of = debug.getinfo, debug.getmetatable

local IN_SCOPE = { "prelude", "setup", "variant_setup" }
local FUNCTIONS = { "code", "teardown", "before_each" }

-- What the chunk is called in messages of Lua.
local NAME = "cmpthese"

-- Where an error is said to have happened after a tail call out of the code, when only the host is left to name.
local HOST = "^" .. gsub(..., "%p", "%%%0") .. "[%w_]+%.lua:%d+: "

-- The parts of the chunk that is compiled, each with its first line and how many it has.
local places = {}

local function place_of(line)
    for index = #places, 1, -1 do
        local place = places[index]
        if line >= place.first then
            local within = line - place.first + 1
            return place.part, within < place.count and within or place.count
        end
    end
end

-- Part and line of an error: those that its text begins with, which are taken out, else those where it happened.
local function located(text, happened)
    text = gsub(text, HOST, "")
    local line, rest = match(text, "^" .. NAME .. ":(%d+): (.*)")
    local part, within = place_of(tonumber(line or happened) or 0)
    text = gsub(rest or text, NAME .. ":(%d+):", function(digits)
        local other, line_of_other = place_of(tonumber(digits))
        return other and format("line %d of the %s:", line_of_other, other)
    end)
    text = gsub(text, "at line (%d+)%)", function(digits)    -- of what is not closed
        local other, line_of_other = place_of(tonumber(digits))
        return other and format("at line %d of the %s)", line_of_other, other)
    end)
    return { text = text, part = part, line = part and within }
end

-- The innermost line of the snippet that is being run.
local function line_that_runs()
    local level = 2
    while true do
        local frame = information(level, "Sl")
        if not frame then return nil end
        if frame.source == "=" .. NAME and frame.currentline > 0 then return frame.currentline end
        level = level + 1
    end
end

local function said_by(exception)
    if type(exception) == "string" then return exception end
    local metatable = metatable_of(exception)
    if type(exception) == "number" or type(metatable) == "table" and metatable.__tostring then return tostring(exception) end
    return "an exception that is " .. (exception == nil and "nil" or "a " .. type(exception))
end

-- What xpcall asks for with an exception: it must not fail.
function snippet.error_of(exception)
    local speaks, text = pcall(said_by, exception)
    if not speaks or type(text) ~= "string" then text = "an exception that is a " .. type(exception) end
    local found, line = pcall(line_that_runs)
    return located(text, found and line or nil)
end

-- The expression that code is, whose value is then the answer, as in the prompt of lua(1): without a last semicolon and what
-- stands behind it, which a `return` may have and parentheses may not.
local function expression_of(code)
    local expression = load("return " .. code) and code
    while expression and not load("return (" .. expression .. "\n)") do expression = match(expression, "^(.*);") end
    return expression
end

local function lines_of(text) return select(2, gsub(text, "\n", "\n")) + 1 end

-- The chunk, and its places. `do end` ends the last statement of a part.
local function chunk_of(parts, names)
    local texts, line = {}, 1
    places = {}
    local function add(text)
        texts[#texts + 1] = text
        line = line + lines_of(text) - 1
    end
    local function add_part(part, code)
        places[#places + 1] = { part = part, first = line, count = lines_of(code) }
        add(code)
    end
    -- What is assigned to after it was made is a variable to the compiler of LuaJIT, and no constant to compute with in advance.
    local list = concat(names, ", ")
    add(#names > 0 and format("local %s %s = ...\n", list, list) or "\n")
    for index = 1, #IN_SCOPE do
        add_part(IN_SCOPE[index], parts[IN_SCOPE[index]] or "")
        add("\ndo end\n")
    end
    add("return ")
    for index = 1, #FUNCTIONS do
        local part = FUNCTIONS[index]
        local code = parts[part]
        local opening, closing = "function() ", "\nend"
        local expression = code and expression_of(code)
        if expression then code, opening, closing = expression, "function() return (", "\n) end" end
        if part ~= "code" and (not code or code == "") then
            add("nil")
        else
            add(opening)
            add_part(part, code or "")
            add(closing)
        end
        add(", ")
    end
    add("function() return " .. (list == "" and "nil" or list) .. " end")
    return concat(texts)
end

-- The error of a part that is none by itself: an `end` too many in one and too few in another are not one program.
local function error_by_itself(parts)
    for _, list in ipairs({ IN_SCOPE, FUNCTIONS }) do
        for index = 1, #list do
            local part = list[index]
            local code = parts[part] or ""
            local _, message = load(code, "=" .. NAME)
            if message and not (list == FUNCTIONS and expression_of(code)) then
                places = { { part = part, first = 1, count = lines_of(code) } }
                return located(message)
            end
        end
    end
end

local function error_of_return(parts)
    for index = 1, #IN_SCOPE do
        local part = IN_SCOPE[index]
        if parts[part] and load(parts[part]) and not load(parts[part] .. "\ndo end") then
            return { text = "the " .. part .. " leaves the snippet with return", part = part, line = lines_of(parts[part]) }
        end
    end
end

-- A keyword cannot be a parameter.
local function error_of_names(names)
    for index = 1, #names do
        if not load("local " .. names[index]) then return { text = "Lua has no variable of the name " .. names[index] } end
    end
end

-- The chunk compiled, or nothing and why not.
function snippet.compile(parts, names)
    -- As lua(1) does with the first line of a file.
    parts.prelude = parts.prelude and gsub(parts.prelude, "^#[^\n]*", "")
    local failure = error_of_names(names) or error_by_itself(parts)
    if failure then return nil, failure end
    local chunk, message = load(chunk_of(parts, names), "=" .. NAME)
    if chunk then return chunk end
    return nil, error_of_return(parts) or located(message)
end

return snippet
