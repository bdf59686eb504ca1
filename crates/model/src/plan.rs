//! What is to be compared, as the plan file says it, typed.

use crate::rung::{halvings, rungs};
use crate::{
    Build, Check, Code, CommandLine, Environment, Fixture, Language, Load, Param, Point, Role, Server, SnippetSubject,
    Source, Subject, Template, Value, Variant,
};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// A whole plan. Built by the `plan` crate from TOML; every name that it mentions exists.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Where it came from.
    pub source: Source,
    /// One line that says what is compared.
    pub title: String,
    /// Index of the variant that the others are compared with in sentences; the matrix holds all pairs anyway.
    pub baseline: Option<usize>,
    /// Index of the variant that is the limit: the least that the job can take, of which the others reach a share.
    pub limit: Option<usize>,
    /// What one iteration processes: gives the throughput column. Filled, it is text for [`crate::filled_bytes`].
    pub bytes: Option<Template>,
    /// How answers are compared.
    pub check: Check,
    /// The answer that all variants must give, as text, when the plan knows it.
    pub expect: Option<Template>,
    /// Wall time for the whole run in nanoseconds, when the plan says so.
    pub budget_ns: Option<u64>,
    /// What counts as the same: ratios from 1 / (1 + margin) to 1 + margin; 0.01 is 1 %.
    pub margin: f64,
    /// The axes of the sweep, in the order of the file.
    pub params: Vec<Param>,
    /// Programs that are built before anything is measured.
    pub builds: Vec<Build>,
    /// Files that are made before timing, once a point.
    pub fixtures: Vec<Fixture>,
    /// Code that all snippets of a language share.
    pub languages: BTreeMap<String, Language>,
    /// Servers that are started for those variants that ask them.
    pub servers: Vec<Server>,
    /// How requests are sent, to all servers alike.
    pub load: Load,
    /// Slower machines: an axis of the sweep, [`Environment::AXIS`], when there are any.
    pub environments: Vec<Environment>,
    /// The parameter that changes the work which all variants share: along it the report tells how a difference grows.
    pub work: Option<String>,
    /// The parameter along which crossovers are located: between its values others are measured, until it is known narrowly where two variants
    /// change places. All of its values are numbers above zero.
    pub locate: Option<String>,
    /// Commands that run once a point before timing.
    pub setup: Vec<CommandLine>,
    /// Commands that run once a point after timing.
    pub teardown: Vec<CommandLine>,
    /// The contestants in the order of the file, then the controls (see [`Role`]).
    pub variants: Vec<Variant>,
}

impl Plan {
    /// The margin where none is asked for. What is a smaller part of a time, or changes it by less, is next to nothing wherever something is to be worth a launch or a
    /// sentence: rare work, its recurrence, a change with the count, what blocks differ at the front of a launch.
    pub const MARGIN: f64 = 0.01;

    /// A ratio that changes by less, as a logarithm, from early iterations to late ones, is told as one with an interval that holds both, if both
    /// are on one side of 1; and phases whose costs differ by less are not worth longer launches.
    pub const NO_SINGLE_RATIO: f64 = 0.1;

    /// The plan with one variant and nothing to compare it with; it stands in the order of the file.
    pub fn alone(&self, variant: usize) -> Plan {
        let variants = vec![self.variants[variant].clone()];
        Plan { variants, baseline: None, limit: None, locate: None, ..self.clone() }
    }

    /// Every combination of parameter values; the last axis changes fastest.
    pub fn points(&self) -> Vec<Point> {
        Point::grid(&self.params)
    }

    /// How many combinations of parameter values there are.
    pub fn grid_size(&self) -> usize {
        Point::grid_size(&self.params)
    }

    /// How many points may be added at most, because every crossover is located: every gap between two values, halved until its ends are near,
    /// at every combination of the others. It is known before anything is measured.
    pub fn further_points_max(&self) -> usize {
        self.located_gaps(rungs).iter().sum::<usize>() * self.lines()
    }

    /// How many points are likely to be added: to halve the widest gap on either side of one crossover, at every combination of the others.
    pub fn further_points(&self) -> usize {
        let halved = self.located_gaps(halvings).into_iter().max().unwrap_or(0);
        (2 * halved * self.lines()).min(self.further_points_max())
    }

    /// Something about every pair of neighbouring values of the axis along which crossovers are located.
    fn located_gaps(&self, ask: fn(&Value, &Value) -> usize) -> Vec<usize> {
        let axis = self.params.iter().find(|param| self.locate.as_ref() == Some(&param.name));
        let mut values: Vec<&Value> = axis.into_iter().flat_map(|axis| &axis.values).collect();
        values.sort_by(|left, right| left.compare(right).unwrap_or(Ordering::Equal));
        values.windows(2).map(|pair| ask(pair[0], pair[1])).collect()
    }

    /// How many combinations the parameters have along which nothing is located.
    fn lines(&self) -> usize {
        let others = self.params.iter().filter(|param| self.locate.as_ref() != Some(&param.name));
        others.map(|param| param.values.len()).product()
    }

    /// The variant whose time is taken off that of another: the one that it names, else the empty loop of its language.
    pub fn floor(&self, variant: usize) -> Option<usize> {
        let variant = &self.variants[variant];
        if let Some(name) = &variant.less {
            return self.variants.iter().position(|other| other.name == *name);
        }
        self.variants.iter().position(|other| other.role == Role::EmptyLoop && self.runs_alike(other, variant))
    }

    /// Whether the processes of two snippets do the same around their code: run it as often, with the same before each time and with what that uses, by
    /// the same interpreter or compiler of the same language.
    pub fn runs_alike(&self, one: &Variant, other: &Variant) -> bool {
        let around = |variant: &Variant| {
            let Subject::Snippet(snippet) = &variant.subject else { return None };
            let before = self.before_each(snippet);
            let setup = snippet.setup.as_ref().filter(|_| before.is_some());
            let used = |(name, _): &&(String, Value)| before.into_iter().chain(setup).any(|code| code.mentions(name));
            let bindings: Vec<(String, Value)> = variant.bindings.iter().filter(used).cloned().collect();
            let needs = before.map(|_| (variant.needs.clone(), variant.when.clone(), snippet.flags.clone()));
            let text = |code: Option<&Code>| code.map(|code| code.text.clone());
            Some((snippet.language.clone(), text(before), text(setup), bindings, needs))
        };
        around(one).is_some_and(|own| around(other) == Some(own))
            && (one.iterations, one.own_runtime()) == (other.iterations, other.own_runtime())
    }

    /// The contestant that a clone repeats: the baseline, or else the first. A plan has at most one clone.
    pub fn cloned(&self) -> Option<usize> {
        self.baseline.or_else(|| Some(self.contestants().next()?.0))
    }

    /// The code that runs before every iteration of a snippet.
    pub fn before_each<'p>(&'p self, snippet: &'p SnippetSubject) -> Option<&'p Code> {
        let of_language = || self.languages.get(&snippet.language)?.before_each.as_ref();
        snippet.before_each.as_ref().or_else(of_language)
    }

    /// The interpreter or the compiler that the plan wants for a variant at a point: program and arguments. `None` where it wants that of the
    /// language, or a parameter leaves nothing of it.
    pub fn runtime(&self, variant: &Variant, point: &Point) -> Option<String> {
        let Subject::Snippet(snippet) = &variant.subject else { return None };
        let of_language = || self.languages.get(&snippet.language)?.runtime.as_ref();
        let template = snippet.runtime.as_ref().or_else(of_language)?;
        let filled = template.filled(&variant.scope(point, &[]));
        (!filled.trim().is_empty()).then_some(filled)
    }

    /// What the process of a snippet is at a point: the same where two of them run the same host in the same runtime. `None` for what is no snippet.
    pub fn host(&self, variant: &Variant, point: &Point) -> Option<(String, Option<String>)> {
        Some((variant.language()?.to_string(), self.runtime(variant, point)))
    }

    /// Whether something that is not timed runs before every iteration of a variant.
    pub fn has_before_each(&self, variant: &Variant) -> bool {
        match &variant.subject {
            Subject::Snippet(snippet) => self.before_each(snippet).is_some(),
            Subject::Command(command) => command.before_each.is_some(),
            Subject::Http(_) | Subject::Sim(_) | Subject::Imported(_) => false,
        }
    }

    /// In how many layouts the code of a variant is compiled: each launch draws one.
    pub fn layouts(&self, variant: &Variant) -> usize {
        let language = variant.language().and_then(|language| self.languages.get(language));
        language.and_then(|language| language.rebuild).unwrap_or(1)
    }

    /// Whether what a variant runs names a parameter, a fixture or something that is built.
    pub fn mentions(&self, variant: &Variant, name: &str) -> bool {
        match &variant.subject {
            Subject::Command(command) => command.templates().any(|template| template.mentions(name)),
            Subject::Snippet(snippet) => {
                let shared = self.languages.get(&snippet.language);
                let shared = shared.into_iter().flat_map(|shared| [&shared.prelude, &shared.setup, &shared.teardown]);
                let own = [Some(&snippet.code), snippet.setup.as_ref(), self.before_each(snippet)];
                let code = shared.filter_map(Option::as_ref).chain(own.into_iter().flatten());
                code.into_iter().any(|code| code.mentions(name))
            }
            Subject::Http(http) => http.templates().any(|template| template.mentions(name)),
            Subject::Sim(_) | Subject::Imported(_) => false,
        }
    }

    /// The tool that measured it, where that was another: then nothing was measured side by side.
    pub fn imported_from(&self) -> Option<&str> {
        self.variants.iter().find_map(|variant| match &variant.subject {
            Subject::Imported(tool) => Some(tool.as_str()),
            Subject::Snippet(_) | Subject::Command(_) | Subject::Http(_) | Subject::Sim(_) => None,
        })
    }

    /// Whether files that lie beside the plan are needed.
    pub fn uses_files(&self) -> bool {
        !self.builds.is_empty() || self.servers.iter().any(|server| !server.files.is_empty())
    }

    /// The server of the plan that a variant asks.
    pub fn server(&self, variant: &Variant) -> Option<&Server> {
        let name = variant.server()?;
        self.servers.iter().find(|server| server.name == name)
    }

    /// The environment of a point; none where the plan has no axis of them.
    pub fn environment(&self, point: &Point) -> Option<&Environment> {
        let name = point.get(Environment::AXIS)?.placeholder();
        self.environments.iter().find(|environment| environment.name == name)
    }

    /// The variants that are compared and reported, with their indices.
    pub fn contestants(&self) -> impl Iterator<Item = (usize, &Variant)> {
        self.variants.iter().enumerate().filter(|(_, variant)| variant.role == Role::Contestant)
    }

    /// Those of them that take part at a point.
    pub fn contestants_at(&self, point: &Point) -> impl Iterator<Item = (usize, &Variant)> {
        self.contestants().filter(|(_, variant)| variant.takes_part(point))
    }
}
