//! The Ruby host: how it writes answers, what a part is, which lines it tells, and what it survives.

use crate::stage::{Actor, Stage, parts, snippet};
use cmpthese_subjects::languages;
use model::{Check, Metric};
use protocol::{ErrorKind, Param, Part, Reply, Request, SnippetCase};
use std::collections::BTreeMap;

/// Values of Ruby and their canonical form, exact and lenient.
#[rustfmt::skip]
const FORMS: &[(&str, &str, &str)] = &[
    // Nothing.
    ("", "null", "null"),
    ("nil", "null", "null"),
    ("return", "null", "null"),
    // What is the value of code.
    ("1 # a comment", "1", r#""1""#),
    ("return 2; 1", "2", r#""2""#),
    ("next 3; 1", "3", r#""3""#),
    ("return 1, 2", "[1, 2]", r#"["1", "2"]"#),
    // Whole numbers.
    ("-17", "-17", r#""-17""#),
    ("1e3", "1000", r#""1000""#),
    ("2.0**53 - 1", "9007199254740991", r#""9007199254740991""#),
    ("2**70", "1180591620717411303424", r#""1180591620717411303424""#),
    ("-0.0", "0", r#""0""#),
    // Other numbers.
    ("0.1 + 0.2", "0.30000000000000004", r#""0.30000000000000004""#),
    ("1 / 3.0", "0.3333333333333333", r#""0.3333333333333333""#),
    ("1e17", "1e+17", r#""1e+17""#),
    ("1e-7", "1e-07", r#""1e-07""#),
    ("2.0**64", "1.8446744073709552e+19", r#""1.8446744073709552e+19""#),
    ("1 / 0.0", "Inf", r#""Inf""#),
    ("-1 / 0.0", "-Inf", r#""-Inf""#),
    ("0 / 0.0", "NaN", r#""NaN""#),
    // Texts.
    (r#""say \"hi\" \\ now""#, r#""say \"hi\" \\ now""#, r#""say \"hi\" \\ now""#),
    (r#""a\n\t\r\0\e[31m\x7f""#, r#""a\n\t\r\x00\x1B[31m\x7F""#, r#""a\n\t\r\x00\x1B[31m\x7F""#),
    (r#""é""#, r#""\xE9""#, r#""\xE9""#),
    (r#""é☺""#, r#""\xC3\xA9\xE2\x98\xBA""#, r#""\xC3\xA9\xE2\x98\xBA""#),
    (r#""é".b"#, r#""\xC3\xA9""#, r#""\xC3\xA9""#),
    (r#""é\xff""#, r#""\xC3\xA9\xFF""#, r#""\xC3\xA9\xFF""#),
    (r#""é".encode("UTF-16LE")"#, r#""\xE9""#, r#""\xE9""#),
    (":name", r#""name""#, r#""name""#),
    // Truth values.
    ("[1 == 1, 1 == 2]", "[true, false]", r#"["1", ""]"#),
    // Lists and tables.
    ("[[], {}]", "[[], {}]", "[[], {}]"),
    ("[1, 'a', nil, [2]]", r#"[1, "a", null, [2]]"#, r#"["1", "a", null, ["2"]]"#),
    ("{'1' => 2, 1 => 1}", r#"{"1": 1, "1": 2}"#, r#"{"1": "1", "1": "2"}"#),
    ("{b: 1, 'a' => [2], 10 => 3, 9 => 4, nil => 5}", r#"{"10": 3, "9": 4, "a": [2], "b": 1, "null": 5}"#,
        r#"{"10": "3", "9": "4", "a": ["2"], "b": "1", "null": "5"}"#),
    (r#"{"é" => 1, "ē" => 2, "z" => 3, "a\n\"" => 4}"#,
        r#"{"a\n\"": 4, "z": 3, "\xC4\x93": 2, "\xE9": 1}"#, r#"{"a\n\"": "4", "z": "3", "\xC4\x93": "2", "\xE9": "1"}"#),
    ("require 'set'; Set[30, 4, Set['a']]", r#"[30, 4, ["a"]]"#, r#"["30", "4", ["a"]]"#),
    // Objects.
    ("class Some; class Thing; def initialize; @a = 1; end; end; end; Some::Thing.new", r#"Some::Thing {"a": 1}"#, r#"Some::Thing {"a": "1"}"#),
    ("Point = Struct.new(:x, :y) unless defined?(Point); Point.new(1, 2)", r#"Point {"x": 1, "y": 2}"#, r#"Point {"x": "1", "y": "2"}"#),
    ("class Rows < Array; end; Rows[1]", "Rows [1]", r#"Rows ["1"]"#),
    ("%w[a b a b].each_cons(2).tally", r#"{"[\"a\", \"b\"]": 2, "[\"b\", \"a\"]": 1}"#, r#"{"[\"a\", \"b\"]": "2", "[\"b\", \"a\"]": "1"}"#),
    ("{[1] => 1}", r#"{"[1]": 1}"#, r#"{"[1]": "1"}"#),
    ("1..3", "Range [1, 3, false]", r#"Range ["1", "3", ""]"#),
    ("3.quo(2)", r#"Rational "3/2""#, r#"Rational "3/2""#),
    ("/a+/i", r#"Regexp "(?i-mx:a+)""#, r#"Regexp "(?i-mx:a+)""#),
    ("Time.at(0, 5, :nsec)", r#"Time "1970-01-01T00:00:00.000000005Z""#, r#"Time "1970-01-01T00:00:00.000000005Z""#),
];

/// Code that replaces what Process has, as a test does that stops the clock, does so for itself.
#[test]
fn the_clock_of_the_host_is_its_own() {
    let stage = Stage::new();
    let setup = "module Process; def self.clock_gettime(*) = 5; def self.pid = 7; end";
    let code = "[Process.clock_gettime(Process::CLOCK_MONOTONIC), Process.pid]";
    let mut host = stage.host("ruby").ready(parts(&[(Part::Setup, setup), (Part::Code, code)]));
    assert_eq!(host.answer().head, "[5, 7]");
    assert!(host.run(1000).reading(Metric::Wall) > 0);
}

#[test]
fn answers_have_the_canonical_form() {
    let stage = Stage::new();
    stage.host("ruby").has_forms(FORMS);
}

#[test]
fn the_digest_is_that_of_the_whole_however_long_it_is() {
    let stage = Stage::new();
    stage.host("ruby").digests_all_lengths(|length| format!("'x' * {length}"), |length| format!("['x' * {length}]"));
}

#[test]
fn answers_that_cannot_be_compared_are_refused() {
    let stage = Stage::new();
    let mut host = stage.host("ruby");
    let deep = "the answer is nested deeper than 1000 levels, or contains itself: return data".to_string();
    let refused = |class| format!("the answer holds an object of class {class}, which cannot be compared: return data");
    let cases = [
        ("list = []; list << list", deep.clone()),
        ("table = {}; table[:self] = table", deep),
        ("proc {}", refused("Proc")),
        ("[1, {code: method(:puts)}]", refused("Method")),
        ("$stdout", refused("IO")),
        ("Object.new", refused("Object")),
        ("{[proc {}] => 1}", refused("Proc")),
    ];
    host.refuses(&cases);
}

#[test]
fn an_answer_that_cannot_be_read_ends_nothing() {
    let stage = Stage::new();
    let mut host = stage.host("ruby");
    let cases = [
        ("BasicObject.new", "undefined method"),
        (r#""a\x81".dup.force_encoding("Windows-1252")"#, r#""\x81" to UTF-8"#),
    ];
    for (code, message) in cases {
        let error = host.ready_error(snippet(code));
        assert_eq!(error.kind, ErrorKind::Died, "{code}");
        assert!(error.message.starts_with(message), "{code}: {}", error.message);
    }
    assert_eq!(host.answer_of("1", Check::Exact), "1");
}

#[test]
fn parameters_may_have_names_and_values_of_any_sort() {
    let stage = Stage::new();
    let long = format!("{}\n\u{e9}\u{1f600}", "\"\\\n".repeat(70_000));
    let params = [
        ("a", Param::Integer(i64::MAX)),
        ("_x", Param::Float(1e300)),
        ("host", Param::Float(-2.5)),
        ("code", Param::Boolean(false)),
        ("N", Param::Integer(i64::MIN)),
        ("long", Param::Text(long.clone())),
    ];
    let params: BTreeMap<_, _> = params.map(|(name, value)| (name.to_string(), value)).into();
    let code = "[a, _x, host, code, N, long.length, long[-2..]]";
    let length = long.chars().count();
    let expected = format!(
        r#"[9223372036854775807, 1e+300, -2.5, false, -9223372036854775808, {length}, "\xC3\xA9\xF0\x9F\x98\x80"]"#
    );
    let mut host = stage.host("ruby");
    host.prepare(SnippetCase { params, ..snippet(code) });
    assert_eq!(host.answer().head, expected);
    let params = BTreeMap::from([("end".to_string(), Param::Integer(1))]);
    let error = host.prepare_error(SnippetCase { params, ..snippet("1") });
    assert_eq!((error.kind, error.message.as_str()), (ErrorKind::Compile, "Ruby has no variable of the name end"));
}

#[test]
fn the_parts_share_one_scope_and_a_next_case_starts_afresh() {
    let stage = Stage::new();
    let mut host = stage.host("ruby");
    host.prepare(parts(&[
        (Part::Prelude, "order = ['prelude']; def joined(words) = words.join(' ')"),
        (Part::Setup, "order << 'setup' # a comment at the end"),
        (Part::VariantSetup, "order << 'variant'"),
        (Part::Code, "order << 'called'; joined(order)"),
    ]));
    assert_eq!(host.answer().head, r#""prelude setup variant called""#);
    assert_eq!(host.answer().head, r#""prelude setup variant called called""#);
    host.prepare(snippet("[defined?(order), binding.local_variables.length]"));
    assert_eq!(host.answer().head, "[null, 0]");
}

/// Ruby heeds it at the beginning of a text alone.
#[test]
fn the_comment_in_the_prelude_that_freezes_strings_counts_for_all_parts() {
    let stage = Stage::new();
    let prelude = "# frozen_string_literal: true";
    let case = parts(&[(Part::Prelude, prelude), (Part::Code, "['a'.frozen?, __LINE__]")]);
    let mut host = stage.host("ruby").ready(case);
    assert_eq!(host.answer().head, "[true, 1]");
}

/// What goes wrong on the fourth line of a part, and how that is told.
#[test]
fn errors_tell_part_and_line() {
    let faults = [
        ("y = ;", ErrorKind::Compile, "syntax error"),
        ("raise 'broken'", ErrorKind::Died, "broken"),
        ("raise ArgumentError", ErrorKind::Died, "an exception of class ArgumentError"),
        ("raise Class.new(StandardError)", ErrorKind::Died, "an exception of a class without a name"),
        ("raise Class.new(StandardError) { def message = raise('again') }", ErrorKind::Died, "an exception of a class"),
        ("nil.no_such", ErrorKind::Died, "undefined method"),
        ("eval('1 +')", ErrorKind::Died, "(eval"),
        ("throw :nobody", ErrorKind::Died, "uncaught throw :nobody"),
        ("Integer('x')", ErrorKind::Died, "invalid value for Integer(): \"x\""),
        ("def again = again\nagain", ErrorKind::Died, "stack level too deep"),
        ("raise \"\\xff\"", ErrorKind::Died, "\u{ff}"),
        ("raise 'é \u{1f600}'", ErrorKind::Died, "é \u{1f600}"),
        ("raise NotImplementedError, 'later'", ErrorKind::Died, "later"),
    ];
    Stage::new().host("ruby").tells_lines(&faults, |fault| format!("text = <<EOT\nhere\nEOT\n{fault}"), "1\n2\n3\n4");
}

/// It closes the function that the host makes of the part.
#[test]
fn an_end_too_many_is_told() {
    let stage = Stage::new();
    let mut host = stage.host("ruby");
    for part in [Part::Code, Part::BeforeEach, Part::Teardown] {
        let code = if part == Part::Code { "" } else { "1" };
        let error = host.prepare_error(parts(&[(Part::Code, code), (part, "1\nend\nbegin\n2")]));
        let told = (error.kind, error.part, error.line, error.message.as_str());
        assert_eq!(told, (ErrorKind::Compile, Some(part), Some(4), "an `end` too many"));
    }
}

/// Each round of the loop would fork once more in each of them.
#[test]
fn children_that_return_say_nothing_and_do_not_run_on_in_the_loop() {
    let stage = Stage::new();
    let path = stage.text("calls");
    let code = format!("File.write('{path}', 'x', mode: 'a'); fork; 1");
    let run = Request::Run { iterations: 12, padding: 0, slices: 3, bare: true };
    for case in [snippet(&code), parts(&[(Part::Code, &code), (Part::BeforeEach, "1")])] {
        let _ = std::fs::remove_file(&path);
        let mut host = stage.host("ruby").ready(case);
        assert!(matches!(host.ask(&run), Ok(Reply::Sample { .. })));
        assert_eq!(host.ask(&Request::Bye), Ok(Reply::Bye));
        assert_eq!(std::fs::read(&path).expect("it was called").len(), 12);
    }
}

#[test]
fn libraries_are_found_with_and_without_rubygems() {
    let stage = Stage::new();
    stage.write("broken.rb", "require 'no/such/other'");
    let mut host = stage.host("ruby");
    assert_eq!(host.answer_of("$LOADED_FEATURES.grep(/rubygems.rb/).empty?", Check::Exact), "true");
    let needs =
        |name: &str| SnippetCase { needs: vec!["json".to_string(), name.to_string()], ..snippet("JSON.dump([1])") };
    host.prepare(needs("time"));
    assert_eq!(host.answer().head, r#""[1]""#);
    let error = host.prepare_error(needs("no/such/one"));
    assert_eq!((error.kind, error.message.as_str()), (ErrorKind::Missing, "no/such/one"));
    assert_eq!(host.answer_of("Gem::VERSION.class.name", Check::Exact), r#""String""#);
    host.prepare(snippet(&format!("$LOAD_PATH.unshift('{}')", stage.directory().display())));
    host.answer();
    let error = host.prepare_error(needs("broken"));
    assert_eq!(error.kind, ErrorKind::Died);
    assert!(error.message.starts_with("broken does not load: cannot load such file"), "{}", error.message);
    let mut other = stage.host("ruby");
    assert_eq!(other.answer_of("gem 'json'; Gem.loaded_specs.key?('json')", Check::Exact), "true");
}

/// The counters of a batch hold what the code does, and not what the host does to read them.
#[test]
fn readings_are_those_of_the_code() {
    let stage = Stage::new();
    let setup = "zero = File.open('/dev/zero'); null = File.open('/dev/null', 'w'); buffer = +''";
    let code = "zero.sysread(4096, buffer); null.syswrite(buffer); null.syswrite('x')";
    let mut host = stage.host("ruby").ready(parts(&[(Part::Setup, setup), (Part::Code, code)]));
    for iterations in [1, 1000] {
        host.counts_calls(iterations, 4097);
    }
    host.counts_nothing();
}

#[test]
fn threads_and_programs_work_in_a_worker_that_was_forked() {
    let stage = Stage::new();
    let launches = [cmpthese_subjects::LaunchDraw::default(), cmpthese_subjects::LaunchDraw::default()];
    let language = cmpthese_subjects::languages::find("ruby");
    let started = cmpthese_subjects::snippet::start(language, &launches, &stage.context).expect("ruby can be started");
    for worker in started {
        let mut host =
            Actor::greeted(worker).ready(snippet("[Thread.new { 7 }.value, `echo 3`.to_i, $?.exitstatus, $$]"));
        let expected = format!("[7, 3, 0, {}]", host.hello.pid.expect("it was forked"));
        assert_eq!(host.answer().head, expected);
    }
}

/// Ruby has a timer that it takes down before it forks, and clone(2) copies none.
#[test]
fn a_worker_that_was_forked_forks() {
    let stage = Stage::new();
    let launches = [cmpthese_subjects::LaunchDraw::default(), cmpthese_subjects::LaunchDraw::default()];
    let language = cmpthese_subjects::languages::find("ruby");
    let started = cmpthese_subjects::snippet::start(language, &launches, &stage.context).expect("ruby can be started");
    let code = "waits = Thread.new { sleep }
        child = fork { exit(waits.alive? ? 1 : fork { exit 2 }.then { |one| Process.wait(one) && $?.exitstatus }) }
        Process.wait(child)
        waits.kill
        [$?.exitstatus, IO.popen('-') { |io| io ? io.read : print(5) }, (exec 'no such' rescue 7)]";
    for worker in started {
        let mut host = Actor::greeted(worker).ready(snippet(code));
        assert!(host.hello.pid.is_some(), "it was forked");
        assert_eq!(host.answer().head, r#"[2, "5", 7]"#);
        host.run(3);
    }
}

#[test]
fn teardown_runs_at_bye_and_may_fail() {
    let stage = Stage::new();
    let file = stage.text("torn-down");
    let teardown = format!("File.write('{file}', 'done'); raise 'broken'");
    let mut host = stage.host("ruby").ready(parts(&[(Part::Code, "1"), (Part::Teardown, &teardown)]));
    host.tears_down(&file);
}

/// So that launches are warmed up.
#[test]
fn it_tells_that_it_compiles() {
    let stage = Stage::new();
    let tells = |flag: &str| {
        let mut language = languages::find("ruby");
        language.command.insert(1, flag.to_string());
        Actor::greeted(stage.raw_host(language)).hello.jit
    };
    assert_eq!(["--yjit", "--disable-yjit"].map(tells), [true, false]);
}
