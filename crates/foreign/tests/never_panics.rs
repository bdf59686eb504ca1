//! Whatever a file holds, reading it never panics, and what is read becomes a plan and events that fit it.

mod common;

use cmpthese_foreign::{File, READERS, Several, beside, experiment, merged, read};
use model::{Run, RunHeader, Source};
use proptest::prelude::*;

/// Reads it as what it is, and as each of the formats.
fn taken_in(files: &[File]) {
    let as_formats = READERS.iter().map(Some);
    for reader in [None].into_iter().chain(as_formats) {
        match read(files, reader) {
            Ok(foreign) => {
                let both = vec![("a".to_string(), foreign.clone()), ("b".to_string(), foreign.clone())];
                for several in [Several::Variants, Several::Launches] {
                    is_a_run(merged(beside(both.clone()), several));
                }
                is_a_run(foreign);
            }
            Err(problem) => {
                assert!(!problem.message.is_empty() && (reader.is_some() || !problem.help.is_empty()), "{problem:?}")
            }
        }
    }
}

fn is_a_run(foreign: cmpthese_foreign::Foreign) {
    let Ok(made) = experiment(foreign, "a title", None) else { return };
    let source = Source { name: "import".to_string(), text: made.text };
    let plan = match plan::parse(source.clone(), &[]) {
        Ok(plan) => plan,
        Err(mistakes) => panic!("{}\n{mistakes}", source.text),
    };
    let header = RunHeader { source, ..RunHeader::default() };
    let mut run = Run::new(header, plan);
    for event in made.events {
        assert!(run.accepts(&event), "{event:?}");
        run.apply(event);
    }
}

/// The bytes with a few of them replaced, moved or left out.
fn mutated(bytes: &[u8], cuts: &[(usize, usize, String)]) -> Vec<u8> {
    cuts.iter().fold(bytes.to_vec(), |bytes, (at, length, replacement)| {
        let start = at % (bytes.len() + 1);
        let end = (start + length).min(bytes.len());
        [&bytes[..start], replacement.as_bytes(), &bytes[end..]].concat()
    })
}

#[test]
fn the_files_themselves_are_read() {
    for files in common::all() {
        let read = read(&files, None).unwrap_or_else(|problem| panic!("{}: {problem}", files[0].path));
        assert!(experiment(read, "a title", None).is_ok(), "{}", files[0].path);
        taken_in(&files);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        taken_in(&[File { path: "a".to_string(), bytes }]);
    }

    #[test]
    fn any_text_of_these_words(words in prop::collection::vec(
        prop::sample::select(vec!["{", "}", "[", "]", ",", ":", "\"results\"", "\"benchmarks\"", "\"context\"", "\"runs\"", "\"name\"", "1e999", "-1",
            "0", "NaN", "null", "\"times\"", "\"command\"", "BenchmarkX", "8", "ns/op", "\n", " ", "Rate", " wallclock secs (", "@ 1/s (n=1)", "--"]), 0..40)) {
        taken_in(&[File { path: "a".to_string(), bytes: words.concat().into_bytes() }]);
    }

    #[test]
    fn mutated_files(
        which in any::<prop::sample::Index>(),
        cuts in prop::collection::vec((any::<usize>(), 0..12usize, "[-\\[\\]{}=.,:\"'/\n\u{1b}a-z0-9äK ]{0,6}|NaN|Infinity|1e999|-1|0|null|\"\""), 1..6),
        of_folder in any::<prop::sample::Index>(),
    ) {
        let all = common::all();
        let mut files = which.get(&all).clone();
        let changed = of_folder.index(files.len());
        files[changed].bytes = mutated(&files[changed].bytes, &cuts);
        taken_in(&files);
    }

    #[test]
    fn files_that_are_cut_off(which in any::<prop::sample::Index>(), at in any::<prop::sample::Index>()) {
        let all = common::all();
        let mut files = which.get(&all).clone();
        let end = at.index(files[0].bytes.len());
        files[0].bytes.truncate(end);
        taken_in(&files);
    }
}
