//! What the plan's `[build]` tables ask for: built before anything is measured, and kept by the content of what it is built
//! from, so that it is built once.

use crate::journal::{Halt, Journal};
use crate::site::Errand;
use crate::trouble::{self, Unprepared};
use model::{
    Build, CommandLine, CommandSubject, Event, Failure, FailureKind, Plan, Point, Role, Scope, Subject, Variant,
};
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;
use subjects::{BuildKey, Context, program};

/// What came of the builds of a plan.
#[derive(Debug, Default)]
pub struct Built {
    /// Name and path of each. What could not be built has the path of a file that is not there.
    pub paths: Vec<(String, String)>,
    /// The name of each that could not be built, with the reason.
    pub failures: Vec<(String, Failure)>,
    /// The names of variants that are others than when the run began, with what of them is.
    changed: Vec<(String, &'static str)>,
}

/// Builds everything that is not there yet.
pub fn build_all(journal: &mut Journal, context: &Context) -> Result<Built, Halt> {
    let mut built = Built::default();
    for build in &journal.run.plan.builds.clone() {
        let begin = || journal.record(Event::Building { name: build.name.clone() });
        let (path, failure) = match one(build, context, begin) {
            Ok((path, from)) if is_as_before(journal, &format!("build {}", build.name), &from)? => (path, None),
            Ok((path, _)) => (path, Some(changed(&build.name))),
            Err(BuildTrouble::Halt(halt)) => return Err(halt),
            Err(BuildTrouble::Unbuilt(why)) => (context.scratch.join("not-built").join(&build.name), Some(why)),
        };
        built.failures.extend(failure.map(|why| (build.name.clone(), why)));
        built.paths.push((build.name.clone(), path.to_string_lossy().into_owned()));
    }
    Ok(built)
}

/// Compiles the snippets of a run before its time begins. One compilation by a compiler serves all points, so this is done for the first
/// that is not measured yet and where the variant takes part, of each compiler; what goes wrong is told there.
pub fn compile_all(journal: &mut Journal, built: &mut Built, points: &[Point], context: &Context) -> Result<(), Halt> {
    let plan: Plan = journal.run.plan.clone();
    // Of a fixture only the sort of its value goes into the code, which is that of a path.
    let files = plan.fixtures.iter().map(|fixture| (fixture.name.clone(), String::new()));
    let paths: Vec<(String, String)> = built.paths.iter().cloned().chain(files).collect();
    for variant in plan.variants.iter().filter(|variant| subjects::is_compiled(variant)) {
        let mut compilers = BTreeSet::new();
        let is_another = |point: &&Point| variant.takes_part(point) && compilers.insert(plan.runtime(variant, point));
        for point in points.iter().filter(is_another) {
            journal.record(Event::Building { name: variant.name.clone() })?;
            let made = subjects::build_ahead(&plan, variant, point, &paths, context);
            if let Some(made) = made.filter(|_| !matches!(variant.role, Role::EmptyLoop | Role::Clone))
                && !is_as_before(journal, &code_of(&plan, variant, point), &name_of_entry(Path::new(&made)))?
            {
                built.changed.push((variant.name.clone(), "its code"));
            }
            if context.interrupt.raised() {
                return Err(Halt::Interrupted);
            }
        }
    }
    Ok(())
}

/// Takes note of the programs that commands start, as they are now: a variant whose program was replaced since a run began is
/// another one. What the plan itself may build before it measures is not looked at, nor what stands in the text of a shell.
pub fn see_programs(journal: &mut Journal, built: &mut Built) -> Result<(), Halt> {
    let plan: Plan = journal.run.plan.clone();
    for variant in plan.variants.iter().filter(|_| plan.setup.is_empty()) {
        let Some(name) = program_of(variant) else { continue };
        let Some(version) = program::find(&name, None).ok().and_then(|path| version(&path).ok()) else { continue };
        if !is_as_before(journal, &format!("program of {}", variant.name), &version)? {
            built.changed.push((variant.name.clone(), "its program"));
        }
    }
    Ok(())
}

/// The program that a command starts, where that is the same at all points and found as it is from here.
fn program_of(variant: &Variant) -> Option<String> {
    let Subject::Command(command) = &variant.subject else { return None };
    let CommandSubject { line: CommandLine::Argv(words), cwd: None, before_each: None, .. } = command else {
        return None;
    };
    words[0].fill(&Scope::new()).filter(|_| !command.has_own_path())
}

impl Built {
    /// Why a variant cannot run, when it names something that could not be built.
    pub fn obstacle(&self, plan: &Plan, variant: &Variant) -> Option<Failure> {
        if let Some((_, what)) = self.changed.iter().find(|(name, _)| *name == variant.name) {
            return Some(changed(what));
        }
        self.failures.iter().find(|(name, _)| plan.mentions(variant, name)).map(|(_, why)| why.clone())
    }
}

/// How the names of code begin among what was built.
const CODE: &str = "code of ";

/// Whether what was built under a name is the code of a variant, and not a program or a file.
pub fn is_code(name: &str) -> bool {
    name.starts_with(CODE)
}

/// What the code of a variant is called: another one for each compiler.
fn code_of(plan: &Plan, variant: &Variant, point: &Point) -> String {
    let by = plan.runtime(variant, point).map_or(String::new(), |runtime| format!(" by {runtime}"));
    format!("{CODE}{}{by}", variant.name)
}

/// The name of the directory in the cache where a library is: it tells what it was compiled from.
fn name_of_entry(made: &Path) -> String {
    made.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned()
}

/// Takes note of what something was built from. False when a run that is resumed began with something else.
fn is_as_before(journal: &mut Journal, name: &str, digest: &str) -> Result<bool, Halt> {
    match journal.run.built.get(name) {
        Some(before) => Ok(*before == digest),
        None => journal.record(Event::Built { name: name.to_string(), digest: digest.to_string() }).map(|()| true),
    }
}

fn changed(what: &str) -> Failure {
    trouble::changed(format!("{what} is another than when the run began"))
}

enum BuildTrouble {
    Unbuilt(Failure),
    Halt(Halt),
}

impl From<io::Error> for BuildTrouble {
    fn from(error: io::Error) -> BuildTrouble {
        failed(FailureKind::Compile, format!("it cannot be built: {error}"), None)
    }
}

fn failed(kind: FailureKind, message: String, help: Option<String>) -> BuildTrouble {
    BuildTrouble::Unbuilt(Failure::new(kind, message, help))
}

/// The path of what a build makes, and a digest of what the plan says that it is built from.
fn one(
    build: &Build,
    context: &Context,
    begin: impl FnOnce() -> Result<(), Halt>,
) -> Result<(PathBuf, String), BuildTrouble> {
    let tools = tools(build, context)?;
    let files = files(build, context)?;
    let key = key(build, &tools, &files)?;
    // What changes when a library, a header or a module of the system does: what the linker knows, and the packages that are installed. A run that is resumed does not
    // ask for that: any package changes it.
    let known = ["/etc/ld.so.cache", "/var/lib/dpkg/status"].map(Path::new).into_iter().filter(|path| path.exists());
    let whole = known.map(version).try_fold(key.clone(), |key, version| version.map(|version| key.with(version)))?;
    let entry = context.cache.entry(whole, |directory| {
        begin().map_err(BuildTrouble::Halt)?;
        context.cache.remove_unused();
        make(build, &files, directory, context)
    })?;
    Ok((entry.join(&build.name), key.text()))
}

/// Where the programs are that a build needs: those that the plan names, and the one that it starts.
fn tools(build: &Build, context: &Context) -> Result<Vec<PathBuf>, BuildTrouble> {
    let mut tools = Vec::new();
    for need in &build.needs {
        tools.push(program::find(&need.name, None).map_err(|_| {
            let otherwise = format!("install it: apt-get install {}", need.name);
            BuildTrouble::Unbuilt(trouble::not_installed(&build.needs, &need.name, &otherwise))
        })?);
    }
    let own = match &build.line {
        CommandLine::Argv(words) => words[0].fill(&Scope::new()).ok_or_else(|| {
            let message =
                format!("{} does not build: its command starts {{output}}, which is not there yet", build.name);
            let help = "begin with the program that builds it, such as a compiler";
            failed(FailureKind::Compile, message, Some(help.to_string()))
        })?,
        CommandLine::Shell(_) => "sh".to_string(),
    };
    // A path counts from the directory of the build, which holds what lies beside the plan.
    tools.push(program::find(&own, Some(&context.beside.to_string_lossy())).map_err(|_| {
        let help = "look for a typing error, or install it; `needs` in the build can name its package";
        failed(FailureKind::Missing, format!("{own}, which builds {}, is not installed", build.name), Some(help.into()))
    })?);
    Ok(tools)
}

/// Name and content of each file that it is built from.
fn files<'b>(build: &'b Build, context: &Context) -> Result<Vec<(&'b str, Vec<u8>)>, BuildTrouble> {
    let read = |name: &'b String| match std::fs::read(context.beside.join(name)) {
        Ok(content) => Ok((name.as_str(), content)),
        Err(error) => {
            let message = format!("{} is built from {name}, which cannot be read: {error}", build.name);
            let help = format!("put it beside the plan, at {}", context.beside.join(name).display());
            Err(failed(FailureKind::Missing, message, Some(help)))
        }
    };
    build.files.iter().map(read).collect()
}

/// Everything that the plan says the outcome depends on. Of a tool its place, size and time tell one version from the next.
fn key(build: &Build, tools: &[PathBuf], files: &[(&str, Vec<u8>)]) -> io::Result<BuildKey> {
    let key = BuildKey::default().with("build").with(&build.name).with(format!("{:?}", build.line));
    let key = tools.iter().try_fold(key, |key, tool| version(tool).map(|version| key.with(version)))?;
    Ok(files.iter().fold(key, |key, (name, content)| key.with(name).with(content)))
}

fn version(file: &Path) -> io::Result<String> {
    let data = file.metadata()?;
    let changed = data.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
    Ok(format!("{} {} {changed}", file.display(), data.len()))
}

/// Runs the command in a directory that holds the files and nothing else.
fn make(build: &Build, files: &[(&str, Vec<u8>)], directory: &Path, context: &Context) -> Result<(), BuildTrouble> {
    for (name, content) in files {
        let path = directory.join(name);
        path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
        std::fs::write(&path, content)?;
        std::fs::set_permissions(&path, context.beside.join(name).metadata()?.permissions())?;
    }
    let output = directory.join(&build.name);
    if output.exists() {
        let message = format!("{} does not build: one of its files has its own name", build.name);
        return Err(failed(FailureKind::Compile, message, Some("give the build another name".to_string())));
    }
    let scope = Scope::from([(Build::OUTPUT.to_string(), output.to_string_lossy().into_owned())]);
    let mut errand = Errand::new(&build.line, &scope, context)?;
    errand.command.current_dir(directory);
    let why = match errand.capture(context) {
        Err(Unprepared::Interrupted) => return Err(BuildTrouble::Halt(Halt::Interrupted)),
        Err(Unprepared::Failed(why)) => why.replace(&*output.to_string_lossy(), "{output}"),
        Ok(_) if output.exists() => return Ok(()),
        Ok(_) => "its command ended well, and left nothing at {output}".to_string(),
    };
    Err(failed(FailureKind::Compile, format!("{} does not build: {why}", build.name), None))
}
