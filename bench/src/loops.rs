//! A loop in every language, of so many rounds as are asked for.

/// Every language, its loop, in which `ROUNDS` stands for a number, and with which number it takes about 100 µs.
pub const ALL: [(&str, &str, u64); 16] = [
    ("perl", PERL, 4_000),
    ("python", PYTHON, 3_000),
    ("javascript", JAVASCRIPT, 80_000),
    ("ruby", RUBY, 4_000),
    ("php", PHP, 10_000),
    ("lua", LUA, 20_000),
    ("luajit", LUA, 100_000),
    ("bash", SHELL, 100),
    ("dash", SHELL, 200),
    ("awk", AWK, 2_000),
    ("go", GO, 80_000),
    ("rust", RUST, 80_000),
    ("java", JAVA, 80_000),
    ("haskell", HASKELL, 80_000),
    ("c", C, 80_000),
    ("cpp", C, 80_000),
];

pub const PERL: &str = "my $x = 0; for my $i (1..ROUNDS) { $x += $i } $x";
pub const C: &str = "unsigned x = 1; for (int i = 0; i < ROUNDS; i++) x = x * 1664525u + 1013904223u; return x;";
const GO: &str = "x := uint32(1); for i := 0; i < ROUNDS; i++ { x = x*1664525 + 1013904223 }; return int(x)";
const RUST: &str = "let mut x = 1u32; for _ in 0..ROUNDS { x = x.wrapping_mul(1664525).wrapping_add(1013904223) } x";
const HASKELL: &str = "let { loop :: Data.Word.Word32 -> Int -> Data.Word.Word32; loop !x 0 = x; loop x n = loop (x * 1664525 + 1013904223) (n - 1) }\nloop 1 ROUNDS";
const JAVA: &str = "int x = 1; for (int i = 0; i < ROUNDS; i++) x = x * 1664525 + 1013904223; return x;";
const JAVASCRIPT: &str = "let x = 0; for (let i = 0; i < ROUNDS; i++) x = (x * 31 + i) | 0; return x";
const PYTHON: &str = "x = 0\nfor i in range(ROUNDS): x += i\nx";
const RUBY: &str = "x = 0; i = 0; while i < ROUNDS; x += i; i += 1; end; x";
const PHP: &str = "$x = 0; for ($i = 0; $i < ROUNDS; $i++) $x += $i; return $x;";
const LUA: &str = "local x = 0 for i = 1, ROUNDS do x = x + i end return x";

const SHELL: &str = "x=0 i=0; while [ $i -lt ROUNDS ]; do x=$((x + i)) i=$((i + 1)); done; echo $x";
const AWK: &str = "x = 0; for (i = 0; i < ROUNDS; i++) x += i; print x";
