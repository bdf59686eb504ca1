-- SHA-256 (FIPS 180-4) of a text that comes in pieces: what surrounds its blocks.

local load_file = ...

local sub, rep, format = string.sub, string.rep, string.format
local floor = math.floor

local BLOCK = 64

-- The first 32 bits of the fraction of a root of the first primes. A root has less than 6 bits before the point, so a double
-- (53 bits) holds them all.
local function fractions(exponent, count)
    local words, candidate = {}, 2
    while #words < count do
        local is_prime = true
        for divisor = 2, floor(candidate ^ 0.5) do is_prime = is_prime and candidate % divisor ~= 0 end
        if is_prime then
            local root = candidate ^ exponent
            words[#words + 1] = floor((root - floor(root)) * 2 ^ 32)
        end
        candidate = candidate + 1
    end
    return words
end

local of_squares = fractions(1 / 2, 8)
local add_block, eight_bytes = load_file(fractions(1 / 3, 64))

return function()
    local state = {}
    for index = 1, 8 do state[index] = of_squares[index] end
    local rest, length = "", 0

    local digest = {}

    function digest.add(text)
        length = length + #text
        local at = 1
        if #rest > 0 then
            at = BLOCK - #rest + 1
            rest = rest .. sub(text, 1, at - 1)
            if #rest < BLOCK then return end
            add_block(state, rest, 1)
        end
        while at + BLOCK - 1 <= #text do
            add_block(state, text, at)
            at = at + BLOCK
        end
        rest = sub(text, at)
    end

    function digest.hexadecimal()
        local bits = length * 8
        digest.add("\128" .. rep("\0", (BLOCK - 9 - length) % BLOCK))
        digest.add(eight_bytes(bits))
        local text = ""
        for index = 1, 8 do text = text .. format("%08x", state[index] % 2 ^ 32) end
        return text
    end

    return digest
end
