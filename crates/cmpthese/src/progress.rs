//! What is shown while a run is made: a consumer of events. It draws between blocks alone, so never while a sample is taken.

use crate::remark::remark;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use model::{Block, Event, Run, Schedule};
use std::cell::RefCell;
use std::time::{Duration, Instant};

/// Steps of the bar.
const STEPS: u64 = 1000;

/// How often it may draw: each drawing costs the terminal time on a CPU that is about to be measured.
const DRAWN_EVERY: Duration = Duration::from_millis(200);

/// Where there is no bar, one line says how long a run takes, if that is longer than anybody waits without a word.
const TOLD_FROM: Duration = Duration::from_secs(60);

/// The fewest launches that are made of a point, whatever its budget.
const LAUNCHES_AT_ALL: usize = 3;

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
    points: usize,
    names: Vec<String>,
    schedules: Vec<Option<Schedule>>,
    budget: Duration,
    budget_is_default: bool,
    started: Instant,
    drawn: Option<Instant>,
    has_told: bool,
    point: usize,
    race: Option<Race>,
    building: bool,
    /// The answer at the last look, empty before it; whoever judges writes it.
    so_far: &'a RefCell<String>,
    /// The answer that the bar tells.
    told: String,
}

/// The blocks of a point since work on it began.
#[derive(Clone, Copy)]
struct Race {
    began: Instant,
    /// How many blocks ended since then, void ones too.
    ended: u32,
    /// The launch and the block that ended last.
    last: Option<(usize, usize)>,
}

impl Progress<'_> {
    /// The progress of a run. The answer is read from `so_far` whenever the bar is drawn.
    pub fn new<'a>(run: &Run, shown: Shown, so_far: &'a RefCell<String>) -> Progress<'a> {
        let target = if shown == Shown::Bar { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(STEPS), target);
        bar.set_style(style(TEMPLATES[0]));
        let points = run.points.len() + run.points_to_add();
        let unfinished = run.points.iter().filter(|point| !point.finished).count() + run.points_to_add();
        let share = unfinished as f64 / points.max(1) as f64;
        Progress {
            bar,
            shown,
            points,
            names: run.points.iter().map(|point| report::printable(&point.point.to_string())).collect(),
            schedules: run.points.iter().map(|point| point.schedule.clone()).collect(),
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
                self.names.push(report::printable(&point.to_string()));
                self.schedules.push(None);
                self.points = self.points.max(self.names.len());
            }
            Event::PointStarted { point } => self.start(*point),
            Event::Scheduled { point, schedule } => {
                self.schedules[*point] = Some(schedule.clone());
                self.begin_race();
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
        if is_news || self.drawn.is_none_or(|drawn| drawn.elapsed() >= DRAWN_EVERY) {
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
        // Work that is resumed has its plan of blocks: its first block counts from its end, and the second tells the pace.
        let Some(race) = &mut self.race else { return self.begin_race() };
        race.ended += 1;
        race.last = block.map(|block| (block.launch, block.block)).or(race.last);
        if !self.has_told && block.is_some() {
            self.has_told = true;
            let left = self.left();
            if left > TOLD_FROM {
                remark(&format!("about {} to go", minutes(left)));
            }
        }
    }

    /// Blocks are timed from here on: the first launch starts now.
    fn begin_race(&mut self) {
        self.race.get_or_insert(Race { began: Instant::now(), ended: 0, last: None });
    }

    /// Says something at once.
    fn say(&self, text: &str) {
        match self.shown {
            Shown::Nothing => {}
            Shown::Lines => remark(text),
            Shown::Bar => self.bar.suspend(|| remark(text)),
        }
    }

    /// The time that is left. Once a block is measured, it is what the others take at that pace, as far as the budget allows them: one that
    /// nobody asked for allows a point all that were planned, and any other a few.
    fn left(&self) -> Duration {
        let of_budget = self.budget.saturating_sub(self.started.elapsed());
        let Some((each, missing, least)) = self.pace() else { return of_budget };
        let (planned, least) = (each.mul_f64(missing as f64), each.mul_f64(least as f64));
        match (self.points, self.budget_is_default) {
            (1, true) => planned,
            (1, false) => planned.min(of_budget.max(least)),
            (_, true) => planned.max(of_budget),
            (_, false) => planned.min(of_budget.max(least)).max(of_budget),
        }
    }

    /// What a block takes, how many are missing of those that were planned, and of those that are made in any case.
    fn pace(&self) -> Option<(Duration, usize, usize)> {
        let (race, schedule) = (self.race?, self.schedules[self.point].as_ref()?);
        let (launch, block) = race.last?;
        let done = schedule.blocks_before(launch) + block + 1;
        let missing = |launches: usize| schedule.blocks_before(launches).saturating_sub(done);
        let each = race.began.elapsed() / race.ended.max(1);
        Some((each, missing(schedule.launches), missing(schedule.launches.min(LAUNCHES_AT_ALL))))
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
        let (elapsed, left) = (self.started.elapsed().as_secs_f64(), self.left());
        let share = elapsed / (elapsed + left.as_secs_f64()).max(1e-9);
        let place = match (self.points, self.names[self.point].as_str()) {
            (1, _) => String::new(),
            (points, name) => format!("{name} ({} of {points}), ", self.point + 1),
        };
        let doing = match (&self.schedules[self.point], self.race) {
            (Some(schedule), Some(race)) => {
                let before = race.last.map_or(0, |(launch, block)| schedule.blocks_before(launch) + block);
                format!("block {} of {}", before + 1, schedule.blocks_before(schedule.launches))
            }
            _ => "answers and pilot".to_string(),
        };
        let seconds = left.as_secs();
        self.bar.set_prefix(format!("{}:{:02} left, {place}{doing}", seconds / 60, seconds % 60));
        self.bar.set_position((share.min(1.0) * STEPS as f64) as u64);
        self.bar.tick();
    }
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

    #[test]
    fn a_guess_is_told_to_ten_seconds() {
        let told = [61, 119, 170, 3601].map(|seconds| minutes(Duration::from_secs(seconds)));
        assert_eq!(told, ["1m10s", "2m", "2m50s", "60m10s"]);
    }
}
