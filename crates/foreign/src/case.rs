//! One benchmark of another tool, with the nesting that it had.

use crate::problem::Problem;
use std::collections::BTreeMap;

/// A benchmark, with the values of its parameters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Case {
    /// Its name, without its parameters.
    pub name: String,
    /// Names and values of its parameters, in the order of the file.
    pub params: Vec<(String, String)>,
    /// What was measured, process by process.
    pub launches: Vec<Launch>,
    /// Why it has no times: as the tool says it, or because they cannot be read.
    pub failure: Option<Problem>,
    /// What the tool has, where `name` and `params` depend on what else is in the file.
    pub raw: Option<Raw>,
    /// The name that the tool has, in parts with dots between, where `name` begins with as few of its last ones as are another in the file.
    pub path: Option<String>,
}

/// A benchmark as its tool writes it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Raw {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub params: Vec<(String, String)>,
    /// A longer name, where the tool has one.
    pub long: Option<String>,
}

/// The values of one process, in their order.
pub type Launch = Vec<Timing>;

/// A time is written down in whole nanoseconds: of so many, in a batch, that no digit is lost which anybody would miss.
const BATCH_NS_MIN: f64 = 1e6;

/// One value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timing {
    /// The mean time of an iteration in nanoseconds: finite and above zero.
    pub ns: f64,
    /// How many iterations it is the mean of; `None` where the tool does not tell.
    pub iterations: Option<u64>,
}

/// The smallest of some values, in nanoseconds.
pub fn least_ns(launches: &[Launch]) -> f64 {
    launches.iter().flatten().map(|value| value.ns).fold(f64::INFINITY, f64::min)
}

impl Timing {
    /// A value of which no more is told.
    pub fn of(ns: f64) -> Timing {
        Timing { ns, iterations: None }
    }

    /// How many iterations a value is written down as, in whole nanoseconds: as many as the tool tells, and where it tells nothing a
    /// power of ten, the same for all values of which none is less than `least_ns` ([`least_ns`]).
    pub fn batch(&self, least_ns: f64) -> u64 {
        let for_digits = 10_f64.powf((BATCH_NS_MIN / least_ns).log10().ceil().clamp(0.0, 18.0)) as u64;
        self.iterations.unwrap_or(for_digits).max(1)
    }

    /// The mean of so many iterations.
    pub fn over(ns: f64, iterations: u64) -> Timing {
        Timing { ns, iterations: (iterations > 0).then_some(iterations) }
    }
}

impl Case {
    /// A benchmark with the values of some processes.
    pub fn new(name: impl Into<String>, params: Vec<(String, String)>, launches: Vec<Launch>) -> Case {
        Case { name: name.into(), params, launches, failure: None, raw: None, path: None }
    }

    /// The same of values that may not be readable: then it has none, so that the others of the file can be compared.
    pub fn told(
        name: impl Into<String>,
        params: Vec<(String, String)>,
        launches: Result<Vec<Launch>, Problem>,
    ) -> Case {
        match launches {
            Ok(launches) => Case::new(name, params, launches),
            Err(problem) => Case { failure: Some(problem), ..Case::new(name, params, Vec::new()) },
        }
    }

    /// A benchmark that failed, as its tool says.
    pub fn failed(name: impl Into<String>, params: Vec<(String, String)>, why: impl Into<String>) -> Case {
        Case::told(name, params, Err(Problem::whole(why, "")))
    }

    /// The same, that remembers its name and parameters, and a longer name.
    pub fn remembering(self, long: Option<String>) -> Case {
        let raw = Raw { name: self.name.clone(), params: self.params.clone(), long };
        Case { raw: Some(raw), ..self }
    }

    /// The same with the name and the parameters that the tool has, where they are remembered.
    pub fn as_remembered(self) -> Case {
        match &self.raw {
            Some(Raw { name, params, .. }) => Case { name: name.clone(), params: params.clone(), ..self },
            None => self,
        }
    }

    /// How many values it has.
    pub fn values(&self) -> usize {
        self.launches.iter().map(Vec::len).sum()
    }

    /// Name and parameters as one: `sort/size=16`.
    pub fn full_name(&self) -> String {
        self.params.iter().fold(self.name.clone(), |name, (param, value)| format!("{name}/{param}={value}"))
    }
}

/// The same with a process for each of its values.
pub fn each_a_launch(case: Case) -> Case {
    let launches = case.launches.into_iter().flatten().map(|value| vec![value]).collect();
    Case { launches, ..case }
}

/// Puts benchmarks that have one name and the same parameters together, their launches in a way that is given.
pub fn joined(cases: impl IntoIterator<Item = Case>, join: impl Fn(&mut Vec<Launch>, Vec<Launch>)) -> Vec<Case> {
    let mut joined: Vec<Case> = Vec::new();
    let mut places = BTreeMap::new();
    for case in cases {
        let place = *places.entry(case.full_name()).or_insert(joined.len());
        match joined.get_mut(place) {
            Some(known) => {
                join(&mut known.launches, case.launches);
                known.failure = known.failure.take().or(case.failure);
            }
            None => joined.push(case),
        }
    }
    joined
}

/// Puts them together as one process each: what a tool tells on several lines.
pub fn of_one_process(cases: Vec<Case>) -> Vec<Case> {
    joined(cases, |known, launches| {
        let values = launches.into_iter().flatten();
        match known.first_mut() {
            Some(first) => first.extend(values),
            None => known.push(values.collect()),
        }
    })
}
