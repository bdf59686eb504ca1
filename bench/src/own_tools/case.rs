//! The code that both measure: of each language a loop of about 100 µs, which allocates nothing, and texts that are made and
//! joined within a microsecond or less (bash: more), where what a tool does for each iteration would show, and what a collector does. In Perl and
//! Haskell they end with a length: how a long value is handed over (Perl copies it for who keeps it) or evaluated is the tool's matter.

use crate::loops;

/// Code in a language.
pub struct Case {
    /// The language, and what it does.
    pub name: String,
    pub language: &'static str,
    pub code: String,
}

const PERL: &str = "length join ',', map { $_ * 7 } 1 .. 6";
const PYTHON: &str = "','.join([str(i * 7) for i in range(8)])";
const JAVASCRIPT: &str = "const parts = []; for (let i = 0; i < 20; i++) parts.push(i * 7); return parts.join(',')";
const RUBY: &str = "Array.new(6) { |i| (i * 7).to_s }.join(',')";
const PHP: &str = "$parts = []; for ($i = 0; $i < 20; $i++) $parts[] = $i * 7; return implode(',', $parts);";
const LUA: &str = "local parts = {} for i = 1, 8 do parts[i] = i * 7 end return table.concat(parts, ',')";
const BASH: &str = "parts=(); for i in 1 2 3 4 5 6; do parts+=(\"$((i * 7))\"); done; text=\"${parts[*]}\"";
const DASH: &str = "text=; for i in 1 2 3 4 5 6; do text=$text,$((i * 7)); done";
const AWK: &str = "text = \"\"; for (i = 0; i < 8; i++) text = text \",\" i * 7";
const GO: &str = "parts := []string{}; for i := 0; i < 20; i++ { parts = append(parts, strconv.Itoa(i * 7)) }; return len(strings.Join(parts, \",\"))";
const RUST: &str = "let parts: Vec<String> = (0..16).map(|i| (i * 7).to_string()).collect(); parts.join(\",\")";
const JAVA: &str = "StringBuilder text = new StringBuilder(); for (int i = 0; i < 50; i++) text.append(i * 7).append(','); return text.toString();";
const HASKELL: &str = "length (Data.List.intercalate \",\" (map show [7, 14 .. 140 :: Int]))";
const C: &str = "char *text = malloc(200); int length = 0; for (int i = 0; i < 10; i++) length += sprintf(text + length, \"%d,\", i * 7); free(text); return length;";
const CPP: &str = "std::string text; for (int i = 0; i < 40; i++) text += std::to_string(i * 7); return text;";

/// Two of each language.
pub fn all() -> Vec<Case> {
    let of = |language, what: &str, code| Case { name: format!("{language}-{what}"), language, code };
    let two = |(language, code, rounds): (&'static str, &str, u64)| {
        let texts = texts(language).to_string();
        [of(language, "loop", code.replace("ROUNDS", &rounds.to_string())), of(language, "texts", texts)]
    };
    loops::ALL.into_iter().flat_map(two).collect()
}

fn texts(language: &str) -> &'static str {
    match language {
        "perl" => PERL,
        "python" => PYTHON,
        "javascript" => JAVASCRIPT,
        "ruby" => RUBY,
        "php" => PHP,
        "lua" | "luajit" => LUA,
        "bash" => BASH,
        "dash" => DASH,
        "awk" => AWK,
        "go" => GO,
        "rust" => RUST,
        "java" => JAVA,
        "haskell" => HASKELL,
        "c" => C,
        "cpp" => CPP,
        other => panic!("{other} has no texts"),
    }
}
