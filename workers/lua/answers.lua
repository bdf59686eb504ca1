-- Answers in canonical form, as docs/protocol.md has it. Values are read raw: no metamethod of the snippet runs.

local new_digest, integer_text = ...    -- a SHA-256; the digits of a whole number that is no number of Lua, such as 1LL

local format, find, gsub, sub, byte, char = string.format, string.find, string.gsub, string.sub, string.byte, string.char
local concat, sort = table.concat, table.sort
local type, next, rawget, tonumber, tostring, floor, error = type, next, rawget, tonumber, tostring, math.floor, error
local kind_of_number = math.type or function() return "float" end    -- since Lua 5.3
local metatable_of, setlocale = debug.getmetatable, os.setlocale

local HEAD_MAX = 65536
local DEPTH_MAX = 1000
-- Texts are escaped in pieces of so many bytes.
local PIECE = 65536

-- A byte as the canonical form writes it.
local escape = {}
for code = 0, 255 do escape[char(code)] = format("\\x%02X", code) end
escape["\n"], escape["\t"], escape["\r"], escape['"'], escape["\\"] = "\\n", "\\t", "\\r", '\\"', "\\\\"

local function escaped(text) return (gsub(text, "[^ -!#-Z%[%]^-~]", escape)) end

-- Takes what was gathered into head, length and digest.
local function flush(out)
    local text = concat(out.pieces, "", 1, out.count)
    out.count, out.size = 0, 0
    if not out.digest and out.length + #text > HEAD_MAX then
        out.digest = new_digest()
        out.digest.add(out.head)
    end
    if out.digest then out.digest.add(text) end
    if #out.head < HEAD_MAX then out.head = out.head .. sub(text, 1, HEAD_MAX - #out.head) end
    out.length = out.length + #text
end

local function emit(out, text)
    out.count = out.count + 1
    out.pieces[out.count] = text
    out.size = out.size + #text
    if out.size >= PIECE then flush(out) end
end

local function emit_text(out, text)
    emit(out, '"')
    for first = 1, #text, PIECE do emit(out, escaped(sub(text, first, first + PIECE - 1))) end
    emit(out, '"')
end

local function number_form(number)
    if number ~= number then return "NaN" end
    if kind_of_number(number) == "integer" then return format("%d", number) end
    if number == 1 / 0 then return "Inf" end
    if number == -1 / 0 then return "-Inf" end
    if number == floor(number) and number < 2 ^ 53 and number > -2 ^ 53 then return format("%d", number + 0 == 0 and 0 or number) end
    for digits = 15, 16 do
        local text = format("%." .. digits .. "g", number)
        if tonumber(text) == number then return text end
    end
    return format("%.17g", number)
end

-- A text of Latin-1 with one byte for each character, by which other languages sort it.
local function narrowed(text)
    if find(gsub(text, "[\194\195][\128-\191]", ""), "[\128-\255]") then return text end
    return (gsub(text, "[\194\195][\128-\191]", function(pair) return char(byte(pair) % 4 * 64 + byte(pair, 2) % 64) end))
end

-- The texts of a table's keys, sorted by bytes, and the keys for them.
local function sorted_keys(table)
    local keys = {}
    for key in next, table do
        local kind = type(key)
        local text = kind == "string" and key or kind == "number" and number_form(key) or kind == "boolean" and tostring(key)
            or error("the answer has a key that is a " .. kind .. ", which cannot be compared: return data", 0)
        keys[#keys + 1] = { text = text, key = key, kind = kind, place = narrowed(text) }
    end
    sort(keys, function(a, b)
        if a.place ~= b.place then return a.place < b.place end
        if a.text ~= b.text then return a.text < b.text end
        return a.kind < b.kind
    end)
    return keys
end

-- The length of a list: of a table whose keys are 1, 2, and so on.
local function list_length(table)
    local count = 0
    for _ in next, table do count = count + 1 end
    for index = 1, count do
        if rawget(table, index) == nil then return nil end
    end
    return count
end

local canonical

local function emit_table(out, table, depth)
    local metatable = metatable_of(table)
    local class = type(metatable) == "table" and rawget(metatable, "__name")
    if type(class) == "string" then emit(out, escaped(class) .. " ") end
    local length = list_length(table)
    if length then
        emit(out, "[")
        for index = 1, length do
            if index > 1 then emit(out, ", ") end
            canonical(out, rawget(table, index), depth + 1)
        end
        return emit(out, "]")
    end
    emit(out, "{")
    for index, entry in next, sorted_keys(table) do
        if index > 1 then emit(out, ", ") end
        emit_text(out, entry.text)
        emit(out, ": ")
        canonical(out, rawget(table, entry.key), depth + 1)
    end
    return emit(out, "}")
end

function canonical(out, value, depth)
    if depth > DEPTH_MAX then error("the answer is nested deeper than 1000 levels, or contains itself: return data", 0) end
    local kind = type(value)
    if kind == "string" then return emit_text(out, value) end
    if kind == "table" then return emit_table(out, value, depth) end
    if kind == "nil" then return emit(out, "null") end
    if kind == "boolean" then return emit(out, out.lenient and (value and '"1"' or '""') or tostring(value)) end
    local number = kind == "number" and number_form(value) or integer_text and integer_text(value)
    if not number then error("the answer holds a " .. kind .. ", which cannot be compared: return data", 0) end
    return emit(out, out.lenient and '"' .. number .. '"' or number)
end

-- Length in bytes, head, and digest where the head is not the whole.
return function(value, check)
    local out = { pieces = {}, count = 0, size = 0, length = 0, head = "", lenient = check == "lenient" }
    local locale = setlocale(nil)    -- the one of a snippet sorts by other rules, and may write a comma into a number
    setlocale("C")
    canonical(out, value, 0)
    setlocale(locale)
    flush(out)
    return out.length, out.head, out.digest and out.digest.hexadecimal()
end
