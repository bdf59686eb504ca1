//! A picture with its caption, what it is for those who do not see it, and its numbers.

use super::escape::escape;

/// A paper to draw on. Each picture is drawn on both, and the style shows the one that fits, so that letters keep their size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Paper {
    /// For telephones.
    Narrow,
    /// For all else.
    Wide,
}

impl Paper {
    /// Its width in units of the picture, which are about pixels.
    pub fn width(self) -> f64 {
        match self {
            Paper::Narrow => 330.0,
            Paper::Wide => 720.0,
        }
    }
}

/// What surrounds a picture.
#[derive(Clone, Debug)]
pub struct Figure {
    /// Its name in the page.
    pub id: String,
    /// What it shows.
    pub title: String,
    /// What there is to see.
    pub description: String,
    /// Names of the variants that can be switched off, with their place among the looks.
    pub legend: Vec<(usize, String)>,
    /// The same numbers as a table of HTML.
    pub numbers: String,
}

/// The figure; `draw` returns what is on a paper, and its height.
pub fn figure(figure: &Figure, draw: impl Fn(Paper) -> (String, f64)) -> String {
    let svg = |paper: Paper| {
        let (inside, height) = draw(paper);
        let class = if paper == Paper::Wide { "wide" } else { "narrow" };
        let (id, width) = (format!("{}-{class}", figure.id), paper.width());
        format!(
            "<svg class=\"{class}\" viewBox=\"0 0 {width} {height:.0}\" role=\"img\" aria-labelledby=\"{id}-t {id}-d\">\
             <title id=\"{id}-t\">{}</title><desc id=\"{id}-d\">{}</desc>\n{inside}</svg>\n",
            escape(&figure.title),
            escape(&figure.description),
        )
    };
    let legend: String = figure.legend.iter().map(|(place, name)| legend_entry(*place, name)).collect();
    let legend = if legend.is_empty() { legend } else { format!("<ul class=\"legend\">{legend}</ul>\n") };
    format!(
        "<figure id=\"{}\">\n<figcaption>{}</figcaption>\n{legend}{}{}\
         <details><summary>The numbers of this picture</summary>\n{}</details>\n</figure>\n",
        figure.id,
        escape(&figure.title),
        svg(Paper::Wide),
        svg(Paper::Narrow),
        figure.numbers
    )
}

fn legend_entry(place: usize, name: &str) -> String {
    use super::marks::{color_class, dash, mark};
    format!(
        "<li data-v=\"{place}\"><svg viewBox=\"0 0 34 12\" width=\"34\" height=\"12\" aria-hidden=\"true\" class=\"{}\">\
         <line x1=\"1\" x2=\"33\" y1=\"6\" y2=\"6\"{}/>{}/></svg> <span>{}</span></li>",
        color_class(place),
        dash(place),
        mark(place, 17.0, 6.0, 3.5),
        escape(name)
    )
}
