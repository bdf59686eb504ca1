//! A plain loop in Lua and LuaJIT, which have no tool of their own.

use crate::own_tools::code::Code;
use crate::own_tools::tool::Tool;

pub const LUA: Tool = Tool {
    language: "lua",
    code: Code {
        looped: "local x = 0 for i = 1, ROUNDS do x = x + i end return x",
        rounds: 20_000,
        texts: "local parts = {} for i = 1, 8 do parts[i] = i * 7 end return table.concat(parts, ',')",
    },
    name: "plain loop",
    package: "Debian's lua5.4",
    version: &["lua", "-e", "io.write(_VERSION)"],
    files: &[("own.lua", PROGRAM)],
    run: &["lua", "own.lua"],
    reading: "A loop of calls of a function between two readings of `os.clock`, for a second in each of three processes; the loop of an empty function is taken off. \
              CPU time; the collector is on, and a thousand tables are alive, about as much as is with some modules: in a heap that holds nothing it begins a cycle so often that \
              Lua's texts take 5 % longer.",
    ..super::PLAIN
};

pub const LUAJIT: Tool = Tool {
    language: "luajit",
    code: Code { rounds: 100_000, ..LUA.code },
    package: "Debian's luajit",
    version: &["luajit", "-e", "io.write(jit.version)"],
    run: &["luajit", "own.lua"],
    ..LUA
};

const PROGRAM: &str = r"
local ballast = {} for i = 1, 1000 do ballast[i] = {} end
local value
local function code()
@code@
end
local function empty() end
local function stretch(code, count)
    local begin = os.clock()
    for _ = 1, count do value = code() end
    return os.clock() - begin
end
local function mean(code, seconds)
    local count = 1
    while stretch(code, count) < 0.02 do count = count * 2 end
    local spent, all = 0, 0
    while spent < seconds do spent, all = spent + stretch(code, count), all + count end
    return spent / all * 1e9
end
print(mean(code, 1) - mean(empty, 0.1))
";
