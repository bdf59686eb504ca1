//! What is measured for the sake of others: empty loops, and a clone.

use model::{Code, Collector, Language, Plan, Role, SnippetSubject, Subject, Variant};

/// The controls of a plan of contestants: the empty loops of snippets; and where something is compared, a clone.
pub fn controls(plan: &Plan) -> Vec<Variant> {
    let mut controls: Vec<Variant> = Vec::new();
    for empty in plan.variants.iter().filter_map(|contestant| empty_loop(plan, contestant)) {
        if !controls.iter().any(|known| plan.runs_alike(known, &empty)) {
            controls.push(empty);
        }
    }
    controls.sort_by(|left, right| left.name.cmp(&right.name));
    controls.into_iter().chain(clone(&plan.variants, plan.baseline)).collect()
}

/// The empty loop of a snippet: the same language, run as often, with the same before each time, and with what that may use: the variant's own setup
/// and flags, and what its `for` bound. With nothing before each time, what all variants of the language have of needs, flags and bindings: the
/// parts that they share may use it.
fn empty_loop(plan: &Plan, contestant: &Variant) -> Option<Variant> {
    let Subject::Snippet(snippet) = &contestant.subject else { return None };
    let SnippetSubject { language, worker, code, setup, before_each, .. } = snippet;
    let runtime = contestant.own_runtime();
    if code.text.is_empty() {
        return None; // a worker of one's own that is told no code does the same without it
    }
    let has_before = plan.has_before_each(contestant);
    let setup = setup.clone().filter(|_| has_before);
    let Variant { bindings, needs, when, .. } = contestant.clone();
    let has_own = before_each.is_some() || setup.is_some() || when.is_some();
    let is_shared = !has_own && bindings.is_empty() && needs.is_empty() && snippet.flags.is_empty();
    let is_used = |shared: &Language| shared.prelude.is_some() || shared.setup.is_some() || shared.teardown.is_some();
    let has_shared = plan.languages.get(language).is_some_and(is_used);
    let of_language = |other: &&Variant| other.language() == Some(language);
    let is_of_all =
        |has: &dyn Fn(&Variant) -> bool| has_before || has_shared && plan.variants.iter().filter(of_language).all(has);
    let has_flag =
        |other: &Variant, flag: &String| matches!(&other.subject, Subject::Snippet(own) if own.flags.contains(flag));
    let flags = snippet.flags.iter().filter(|flag| is_of_all(&|other| has_flag(other, flag))).cloned().collect();
    let needs = needs
        .into_iter()
        .filter(|need| is_of_all(&|other| other.needs.iter().any(|own| own.name == need.name)))
        .collect();
    let binds = |other: &Variant, name: &str| other.bindings.iter().any(|(bound, _)| bound == name);
    let bindings = bindings.into_iter().filter(|(name, _)| is_of_all(&|other| binds(other, name))).collect();
    let subject = Subject::Snippet(SnippetSubject {
        language: language.clone(),
        worker: worker.clone(),
        runtime: runtime.clone(),
        code: Code::none(),
        setup,
        before_each: before_each.clone(),
        flags,
        returns: None,
        collector: Collector::On,
        has_bytes: false,
    });
    let times = contestant.iterations.map_or(String::new(), |iterations| format!(", {iterations} times"));
    let before = if has_before && !is_shared { format!(", as before {}", contestant.name) } else { String::new() };
    let by = runtime.as_ref().map_or(String::new(), |_| format!(", by that of {}", contestant.name));
    let plain = Variant::plain(format!("(empty loop, {language}{times}{before}{by})"), Role::EmptyLoop, subject);
    let when = when.filter(|_| has_before);
    Some(Variant { iterations: contestant.iterations, bindings, needs, when, ..plain })
}

/// The baseline once more, or else the first contestant.
fn clone(contestants: &[Variant], baseline: Option<usize>) -> Option<Variant> {
    let mut compared = contestants.iter().filter(|variant| variant.role == Role::Contestant);
    let original = baseline.map_or_else(|| compared.clone().next(), |baseline| contestants.get(baseline))?;
    let is_compared = compared.any(|variant| variant.name != original.name);
    is_compared.then(|| Variant {
        name: format!("(clone of {})", original.name),
        role: Role::Clone,
        ..original.clone()
    })
}
