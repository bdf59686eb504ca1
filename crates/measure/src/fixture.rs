//! Files that are made before a point is timed, watched while it is, and removed after it.

use crate::random::{Purpose, stream};
use crate::site::Errand;
use crate::trouble::{Trouble, Unprepared, failed};
use model::{CacheState, FailureKind, Fill, Fixture, Plan, Point, Scope, Template, filled_bytes};
use rand::rand_core::Rng;
use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use subjects::{Context, page_cache};

/// The fixtures of a point, on disk, which is where its workers and servers stand. They are removed when it is dropped.
pub struct Fixtures<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) point: &'a Point,
    seed: u64,
    /// Name and path of what was built.
    built: &'a [(String, String)],
    pub(crate) context: &'a Context,
    files: Vec<FixtureFile>,
}

struct FixtureFile {
    name: String,
    path: PathBuf,
    state: FileState,
    cache: Option<CacheState>,
}

/// What tells that a file is as it was made: device and inode, size, time of the last change in seconds and nanoseconds.
type FileState = ([u64; 3], [i64; 2]);

impl<'a> Fixtures<'a> {
    /// Makes every fixture of the plan for a point, in the scratch directory.
    pub fn make(
        plan: &'a Plan,
        point: &'a Point,
        seed: u64,
        built: &'a [(String, String)],
        context: &'a Context,
    ) -> Result<Fixtures<'a>, Unprepared> {
        let mut fixtures = Fixtures { plan, point, seed, built, context, files: Vec::new() };
        fixtures.write_all()?;
        Ok(fixtures)
    }

    /// Name and path of each, and of what was built.
    pub fn paths(&self) -> Vec<(String, String)> {
        let files = self.files.iter().map(|made| (made.name.clone(), made.path.to_string_lossy().into_owned()));
        self.built.iter().cloned().chain(files).collect()
    }

    /// What placeholders stand for: the values of the parameters, and these paths.
    pub fn scope(&self) -> Scope {
        self.point.texts().chain(self.paths()).collect()
    }

    /// The name of a fixture that is no longer what was made; all are made anew then, for those who come next.
    pub fn restore_if_changed(&mut self) -> Result<Option<String>, Unprepared> {
        let intact =
            |made: &FixtureFile| fs::symlink_metadata(&made.path).is_ok_and(|data| state_of(&data) == made.state);
        let changed = self.files.iter().find(|made| !intact(made)).map(|made| made.name.clone());
        changed.map(|name| self.write_all().map(|()| name)).transpose()
    }

    fn write_all(&mut self) -> Result<(), Unprepared> {
        let before = std::mem::take(&mut self.files);
        let written = self.write_each();
        // What cannot be made again keeps its place and its name, and is found to be changed when it is looked at next.
        let made = self.files.len();
        self.files.extend(before.into_iter().skip(made));
        written?;
        self.bring_into_cache_state()
    }

    fn write_each(&mut self) -> Result<(), Unprepared> {
        for (index, fixture) in self.plan.fixtures.iter().enumerate() {
            let path = self.context.scratch.join(&fixture.name);
            let scope = self.scope();
            let mut random = stream(self.seed, Purpose::Fixture, &[index]);
            // A file that was there before may be a link or without permissions by now.
            let _ = fs::remove_file(&path);
            let made = self.write(fixture, &path, &scope, &mut random);
            let made = made.and_then(|()| Ok(state_of(&path.metadata()?)));
            let state = made.map_err(|error| {
                let _ = fs::remove_file(&path);
                error.map(|why| format!("the fixture {} cannot be made at {}: {why}", fixture.name, path.display()))
            })?;
            let cache = fixture.cache.as_ref().and_then(|cache| CacheState::parse(&cache.filled(&scope)));
            self.files.push(FixtureFile { name: fixture.name.clone(), path, state, cache });
        }
        Ok(())
    }

    fn write(&self, fixture: &Fixture, path: &Path, scope: &Scope, random: &mut impl Rng) -> Result<(), Unprepared> {
        let size = fixture.size.as_ref().map(|size| bytes(size, scope)).transpose()?;
        let whole = size.unwrap_or(0);
        // Before anything is written: a disk that runs full disturbs more than this run. Where the room cannot be told, writing will.
        let free = File::open(&self.context.scratch).and_then(|directory| page_cache::free_bytes(&directory));
        if let Some(free) = free.ok().flatten().filter(|free| whole > *free) {
            let [whole, free] = [whole, free].map(model::format_bytes);
            return Err(Unprepared::Failed(format!("it takes {whole}, and {free} are free there")));
        }
        let chunk = fixture.chunk.as_ref().map(|chunk| bytes(chunk, scope)).transpose()?;
        // What each write(2) is given: at most so much, because a buffer of that size is held meanwhile.
        let chunk = chunk.map_or(8192, |bytes| bytes.clamp(1, 1 << 26) as usize);
        let mut file = File::create(path)?;
        match &fixture.fill {
            Fill::Zero => repeat(&mut file, chunk, &[0; 4096], size)?,
            Fill::Random => write_chunks(&mut file, chunk, whole, |made| {
                let start = made.len();
                made.resize(start + 8192, 0);
                random.fill_bytes(&mut made[start..]);
            })?,
            Fill::Lines(length) => write_lines(&mut file, chunk, whole, bytes(length, scope)?.max(1) as usize)?,
            Fill::Pattern(pattern) => repeat(&mut file, chunk, pattern.filled(scope).as_bytes(), size)?,
            Fill::Command(line) => {
                let errand = Errand::new(line, scope, self.context)?;
                let output = match size {
                    Some(size) => errand.capture_at_most(size, self.context)?,
                    None => errand.capture(self.context)?,
                };
                output.chunks(chunk).try_for_each(|piece| file.write_all(piece))?;
            }
        }
        Ok(())
    }

    /// Brings every fixture whose state of the page cache the plan names into that state, and makes sure of it.
    pub fn bring_into_cache_state(&self) -> Result<(), Unprepared> {
        for (made, state) in self.files.iter().filter_map(|made| Some((made, made.cache?))) {
            page_cache::bring(&made.path, state).map_err(|why| {
                let word = CacheState::WORDS.iter().find(|(_, known)| *known == state).map_or("", |(word, _)| word);
                Unprepared::Failed(format!("the fixture {} cannot be made {word}: {why}", made.name))
            })?;
        }
        Ok(())
    }

    /// The same before a variant runs, which fails where it cannot be done.
    pub fn in_cache_state(&self) -> Result<(), Trouble> {
        let help = "see that no variant keeps the file open in memory, or leave the key `cache` out";
        let failure = |message| failed(FailureKind::Missing, message, help);
        self.bring_into_cache_state().map_err(|why| why.map(failure))
    }

    /// What came of a variant that has just run; a failure if it changed the input of the others, which is made anew whatever came of it.
    pub fn after<T>(&mut self, done: Result<T, Trouble>) -> Result<T, Trouble> {
        let state = self.restore_if_changed();
        let done = done?;
        let message = match state {
            Ok(None) => return Ok(done),
            Ok(Some(name)) => format!("it changes the fixture {name}, which the other variants use"),
            Err(Unprepared::Failed(why)) => format!("it changes a fixture, and that cannot be undone: {why}"),
            Err(Unprepared::Interrupted) => return Err(Trouble::Interrupted),
        };
        Err(Trouble::Failed(failed(FailureKind::FixtureChanged, message, "let it work on a copy of its own")))
    }

    /// Whether a batch can be no longer than one iteration, because the second would find in memory what the first has read.
    pub fn any_cold(&self) -> bool {
        self.files.iter().any(|made| made.cache == Some(CacheState::Cold))
    }
}

impl Drop for Fixtures<'_> {
    fn drop(&mut self) {
        for made in &self.files {
            let _ = fs::remove_file(&made.path);
        }
    }
}

fn state_of(data: &Metadata) -> FileState {
    ([data.dev(), data.ino(), data.size()], [data.mtime(), data.mtime_nsec()])
}

fn bytes(template: &Template, scope: &Scope) -> io::Result<u64> {
    let text = template.filled(scope);
    filled_bytes(&text).ok_or_else(|| io::Error::other(format!("{text:?} is no size")))
}

/// Writes a pattern again and again until the size is reached, or once without one.
fn repeat(file: &mut impl Write, chunk: usize, pattern: &[u8], size: Option<u64>) -> io::Result<()> {
    let size = size.unwrap_or(pattern.len() as u64);
    if pattern.is_empty() && size > 0 {
        return Err(io::Error::other("an empty pattern cannot fill it"));
    }
    write_chunks(file, chunk, size, |made| made.extend(pattern))
}

/// Lines of one length that differ from each other: a number, then letters that go on from line to line.
fn write_lines(file: &mut impl Write, chunk: usize, size: u64, length: usize) -> io::Result<()> {
    let mut number = 0;
    // Of a line that is longer than the file nobody sees the rest.
    let length = length.min(size as usize + 1);
    write_chunks(file, chunk, size, |made| {
        let end = made.len() + length;
        made.extend(format!("{number} ").bytes());
        made.extend((0..length).map(|place| b'a' + ((number + place) % 26) as u8));
        made.truncate(end - 1);
        made.push(b'\n');
        number += 1;
    })
}

/// Writes chunks of one size until that of the file is reached, the last one what is left; `next` appends more to what is made. The chunks in which a file was
/// written decide how its pages lie in the page cache, and that decides how many faults it costs to map it.
fn write_chunks(file: &mut impl Write, chunk: usize, size: u64, mut next: impl FnMut(&mut Vec<u8>)) -> io::Result<()> {
    let (mut made, mut left) = (Vec::new(), size as usize);
    while left > 0 {
        let before = made.len();
        next(&mut made);
        made.truncate(before + left);
        left -= made.len() - before;
        let whole = if left > 0 { made.len() / chunk * chunk } else { made.len() };
        made[..whole].chunks(chunk).try_for_each(|piece| file.write_all(piece))?;
        made.drain(..whole);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_the_length_and_the_size() {
        let mut out = Vec::new();
        write_lines(&mut out, 8192, 100, 16).unwrap();
        assert_eq!(out.len(), 100);
        assert_eq!(String::from_utf8(out).unwrap().lines().next(), Some("0 abcdefghijklm"));
    }

    #[test]
    fn a_pattern_is_cut_at_the_size_and_written_once_without_one() {
        let mut out = Vec::new();
        repeat(&mut out, 8192, b"abc", Some(7)).unwrap();
        repeat(&mut out, 8192, b"xyz", None).unwrap();
        assert_eq!(out, b"abcabcaxyz");
    }

    /// Keeps the size of every write.
    #[derive(Default)]
    struct Sizes(Vec<usize>);

    impl Write for Sizes {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.push(bytes.len());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn small_pieces_are_joined_and_large_ones_are_cut() {
        for pattern in [3, 25] {
            let mut sizes = Sizes::default();
            repeat(&mut sizes, 10, &vec![0; pattern], Some(33)).unwrap();
            assert_eq!(sizes.0, [10, 10, 10, 3], "{pattern}");
        }
    }
}
