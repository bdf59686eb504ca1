//! mitata of JavaScript.

use crate::own_tools::code::Code;
use crate::own_tools::tool::Tool;

pub const TOOL: Tool = Tool {
    language: "javascript",
    code: Code {
        looped: "let x = 0; for (let i = 0; i < ROUNDS; i++) x = (x * 31 + i) | 0; return x",
        rounds: 80_000,
        texts: "const parts = []; for (let i = 0; i < 20; i++) parts.push(i * 7); return parts.join(',')",
    },
    name: "mitata",
    package: "npm's mitata",
    version: &["node", "-p", "JSON.parse(fs.readFileSync('{tool}/node_modules/mitata/package.json')).version"],
    install: (
        &[("package.json", "{\"private\": true}")],
        &[&["npm", "install", "--silent", "--no-audit", "--no-fund", "mitata"]],
    ),
    files: &[("own.mjs", PROGRAM)],
    run: &["node", "own.mjs"],
    reading: "`measure` for a second in each of three processes, `avg`: the mean of its samples (4096 calls each, one where a call takes more than 65 µs), the two \
              quickest and the two slowest left out. Its loop and the call are in the time. The clock of the wall; the collector is on.",
    ..super::PLAIN
};

const PROGRAM: &str = r"
import { measure, do_not_optimize } from 'mitata';
function code() {
@code@
}
const { avg } = await measure(() => do_not_optimize(code()), { min_cpu_time: 1e9 });
console.log(avg);
";
