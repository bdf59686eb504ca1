//! What is compiled: the files of a language with the parts of a snippet in their places.

use super::opened::open;
use crate::languages::{Compiler, Language};
use protocol::{Param, Part, SnippetCase};
use std::collections::BTreeMap;

/// A file by its name.
pub type Files = BTreeMap<String, String>;

/// The files that the host is built from: its own, and those that it takes.
pub fn host_files<'t>(language: &'t Language, taken: impl IntoIterator<Item = &'t String>) -> Files {
    let own = language.beside.iter().chain([&language.host]);
    taken.into_iter().chain(own).map(|name| (name.clone(), language.text(name).to_string())).collect()
}

/// By how much one layout differs from the next, in bytes: functions begin at multiples of it.
const LAYOUT_STEP: usize = 16;

/// The files that a snippet is built from, in one of several layouts.
pub fn snippet_files(language: &Language, compiler: &Compiler, case: &SnippetCase, layout: usize) -> Files {
    let mut words = words(compiler, case);
    let moved = compiler.layout.replace("{bytes}", &(layout * LAYOUT_STEP).to_string());
    words.insert("layout".to_string(), if layout == 0 { String::new() } else { moved });
    let headers = compiler.headers.iter().map(|name| (name.clone(), language.text(name).to_string()));
    let sources = compiler.sources.iter().map(|name| (name.clone(), filled(language.text(name), &words)));
    let files = compiler.files.iter().map(|(name, text)| (name.clone(), filled(text, &words)));
    headers.chain(sources).chain(files).collect()
}

/// What stands for each word between two `@`.
fn words(compiler: &Compiler, case: &SnippetCase) -> BTreeMap<String, String> {
    let part = |(name, part): (&str, Part)| (name.to_string(), case.parts.get(&part).cloned().unwrap_or_default());
    let mut words: BTreeMap<String, String> = [
        ("prelude", Part::Prelude),
        ("setup", Part::Setup),
        ("variant_setup", Part::VariantSetup),
        ("code", Part::Code),
        ("teardown", Part::Teardown),
    ]
    .map(part)
    .into();
    words.insert("head".to_string(), head(compiler, &words["prelude"]));
    if let Some(opened) = &compiler.opened {
        words.insert("prelude".to_string(), open(&words["prelude"], opened));
    }
    let is_empty = words["code"].trim().is_empty();
    let said = case.returns.as_ref().filter(|_| !is_empty);
    let cast = said.and_then(|name| compiler.casts.get(name).or_else(|| compiler.casts.get("")));
    words.insert("cast".to_string(), cast.cloned().unwrap_or_default());
    words.insert("returns".to_string(), said.unwrap_or(&compiler.returns).clone());
    let before_each = case.parts.get(&Part::BeforeEach).filter(|code| !code.trim().is_empty());
    let before_each = before_each.map(|code| with_code(&compiler.before_each, code));
    words.insert("before_each".to_string(), before_each.unwrap_or_default());
    for part in ["setup", "variant_setup", "code", "teardown"] {
        let (margin, end) = (margin(&words[part]), end(&words[part]));
        words.insert(format!("margin_of_{part}"), margin);
        words.insert(format!("end_of_{part}"), end);
    }
    let around = words["variant_setup"].clone() + &words["before_each"];
    let need = |name: &String| match &compiler.unused_need {
        Some(unused) if is_empty && !names_package(&around, name) => unused,
        _ => &compiler.need,
    };
    let needs = case.needs.iter().map(|name| {
        let need = need(name).replace("{name}", name);
        if includes(&words["prelude"], name) { without_include(&need) } else { need + "\n" }
    });
    let needs: String = needs.collect();
    words.insert("needs".to_string(), needs);
    if is_empty {
        words.insert("code".to_string(), compiler.empty.clone());
    }
    words.insert("imports".to_string(), compiler.imports.trim().to_string() + " " + &words["needs"].replace('\n', " "));
    let params = compiler.params.iter().map(|(word, line)| (word.clone(), for_each_param(line, compiler, case)));
    words.into_iter().chain(params).collect()
}

/// A text with the code of a part in it.
fn with_code(text: &str, code: &str) -> String {
    text.replace("{margin}", &margin(code)).replace("{end}", &end(code)).replace("{code}", code)
}

/// What stands before the first word of a part in the line of that, as blanks: where lines of a block begin below each other, what is
/// added to it begins there, too. Comments are no words; they are those of Haskell, the only such language.
fn margin(part: &str) -> String {
    let mut rest = part.trim_start();
    loop {
        let behind = match rest {
            line if line.starts_with("--") => line.split_once('\n').map_or("", |(_, behind)| behind),
            comment if comment.starts_with("{-") && !comment.starts_with("{-#") => behind_comment(comment),
            _ => break,
        };
        rest = behind.trim_start();
    }
    let before = &part[..part.len() - rest.len()];
    let line = before.rsplit('\n').next().unwrap_or_default();
    line.chars().map(|c| if c == '\t' { '\t' } else { ' ' }).collect()
}

/// What stands behind the comment that a text begins with, in which there may be others.
fn behind_comment(text: &str) -> &str {
    let mut depth = 0_usize;
    for (at, pair) in text.as_bytes().windows(2).enumerate() {
        match pair {
            b"{-" => depth += 1,
            b"-}" => depth -= 1,
            _ => continue,
        }
        if depth == 0 {
            return &text[at + 2..];
        }
    }
    ""
}

/// The number of the last line of a part: what is wrong behind it, such as a bracket that is closed twice, is told of that.
fn end(part: &str) -> String {
    part.trim_end().lines().count().max(1).to_string()
}

/// Whether a prelude includes a header itself.
fn includes(prelude: &str, header: &str) -> bool {
    let names = [format!("<{header}>"), format!("\"{header}\"")];
    let is_include = |line: &&str| line.trim_start().starts_with('#') && line.contains("include");
    prelude.lines().filter(is_include).any(|line| names.iter().any(|name| line.contains(name)))
}

/// A need without the line that includes it: where the prelude does that, it stands behind what the prelude defines for it.
fn without_include(need: &str) -> String {
    need.lines().filter(|line| !line.starts_with("#include")).map(|line| format!("{line}\n")).collect()
}

/// Whether code names a package: by the last part of its path that is no version, and without the version of `yaml.v3`.
fn names_package(code: &str, path: &str) -> bool {
    let is_version = |part: &str| part.strip_prefix('v').is_some_and(|rest| rest.parse::<u32>().is_ok());
    let name = path.rsplit('/').find(|part| !is_version(part)).unwrap_or(path);
    let name = name.rsplit_once('.').filter(|(_, end)| is_version(end)).map_or(name, |(name, _)| name);
    code.contains(&format!("{name}."))
}

/// The lines of a prelude that stand before everything else. A pragma of Haskell goes on to its end. What C may leave out under a condition stays where it is, with all
/// that follows, and so does a macro of several lines.
fn head(compiler: &Compiler, prelude: &str) -> String {
    let prelude = without_comments(prelude);
    let lines: Vec<&str> = prelude.lines().collect();
    // GHC takes its pragmas in any case, with any blanks.
    let plain = |text: &str| text.split_whitespace().collect::<String>().to_uppercase();
    let begins = |line: &str| {
        compiler.heads.iter().any(|head| match head.starts_with("{-#") {
            true => plain(line).starts_with(&plain(head)),
            false => line.trim_start().starts_with(head.as_str()),
        })
    };
    let (mut head, mut goes_on) = (String::new(), false);
    let guards = |at: usize| is_defined_unless_it_is(&lines[at..]) && begins(lines[at + 1]);
    for (at, line) in lines.iter().enumerate() {
        if line.trim_start().starts_with("#if") && !is_defined_unless_it_is(&lines[at..]) {
            break;
        }
        let is_of_guard = guards(at) || at >= 2 && guards(at - 2);
        if goes_on || is_of_guard || begins(line) && !line.ends_with('\\') {
            goes_on = (goes_on || line.contains("{-#")) && !line.contains("#-}");
            head += &format!("{line}\n");
        }
    }
    head
}

/// Whether lines begin with a macro that is defined unless it is, and nothing more under that condition.
fn is_defined_unless_it_is(lines: &[&str]) -> bool {
    let words =
        |at: usize| lines.get(at).map_or(Vec::new(), |line| line.split_whitespace().take(2).collect::<Vec<_>>());
    matches!((&words(0)[..], &words(1)[..], &words(2)[..]), (["#ifndef", name], ["#define", defined], ["#endif", ..]) if name == defined)
}

/// A text without comments of C, up to one that has no end.
fn without_comments(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some((before, comment)) = rest.split_once("/*") {
        out += before;
        out.push(' ');
        let Some((_, behind)) = comment.split_once("*/") else { return out };
        rest = behind;
    }
    out + rest
}

fn for_each_param(line: &str, compiler: &Compiler, case: &SnippetCase) -> String {
    let written = |(name, value): (&String, &Param)| {
        let sort = match value {
            Param::Integer(_) => "whole",
            Param::Float(_) => "number",
            Param::Boolean(_) => "truth",
            Param::Text(_) => "text",
        };
        line.replace("{name}", name).replace("{type}", &compiler.types[sort]).replace("{sort}", sort) + "\n"
    };
    case.params.iter().map(written).collect()
}

/// A text with words between two `@` replaced. What takes their place is not looked at again.
fn filled(template: &str, words: &BTreeMap<String, String>) -> String {
    let mut pieces = template.split('@');
    let mut filled = pieces.next().unwrap_or_default().to_string();
    let mut after_word = false;
    for piece in pieces {
        match words.get(piece) {
            Some(text) if !after_word => {
                filled.push_str(text);
                after_word = true;
            }
            _ => {
                if !after_word {
                    filled.push('@');
                }
                filled.push_str(piece);
                after_word = false;
            }
        }
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_between_signs_are_replaced_once() {
        let words = BTreeMap::from([("a".to_string(), "@b@".to_string()), ("b".to_string(), "2".to_string())]);
        let cases = [("x @a@ y @b@", "x @b@ y 2"), ("@a@b@", "@b@b@"), ("two @ signs", "two @ signs"), ("@", "@")];
        for (template, expected) in cases {
            assert_eq!(filled(template, &words), expected, "{template}");
        }
    }

    #[test]
    fn the_margin_of_a_part_is_that_of_its_first_word() {
        let cases = [
            ("", ""),
            ("a", ""),
            ("\n\n  a\n b", "  "),
            ("-- c\n\n    a", "    "),
            ("{- c {- d -} -\n -} {--} a", "         "),
            ("é\n  a", ""),
            ("\t a", "\t "),
            ("{- é -}a", "       "),
            ("  {-# SCC x #-} a", "  "),
            ("-- c", "    "),
            ("{- never closed", "               "),
        ];
        for (part, expected) in cases {
            assert_eq!(margin(part), expected, "{part}");
        }
    }
}
