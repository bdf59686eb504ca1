//! Compilers that work while the code runs: what they bring comes after thousands of iterations, and some milliseconds later on a machine that others use. Code that is the
//! same twice, and code of which one takes longer once it is compiled.

use crate::truth::case::{Case, Class, Truth};

const CATEGORY: &str = "compilers";

pub fn cases() -> Vec<Case> {
    let of = |class: Class, prelude: &str, code: fn(&str) -> String, work: [[&str; 2]; 2]| {
        let prelude = format!("{}{prelude}", class.prelude());
        let [loops, words] = work.map(|pair| pair.map(code));
        let case = |what: &str, code: [String; 2], truth| {
            Case::new(&format!("{}-compiles-{what}", class.name()), class, CATEGORY, code, truth).after(prelude.clone())
        };
        [
            case("itself", [loops[0].clone(), loops[0].clone()], Truth::Known(1.0)),
            case("loops", loops, Truth::Loop),
            case("words", words, Truth::Loop),
        ]
    };
    let work = |long: &'static str| [["steps(1000)", "steps(1150)"], ["count(text)", long]];
    let javascript = of(Class::Javascript, JAVASCRIPT, |call| format!("return {call}"), work("count(text, 1)"));
    let java = of(Class::Java, JAVA, |call| format!("return {call};"), work("count(text + \" once more\")"));
    javascript.into_iter().chain(java).collect()
}

/// The function that is called runs in the interpreter for some 5,000 calls; the one that counts words is compiled by and by.
const JAVASCRIPT: &str = "
const text = 'the quick brown fox jumps over the lazy dog';
function steps(n) { let s = 0; for (let i = 0; i < n; i++) s = (s * 31 + i) | 0; return s }
function count(text, more) {
    const found = {};
    for (const word of text.split(' ')) found[word] = (found[word] || 0) + 1;
    return Object.keys(found).length + (more ? text.split(' ').length : 0);
}
";

const JAVA: &str = r#"
static String text = "the quick brown fox jumps over the lazy dog";
static long steps(int n) { long s = 0; for (int i = 0; i < n; i++) s = s * 31 + i; return s; }
static long count(String text) {
    HashMap<String, Integer> found = new HashMap<>();
    for (String word : text.split(" ")) found.merge(word, 1, Integer::sum);
    return found.size();
}
"#;
