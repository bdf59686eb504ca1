//! What is shown while a run is made: a consumer of events. It draws between blocks alone, so never while a sample is taken.

use crate::remark::remark;
use design::LAUNCHES_AT_ALL;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use model::{Block, CaseState, Event, PointRecord, Run, Schedule};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Steps of the bar.
const STEPS: u64 = 1000;

/// How often it may draw: each drawing costs the terminal time on a CPU that is about to be measured.
const DRAWN_EVERY: Duration = Duration::from_millis(200);

/// Where there is no bar, one line says how long a run takes, if that is longer than anybody waits without a word.
const TOLD_FROM: Duration = Duration::from_secs(60);

/// Where every variant once takes as long, nobody waits for the end of the first block to be told when all of them end: pilots tell it.
const LONG_TURN: Duration = Duration::from_secs(1);

/// How progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Not at all.
    Nothing,
    /// As lines: what has to be known at once.
    Lines,
    /// As a bar, which is drawn again and again; and what has to be known at once.
    Bar,
}

/// What the bar looks like before there is an answer, and with the answer in a line of its own.
const TEMPLATES: [&str; 2] = ["{bar:24} {prefix}", "{bar:24} {prefix}\n{wide_msg}"];

/// Progress with the time left, and the answer so far.
pub struct Progress<'a> {
    bar: ProgressBar,
    shown: Shown,
    /// How many points there are likely to be.
    likely: usize,
    /// Those that there are.
    points: Vec<PointProgress>,
    budget: Duration,
    budget_is_default: bool,
    started: Instant,
    drawn: Option<Instant>,
    has_told: bool,
    /// The one that is worked on, by its place.
    point: usize,
    race: Option<Race>,
    building: bool,
    /// The answer at the last look, empty before it; whoever judges writes it.
    so_far: &'a RefCell<String>,
    /// The answer that the bar tells.
    told: String,
}

/// What is known of a point.
#[derive(Default)]
struct PointProgress {
    name: String,
    schedule: Option<Schedule>,
    /// What a batch of each variant takes by its pilot, in nanoseconds.
    batches: BTreeMap<usize, f64>,
    /// The launch and the block that ended last.
    last: Option<(usize, usize)>,
}

/// The blocks of a point since work on it began.
#[derive(Clone, Copy)]
struct Race {
    began: Instant,
    /// How many blocks ended since then, void ones too.
    ended: u32,
    /// What the start of all workers took, with a block; `None` where the next block has it before it. It takes long in some languages.
    start: Option<Duration>,
}

impl Progress<'_> {
    /// The progress of a run. The answer is read from `so_far` whenever the bar is drawn.
    pub fn new<'a>(run: &Run, shown: Shown, so_far: &'a RefCell<String>) -> Progress<'a> {
        let target = if shown == Shown::Bar { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(STEPS), target);
        bar.set_style(style(TEMPLATES[0]));
        let likely = run.points.len() + run.points_to_add();
        let unfinished = run.points.iter().filter(|point| !point.finished).count() + run.points_to_add();
        let share = unfinished as f64 / likely.max(1) as f64;
        Progress {
            bar,
            shown,
            likely,
            points: run.points.iter().map(PointProgress::of).collect(),
            budget: Duration::from_nanos(run.header.budget_ns).mul_f64(share),
            budget_is_default: run.header.budget_is_default,
            started: Instant::now(),
            drawn: None,
            // A virtual clock does not tell how long anybody waits.
            has_told: shown != Shown::Lines || measure::is_simulated(&run.plan),
            point: 0,
            race: None,
            building: false,
            so_far,
            told: String::new(),
        }
    }

    /// Takes an event, and shows what there is to show.
    pub fn see(&mut self, event: &Event) {
        match event {
            Event::Building { name } => return self.build(name),
            Event::PointAdded { point } => {
                let name = report::printable(&point.to_string());
                self.points.push(PointProgress { name, ..PointProgress::default() });
                self.likely = self.likely.max(self.points.len());
            }
            Event::PointStarted { point } => self.start(*point),
            Event::Calibrated { point, variant, pilot } => {
                self.points[*point].batches.insert(*variant, pilot.batch_ns());
            }
            Event::Failed { point, variant, .. } | Event::Skipped { point, variant, .. } => {
                self.points[*point].batches.remove(variant);
            }
            Event::Scheduled { point, schedule } => {
                self.points[*point].schedule = Some(schedule.clone());
                self.begin_race(None);
                self.foretell();
            }
            // Later ones can wait for the report.
            Event::Noted { variant: None, note, .. } if self.race.is_none_or(|race| race.ended == 0) => {
                self.say(&format!("note: {}", report::printable(note)))
            }
            Event::BlockVoided { .. } => self.ended(None),
            Event::BlockFinished { block } => self.ended(Some(block)),
            Event::Finished { .. } => return self.bar.finish_and_clear(),
            _ => {}
        }
        // A new answer is rare, and what somebody waits for.
        let is_news = *self.so_far.borrow() != self.told;
        if is_news {
            self.tell();
        }
        // Nothing happens that it could be drawn at before the first block ends.
        let is_awaited = matches!(event, Event::Scheduled { .. }) && self.long_turn().is_some();
        if is_news || is_awaited || self.drawn.is_none_or(|drawn| drawn.elapsed() >= DRAWN_EVERY) {
            self.draw();
            self.drawn = Some(Instant::now());
        }
    }

    /// What is built takes the time that it takes.
    fn build(&mut self, name: &str) {
        self.building = true;
        self.bar.set_prefix(format!("building {}", report::printable(name)));
        self.bar.tick();
    }

    fn start(&mut self, point: usize) {
        (self.point, self.race) = (point, None);
        // The budget begins when everything is built.
        self.started = if std::mem::take(&mut self.building) { Instant::now() } else { self.started };
    }

    fn ended(&mut self, block: Option<&Block>) {
        let point = &mut self.points[self.point];
        point.last = block.map(place).or(point.last);
        // Work that is resumed has its plan of blocks: its first block counts from its end, and the second tells the pace.
        let is_long = self.long_turn().is_some();
        let Some(race) = &mut self.race else { return self.begin_race(Some(Duration::ZERO)) };
        if race.start.is_none() && !is_long {
            (race.start, race.began) = (Some(race.began.elapsed()), Instant::now());
            return;
        }
        race.ended += 1;
        if block.is_some() {
            self.foretell();
        }
    }

    /// Says once how long it takes, where there is no bar, as soon as anything tells.
    fn foretell(&mut self) {
        if self.has_told || self.pace().is_none() {
            return;
        }
        self.has_told = true;
        let left = self.left();
        if left > TOLD_FROM {
            remark(&format!("about {} to go", minutes(left)));
        }
    }

    /// Blocks are timed from here on: the first launch starts now.
    fn begin_race(&mut self, start: Option<Duration>) {
        self.race.get_or_insert(Race { began: Instant::now(), ended: 0, start });
    }

    /// Says something at once.
    fn say(&self, text: &str) {
        match self.shown {
            Shown::Nothing => {}
            Shown::Lines => remark(text),
            Shown::Bar => self.bar.suspend(|| remark(text)),
        }
    }

    /// The time that is left, where anything tells it: a budget that answers and pilots have used up does not.
    fn known_left(&self) -> Option<Duration> {
        let left = self.left();
        (self.pace().is_some() || left.as_secs() > 0).then_some(left)
    }

    /// The time that is left. Once a block is measured, it is what the others take at that pace, as far as the budget allows them: one that
    /// nobody asked for allows a point all that were planned, and any other a few. Of long blocks the pilots tell it.
    fn left(&self) -> Duration {
        let of_budget = self.budget.saturating_sub(self.started.elapsed());
        let Some([planned, least]) = self.pace() else { return of_budget };
        match (self.likely, self.budget_is_default) {
            (1, true) => planned,
            (1, false) => planned.min(of_budget.max(least)),
            (_, true) => planned.max(of_budget),
            (_, false) => planned.min(of_budget.max(least)).max(of_budget),
        }
    }

    /// What the blocks take that are missing of those that were planned, and of those that are made in any case.
    fn pace(&self) -> Option<[Duration; 2]> {
        let point = &self.points[self.point];
        let schedule = point.schedule.as_ref()?;
        let done = point.last.map_or(0, |(launch, block)| schedule.blocks_before(launch) + block + 1);
        let missing = |launches: usize| schedule.blocks_before(launches).saturating_sub(done);
        let each = match self.race {
            Some(Race { began, ended: ended @ 1.., .. }) => began.elapsed() / ended,
            _ => self.long_turn()?,
        };
        // In the first launch the blocks tell nothing of the starts that are to come.
        let race = self.race.filter(|_| point.last.is_none_or(|(launch, _)| launch == 0));
        let start = race.and_then(|race| race.start).unwrap_or(Duration::ZERO);
        let takes =
            |launches: usize| each.mul_f64(missing(launches) as f64) + start * launches.saturating_sub(1) as u32;
        Some([schedule.launches, schedule.launches.min(LAUNCHES_AT_ALL)].map(takes))
    }

    /// What every variant once takes by the pilots, if that is long.
    fn long_turn(&self) -> Option<Duration> {
        let turn_ns: f64 = self.points[self.point].batches.values().sum();
        Duration::try_from_secs_f64(turn_ns / 1e9).ok().filter(|turn| *turn >= LONG_TURN)
    }

    /// Puts the answer so far into the bar, which gets a second line for it.
    fn tell(&mut self) {
        if self.told.is_empty() {
            self.bar.set_style(style(TEMPLATES[1]));
        }
        self.told.clone_from(&self.so_far.borrow());
        self.bar.set_message(format!("so far: {}", self.told));
    }

    fn draw(&self) {
        let (elapsed, left) = (self.started.elapsed().as_secs_f64(), self.known_left());
        self.bar.set_prefix(self.told_of(left));
        if let Some(left) = left {
            let share = elapsed / (elapsed + left.as_secs_f64()).max(1e-9);
            self.bar.set_position((share.min(1.0) * STEPS as f64) as u64);
        }
        self.bar.tick();
    }

    /// What the bar says of the time that is left, where it is known, and of what is done.
    fn told_of(&self, left: Option<Duration>) -> String {
        let point = &self.points[self.point];
        let place = match self.likely {
            1 => String::new(),
            likely => format!("{} ({} of {likely}), ", point.name, self.point + 1),
        };
        let doing = match (&point.schedule, self.race) {
            (Some(schedule), Some(_)) => {
                let before = point.last.map_or(0, |(launch, block)| schedule.blocks_before(launch) + block);
                format!("block {} of {}", before + 1, schedule.blocks_before(schedule.launches))
            }
            _ => "answers and pilot".to_string(),
        };
        let left = left.map(|left| format!("{}:{:02} left, ", left.as_secs() / 60, left.as_secs() % 60));
        format!("{}{place}{doing}", left.unwrap_or_default())
    }
}

impl PointProgress {
    /// As far as a run has come with it.
    fn of(record: &PointRecord) -> PointProgress {
        let pilots = record.cases.iter().enumerate().filter(|(_, case)| case.state == CaseState::Racing);
        PointProgress {
            name: report::printable(&record.point.to_string()),
            schedule: record.schedule.clone(),
            batches: pilots.filter_map(|(variant, case)| Some((variant, case.pilot?.batch_ns()))).collect(),
            last: record.blocks.last().map(place),
        }
    }
}

/// The launch and the block.
fn place(block: &Block) -> (usize, usize) {
    (block.launch, block.block)
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the templates are fixed").progress_chars("━╸─")
}

/// `2m50s`: to ten seconds, because it is a guess.
fn minutes(time: Duration) -> String {
    let seconds = time.as_secs().div_ceil(10) * 10;
    match (seconds / 60, seconds % 60) {
        (minutes, 0) => format!("{minutes}m"),
        (minutes, rest) => format!("{minutes}m{rest}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{Pilot, RunHeader, Source};

    const SLEEPS: &str =
        "[[variant]]\nname = 'a'\ncommand = ['sleep', '12']\n[[variant]]\nname = 'b'\ncommand = ['sleep', '13']\n";

    /// A run without a time of its own, so that what is told depends on no clock.
    fn run() -> Run {
        let source = Source { name: "test.toml".to_string(), text: SLEEPS.to_string() };
        let plan = plan::parse(source.clone(), &[]).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        Run::new(RunHeader { budget_is_default: true, source, ..RunHeader::default() }, plan)
    }

    fn pilot(variant: usize, iterations: u64, ns: f64) -> Event {
        let pilot = Pilot { iterations, ns, ..Pilot::default() };
        Event::Calibrated { point: 0, variant, pilot }
    }

    fn scheduled() -> Event {
        let schedule = Schedule { launches: 7, blocks: 1, ..Schedule::default() };
        Event::Scheduled { point: 0, schedule }
    }

    /// `0:00 left` stood there until the second pair had ended.
    #[test]
    fn long_answers_tell_the_end_before_a_pair_is_measured() {
        let so_far = RefCell::new(String::new());
        let mut progress = Progress::new(&run(), Shown::Nothing, &so_far);
        let mut told = |event: &Event| {
            progress.see(event);
            progress.told_of(progress.known_left())
        };
        assert_eq!(told(&Event::PointStarted { point: 0 }), "answers and pilot");
        assert_eq!(told(&pilot(0, 1, 12e9)), "answers and pilot");
        assert_eq!(told(&pilot(1, 1, 13e9)), "answers and pilot");
        assert_eq!(told(&scheduled()), "2:55 left, block 1 of 7");
    }

    /// What is short is told when a second block of it has ended: the first has the start of its launch before it.
    #[test]
    fn of_short_batches_the_blocks_tell_the_end() {
        let so_far = RefCell::new(String::new());
        let mut progress = Progress::new(&run(), Shown::Nothing, &so_far);
        for event in [Event::PointStarted { point: 0 }, pilot(0, 10, 1e6), pilot(1, 10, 2e6), scheduled()] {
            progress.see(&event);
        }
        assert_eq!(progress.told_of(progress.known_left()), "block 1 of 7");
        for (launch, is_told) in [(0, false), (1, true)] {
            progress.see(&Event::BlockFinished { block: Block { point: 0, launch, block: 0, samples: Vec::new() } });
            assert_eq!(progress.known_left().is_some(), is_told);
        }
    }

    /// A run that goes on has its pilots, and knows how many of its blocks are there.
    #[test]
    fn what_is_resumed_is_told_from_its_beginning() {
        let mut run = run();
        let block = Block { point: 0, launch: 2, block: 0, samples: Vec::new() };
        for event in [pilot(0, 1, 12e9), pilot(1, 1, 13e9), scheduled(), Event::BlockFinished { block }] {
            run.apply(event);
        }
        let so_far = RefCell::new(String::new());
        let mut progress = Progress::new(&run, Shown::Nothing, &so_far);
        progress.see(&Event::PointStarted { point: 0 });
        assert_eq!(progress.known_left(), Some(Duration::from_secs(4 * 25)));
    }

    #[test]
    fn a_guess_is_told_to_ten_seconds() {
        let told = [61, 119, 170, 3601].map(|seconds| minutes(Duration::from_secs(seconds)));
        assert_eq!(told, ["1m10s", "2m", "2m50s", "60m10s"]);
    }
}
