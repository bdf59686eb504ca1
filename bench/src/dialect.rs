//! Snippets in C and in C++ as a function of a source of their own.

/// The two languages of which the function is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    C,
    Cpp,
}

impl Dialect {
    /// What compiles it.
    pub fn compiler(self) -> &'static str {
        match self {
            Dialect::C => "cc",
            Dialect::Cpp => "c++",
        }
    }

    /// How the name of a source ends.
    pub fn suffix(self) -> &'static str {
        match self {
            Dialect::C => ".c",
            Dialect::Cpp => ".cpp",
        }
    }

    /// A source with a function `body` that runs the code once, and `kept`, where its value goes.
    pub fn body(self, prelude: &str, code: &str) -> String {
        let returns = match self {
            Dialect::C => "long long",
            Dialect::Cpp => "auto",
        };
        BODY.replace("@prelude@", prelude).replace("@returns@", returns).replace("@code@", code)
    }
}

const BODY: &str = r#"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#define keep(pointer) __asm__ volatile("" : : "r"(pointer) : "memory")
@prelude@
static inline @returns@ body(void) {
@code@
}
static volatile long long kept;
"#;
