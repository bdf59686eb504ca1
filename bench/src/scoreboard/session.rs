//! A session: every tool of a class is put the same questions, in random order, and what it says is recorded as it goes.

use crate::neighbour::Neighbour;
use crate::pause;
use crate::scoreboard::design::{Cell, Condition, Extent, round, stream};
use crate::scoreboard::machine;
use crate::scoreboard::options::Options;
use crate::scoreboard::pair::Pairs;
use crate::scoreboard::place::Place;
use crate::scoreboard::record::{self, Experiment, Finding, Journal, Line, Presence, Session};
use crate::scoreboard::tools::{Question, Ready, TOOLS, Tool};
use rand::rand_core::Rng;
use rand::seq::SliceRandom;
use std::path::Path;
use std::time::{Duration, Instant};

/// The form of the record.
const VERSION: u32 = 1;

/// The tools that are there, each with what asks it.
type Installed = Vec<(&'static Tool, Ready)>;

/// Measures for as long as was asked for.
pub fn measure(options: &Options, arguments: &[String], path: &Path) -> Result<(), String> {
    let (sessions, before) = record::read(path)?;
    let place = Place::beside_this_one()?;
    let (installed, tools) = prepare(options, &place);
    let pairs = Pairs::new(&place)?;
    let number = sessions.len();
    let mut series = Series {
        session: number,
        journal: Journal::open(path)?,
        known: before.into_iter().map(|one| (one.tool, one.cell)).collect(),
        order: 0,
        pairs,
        place,
    };
    let session = Session {
        version: VERSION,
        session: number,
        arguments: arguments.to_vec(),
        seed: options.seed,
        machine: machine::described(),
        tools,
    };
    series.journal.write(&Line::Session(session))?;
    ask_in_rounds(options, &installed, &mut series)
}

/// Rounds until the time is over.
fn ask_in_rounds(options: &Options, installed: &Installed, series: &mut Series) -> Result<(), String> {
    let number = series.session;
    let started = Instant::now();
    let mut paused = Duration::ZERO;
    for turn in 0.. {
        let mut random = stream(options.seed, &[number, turn]);
        for cell in round(options.extent, number + turn, &mut random) {
            if is_over(options.extent, started.elapsed() - paused) {
                return Ok(());
            }
            paused += pause::wait();
            series.ask_all(options, installed, cell, &mut random)?;
        }
        if options.extent == Extent::Quick {
            break;
        }
    }
    Ok(())
}

fn is_over(extent: Extent, elapsed: Duration) -> bool {
    match extent {
        Extent::Quick => false,
        Extent::Minutes(minutes) => elapsed.as_secs() >= u64::from(minutes) * 60,
    }
}

/// Installs and builds what is needed. A tool that is not there stays in the record with why.
fn prepare(options: &Options, place: &Place) -> (Installed, Vec<Presence>) {
    let (mut installed, mut tools) = (Vec::new(), Vec::new());
    for tool in TOOLS.iter().filter(|tool| options.wants_tool(tool.name)) {
        eprintln!("preparing {}", tool.name);
        let mut presence = Presence { tool: tool.name.into(), version: None, missing: None };
        match (tool.prepare)(place) {
            Ok(ready) => {
                presence.version = Some(ready.version.clone());
                installed.push((tool, ready));
            }
            Err(reason) => {
                eprintln!("{} is not installed: {reason}", tool.name);
                presence.missing = Some(reason);
            }
        }
        tools.push(presence);
    }
    (installed, tools)
}

/// What a session goes on with.
struct Series {
    session: usize,
    journal: Journal,
    known: Vec<(String, Cell)>,
    order: usize,
    pairs: Pairs,
    place: Place,
}

impl Series {
    /// The same question to all tools that can answer it, one after the other in random order: near in time, so that the
    /// machine is the same to all, and with the same seed, so that the neighbour is too.
    fn ask_all(
        &mut self,
        options: &Options,
        installed: &Installed,
        cell: Cell,
        random: &mut impl Rng,
    ) -> Result<(), String> {
        let mut asked: Vec<&(&Tool, Ready)> = installed
            .iter()
            .filter(|(tool, _)| tool.classes.contains(&cell.class) && options.wants_cell(tool.name, &cell))
            .collect();
        asked.shuffle(random);
        let seed = random.next_u64();
        for (tool, ready) in asked {
            let experiment = self.experiment(tool, ready, cell, seed);
            show(&experiment);
            self.journal.write(&Line::Experiment(experiment))?;
        }
        Ok(())
    }

    fn experiment(&mut self, tool: &Tool, ready: &Ready, cell: Cell, seed: u64) -> Experiment {
        let own = (tool.name.to_string(), cell);
        let repetition = self.known.iter().filter(|known| **known == own).count();
        self.known.push(own);
        self.order += 1;
        let (wall_s, answer) = self.ask(ready, &cell, seed);
        let (finding, failure) = match answer {
            Ok(finding) => (Some(finding), None),
            Err(failure) => (None, Some(failure)),
        };
        Experiment {
            tool: tool.name.into(),
            cell,
            repetition,
            session: self.session,
            order: self.order - 1,
            seed,
            wall_s,
            finding,
            failure,
        }
    }

    /// The seconds that a tool took, and what it said.
    fn ask(&self, ready: &Ready, cell: &Cell, seed: u64) -> (f64, Result<Finding, String>) {
        let folder = match tempfile::tempdir_in(self.place.scratch("")) {
            Ok(folder) => folder,
            Err(error) => return (0.0, Err(format!("no room for its files: {error}"))),
        };
        let pair = self.pairs.of(cell);
        let question = Question { pair: &pair, budget_s: f64::from(cell.budget_s), seed, folder: folder.path() };
        if let Err(failure) = (ready.make)(&pair) {
            return (0.0, Err(failure));
        }
        let _neighbour = (cell.condition == Condition::Neighbour).then(|| Neighbour::new(seed));
        let started = Instant::now();
        let answer = (ready.ask)(&question);
        (started.elapsed().as_secs_f64(), answer)
    }
}

/// A line on standard error for each experiment, for who waits.
fn show(experiment: &Experiment) {
    let Experiment { order, tool, cell, wall_s, .. } = experiment;
    let Cell { class, work, condition, budget_s, effect } = cell;
    let said = match (&experiment.finding, &experiment.failure) {
        (Some(finding), _) => format!("{:.4} {}", finding.estimate, finding.said),
        (None, failure) => format!("FAILED {}", failure.as_deref().unwrap_or_default()),
    };
    eprintln!("{order:>5} {class} {work} {condition} {budget_s} s +{effect} % {tool}: {wall_s:.1} s: {said}");
}
