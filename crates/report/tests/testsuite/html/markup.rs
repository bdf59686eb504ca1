//! A page as its elements. It must be well-formed, so that every reader finds the same ones.

use std::collections::BTreeMap;

/// An element where it begins.
#[derive(Clone, Debug, Default)]
pub struct Element {
    /// Its name.
    pub name: String,
    /// Its attributes.
    pub attributes: BTreeMap<String, String>,
    /// The text directly in it.
    pub text: String,
}

/// All elements in their order. Panics where the page is not well-formed.
pub fn elements(page: &str) -> Vec<Element> {
    let mut found: Vec<Element> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut rest = page.strip_prefix("<!DOCTYPE html>\n").expect("the page says what it is");
    while !rest.is_empty() {
        let raw =
            open.last().map(|index| found[*index].name.clone()).filter(|name| name == "style" || name == "script");
        let end = match &raw {
            Some(name) => rest.find(&format!("</{name}>")).expect("what is raw ends"),
            None => rest.find('<').unwrap_or(rest.len()),
        };
        let (text, after) = rest.split_at(end);
        if raw.is_none() {
            assert_entities(text);
        }
        match open.last() {
            Some(index) => found[*index].text.push_str(text),
            None => assert_eq!(text.trim(), "", "text outside of the page"),
        }
        let Some(tag) = after.strip_prefix('<') else { break };
        let (tag, after) = tag.split_once('>').expect("a tag ends");
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            let index = open.pop().expect("something is open");
            assert_eq!(found[index].name, name, "an element ends inside another");
            continue;
        }
        let is_empty = tag.ends_with('/');
        let (name, attributes) = tag.trim_end_matches('/').split_once(' ').unwrap_or((tag.trim_end_matches('/'), ""));
        found.push(Element { name: name.to_string(), attributes: attributes_of(attributes), text: String::new() });
        if !is_empty {
            open.push(found.len() - 1);
        }
    }
    assert!(open.is_empty(), "elements that do not end: {open:?}");
    found
}

fn attributes_of(mut text: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    loop {
        text = text.trim_start();
        if text.is_empty() {
            return found;
        }
        let (name, after) = text.split_once("=\"").unwrap_or_else(|| panic!("no attribute: {text:?}"));
        assert!(name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'), "no name of an attribute: {name:?}");
        let (value, after) = after.split_once('"').expect("a value ends");
        assert_entities(value);
        assert_eq!(found.insert(name.to_string(), value.to_string()), None, "an attribute is there twice");
        text = after;
    }
}

fn assert_entities(text: &str) {
    for part in text.split('&').skip(1) {
        let is_known = ["amp;", "lt;", "gt;", "quot;", "#39;"].iter().any(|entity| part.starts_with(entity));
        assert!(is_known, "a bare & in {text:?}");
    }
}
