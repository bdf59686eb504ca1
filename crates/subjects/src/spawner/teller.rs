//! A command that times itself: started once a batch, told how many iterations to run, and asked what they took.
//!
//! Its start, and whatever it does around its iterations, is in no time. How many iterations there were is what it tells: a framework that is given
//! seconds runs as many as fit.

use super::checked::checked;
use super::ready::{Descriptors, Purpose, Ready};
use super::results;
use foreign::{Case, READERS, Reader};
use model::{Metric, Readings, Telling};
use protocol::{CommandCase, Reply, TellingCase, WorkerError};
use std::path::Path;
use std::rc::Rc;

/// How long the first execution is to take, and every one at least, in seconds: less is nothing that a framework can measure.
const SECONDS_MIN: f64 = 0.01;

/// How much of the standard output is kept, in bytes: its end, where results stand.
const OUTPUT_KEPT: usize = 1 << 20;

/// And so many of its beginning, where the name of a benchmark stands that prints.
const BEGINNING_KEPT: usize = 1 << 12;

/// How much of it a message quotes, in characters.
const QUOTED: usize = 600;

/// More benchmarks than these are not listed in a message.
const LISTED: usize = 12;

/// A command that times itself.
pub struct Teller {
    pub case: CommandCase,
    tells: TellingCase,
    reader: &'static Reader,
    /// What an iteration took in the last execution, in nanoseconds.
    ns: Option<f64>,
    descriptors: Rc<Descriptors>,
}

/// What an execution told.
struct Told {
    iterations: u64,
    wall_ns: f64,
}

impl Teller {
    /// Finds the program, and who reads what it tells.
    pub fn new(case: CommandCase, tells: TellingCase, descriptors: &Rc<Descriptors>) -> Result<Teller, WorkerError> {
        let reader = READERS.iter().find(|reader| reader.name == tells.format);
        let reader =
            reader.ok_or_else(|| WorkerError::protocol(format!("no tool writes the format {}", tells.format)))?;
        let teller = Teller { case, tells, reader, ns: None, descriptors: Rc::clone(descriptors) };
        Ready::new(teller.filled(1), descriptors)?;
        Ok(teller)
    }

    /// An execution of about so many iterations.
    pub fn run(&mut self, iterations: u64, padding: usize) -> Result<Reply, WorkerError> {
        // What takes a time can be asked for a number only when it is known how long one takes.
        let is_blind = self.ns.is_none() && self.mentions(Telling::SECONDS);
        let mut told = self.execute(iterations, padding)?;
        if is_blind && told.iterations < iterations {
            told = self.execute(iterations, padding)?;
        }
        let readings = Readings::from([(Metric::Wall, (told.wall_ns.round() as u64).max(1))]);
        Ok(Reply::sample(told.iterations, readings, Vec::new()))
    }

    fn execute(&mut self, iterations: u64, padding: usize) -> Result<Told, WorkerError> {
        let path = Path::new(&self.tells.results);
        let trouble = |error: std::io::Error| WorkerError::died(format!("{}: {error}", path.display()));
        results::remove(path).map_err(trouble)?;
        let mut output = Vec::new();
        let mut ready = Ready::new(self.filled(iterations), &self.descriptors)?;
        let execution = checked(&mut ready, Purpose::Timing, padding, |bytes| keep(&mut output, bytes));
        let text = String::from_utf8_lossy(&output);
        // Frameworks write to standard output what is wrong.
        execution.map_err(|error| WorkerError { message: with_end(&error.message, &text), ..error })?;
        let files = match self.mentions(Telling::RESULTS) {
            true => results::files(path).map_err(trouble)?,
            false => vec![foreign::File { path: "output".to_string(), bytes: output.clone() }],
        };
        results::remove(path).map_err(trouble)?;
        let told = self.told(&files).map_err(|message| WorkerError::died(with_end(&message, &text)))?;
        self.ns = Some(told.wall_ns / told.iterations as f64);
        Ok(told)
    }

    fn told(&self, files: &[foreign::File]) -> Result<Told, String> {
        let wrote = files.iter().any(|file| !file.bytes.iter().all(u8::is_ascii_whitespace));
        if !wrote {
            return Err("it ran no benchmark: it wrote no times".to_string());
        }
        let read = foreign::read(files, Some(self.reader));
        let foreign = read.map_err(|problem| format!("the times that it wrote cannot be read: {problem}"))?;
        match foreign.cases.as_slice() {
            [one] => sum(one),
            several => {
                let names: Vec<String> = several.iter().take(LISTED).map(Case::full_name).collect();
                let more = if several.len() > LISTED { ", …" } else { "" };
                Err(format!(
                    "it ran {} benchmarks, where a variant is one of them: {}{more}",
                    several.len(),
                    names.join(", ")
                ))
            }
        }
    }

    /// Whether it has a place for a text.
    fn mentions(&self, name: &str) -> bool {
        let place = TellingCase::place(name);
        self.case.argv.iter().chain(self.case.env.values()).any(|text| text.contains(&place))
    }

    /// The command for so many iterations.
    fn filled(&self, iterations: u64) -> CommandCase {
        let seconds = self.ns.map_or(SECONDS_MIN, |ns| (ns * iterations as f64 / 1e9).max(SECONDS_MIN));
        let values = [
            (Telling::ITERATIONS, iterations.to_string()),
            (Telling::SECONDS, format!("{seconds:.6}")),
            (Telling::RESULTS, self.tells.results.clone()),
        ];
        let fill = |text: &String| {
            values.iter().fold(text.clone(), |text, (name, value)| text.replace(&TellingCase::place(name), value))
        };
        CommandCase {
            argv: self.case.argv.iter().map(fill).collect(),
            env: self.case.env.iter().map(|(name, value)| (name.clone(), fill(value))).collect(),
            ..self.case.clone()
        }
    }
}

/// All iterations of a benchmark and what they took together.
fn sum(case: &Case) -> Result<Told, String> {
    if let Some(problem) = &case.failure {
        return Err(format!("the time that it wrote cannot be read: {problem}"));
    }
    let least_ns = foreign::least_ns(&case.launches);
    let values = || case.launches.iter().flatten().map(|value| (value.batch(least_ns), value.ns));
    let iterations: u64 = values().map(|(iterations, _)| iterations).sum();
    let wall_ns: f64 = values().map(|(iterations, ns)| iterations as f64 * ns).sum();
    if iterations == 0 { Err("it ran no iteration".to_string()) } else { Ok(Told { iterations, wall_ns }) }
}

fn keep(output: &mut Vec<u8>, bytes: &[u8]) {
    output.extend_from_slice(bytes);
    // Seldom, so that most bytes are moved once.
    if output.len() > 2 * OUTPUT_KEPT {
        output.drain(BEGINNING_KEPT..output.len() - OUTPUT_KEPT);
    }
}

/// A message with the end of what was written.
fn with_end(message: &str, output: &str) -> String {
    let lines = output.trim();
    let skipped = lines.chars().count().saturating_sub(QUOTED);
    match lines.char_indices().nth(skipped) {
        Some((at, _)) => format!("{message}; it wrote: {}{}", if skipped > 0 { "… " } else { "" }, &lines[at..]),
        None => message.to_string(),
    }
}
