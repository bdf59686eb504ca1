//! The pictures of the page as files of their own: SVG that needs nothing else.

use super::body;
use analysis::Analysis;

/// The name of each picture in the page, and its file.
pub fn pictures(analysis: &Analysis) -> Vec<(String, String)> {
    body(analysis).split("<figure id=\"").skip(1).filter_map(picture).collect()
}

/// The wide one of a figure, which begins with its name.
fn picture(figure: &str) -> Option<(String, String)> {
    let (name, rest) = figure.split_once('"')?;
    let (_, rest) = rest.split_once("<svg class=\"wide\"")?;
    let (inside, _) = rest.split_once("</svg>")?;
    let (attributes, inside) = inside.split_once('>')?;
    let style = include_str!("style.css");
    let paper = "svg { background: var(--paper); }";
    let file = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\"{attributes}>\n<style><![CDATA[\n{style}{paper}\n]]></style>{inside}</svg>\n"
    );
    Some((name.to_string(), file))
}
