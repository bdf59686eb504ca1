-- SHA-256 (FIPS 180-4) by the bit operations of LuaJIT, which are of 32 bits.

local of_cubes = ...    -- of the first 64: the first 32 bits of the fractions of their cube roots

local bit = require("bit")
local band, bxor, ror, rshift, tobit = bit.band, bit.bxor, bit.ror, bit.rshift, bit.tobit
local byte, char, floor, unpack = string.byte, string.char, math.floor, unpack
local w = {}

local function add_block(state, text, at)
    for t = 1, 16 do
        local a, b, c, d = byte(text, at + 4 * t - 4, at + 4 * t - 1)
        w[t] = tobit(((a * 256 + b) * 256 + c) * 256 + d)
    end
    for t = 17, 64 do
        local x, y = w[t - 15], w[t - 2]
        w[t] = tobit(w[t - 16] + bxor(ror(x, 7), ror(x, 18), rshift(x, 3)) + w[t - 7] + bxor(ror(y, 17), ror(y, 19), rshift(y, 10)))
    end
    local a, b, c, d, e, f, g, h = state[1], state[2], state[3], state[4], state[5], state[6], state[7], state[8]
    for t = 1, 64 do
        local first = tobit(h + bxor(ror(e, 6), ror(e, 11), ror(e, 25)) + bxor(g, band(e, bxor(f, g))) + of_cubes[t] + w[t])
        local second = tobit(bxor(ror(a, 2), ror(a, 13), ror(a, 22)) + bxor(band(a, bxor(b, c)), band(b, c)))
        h, g, f, e, d, c, b, a = g, f, e, tobit(d + first), c, b, a, tobit(first + second)
    end
    state[1], state[2], state[3], state[4] = tobit(state[1] + a), tobit(state[2] + b), tobit(state[3] + c), tobit(state[4] + d)
    state[5], state[6], state[7], state[8] = tobit(state[5] + e), tobit(state[6] + f), tobit(state[7] + g), tobit(state[8] + h)
end

-- A length in bits, in eight bytes.
local function eight_bytes(bits)
    local bytes = {}
    for place = 1, 8 do bytes[place] = floor(bits / 256 ^ (8 - place)) % 256 end
    return char(unpack(bytes))
end

return add_block, eight_bytes
