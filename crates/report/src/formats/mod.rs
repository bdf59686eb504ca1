//! The formats that a report is written in beside the text. To add one: a file here and a line in [`FORMATS`]; the
//! command's option, its help, its checks and its messages follow from that.

mod bencher;
mod csv;
mod flame_graph;
mod github_benchmark;
mod gobench;
mod google_benchmark;
mod html;
mod hyperfine;
mod json;
mod json_text;
mod markdown;
mod openmetrics;
mod timed;

use analysis::Analysis;
pub use flame_graph::flame_graph;
pub use html::{Listed, error_page, listing, over_time, page_beside, pictures, served_beside, served_run};
pub use json::explanation_json;

/// A format of the report.
#[derive(Debug)]
pub struct Format {
    /// The name of its option: `json` of `--json PATH`.
    pub name: &'static str,
    /// What it is called in a sentence.
    pub title: &'static str,
    /// Writes the whole report.
    pub write: fn(&Analysis) -> String,
}

/// Every format.
pub const FORMATS: &[Format] = &[
    Format { name: "json", title: "JSON", write: json::write },
    Format { name: "csv", title: "CSV", write: csv::write },
    Format { name: "markdown", title: "Markdown", write: markdown::write },
    Format { name: "html", title: "HTML", write: html::write },
    Format { name: "hyperfine", title: "JSON of hyperfine", write: hyperfine::write },
    Format { name: "gobench", title: "Go benchmark text", write: gobench::write },
    Format { name: "googlebench", title: "JSON of Google Benchmark", write: google_benchmark::write },
    Format { name: "bencher", title: "Bencher Metric Format", write: bencher::write },
    Format { name: "githubbench", title: "JSON for github-action-benchmark", write: github_benchmark::write },
    Format { name: "openmetrics", title: "OpenMetrics", write: openmetrics::write },
];
