//! Invented times on a virtual clock: the worker that tests of the scheduler and of the statistics use.
//!
//! It runs inside the scheduler's process, speaks the same requests and replies, and lets virtual time pass instead of
//! sleeping, so that a run with it is exact and instant.

use crate::{Clock, LaunchDraw, Loss, Worker};
use model::{Metric, Point, Readings, SimFault, SimSubject, Variant, Weather, filled_duration};
use protocol::{Hello, Reply, Request, VERSION, WorkerError, text_answer};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// What a message costs on the virtual clock, in nanoseconds.
const MESSAGE_NS: u64 = 20_000;

/// A simulated worker.
pub struct SimWorker {
    clock: Clock,
    random: Xoshiro256PlusPlus,
    subject: SimSubject,
    time_ns: f64,
    answer: String,
}

/// Starts a simulated worker, which takes its time, with a level that is drawn for this launch.
pub fn start(variant: &Variant, subject: &SimSubject, point: &Point, launch: &LaunchDraw, clock: &Clock) -> SimWorker {
    clock.advance(subject.start_ns);
    let scope = variant.scope(point, &[]);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(launch.seed);
    let level = (subject.launch_noise * normal(&mut random)).exp();
    let true_ns = filled_duration(&subject.time.filled(&scope)).expect("the plan read it at every point");
    let time_ns = true_ns as f64 * level;
    SimWorker { clock: clock.clone(), random, subject: subject.clone(), time_ns, answer: subject.answer.filled(&scope) }
}

/// A standard normal deviate (Box & Muller 1958).
fn normal(random: &mut impl Rng) -> f64 {
    let radius = (-2.0 * (1.0 - random.random::<f64>()).ln()).sqrt();
    radius * (std::f64::consts::TAU * random.random::<f64>()).cos()
}

/// A number from 0 to 1 that belongs to a stretch of time.
fn drawn(stretch: u64) -> f64 {
    Xoshiro256PlusPlus::seed_from_u64(stretch).random()
}

impl Worker for SimWorker {
    fn greet(&mut self, _limit_ns: u64) -> Result<Hello, Loss> {
        self.clock.advance(MESSAGE_NS);
        let measured = [Metric::Wall, Metric::User];
        let absent = model::METRICS.iter().filter(|info| !measured.contains(&info.metric));
        let absent = absent.map(|info| (info.key.to_string(), "the simulator has none".to_string()));
        Ok(Hello { protocol: VERSION, worker: "sim".to_string(), absent: absent.collect(), ..Hello::default() })
    }

    fn ask(&mut self, request: &Request, limit_ns: u64) -> Result<Reply, Loss> {
        self.clock.advance(MESSAGE_NS);
        match request {
            Request::Prepare { .. } => Ok(Reply::Prepared),
            Request::Bye => Ok(Reply::Bye),
            Request::Answer { .. } => self.faulty(limit_ns).unwrap_or_else(|| {
                self.clock.advance(self.time_ns as u64);
                Ok(Reply::Answer { answer: text_answer(self.answer.as_bytes()), notes: Vec::new(), alone: false })
            }),
            Request::Run { iterations, .. } => self.faulty(limit_ns).unwrap_or_else(|| {
                let time =
                    self.time_ns * *iterations as f64 * (self.subject.noise * self.deviate()).exp() * self.slowness();
                self.clock.advance(time as u64);
                let readings = Readings::from([(Metric::Wall, time as u64), (Metric::User, time as u64)]);
                Ok(Reply::sample(*iterations, readings, Vec::new()))
            }),
        }
    }
}

impl SimWorker {
    /// What a batch deviates by, in standard deviations of a normal one.
    fn deviate(&mut self) -> f64 {
        let deviate = normal(&mut self.random);
        match self.subject.tail {
            None => deviate,
            Some(degrees) => {
                let squares: f64 = (0..degrees).map(|_| normal(&mut self.random).powi(2)).sum();
                deviate / (squares / f64::from(degrees)).sqrt()
            }
        }
    }

    /// How many times slower than in calm weather the machine is now: the same for all who ask at the same time.
    fn slowness(&self) -> f64 {
        let seconds = self.clock.now_ns() as f64 / 1e9;
        match self.subject.weather {
            Some(Weather::Drift) => {
                let wave = |(period, size): (f64, f64)| size * (std::f64::consts::TAU * seconds / period).sin();
                [(1.7, 0.05), (0.31, 0.03), (0.043, 0.02)].map(wave).iter().sum::<f64>().exp()
            }
            Some(Weather::Steps) => 1.0 + 0.3 * drawn((seconds / 0.15) as u64),
            Some(Weather::Bursts) if drawn((seconds / 0.003) as u64) < 0.1 => 2.0,
            None | Some(Weather::Bursts) => 1.0,
        }
    }

    fn faulty(&self, limit_ns: u64) -> Option<Result<Reply, Loss>> {
        Some(match self.subject.fault? {
            SimFault::Die => Ok(Reply::Error(WorkerError::died("simulated"))),
            SimFault::Exit => {
                Err(Loss::Ended { how: "exit code 3".to_string(), by_signal: false, stderr: String::new() })
            }
            SimFault::Hang => {
                self.clock.advance(limit_ns);
                Err(Loss::TimedOut)
            }
        })
    }
}
