-- SHA-256 (FIPS 180-4) by the 64-bit integers of Lua 5.3 and later.

local of_cubes = ...    -- of the first 64: the first 32 bits of the fractions of their cube roots

local unpack, rep, pack = string.unpack, string.rep, string.pack
local SIXTEEN = ">" .. rep("I4", 16)

local function add_block(state, text, at)
    local w = { unpack(SIXTEEN, text, at) }
    for t = 17, 64 do
        -- A word twice in 64 bits: what is shifted right has in its lower half what is rotated.
        local x, y = w[t - 15], w[t - 2]
        local xx, yy = x | x << 32, y | y << 32
        w[t] = (w[t - 16] + ((xx >> 7 ~ xx >> 18 ~ x >> 3) & 0xffffffff) + w[t - 7]
            + ((yy >> 17 ~ yy >> 19 ~ y >> 10) & 0xffffffff)) & 0xffffffff
    end
    local a, b, c, d, e, f, g, h = state[1], state[2], state[3], state[4], state[5], state[6], state[7], state[8]
    for t = 1, 64 do
        local ee, aa = e | e << 32, a | a << 32
        local first = h + ((ee >> 6 ~ ee >> 11 ~ ee >> 25) & 0xffffffff) + (g ~ e & (f ~ g)) + of_cubes[t] + w[t]
        local second = ((aa >> 2 ~ aa >> 13 ~ aa >> 22) & 0xffffffff) + (a & b | c & (a | b))
        h, g, f, e, d, c, b, a = g, f, e, d + first & 0xffffffff, c, b, a, first + second & 0xffffffff
    end
    local sums = { a, b, c, d, e, f, g, h }
    for index = 1, 8 do state[index] = state[index] + sums[index] & 0xffffffff end
end

return add_block, function(bits) return pack(">I8", bits) end
