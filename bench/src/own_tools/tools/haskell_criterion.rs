//! criterion of Haskell.

use crate::own_tools::code::Code;
use crate::own_tools::tool::{Output, Tool};
use serde_json::Value;

pub const TOOL: Tool = Tool {
    language: "haskell",
    code: Code {
        looped: "let { loop :: Data.Word.Word32 -> Int -> Data.Word.Word32; loop !x 0 = x; loop x n = loop (x * 1664525 + 1013904223) (n - 1) }\nloop 1 ROUNDS",
        rounds: 80_000,
        texts: "length (Data.List.intercalate \",\" (map show [7, 14 .. 140 :: Int]))",
    },
    name: "criterion",
    package: "Debian's libghc-criterion-dev",
    version: &["ghc-pkg", "field", "criterion", "version", "--simple-output"],
    files: &[("Code.hs", CODE), ("own.hs", PROGRAM)],
    build: &[&["ghc", "-O2", "-v0", "own.hs"]],
    run: &["./own", "--time-limit=1", "--json=out.json"],
    output: Output::File("out.json"),
    read,
    reading: "`nf` for a second in each of three processes, the mean. The code is a function that is not inlined, compiled with the flags that the program uses; the loop is in the time, \
              the value is evaluated to normal form. The clock of the wall; the collector is on.",
    ..super::PLAIN
};

const CODE: &str = "{-# LANGUAGE BangPatterns #-}
{-# OPTIONS_GHC -fno-full-laziness #-}
module Code where
import qualified Data.List
import qualified Data.Word
{-# NOINLINE code #-}
code _ = (do
@code@
 )
";

const PROGRAM: &str = "
import Code
import Criterion.Main
main = defaultMain [bench \"own\" (nf code ())]
";

fn read(text: &str) -> Option<f64> {
    let written: Value = serde_json::from_str(text).ok()?;
    written[2][0]["reportAnalysis"]["anMean"]["estPoint"].as_f64().map(|seconds| seconds * 1e9)
}

#[cfg(test)]
mod tests {
    #[test]
    fn its_file_is_read() {
        let text = r#"["criterion","1.5.13.0",[{"reportAnalysis":{"anMean":{"estError":{"confIntCL":5.0e-2,"confIntLDX":1.0e-9,"confIntUDX":1.0e-9},"estPoint":1.5e-6},
            "anOutlierVar":{"ovDesc":"a moderate","ovEffect":"Moderate","ovFraction":0.2}},"reportName":"own","reportNumber":0}]]"#;
        assert_eq!(super::read(text).map(f64::round), Some(1500.0));
        assert_eq!(super::read("[]"), None);
    }
}
