//! The progress bar: a consumer of events. It draws between blocks alone, so never while a sample is taken.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use model::{Event, Run};
use std::time::{Duration, Instant};

/// Steps of the bar.
const STEPS: u64 = 1000;

/// How often it may draw: each drawing costs the terminal time on a CPU that is about to be measured.
const DRAWN_EVERY: Duration = Duration::from_millis(200);

/// A bar with the time left.
pub struct Progress {
    bar: ProgressBar,
    points: usize,
    names: Vec<String>,
    started: Instant,
    drawn: Option<Instant>,
    budget: Duration,
    point: usize,
    blocks: usize,
    done: usize,
    building: bool,
}

impl Progress {
    /// A bar for a run, or one that draws nothing.
    pub fn new(run: &Run, is_shown: bool) -> Progress {
        let target = if is_shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(STEPS), target);
        let style = ProgressStyle::with_template("{bar:24} {msg}").expect("the template is fixed");
        bar.set_style(style.progress_chars("━╸─"));
        let unfinished = run.points.iter().filter(|point| !point.finished).count() as f64;
        let share = unfinished / run.points.len().max(1) as f64;
        Progress {
            bar,
            points: run.points.len(),
            names: run.points.iter().map(|point| report::printable(&point.point.to_string())).collect(),
            started: Instant::now(),
            drawn: None,
            budget: Duration::from_nanos(run.header.budget_ns).mul_f64(share),
            point: 0,
            blocks: 0,
            done: 0,
            building: false,
        }
    }

    /// Takes an event, and draws when it is time to.
    pub fn see(&mut self, event: &Event) {
        match event {
            Event::Building { name } => return self.build(name),
            Event::PointStarted { point } => {
                (self.point, self.blocks, self.done) = (*point, 0, 0);
                // The budget begins when everything is built.
                self.started = if std::mem::take(&mut self.building) { Instant::now() } else { self.started };
            }
            Event::Scheduled { schedule, .. } => self.blocks = schedule.launches * schedule.blocks,
            Event::BlockFinished { .. } => self.done += 1,
            Event::Finished { .. } => return self.bar.finish_and_clear(),
            _ => {}
        }
        if self.drawn.is_none_or(|drawn| drawn.elapsed() >= DRAWN_EVERY) {
            self.draw();
            self.drawn = Some(Instant::now());
        }
    }

    /// What is built takes the time that it takes.
    fn build(&mut self, name: &str) {
        self.building = true;
        self.bar.set_message(format!("building {}", report::printable(name)));
        self.bar.tick();
    }

    fn draw(&self) {
        let elapsed = self.started.elapsed();
        let share = elapsed.as_secs_f64() / self.budget.as_secs_f64().max(1e-9);
        let left = self.budget.saturating_sub(elapsed).as_secs();
        let place = match (self.points, self.names[self.point].as_str()) {
            (1, _) => String::new(),
            (points, name) => format!("{name} ({} of {points}), ", self.point + 1),
        };
        let doing = if self.blocks == 0 {
            "answers and pilot".to_string()
        } else {
            format!("block {} of {}", self.done, self.blocks)
        };
        self.bar.set_message(format!("{}:{:02} left, {place}{doing}", left / 60, left % 60));
        self.bar.set_position((share.min(1.0) * STEPS as f64) as u64);
        self.bar.tick();
    }
}
