//! The trial of "from what size on": pairs whose costs are known functions of a size, so it is known where they change places.

use crate::asked;
use crate::outcome::Outcome;
use crate::pause;
use crate::program::Program;
use crate::truth::case::Class;
use serde_json::Value;

/// Runs of each case, unless the environment variable `REPETITIONS` says another number.
const REPETITIONS: usize = 20;

/// Differences of logarithms within it have no direction, and a place is as uncertain as that.
const NO_DIRECTION: f64 = 0.002;

/// How finely the sizes are looked through for the places where the functions meet: as so many parts of a factor of e.
const PARTS: f64 = 1e4;

/// What an iteration takes in the mean at a size, in steps.
type Cost = fn(f64) -> f64;

struct Case {
    name: &'static str,
    class: Class,
    /// Values of the parameter `size`.
    sizes: &'static str,
    a: String,
    b: String,
    costs: [Cost; 2],
}

fn cases(steps: &str) -> Vec<Case> {
    let of = |name, class, sizes, [a, b]: [String; 2], costs| Case { name, class, sizes, a, b, costs };
    let c = |name, a: &str, b: &str, costs| {
        let code = [a, b]
            .map(|code| format!("static long n, count; if (n != size) n = size, count = {code}; return steps(count);"));
        of(name, Class::C, "64,128,256,512,1024,2048,4096,8192", code, costs)
    };
    let rare = "static long calls; long n = size; return steps(2 * n + (++calls % 50 == 0 ? 100 * n : 0));";
    let rare = |case| Case { a: rare.to_string(), ..case };
    let perl = ["steps(10 + 2 * $size)", "steps(50 + 1 * $size)"].map(str::to_string);
    let command = [format!("{steps} {{size}}00000"), format!("{steps} 5000000")];
    vec![
        c("c-lines", "100 + 2 * n", "400 + n", [|n| 100.0 + 2.0 * n, |n| 400.0 + n]),
        c("c-shallow", "1000 + n", "1100 + 9 * n / 10", [|n| 1000.0 + n, |n| 1100.0 + 0.9 * n]),
        c("c-square", "n * n / 64", "10 * n", [|n| n * n / 64.0, |n| 10.0 * n]),
        c("c-logarithm", "(long)(n * log2(n))", "19 * n / 2", [|n| n * n.log2(), |n| 9.5 * n]),
        c("c-twice", "400 + n", "(long)(50 * sqrt(n))", [|n| 400.0 + n, |n| 50.0 * n.sqrt()]),
        c(
            "c-stairs",
            "n",
            "n < 700 ? 8 * n / 10 : 15 * n / 10",
            [|n| n, |n| if n < 700.0 { 0.8 * n } else { 1.5 * n }],
        ),
        c("c-apart", "100 + 2 * n", "110 + 2 * n + n / 4", [|n| 100.0 + 2.0 * n, |n| 110.0 + 2.25 * n]),
        c("c-same", "100 + 2 * n", "100 + 2 * n", [|n| 100.0 + 2.0 * n, |n| 100.0 + 2.0 * n]),
        rare(c("c-rare", "", "300 + 3 * n", [|n| 4.0 * n, |n| 300.0 + 3.0 * n])),
        rare(c("c-rare-apart", "", "3 * n", [|n| 4.0 * n, |n| 3.0 * n])),
        of("perl-lines", Class::Perl, "4,8,16,32,64,128,256,512", perl, [|n| 10.0 + 2.0 * n, |n| 50.0 + n]),
        of("command-lines", Class::Command, "10,20,40,80,160", command, [|n| 1e5 * n, |_| 5e6]),
    ]
}

impl Case {
    /// The logarithm of B's time over A's at a size.
    fn difference(&self, size: f64) -> f64 {
        let [a, b] = self.costs.map(|cost| cost(size));
        (b / a).ln()
    }

    /// Where they change places.
    fn crossings(&self) -> Vec<f64> {
        let sizes: Vec<f64> = self.sizes.split(',').map(|size| size.parse().expect("a size is a number")).collect();
        let (least, most) = (sizes[0], sizes[sizes.len() - 1]);
        let parts = (PARTS * (most / least).ln()) as usize;
        let grid: Vec<f64> = (0..=parts).map(|part| least * (part as f64 / PARTS).exp()).collect();
        let changes = |pair: &&[f64]| self.difference(pair[0]) * self.difference(pair[1]) < 0.0;
        grid.windows(2).filter(changes).map(|pair| pair[0]).collect()
    }

    fn arguments(&self, locates: bool) -> Vec<String> {
        let param = format!("size={}", self.sizes);
        let budget = if locates { "15s" } else { "10s" };
        let words = ["--baseline", "1", "--budget", budget, "--check", "none", "--param", &param];
        let locate = if locates { &["--locate", "size"][..] } else { &[] };
        let subjects = ["--name", "A", "--name", "B", &self.a, &self.b];
        let typed = |words: &[&str]| words.iter().map(|word| word.to_string()).collect::<Vec<String>>();
        [typed(&words), typed(locate), self.class.options(self.class.prelude()), typed(&subjects)].concat()
    }
}

/// What the runs of a case come to.
#[derive(Default)]
struct Tally {
    runs: usize,
    /// With a verdict in the wrong direction at a size.
    wrong: usize,
    /// With as many crossovers as there are.
    found: usize,
    /// With more.
    invented: usize,
    /// Crossovers that were told, and those of them whose interval holds one that there is.
    told: usize,
    held: usize,
    /// How many times the lower end of an interval the upper one is.
    widths: Vec<f64>,
}

impl Tally {
    fn add(&mut self, case: &Case, report: &Value) {
        let crossings = case.crossings();
        let of = |name: &str| report[name].as_array().cloned().unwrap_or_default();
        let told = of("crossovers");
        self.runs += 1;
        self.wrong += usize::from(of("points").iter().any(|point| is_wrong(case, point)));
        self.found += usize::from(told.len() == crossings.len());
        self.invented += usize::from(told.len() > crossings.len());
        for one in &told {
            let [low, high] = ["low", "high"].map(|end| one["at"][end].as_f64().unwrap_or(f64::NAN));
            let holds = |at: &f64| low * (1.0 - NO_DIRECTION) <= *at && *at <= high * (1.0 + NO_DIRECTION);
            self.told += 1;
            self.held += usize::from(crossings.iter().any(holds));
            self.widths.push(high / low);
        }
    }

    fn text(&self, name: &str) -> String {
        let Tally { runs, wrong, found, invented, told, held, .. } = self;
        let width = stats::median(&self.widths).map_or(String::new(), |width| format!(", {width:.3} wide"));
        format!(
            "\n    {name:<22} {runs} runs: a wrong direction in {wrong}, as many crossovers as there are in {found}, more in {invented}; \
             intervals {held} of {told}{width}"
        )
    }
}

fn is_wrong(case: &Case, point: &Value) -> bool {
    let Some(size) = point["params"]["size"].as_f64() else { return false };
    let difference = case.difference(size);
    match point["comparisons"][0]["verdict"].as_str() {
        Some("faster") => difference > -NO_DIRECTION,
        Some("slower") => difference < NO_DIRECTION,
        _ => false,
    }
}

/// Every case with the sizes as they are, and with others that are added where they change places.
pub fn sizes(program: &Program) -> Outcome {
    let cases = cases(&program.compile("steps"));
    let wanted: Vec<&Case> = cases.iter().filter(|case| asked::is_wanted(case.name)).collect();
    let mut tallies: Vec<[Tally; 2]> = wanted.iter().map(|_| Default::default()).collect();
    for _ in 0..asked::repetitions(REPETITIONS) {
        for (case, tallies) in wanted.iter().zip(&mut tallies) {
            for (locates, tally) in [false, true].into_iter().zip(tallies) {
                pause::wait();
                let words = case.arguments(locates);
                tally.add(case, &program.report(&words.iter().map(String::as_str).collect::<Vec<_>>()));
            }
        }
    }
    let sum = |of: fn(&Tally) -> usize| tallies.iter().flatten().map(of).sum::<usize>() as f64;
    let (runs, told) = (sum(|tally| tally.runs), sum(|tally| tally.told));
    let holds = sum(|tally| tally.wrong) <= 0.05 * runs
        && sum(|tally| tally.invented) <= 0.05 * runs
        && sum(|tally| tally.held) >= 0.93 * told;
    let lines = wanted.iter().zip(&tallies).flat_map(|(case, tallies)| {
        let [as_given, located] = tallies;
        [as_given.text(case.name), located.text(&format!("{} --locate", case.name))]
    });
    Outcome { holds, text: lines.collect() }
}
