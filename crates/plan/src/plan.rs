//! The plan as a whole: from the tree of its text to the typed [`Plan`].

use crate::Diagnostic;
use crate::build;
use crate::code;
use crate::command_line;
use crate::context::{PlanContext, SWEEP_MAX};
use crate::controls::controls;
use crate::doses;
use crate::environment;
use crate::fixture;
use crate::foreign::quoted;
use crate::idle;
use crate::iterations;
use crate::limit;
use crate::load;
use crate::located;
use crate::names::{IN_ANSWER, Meaning};
use crate::nearest::suggestion;
use crate::quantity::{duration, size_at_point};
use crate::server;
use crate::sweep;
use crate::template;
use crate::tree::{self, Entry, Mistakes, Node, Table};
use crate::variant::{self, VariantEntry};
use model::{
    Build, Check, Environment, Fixture, Language, LanguageTraits, Param, Plan, Point, Role, Server, Source, Value,
    Variant,
};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;

/// Reads the plan from the root of its tree. `None` only after a mistake.
pub fn read(root: &Node, source: &Source, languages: &[LanguageTraits], mistakes: &mut Mistakes) -> Option<Plan> {
    let mut table = Table::open(root, "a plan", mistakes)?;
    // The keys that stand for themselves come first, to know them when they turn up in a variant by accident.
    let title = table.optional("title", tree::filled_text, mistakes);
    let check = table.optional("check", |node, mistakes| tree::choice(node, &Check::WORDS, mistakes), mistakes);
    let budget_ns = table.optional("budget", duration, mistakes);
    let margin = table.optional("margin", percentage, mistakes);
    let baseline = table.node("baseline");
    let (work, locate) = (table.node("work"), table.node("locate"));
    let (bytes, expect) = (table.node("bytes"), table.node("expect"));
    let doses = table.node("doses");
    let top_level = [table.asked(), &["iterations", "setup", "teardown"].map(String::from)].concat();

    let iterations = table.node("iterations");
    let mut context = PlanContext { languages, ..PlanContext::default() };
    context.locate = locate.as_ref().and_then(|node| node.value.as_str()).map(str::to_string);
    context.iterations = iterations.as_ref().and_then(|node| iterations::read(node, mistakes));
    let environments = environments(&mut table, &mut context, mistakes);
    context.narrowed = table.optional("narrowed", sweep::narrowed, mistakes).unwrap_or_default();
    let params = params(&mut table, &top_level, &mut context, mistakes);
    let builds = builds(&mut table, &mut context, mistakes);
    let fixtures = fixtures(&mut table, &mut context, mistakes);
    let servers_at = entries(&mut table, "server", "the servers", mistakes);
    let servers = servers(&servers_at, &mut context, mistakes);
    let load_at = table.node("load");
    let load = load_at.as_ref().and_then(|node| load::read(node, &context, mistakes)).unwrap_or_default();
    context.allow_remote = load.allow_remote;
    let work = work.and_then(|node| work_of(&node, &params, mistakes));
    // Doses are asked for at one point.
    let locate = locate.filter(|_| doses.is_none()).and_then(|node| located::read(&node, &params, mistakes));
    let names = &context.names;
    let bytes = bytes.and_then(|node| size_at_point(&node, &context, mistakes));
    if let (Some(node), Some(Check::None)) = (&expect, check) {
        let mistake = node.mistake("an answer is expected, and none is compared").label("nobody looks at it");
        mistakes.push(mistake.help("remove it, or `check = \"none\"`"));
    }
    let expect = expect.and_then(|node| template::read(&node, names, &IN_ANSWER, mistakes));
    let setup = table.optional("setup", |node, mistakes| command_line::list(node, names, mistakes), mistakes);
    let teardown = table.optional("teardown", |node, mistakes| command_line::list(node, names, mistakes), mistakes);
    let languages_shared = shared_code(&mut table, &context, mistakes);
    let made = variants(&mut table, &context, &top_level, mistakes);
    table.finish(mistakes);

    if let (Some(node), Some(_), false) = (&iterations, context.iterations, made.is_empty()) {
        let any = made.iter().any(|made| made.variants.is_empty() || made.variants[0].iterations.is_some());
        iterations::check_used(node, any, mistakes);
    }
    idle::check_servers(&servers_at, &made, mistakes);
    idle::check_load(load_at.as_ref(), &made, mistakes);
    check_names(&made, mistakes);
    let baseline = baseline.and_then(|node| position(&node, &made, mistakes));
    let floors = floors(&made, baseline, mistakes);
    let mut contestants: Vec<Variant> = made.iter().flat_map(|made| made.variants.clone()).collect();
    floors.into_iter().for_each(|floor| contestants[floor].role = Role::Floor);
    let limit = limit::limit(&made, &contestants, baseline, mistakes);
    check_cases(root, &params, &contestants, mistakes);
    let title = title.map_or_else(|| file_stem(&source.name), str::to_string);
    let dosed = doses.and_then(|node| doses::read(&node, &contestants, mistakes));
    let (title, contestants, baseline, limit) = match dosed {
        Some((doses, line)) => (doses.title(&title), doses.variants(&contestants, line), Some(0), None),
        None => (title, contestants, baseline, limit),
    };
    let mut plan = Plan {
        title,
        source: source.clone(),
        baseline,
        limit,
        bytes,
        check: check.unwrap_or_default(),
        expect,
        budget_ns,
        margin: margin.unwrap_or(Plan::MARGIN),
        params,
        builds,
        fixtures,
        languages: languages_shared,
        servers,
        load,
        environments,
        work,
        locate,
        setup: setup.unwrap_or_default(),
        teardown: teardown.unwrap_or_default(),
        variants: contestants,
    };
    let controls = controls(&plan);
    plan.variants.extend(controls);
    Some(plan)
}

fn file_stem(name: &str) -> String {
    Path::new(name).file_stem().map_or(name.to_string(), |stem| stem.to_string_lossy().into_owned())
}

/// `"1%"` as 0.01.
fn percentage(node: &Node, mistakes: &mut Mistakes) -> Option<f64> {
    const EXAMPLE: &str = "write a number and a percent sign in quotes, such as \"1%\"";
    let Some(text) = node.value.as_str() else { return node.expected("a percentage").help(EXAMPLE).tell(mistakes) };
    let Some(part) = model::parse_percent(text) else {
        let mistake = node.mistake(format!("{} is no percentage from 0% to below 100%", quoted(text)));
        return mistake.label("should be a percentage").help(EXAMPLE).tell(mistakes);
    };
    Some(part)
}

/// The environments, which are the first axis of the sweep.
fn environments(table: &mut Table, context: &mut PlanContext, mistakes: &mut Mistakes) -> Vec<Environment> {
    let Some(node) = table.node(Environment::AXIS) else { return Vec::new() };
    let Some(mut inner) = Table::open(&node, "the environments", mistakes) else { return Vec::new() };
    let entries = inner.entries();
    if entries.is_empty() {
        let help = "add an [environment.NAME], such as one with cpus = 0.25, or remove it";
        mistakes.push(node.mistake("there are no environments, so there is nothing to run on").help(help));
        return Vec::new();
    }
    context.names.declare_axis(Environment::AXIS, node.span.clone());
    let values = entries.iter().map(|entry| Value::Text(entry.key.to_string())).collect();
    context.axes.push(Param { name: Environment::AXIS.to_string(), values });
    entries.iter().filter_map(|entry| environment::read(entry, mistakes)).collect()
}

/// The entries of a table whose keys are names; none where there is no such table.
fn entries<'t>(table: &mut Table<'t>, key: &str, what: &'static str, mistakes: &mut Mistakes) -> Vec<Entry<'t>> {
    let table = table.optional(key, |node, mistakes| Table::open(node, what, mistakes), mistakes);
    table.map_or(Vec::new(), |mut table| table.entries())
}

fn servers(entries: &[Entry], context: &mut PlanContext, mistakes: &mut Mistakes) -> Vec<Server> {
    context.servers = entries.iter().map(|entry| entry.key.to_string()).collect();
    entries.iter().filter_map(|entry| server::read(entry, &context.names, mistakes)).collect()
}

/// The parameter whose values are amounts of work.
fn work_of(node: &Node, params: &[Param], mistakes: &mut Mistakes) -> Option<String> {
    let numeric = |param: &&Param| param.values.iter().all(|value| value.number().is_some());
    let names: Vec<&str> = params.iter().filter(numeric).map(|param| param.name.as_str()).collect();
    let (missing, label) = ("parameter that counts something", "along it the work of all variants would grow");
    tree::named(node, &names, missing, label, "parameters with numbers", mistakes).map(str::to_string)
}

fn params(table: &mut Table, top_level: &[String], context: &mut PlanContext, mistakes: &mut Mistakes) -> Vec<Param> {
    let Some(node) = table.node("params") else { return context.axes.clone() };
    let Some(mut inner) = Table::open(&node, "the parameters", mistakes) else { return Vec::new() };
    let entries = inner.entries();
    idle::check_params(&entries, top_level, mistakes);
    sweep::axes(&entries, Meaning::Param, context, mistakes);
    let params = context.axes.clone();
    if Point::grid_size(&params) > SWEEP_MAX {
        let message = format!("the parameters make {} points; at most {SWEEP_MAX} can be measured", product(&params));
        let help = "a point takes seconds: list fewer values, or take a larger `factor` or `step`";
        mistakes.push(node.mistake(message).label("too many combinations").help(help));
    }
    params
}

/// `200 × 100`: how a number of points comes about.
fn product(params: &[Param]) -> String {
    params.iter().map(|param| param.values.len().to_string()).collect::<Vec<_>>().join(" × ")
}

fn builds(table: &mut Table, context: &mut PlanContext, mistakes: &mut Mistakes) -> Vec<Build> {
    let entries = entries(table, "build", "`build`", mistakes);
    entries.iter().for_each(|entry| context.names.declare(entry, Meaning::Built, mistakes));
    entries.iter().filter_map(|entry| build::read(entry, mistakes)).collect()
}

fn fixtures(table: &mut Table, context: &mut PlanContext, mistakes: &mut Mistakes) -> Vec<Fixture> {
    let entries = entries(table, "fixture", "the fixtures", mistakes);
    entries.iter().for_each(|entry| context.names.declare(entry, Meaning::LaterFixture, mistakes));
    // A fixture can be made from those before it.
    let fixtures = entries.iter().filter_map(|entry| {
        let fixture = fixture::read(entry, context, mistakes);
        context.names.make(entry.key);
        fixture
    });
    fixtures.collect()
}

fn shared_code(
    table: &mut Table,
    PlanContext { languages, names, .. }: &PlanContext,
    mistakes: &mut Mistakes,
) -> BTreeMap<String, Language> {
    let Some(node) = table.node("language") else { return BTreeMap::new() };
    let Some(mut inner) = Table::open(&node, "`language`", mistakes) else { return BTreeMap::new() };
    let shared = languages.iter().filter_map(|language| {
        let shared = |node: &Node, mistakes: &mut Mistakes| code::shared(node, language, names, mistakes);
        Some((language.name.to_string(), inner.optional(language.name, shared, mistakes)?))
    });
    let shared = shared.collect();
    inner.finish(mistakes);
    shared
}

fn variants(
    table: &mut Table,
    context: &PlanContext,
    top_level: &[String],
    mistakes: &mut Mistakes,
) -> Vec<VariantEntry> {
    let Some(node) = table.node("variant") else {
        let message = "the plan has no variants, so there is nothing to compare";
        let help = "add a `[[variant]]` with one of the keys that say what it runs";
        mistakes.push(Diagnostic::new(0..0, message).help(help));
        return Vec::new();
    };
    if node.value.is_table() {
        let mistake = node.mistake("a plan has a list of variants, not one").label("one pair of brackets");
        mistakes.push(mistake.help("write `[[variant]]`, with two pairs of brackets"));
        return Vec::new();
    }
    let Some(items) = node.items("a list of tables", mistakes) else { return Vec::new() };
    if items.is_empty() {
        mistakes.push(node.mistake("the plan has no variants, so there is nothing to compare").label("an empty list"));
    }
    items.iter().filter_map(|item| variant::read(item, context, top_level, mistakes)).collect()
}

/// Reports names that two variants share.
fn check_names(made: &[VariantEntry], mistakes: &mut Mistakes) {
    let mut taken: BTreeMap<&str, &Range<usize>> = BTreeMap::new();
    for VariantEntry { place, names, .. } in made {
        for name in names.iter().flatten() {
            if let Some(first) = taken.insert(name, place) {
                let mistake = Diagnostic::new(place.clone(), format!("two variants are called {}", quoted(name)));
                mistakes.push(if first == place {
                    mistake.label("twice from one `for`").help("put something between the placeholders")
                } else {
                    let mistake = mistake.label("the second").also(first.clone(), "the first");
                    mistake.help("give one of them another `name`")
                });
            }
        }
    }
}

/// The indices of the variants whose time is taken off others.
fn floors(made: &[VariantEntry], baseline: Option<usize>, mistakes: &mut Mistakes) -> BTreeSet<usize> {
    let all: Vec<&Variant> = made.iter().flat_map(|made| &made.variants).collect();
    let mut floors = BTreeSet::new();
    for VariantEntry { less, variants, .. } in made {
        let (Some(span), Some(name)) = (less, variants.first().and_then(|variant| variant.less.as_ref())) else {
            continue;
        };
        match all.iter().position(|variant| variant.name == *name) {
            None => {
                let names: Vec<&str> = all.iter().map(|variant| variant.name.as_str()).collect();
                let mistake = Diagnostic::new(span.clone(), format!("no variant is called {}", quoted(name)));
                let help = suggestion(name, &names, "variants");
                mistakes.push(mistake.label("its time would be taken off").help(help));
            }
            Some(floor) if all[floor].less.is_some() || baseline == Some(floor) => {
                let message = format!("{} is not compared itself when its time is taken off others", quoted(name));
                let help = "it can be neither the baseline nor have a `less` of its own: use another variant";
                mistakes.push(Diagnostic::new(span.clone(), message).label("cannot be taken off").help(help));
            }
            Some(floor) => drop(floors.insert(floor)),
        }
    }
    floors
}

/// The index of the variant that a node names.
fn position(node: &Node, made: &[VariantEntry], mistakes: &mut Mistakes) -> Option<usize> {
    let name = tree::text(node, mistakes)?;
    let names: Vec<&str> =
        made.iter().flat_map(|made| made.variants.iter().map(|variant| variant.name.as_str())).collect();
    let position = names.iter().position(|known| *known == name);
    // A variant that failed to be read may well be the one that is meant.
    let hidden = |made: &VariantEntry| match &made.names {
        Some(names) => names.iter().any(|known| known == name),
        None => true,
    };
    if position.is_none() && !made.iter().any(hidden) {
        let mistake = node.mistake(format!("no variant is called {}", quoted(name)));
        let help = suggestion(name, &names, "variants");
        return mistake.label("the baseline must be a variant").help(help).tell(mistakes);
    }
    position
}

/// Reports more cases than can be run. Too many points have been reported before.
fn check_cases(root: &Node, params: &[Param], contestants: &[Variant], mistakes: &mut Mistakes) {
    let (points, variants) = (Point::grid_size(params), contestants.len());
    if points > SWEEP_MAX || points.saturating_mul(variants) <= SWEEP_MAX {
        return;
    }
    let points_of = Point::grid(params);
    let cases = contestants.iter().flat_map(|variant| points_of.iter().filter(|point| variant.takes_part(point)));
    if cases.take(SWEEP_MAX + 1).count() > SWEEP_MAX {
        let message =
            format!("{points} points × {variants} variants make more than {SWEEP_MAX} cases, the most that can be run");
        let help = "a case takes seconds: take fewer values of a parameter, or limit variants with `when`";
        mistakes.push(Diagnostic::new(root.span.clone(), message).help(help));
    }
}
