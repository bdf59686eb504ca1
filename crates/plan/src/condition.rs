//! Where a variant takes part: the text of `when`.
//!
//! Clauses on parameters are decided at every point, those on what `for` binds once, when the variants are made.

use crate::Diagnostic;
use crate::context::PlanContext;
use crate::foreign::{listed, quoted};
use crate::names::IN_CONDITION;
use crate::nearest::suggestion;
use crate::quantity::NoQuantity;
use crate::tree::{self, Mistakes, Node};
use crate::value;
use model::{Clause, Condition, Operator, Point, Value};
use std::ops::Range;

const OPERATORS: &[(&str, Operator)] = &[
    ("==", Operator::Equal),
    ("!=", Operator::NotEqual),
    ("<=", Operator::LessOrEqual),
    (">=", Operator::GreaterOrEqual),
    ("<", Operator::Less),
    (">", Operator::Greater),
];

const EXAMPLE: &str = "a condition compares: `size <= 64KiB and mode == fast`";

/// A condition as it stands in the plan.
pub fn read(node: &Node, context: &PlanContext, mistakes: &mut Mistakes) -> Option<Condition> {
    let text = tree::filled_text(node, mistakes)?;
    let mut parser = Parser { node, context, tokens: tokens(text), end: text.len(), mistakes };
    let any = parser.alternatives()?;
    Some(Condition { any, text: text.to_string() })
}

/// What is left of a condition once the clauses on `bound` names are decided.
pub enum Resolved {
    /// It holds at every point.
    Always,
    /// It holds at some points.
    Sometimes(Condition),
    /// It holds nowhere.
    Never,
}

/// Decides the clauses on names that `for` binds.
pub fn resolve(condition: &Condition, bound: &Point) -> Resolved {
    let undecided = |group: &Vec<Clause>| {
        let (decided, open): (Vec<Clause>, Vec<Clause>) =
            group.iter().cloned().partition(|clause| bound.get(&clause.param).is_some());
        decided.iter().all(|clause| clause.holds(bound)).then_some(open)
    };
    let any: Vec<Vec<Clause>> = condition.any.iter().filter_map(undecided).collect();
    if any.is_empty() {
        Resolved::Never
    } else if any.iter().any(Vec::is_empty) {
        Resolved::Always
    } else {
        Resolved::Sometimes(Condition { any, text: condition.text.clone() })
    }
}

#[derive(Clone, Debug, PartialEq)]
struct Token<'c> {
    kind: TokenKind,
    text: &'c str,
    span: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum TokenKind {
    Word,
    Quoted,
    /// Signs such as `<=`; the parser knows which of them are operators.
    Signs,
}

/// Words, texts in quotes, and runs of signs.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        let rest = &text[at..];
        let (kind, length) = match first {
            '"' | '\'' => (TokenKind::Quoted, rest[1..].find(first).map_or(rest.len(), |end| end + 2)),
            _ if is_sign(first) => (TokenKind::Signs, run(rest, is_sign)),
            _ => (TokenKind::Word, run(rest, |c| !c.is_whitespace() && !is_sign(c) && c != '"' && c != '\'')),
        };
        tokens.push(Token { kind, text: &rest[..length], span: at..at + length });
        at += length;
    }
    tokens
}

fn run(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|c: char| !belongs(c)).unwrap_or(text.len())
}

fn is_sign(character: char) -> bool {
    matches!(character, '=' | '!' | '<' | '>' | '&' | '|' | '(' | ')' | ',' | ';' | '~')
}

struct Parser<'p, 't> {
    node: &'p Node<'t>,
    context: &'p PlanContext<'p>,
    tokens: Vec<Token<'p>>,
    end: usize,
    mistakes: &'p mut Mistakes,
}

impl<'p> Parser<'p, '_> {
    /// `and` binds tighter than `or`. The first mistake ends it: what follows could only be guessed.
    fn alternatives(&mut self) -> Option<Vec<Vec<Clause>>> {
        self.tokens.reverse();
        let mut any = vec![vec![self.clause()?]];
        while let Some(token) = self.tokens.pop() {
            match token.text {
                "and" => any.last_mut().expect("begun with one").push(self.clause()?),
                "or" => any.push(vec![self.clause()?]),
                _ => return self.fail(&token.span, "`and` or `or` must stand here", &joint_help(token.text)),
            }
        }
        Some(any)
    }

    fn clause(&mut self) -> Option<Clause> {
        let name = self.next("the name of a parameter")?;
        if !model::is_identifier(name.text) {
            return self.fail(&name.span, "a comparison begins with the name of a parameter", &joint_help(name.text));
        }
        if let Err(unusable) = self.context.names.look_up(name.text, &IN_CONDITION) {
            let message = format!("{} {}", quoted(name.text), unusable.because);
            return self.fail(&name.span, &message, &unusable.help);
        }
        let sign = self.next("a comparison")?;
        let Some((_, operator)) = OPERATORS.iter().find(|(text, _)| *text == sign.text) else {
            let message = format!("{} is no comparison", quoted(sign.text));
            return self.fail(&sign.span, &message, &operator_help(sign.text));
        };
        let word = self.next("a value")?;
        let value = self.value(&name, *operator, &word)?;
        Some(Clause { param: name.text.to_string(), operator: *operator, value })
    }

    fn value(&mut self, name: &Token, operator: Operator, word: &Token) -> Option<Value> {
        let text = match word.kind {
            TokenKind::Word => word.text,
            TokenKind::Quoted => match closed(word.text) {
                Some(text) => text,
                None => return self.fail(&word.span, "a quote is not closed", "close it at the end of the value"),
            },
            TokenKind::Signs => {
                let help = "a text with signs or blanks stands in quotes";
                return self.fail(&word.span, "a value must stand here", help);
            }
        };
        // Without a sample the parameter is faulty itself, and has been reported.
        let sample = self.context.values(name.text).first()?;
        let value = match value::like(sample, text) {
            Ok(value) => value,
            Err(NoQuantity { message, help }) => {
                let message = format!("{} is {}, but {message}", quoted(name.text), value::kind(sample));
                return self.fail(&word.span, &message, &help);
            }
        };
        let equality = matches!(operator, Operator::Equal | Operator::NotEqual);
        let values = self.context.known_values(name.text);
        if equality && matches!(value, Value::Text(_)) && !values.contains(&&value) {
            let known: Vec<String> = values.iter().map(|value| value.placeholder()).collect();
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            let message = format!("{} is never {}", quoted(name.text), quoted(text));
            return self.fail(&word.span, &message, &suggestion(text, &known, "its values"));
        }
        Some(value)
    }

    fn next(&mut self, what: &str) -> Option<Token<'p>> {
        let token = self.tokens.pop();
        if token.is_none() {
            let message = format!("the condition ends where {what} should follow");
            return self.fail(&(self.end..self.end), &message, EXAMPLE);
        }
        token
    }

    fn fail<T>(&mut self, part: &Range<usize>, message: &str, help: &str) -> Option<T> {
        let place = self.node.place_of(part.clone());
        self.mistakes.push(Diagnostic::new(place, message).help(help));
        None
    }
}

/// The text between a quote and its like at the end.
fn closed(quoted: &str) -> Option<&str> {
    quoted[1..].strip_suffix(&quoted[..1])
}

fn operator_help(sign: &str) -> String {
    match sign {
        "=" => "did you mean `==`?".to_string(),
        _ => format!("comparisons: {}", listed(OPERATORS.iter().map(|(text, _)| *text))),
    }
}

fn joint_help(sign: &str) -> String {
    match sign {
        "&&" | "&" => "did you mean `and`?".to_string(),
        "||" | "|" => "did you mean `or`?".to_string(),
        "(" | ")" => "there are no parentheses: `and` binds tighter than `or`".to_string(),
        _ => EXAMPLE.to_string(),
    }
}
