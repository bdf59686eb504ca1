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

/// What a reader may choose of how a picture is drawn: a word of the page's address, what it is called, and its choices, each a word and the
/// text of a button. The first is what is drawn for who chooses nothing.
#[derive(Clone, Debug)]
pub struct Switch {
    /// The word.
    pub key: &'static str,
    /// What is chosen.
    pub name: &'static str,
    /// Between what.
    pub choices: Vec<(&'static str, String)>,
}

/// One way of drawing the numbers of a picture.
pub struct View<'a> {
    /// The choice of each switch that it is for.
    pub chosen: Vec<&'static str>,
    /// What there is to see.
    pub description: String,
    /// What is on a paper, and its height.
    pub draw: Box<dyn Fn(Paper) -> (String, f64) + 'a>,
}

/// The figure; `draw` returns what is on a paper, and its height.
pub fn figure(figure: &Figure, draw: impl Fn(Paper) -> (String, f64)) -> String {
    let view = View { chosen: Vec::new(), description: figure.description.clone(), draw: Box::new(draw) };
    around(figure, "", &both_papers(figure, &view, &figure.id))
}

/// The same with several ways of drawing, of which one is seen: the first of them, unless the script finds another to be chosen.
pub fn figure_of_views(figure: &Figure, switches: &[Switch], views: &[View]) -> String {
    let buttons = |switch: &Switch| {
        let button = |(place, (word, told)): (usize, &(&str, String))| {
            let (pressed, told) = (place == 0, escape(told));
            format!("<button type=\"button\" data-to=\"{word}\" aria-pressed=\"{pressed}\">{told}</button>")
        };
        let buttons: String = switch.choices.iter().enumerate().map(button).collect();
        format!("<span role=\"group\" aria-label=\"{}\" data-key=\"{}\">{buttons}</span>", switch.name, switch.key)
    };
    let bar: String = switches.iter().map(buttons).collect();
    let bar = format!("<div class=\"switches\" hidden=\"\">{bar}</div>\n");
    let shown = views.iter().enumerate().map(|(place, view)| {
        let words = switches.iter().zip(&view.chosen);
        let words: String = words.map(|(switch, word)| format!(" data-{}=\"{word}\"", switch.key)).collect();
        let (hidden, id) = match place {
            0 => ("", figure.id.clone()),
            _ => (" hidden=\"\"", format!("{}-{}", figure.id, view.chosen.join("-"))),
        };
        format!("<div class=\"view\"{words}{hidden}>\n{}</div>\n", both_papers(figure, view, &id))
    });
    around(figure, &bar, &shown.collect::<String>())
}

fn both_papers(figure: &Figure, view: &View, id: &str) -> String {
    let svg = |paper: Paper| {
        let (inside, height) = (view.draw)(paper);
        let class = if paper == Paper::Wide { "wide" } else { "narrow" };
        let (id, width) = (format!("{id}-{class}"), paper.width());
        format!(
            "<svg class=\"{class}\" viewBox=\"0 0 {width} {height:.0}\" role=\"img\" aria-labelledby=\"{id}-t {id}-d\">\
             <title id=\"{id}-t\">{}</title><desc id=\"{id}-d\">{}</desc>\n{inside}</svg>\n",
            escape(&figure.title),
            escape(&view.description),
        )
    };
    svg(Paper::Wide) + &svg(Paper::Narrow)
}

fn around(figure: &Figure, switches: &str, pictures: &str) -> String {
    let legend: String = figure.legend.iter().map(|(place, name)| legend_entry(*place, name)).collect();
    let legend = if legend.is_empty() { legend } else { format!("<ul class=\"legend\">{legend}</ul>\n") };
    format!(
        "<figure id=\"{}\">\n<figcaption>{}</figcaption>\n{switches}{legend}{pictures}\
         <details><summary>The numbers of this picture</summary>\n{}</details>\n</figure>\n",
        figure.id,
        escape(&figure.title),
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
