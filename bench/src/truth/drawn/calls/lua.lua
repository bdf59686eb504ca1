-- Without operators on bits, which LuaJIT has not: a product below 2^53 is exact in a float, too. By itself LuaJIT draws the same numbers in every process.
if jit then math.randomseed(tonumber((io.open('/proc/sys/kernel/random/uuid'):read(8)), 16)) end
local y, count, left = 1, 0, 0
function steps(n)
    local z = y
    for _ = 1, n do z = (z * 1664525 + 1013904223) % 4294967296 end
    y = z
    return z
end
local function counted() count = count + 1; return count end
function uniform() return 1 - math.random() end
function pick(when, dear, cheap) if when then return dear end return cheap end
function every(n) return counted() % n == 0 end
function chance(part) return uniform() < part end
function first(dear, n) return (counted() - 1) % n < dear end
function once() return counted() == 1 end
function saw(n, least, more) return least + more * (counted() % n) end
function exponential(mean) return -math.log(uniform()) * mean end
local function gauss() return math.sqrt(-2 * math.log(uniform())) * math.cos(6.283185307179586 * uniform()) end
function lognormal(middle, spread) return math.exp(middle + spread * gauss()) end
function after_gap(most, dear, cheap)
    local now = cheap
    if left < 1 then left = 1 + math.floor(math.random() * most); now = now + dear end
    left = left - 1
    return now
end
local lucky, place
function luck(low, high)
    lucky = lucky or (uniform() < 0.5 and low or high)
    return lucky
end
function walk(middle, spread, keep)
    place = place and keep * place + math.sqrt(1 - keep * keep) * gauss() or gauss()
    return math.exp(middle + spread * place)
end
function pareto(least, shape) return least * math.min(uniform() ^ (-1 / shape), 1000) end
function switching(n, dear, cheap)
    if uniform() < (counted() == 1 and 0.5 or 1 / n) then left = 1 - left end
    return left > 0 and dear or cheap
end
