//! Languages whose runtime collects garbage: what their snippets share, and the plain loop of each. The loops read the clock of
//! the wall, because a collector may have threads of its own.

use super::case::Class;

/// How a plain loop of a language is written, made and started. It is given seconds and a number of iterations, and prints
/// nanoseconds per iteration.
pub struct Frame {
    /// What all snippets of the language share.
    pub prelude: &'static str,
    /// The program, with `@prelude@` and `@code@`.
    pub program: &'static str,
    /// The name of its file.
    pub file: &'static str,
    /// How it is compiled, if it is: `{file}` and `{out}` are paths.
    pub compile: &'static [&'static str],
    /// How it is started.
    pub run: &'static [&'static str],
    /// Whether its runtime has threads of its own.
    pub has_threads: bool,
}

/// The frame of a language.
pub fn frame(class: Class) -> Option<Frame> {
    match class {
        Class::Python => Some(PYTHON),
        Class::Javascript => Some(JAVASCRIPT),
        Class::Ruby => Some(RUBY),
        Class::Java => Some(JAVA),
        Class::Go => Some(GO),
        Class::Haskell => Some(HASKELL),
        _ => None,
    }
}

/// All iterations of a chunk are between two readings of the clock. Those of the first fifth of the time warm up.
const PYTHON: Frame = Frame {
    prelude: "kept = [None] * 20000\nat = [0]\ntable = {}\n",
    program: r"
import sys, time
@prelude@
def code():
@code@
def empty():
    pass
def stretch(code, n):
    begin = time.perf_counter()
    for _ in range(n): code()
    return time.perf_counter() - begin
def mean(code, seconds, chunk):
    spent = 0
    while spent < seconds / 5: spent += stretch(code, chunk)
    spent = n = 0
    while spent < seconds:
        spent += stretch(code, chunk)
        n += chunk
    return spent / n * 1e9
seconds, chunk = float(sys.argv[1]), int(sys.argv[2])
nothing = mean(empty, 0.02, 1000)
print(mean(code, seconds, chunk) - nothing)
",
    file: "loop.py",
    compile: &[],
    run: &["python3", "{file}"],
    has_threads: false,
};

const JAVASCRIPT: Frame = Frame {
    prelude: "const kept = new Array(20000).fill(null); let at = 0; const table = new Map();",
    program: r"
'use strict';
@prelude@
function code() {
@code@
}
let value;
function stretch(n) {
    const begin = performance.now();
    for (let i = 0; i < n; i++) value = code();
    return performance.now() - begin;
}
const [seconds, chunk] = process.argv.slice(2).map(Number);
let spent = 0, n = 0;
while (spent < seconds * 200) spent += stretch(chunk);
spent = 0;
while (spent < seconds * 1000) { spent += stretch(chunk); n += chunk; }
console.log(spent / n * 1e6);
",
    file: "loop.js",
    compile: &[],
    run: &["node", "{file}"],
    has_threads: true,
};

const RUBY: Frame = Frame {
    prelude: "kept = Array.new(20000); at = 0; table = {}",
    program: r"
@prelude@
def stretch(n)
  start = Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond)
  while (n -= 1) >= 0; yield; end
  Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond) - start
end
def mean(seconds, chunk, &code)
  spent = 0
  spent += stretch(chunk, &code) while spent < seconds * 2e8
  spent = n = 0
  while spent < seconds * 1e9
    spent += stretch(chunk, &code)
    n += chunk
  end
  spent.to_f / n
end
seconds, chunk = ARGV[0].to_f, ARGV[1].to_i
nothing = mean(0.02, 1000) { nil }
puts mean(seconds, chunk) {
@code@
} - nothing
",
    file: "loop.rb",
    compile: &[],
    run: &["ruby", "--disable=gems", "{file}"],
    has_threads: false,
};

const JAVA: Frame = Frame {
    prelude: "static final long[][] kept = new long[100000][]; static int at; static final HashMap<Integer, long[]> table = new HashMap<>();",
    program: r"
import java.util.*;
public class Loop {
@prelude@
static long code() {
@code@
}
static long value;
static long stretch(long n) {
    long begin = System.nanoTime();
    for (long i = 0; i < n; i++) value += code();
    return System.nanoTime() - begin;
}
public static void main(String[] words) {
    double ns = Double.parseDouble(words[0]) * 1e9, spent = 0, n = 0;
    long chunk = Long.parseLong(words[1]);
    while (spent < ns / 5) spent += stretch(chunk);
    for (spent = 0; spent < ns; n += chunk) spent += stretch(chunk);
    System.out.println(spent / n);
}
}
",
    file: "Loop.java",
    compile: &["javac", "-d", "{out}", "{file}"],
    run: &[
        "java",
        "-XX:+UseSerialGC",
        "-XX:CompileCommand=quiet",
        "-XX:CompileCommand=dontinline,Loop::code",
        "-cp",
        "{out}",
        "Loop",
    ],
    has_threads: true,
};

const GO: Frame = Frame {
    prelude: "var kept [100000][]int\nvar at int\nvar table = map[int][]int{}\n",
    program: r#"package main
import ("fmt"; "os"; "strconv"; "time")
@prelude@
//go:noinline
func code() int {
@code@
}
var value int
func stretch(n int) float64 {
    begin := time.Now()
    for i := 0; i < n; i++ { value = code() }
    return float64(time.Since(begin).Nanoseconds())
}
func main() {
    seconds, _ := strconv.ParseFloat(os.Args[1], 64)
    chunk, _ := strconv.Atoi(os.Args[2])
    spent, n := 0.0, 0
    for spent < seconds * 2e8 { spent += stretch(chunk) }
    for spent = 0; spent < seconds * 1e9; n += chunk { spent += stretch(chunk) }
    fmt.Println(spent / float64(n))
}
"#,
    file: "loop.go",
    compile: &["go", "build", "-o", "{out}", "{file}"],
    run: &["{out}"],
    has_threads: true,
};

/// What the program under trial compiles code with is given here, too: without it GHC computes once what is the same in each iteration. What snippets share
/// is a module of its own there and is none here, so nothing of it goes into the code that calls it.
const HASKELL: Frame = Frame {
    prelude: r"import Data.Array.IO
import Data.IORef
import qualified Data.IntMap.Strict as IntMap
import System.IO.Unsafe (unsafePerformIO)

kept :: IOArray Int [Int]
kept = unsafePerformIO (newArray (0, 19999) [])
{-# NOINLINE kept #-}

at :: IORef Int
at = unsafePerformIO (newIORef 0)
{-# NOINLINE at #-}

table :: IORef (IntMap.IntMap [Int])
table = unsafePerformIO (newIORef IntMap.empty)
{-# NOINLINE table #-}

keep :: Int -> Int -> IO ()
keep place i = let { one = [i]; two = i : one } in two `seq` writeArray kept place two
{-# NOINLINE keep #-}

keepNext :: Int -> IO ()
keepNext i = do
    place <- readIORef at
    keep place i
    writeIORef at $! if place == 19999 then 0 else place + 1
{-# NOINLINE keepNext #-}

put :: Int -> IO ()
put i = do
    place <- readIORef at
    modifyIORef' table (IntMap.insert (place + i) [i])
{-# NOINLINE put #-}

clear :: IO ()
clear = writeIORef table IntMap.empty
{-# NOINLINE clear #-}

step :: IO () -> IO ()
step atEnd = do
    place <- readIORef at
    if place == 2990 then writeIORef at 0 >> atEnd else writeIORef at $! place + 10
{-# NOINLINE step #-}
",
    program: r"module Main where
import GHC.Clock (getMonotonicTimeNSec)
import System.Environment (getArgs)
@prelude@
code :: Int -> IO Int
code _ = do
    @code@
{-# NOINLINE code #-}

empty :: Int -> IO Int
empty _ = return 1
{-# NOINLINE empty #-}

stretch :: (Int -> IO Int) -> Int -> IO Double
stretch run n = do
    begin <- getMonotonicTimeNSec
    let loop i = if i == 0 then return () else run i >>= \value -> value `seq` loop (i - 1)
    loop n
    end <- getMonotonicTimeNSec
    return (fromIntegral (end - begin))
{-# NOINLINE stretch #-}

mean :: (Int -> IO Int) -> Double -> Int -> IO Double
mean run ns chunk = do
    let warm spent = if spent >= ns / 5 then return () else stretch run chunk >>= warm . (spent +)
        timed spent n = if spent >= ns then return (spent / n)
            else stretch run chunk >>= \more -> timed (spent + more) (n + fromIntegral chunk)
    warm 0
    timed 0 0

main :: IO ()
main = do
    [seconds, chunk] <- getArgs
    nothing <- mean empty 2e7 1000
    full <- mean code (read seconds * 1e9) (read chunk)
    print (full - nothing)
",
    file: "Loop.hs",
    compile: &[
        "ghc",
        "-v0",
        "-O2",
        "-fno-full-laziness",
        "-package-env",
        "-",
        "-outputdir",
        "{out}-made",
        "-o",
        "{out}",
        "{file}",
    ],
    run: &["{out}"],
    has_threads: false,
};
