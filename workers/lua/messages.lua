-- Messages as docs/protocol.md has them: a line of JSON each. What the scheduler sends is well formed.

local messages = {}

local find, sub, gsub, byte, char = string.find, string.sub, string.gsub, string.byte, string.char
local format, concat, tonumber, floor, error = string.format, table.concat, tonumber, math.floor, error

-- Below this a float is exactly the whole number that was written.
local EXACT_MAX = 2 ^ 53
-- Lua has numbers that are whole since 5.3.
local WHOLE = math.type and "%d" or "%.0f"

local plain = { n = "\n", t = "\t", r = "\r", b = "\b", f = "\f" }

-- ---- reading ----

local function utf8_of(code)
    if code < 0x80 then return char(code) end
    if code < 0x800 then return char(0xc0 + floor(code / 0x40), 0x80 + code % 0x40) end
    local low = char(0x80 + floor(code / 0x40) % 0x40, 0x80 + code % 0x40)
    if code < 0x10000 then return char(0xe0 + floor(code / 0x1000)) .. low end
    return char(0xf0 + floor(code / 0x40000), 0x80 + floor(code / 0x1000) % 0x40) .. low
end

-- The character of the escape whose backslash is at this place, and where the text goes on.
local function escape_at(text, at)
    local letter = sub(text, at + 1, at + 1)
    if letter ~= "u" then return plain[letter] or letter, at + 2 end
    local code = tonumber(sub(text, at + 2, at + 5), 16)
    local is_first = code >= 0xd800 and code < 0xdc00 and sub(text, at + 6, at + 7) == "\\u"
    local second = is_first and tonumber(sub(text, at + 8, at + 11), 16)
    if not second then return utf8_of(code), at + 6 end
    return utf8_of(0x10000 + (code - 0xd800) * 0x400 + second - 0xdc00), at + 12
end

local function text_from(text, at)
    local pieces = {}
    while true do
        local stop = find(text, '["\\]', at) or error("a request with a text without an end", 0)
        pieces[#pieces + 1] = sub(text, at, stop - 1)
        if byte(text, stop) == 34 then return concat(pieces), stop + 1 end
        pieces[#pieces + 1], at = escape_at(text, stop)
    end
end

-- A number; `{ whole = DIGITS }` if this Lua has no number that is the same.
local function number_from(text, at)
    local _, stop = find(text, "^-?%d+", at)
    if not stop then error("a request that is no JSON: " .. sub(text, at, at + 40), 0) end
    local _, end_of_fraction = find(text, "^[%d.eE+-]*", stop + 1)
    local digits = sub(text, at, end_of_fraction)
    local number = tonumber(digits)
    if stop == end_of_fraction and (number >= EXACT_MAX or number <= -EXACT_MAX) and format(WHOLE, number) ~= digits then
        return { whole = digits }, end_of_fraction + 1
    end
    return number, end_of_fraction + 1
end

local literals = { t = { true, 4 }, f = { false, 5 }, n = { nil, 4 } }

local function after_blanks(text, at) return find(text, "[^%s,:]", at) or #text + 1 end

local function value_from(text, at)
    at = after_blanks(text, at)
    local first = sub(text, at, at)
    if first == '"' then return text_from(text, at + 1) end
    if literals[first] then return literals[first][1], at + literals[first][2] end
    if first ~= "{" and first ~= "[" then return number_from(text, at) end
    local table, key = {}, 0
    local last = first == "{" and "}" or "]"
    at = after_blanks(text, at + 1)
    while sub(text, at, at) ~= last do
        if at > #text then error("a request without an end", 0) end
        if first == "{" then key, at = text_from(text, at + 1) else key = key + 1 end
        table[key], at = value_from(text, at)
        at = after_blanks(text, at)
    end
    return table, at + 1
end

function messages.read(line) return (value_from(line, 1)) end

-- ---- writing ----

-- The characters of UTF-8 beyond ASCII, by their lengths: the Unicode Standard, table 3-7.
local characters = {
    "[\194-\223][\128-\191]",
    "\224[\160-\191][\128-\191]",
    "[\225-\236\238\239][\128-\191][\128-\191]",
    "\237[\128-\159][\128-\191]",
    "\240[\144-\191][\128-\191][\128-\191]",
    "[\241-\243][\128-\191][\128-\191][\128-\191]",
    "\244[\128-\143][\128-\191][\128-\191]",
}

local function is_utf8(text)
    for index = 1, #characters do text = gsub(text, characters[index], "?") end
    return not find(text, "[\128-\255]")
end

local function escaped(character)
    if character == '"' or character == "\\" then return "\\" .. character end
    return format("\\u%04x", byte(character))
end

-- A text of JSON; bytes that are no UTF-8 are taken as Latin-1.
function messages.text(text)
    text = gsub(text, '[%c"\\\127]', escaped)
    if find(text, "[\128-\255]") and not is_utf8(text) then text = gsub(text, "[\128-\255]", escaped) end
    return '"' .. text .. '"'
end

return messages
