//! The host of Lua and of LuaJIT: how it writes answers, what a part is, which lines it tells, and what it survives.

use crate::stage::{Actor, Stage, parts, snippet};
use model::{Check, Metric};
use protocol::{ErrorKind, Param, Part, SnippetCase};
use std::collections::BTreeMap;

/// The two that share it.
const BOTH: [&str; 2] = ["lua", "luajit"];

fn hosts(stage: &Stage) -> [(&'static str, Actor); 2] {
    BOTH.map(|language| (language, stage.host(language)))
}

/// Values of Lua and their canonical form, exact and lenient.
#[rustfmt::skip]
const FORMS: &[(&str, &str, &str)] = &[
    // Nothing, and what is no value.
    ("", "null", "null"),
    ("-- a comment", "null", "null"),
    ("nil", "null", "null"),
    ("return", "null", "null"),
    ("local x = 1", "null", "null"),
    // Code is an expression, or statements.
    ("1 + 1", "2", r#""2""#),
    ("1 + 1 -- a comment", "2", r#""2""#),
    ("1 + 1; -- a; comment", "2", r#""2""#),
    ("tostring('; --'); --[[ one;\n]] -- another\n", r#""; --""#, r#""; --""#),
    ("tostring(1); tostring(2);", "null", "null"),
    ("return 1 + 1", "2", r#""2""#),
    ("return 1, 2", "1", r#""1""#),
    ("local x = 1\nreturn x", "1", r#""1""#),
    ("(\"x\"):rep(3)", r#""xxx""#, r#""xxx""#),
    // Whole numbers.
    ("-17", "-17", r#""-17""#),
    ("1e3", "1000", r#""1000""#),
    ("10 / 2", "5", r#""5""#),
    ("2^53 - 1", "9007199254740991", r#""9007199254740991""#),
    ("-0.0", "0", r#""0""#),
    // Other numbers.
    ("0.1 + 0.2", "0.30000000000000004", r#""0.30000000000000004""#),
    ("1 / 3", "0.3333333333333333", r#""0.3333333333333333""#),
    ("1e17", "1e+17", r#""1e+17""#),
    ("1e-7", "1e-07", r#""1e-07""#),
    ("2^64", "1.8446744073709552e+19", r#""1.8446744073709552e+19""#),
    ("1 / 0", "Inf", r#""Inf""#),
    ("-1 / 0", "-Inf", r#""-Inf""#),
    ("0 / 0", "NaN", r#""NaN""#),
    // Texts are bytes.
    (r#""""#, r#""""#, r#""""#),
    (r#""say \"hi\" \\ now [^]""#, r#""say \"hi\" \\ now [^]""#, r#""say \"hi\" \\ now [^]""#),
    (r#""a\n\t\r\0\27[31m\127""#, r#""a\n\t\r\x00\x1B[31m\x7F""#, r#""a\n\t\r\x00\x1B[31m\x7F""#),
    (r#""é\255""#, r#""\xC3\xA9\xFF""#, r#""\xC3\xA9\xFF""#),
    // Truth values.
    ("{true, false}", "[true, false]", r#"["1", ""]"#),
    // Lists have the keys from 1 on, and so does what is empty.
    ("{}", "[]", "[]"),
    ("{1, \"a\", {2, {}}}", r#"[1, "a", [2, []]]"#, r#"["1", "a", ["2", []]]"#),
    ("{[2] = 2, [1] = 1}", "[1, 2]", r#"["1", "2"]"#),
    // All else is a table.
    ("{1, nil, 3}", r#"{"1": 1, "3": 3}"#, r#"{"1": "1", "3": "3"}"#),
    ("{b = 1, a = {2}, [10] = 3, [9] = 4, [0.5] = 5, [true] = 6}",
        r#"{"0.5": 5, "10": 3, "9": 4, "a": [2], "b": 1, "true": 6}"#,
        r#"{"0.5": "5", "10": "3", "9": "4", "a": ["2"], "b": "1", "true": "6"}"#),
    (r#"{["\233"] = 1, ["\196\147"] = 2, z = 3, ["a\n\""] = 4}"#,
        r#"{"a\n\"": 4, "z": 3, "\xC4\x93": 2, "\xE9": 1}"#, r#"{"a\n\"": "4", "z": "3", "\xC4\x93": "2", "\xE9": "1"}"#),
    // Texts of Latin-1 stand where other languages have them.
    (r#"{["é"] = 1, ["—"] = 2, z = 3}"#,
        r#"{"z": 3, "\xE2\x80\x94": 2, "\xC3\xA9": 1}"#, r#"{"z": "3", "\xE2\x80\x94": "2", "\xC3\xA9": "1"}"#),
    ("local shared = {1} return {shared, shared}", "[[1], [1]]", r#"[["1"], ["1"]]"#),
    // No metamethod runs.
    ("setmetatable({1}, {__index = error, __len = error, __pairs = error, __tostring = error})", "[1]", r#"["1"]"#),
    ("setmetatable({1}, {__name = \"Some.Class\"})", "Some.Class [1]", r#"Some.Class ["1"]"#),
];

/// It would end the host, in whose loop it is called next, and a hook of the setup would see what the host does.
#[test]
fn a_hook_of_the_snippet_is_on_while_the_snippet_runs() {
    let stage = Stage::new();
    let left_on = "debug.sethook(function() error('late') end, '', 60); return 1";
    let counts = "debug.sethook(function() calls = calls + 1 end, 'c')";
    for (language, mut host) in hosts(&stage) {
        host.prepare(snippet(left_on));
        for _ in 0..3 {
            assert_eq!(host.answer().head, "1", "{language}");
            host.run(1);
        }
        let code = "local before = calls; calls = 0; return before > 0 and before < 30";
        host.prepare(parts(&[(Part::Prelude, "calls = 0"), (Part::Setup, counts), (Part::Code, code)]));
        for _ in 0..3 {
            host.run(1);
            assert_eq!(host.answer().head, "true", "{language}");
        }
    }
}

#[test]
fn answers_have_the_canonical_form() {
    let stage = Stage::new();
    hosts(&stage).into_iter().for_each(|(_, mut host)| host.has_forms(FORMS));
}

#[test]
fn whole_numbers_of_64_bits_are_written_whole() {
    let stage = Stage::new();
    let mut of_lua = stage.host("lua");
    assert_eq!(of_lua.answer_of("math.maxinteger", Check::Exact), "9223372036854775807");
    assert_eq!(of_lua.answer_of("math.mininteger", Check::Exact), "-9223372036854775808");
    let mut of_jit = stage.host("luajit");
    assert_eq!(of_jit.answer_of("9223372036854775807LL", Check::Exact), "9223372036854775807");
    assert_eq!(of_jit.answer_of("18446744073709551615ULL", Check::Exact), "18446744073709551615");
}

#[test]
fn answers_do_not_depend_on_the_locale() {
    let stage = Stage::new();
    for (language, mut host) in hosts(&stage) {
        let code =
            r#"for _, name in ipairs{"de_DE.UTF-8", "C.UTF-8"} do os.setlocale(name) end return {b = 0.5, B = 1.5}"#;
        assert_eq!(host.answer_of(code, Check::Exact), r#"{"B": 1.5, "b": 0.5}"#, "{language}");
    }
}

#[test]
fn the_digest_is_that_of_the_whole_however_long_it_is() {
    let stage = Stage::new();
    let text = |length| format!("string.rep('x', {length})");
    hosts(&stage)
        .into_iter()
        .for_each(|(_, mut host)| host.digests_all_lengths(text, |length| format!("{{{}}}", text(length))));
}

#[test]
fn answers_that_cannot_be_compared_are_refused() {
    let stage = Stage::new();
    let deep = "the answer is nested deeper than 1000 levels, or contains itself: return data";
    let cases = [
        ("local list = {} list[1] = list return list", deep),
        ("local table = {} table.self = table return table", deep),
        ("print", "the answer holds a function, which cannot be compared: return data"),
        ("{1, {code = print}}", "the answer holds a function, which cannot be compared: return data"),
        ("io.stdout", "the answer holds a userdata, which cannot be compared: return data"),
        ("{[print] = 1}", "the answer has a key that is a function, which cannot be compared: return data"),
    ];
    let cases = cases.map(|(code, message)| (code, message.to_string()));
    hosts(&stage).into_iter().for_each(|(_, mut host)| host.refuses(&cases));
}

#[test]
fn parameters_may_have_values_of_any_sort() {
    let stage = Stage::new();
    let long = format!("{}\n\u{e9}\u{1f600}", "\"\\\n".repeat(70_000));
    let params = [
        ("a", Param::Integer(1 << 53)),
        ("_x", Param::Float(1e300)),
        ("host", Param::Float(-2.5)),
        ("code", Param::Boolean(false)),
        ("empty", Param::Text(String::new())),
        ("long", Param::Text(long.clone())),
    ];
    let params: BTreeMap<_, _> = params.map(|(name, value)| (name.to_string(), value)).into();
    let code = "{a, _x, host, code, empty, #long, long:sub(-6)}";
    let expected =
        format!(r#"[9007199254740992, 1e+300, -2.5, false, "", {}, "\xC3\xA9\xF0\x9F\x98\x80"]"#, long.len());
    for (language, host) in hosts(&stage) {
        let case = SnippetCase { params: params.clone(), ..snippet(code) };
        assert_eq!(host.ready(case).answer().head, expected, "{language}");
    }
}

#[test]
fn a_parameter_that_lua_cannot_name_is_told() {
    let stage = Stage::new();
    let params = BTreeMap::from([("end".to_string(), Param::Integer(1))]);
    for (language, mut host) in hosts(&stage) {
        let error = host.prepare_error(SnippetCase { params: params.clone(), ..snippet("1") });
        let message = "Lua has no variable of the name end";
        assert_eq!((error.kind, error.message.as_str()), (ErrorKind::Compile, message), "{language}");
    }
}

/// All numbers of LuaJIT are floats.
#[test]
fn a_parameter_that_no_number_is_equal_to_is_refused() {
    let stage = Stage::new();
    let case =
        |number| SnippetCase { params: BTreeMap::from([("n".to_string(), Param::Integer(number))]), ..snippet("n") };
    assert_eq!(stage.host("lua").ready(case(i64::MAX)).answer().head, "9223372036854775807");
    let mut host = stage.host("luajit");
    let error = host.prepare_error(case((1 << 53) + 1));
    let message = "the parameter n is 9007199254740993: this Lua has no number that is the same";
    assert_eq!((error.kind, error.message.as_str()), (ErrorKind::Compile, message));
    host.prepare(case((1 << 53) + 2));
    assert_eq!(host.answer().head, "9007199254740994");
}

#[test]
fn the_parts_share_one_scope_and_a_next_case_starts_afresh() {
    let stage = Stage::new();
    for (language, mut host) in hosts(&stage) {
        let all = parts(&[
            (Part::Prelude, "local order = {'prelude'} local function add(word) order[#order + 1] = word end"),
            (Part::Setup, "add('setup') -- a comment at the end"),
            (Part::VariantSetup, "add('variant')"),
            (Part::Code, "(function() add('called') return table.concat(order, ' ') end)()"),
            (Part::Teardown, "order = nil"),
        ]);
        host.prepare(all);
        assert_eq!(host.answer().head, r#""prelude setup variant called""#, "{language}");
        assert_eq!(host.answer().head, r#""prelude setup variant called called""#, "{language}");
        assert_eq!(host.answer_of("order", Check::Exact), "null", "{language}");
    }
}

/// What goes wrong on the fourth line of a part, and how that is told.
#[test]
fn errors_tell_part_and_line() {
    let faults = [
        ("local y = ;", ErrorKind::Compile, "unexpected symbol near ';'"),
        ("error('broken')", ErrorKind::Died, "broken"),
        ("error({code = 7})", ErrorKind::Died, "an exception that is a table"),
        ("error()", ErrorKind::Died, "an exception that is nil"),
        ("error(setmetatable({}, {__tostring = function() return 'spoken' end}))", ErrorKind::Died, "spoken"),
        ("error(setmetatable({}, {__tostring = error}))", ErrorKind::Died, "an exception that is a table"),
        ("string.rep()", ErrorKind::Died, "bad argument #1 to 'rep' (string expected, got no value)"),
        ("error('\\255')", ErrorKind::Died, "\u{ff}"),
        ("error('é \u{1f600}')", ErrorKind::Died, "é \u{1f600}"),
    ];
    let all = [Part::Prelude, Part::Setup, Part::VariantSetup, Part::Code, Part::BeforeEach];
    let stage = Stage::new();
    for (language, mut host) in hosts(&stage) {
        for (fault, kind, message) in faults {
            for part in all {
                let lines = format!("local text = [[\nhere\n]]\n{fault}");
                let text = |other| if other == part { lines.as_str() } else { "local one = 1\n\n\n\nlocal five = 5" };
                let case = parts(&all.map(|other| (other, text(other))));
                let error = match (part, kind) {
                    (Part::Code | Part::BeforeEach, ErrorKind::Died) => host.ready_error(case),
                    _ => host.prepare_error(case),
                };
                assert_eq!((error.kind, error.part, error.line), (kind, Some(part), Some(4)), "{language}: {fault}");
                assert_eq!(error.message, message, "{language}: {part:?}: {fault}");
            }
        }
    }
}

/// No handler is called then.
#[test]
fn memory_that_is_at_its_end_is_told() {
    let error = Stage::new().host("luajit").ready_error(snippet("string.rep('x', 2^31 - 1)"));
    assert_eq!((error.kind, error.message.as_str()), (ErrorKind::Died, "not enough memory"));
}

#[test]
fn parts_are_whole_by_themselves() {
    let stage = Stage::new();
    let cases = [
        (parts(&[(Part::Prelude, "local x ="), (Part::Setup, "1"), (Part::Code, "x")]), Part::Prelude),
        (parts(&[(Part::Prelude, "do"), (Part::Setup, "end"), (Part::Code, "1")]), Part::Prelude),
        (parts(&[(Part::Setup, "--[[ open"), (Part::Code, "1 --]] ")]), Part::Setup),
        (parts(&[(Part::Code, "return 1 end, function() return 2")]), Part::Code),
        (parts(&[(Part::Code, "1) + (2")]), Part::Code),
        (parts(&[(Part::Setup, "local x = 1\nreturn x"), (Part::Code, "1")]), Part::Setup),
    ];
    for (language, mut host) in hosts(&stage) {
        for (case, part) in &cases {
            let error = host.prepare_error(case.clone());
            assert_eq!((error.kind, error.part), (ErrorKind::Compile, Some(*part)), "{language}: {case:?}");
        }
        let error = host.prepare_error(parts(&[(Part::Setup, "if 1 then return end"), (Part::Code, "1")]));
        let message = "the prelude or the setup leaves the snippet with return";
        assert_eq!((error.kind, error.message.as_str()), (ErrorKind::Compile, message), "{language}");
    }
}

#[test]
fn the_libraries_belong_to_the_snippet() {
    let changes = [
        "for name in pairs(string) do string[name] = nil end",
        "for name in pairs(table) do table[name] = nil end",
        "for name in pairs(debug) do debug[name] = nil end",
        "for name in pairs(os) do os[name] = nil end",
        "for name in pairs(_G) do if name ~= '_G' then _G[name] = nil end end",
        "setmetatable(_G, {__index = error, __newindex = error})",
        "collectgarbage('stop')",
        "io.stdout:close() io.stderr:close() io.stdin:close()",
    ];
    let stage = Stage::new();
    for change in changes {
        for (language, mut host) in hosts(&stage) {
            host.prepare(parts(&[(Part::Setup, change), (Part::Code, "return {5, a = 'x'}")]));
            host.run(3);
            assert_eq!(host.answer().head, r#"{"1": 5, "a": "x"}"#, "{language}: {change}");
            host.prepare(snippet("return 'after'"));
            assert_eq!(host.answer().head, r#""after""#, "{language}: {change}");
        }
    }
}

#[test]
fn a_module_that_does_not_load_is_told_from_one_that_is_missing() {
    let stage = Stage::new();
    stage.write("broken.lua", "require('no.such.other')");
    let path = format!("package.path = '{}/?.lua;' .. package.path", stage.directory().display());
    for (language, mut host) in hosts(&stage) {
        host.prepare(parts(&[(Part::Setup, &path), (Part::Code, "1")]));
        let needs = |name: &str| SnippetCase { needs: vec!["string".to_string(), name.to_string()], ..snippet("1") };
        let error = host.prepare_error(needs("no.such.one"));
        assert_eq!((error.kind, error.message.as_str()), (ErrorKind::Missing, "no.such.one"), "{language}");
        let error = host.prepare_error(needs("broken"));
        assert_eq!(error.kind, ErrorKind::Died, "{language}");
        assert!(error.message.starts_with("broken does not load: "), "{language}: {}", error.message);
    }
}

/// The counters of a batch hold what the code does, and not what the host does to read them.
#[test]
fn readings_are_those_of_the_code() {
    let stage = Stage::new();
    let setup =
        "local zero, null = io.open('/dev/zero'), io.open('/dev/null', 'w') zero:setvbuf('no') null:setvbuf('no')";
    let code = "zero:read(4096) null:write('x') null:write('y')";
    for (language, mut host) in hosts(&stage) {
        host.prepare(parts(&[(Part::Setup, setup), (Part::Code, code)]));
        for iterations in [1, 1000] {
            host.counts_calls(iterations, 2);
        }
        assert!(host.counts_nothing().reading(Metric::PeakRss) > 1 << 20, "{language}");
    }
}

#[test]
fn traces_are_counted_in_the_batch_that_made_them() {
    let stage = Stage::new();
    let mut host = stage.host("luajit").ready(snippet("local s = 0 for i = 1, 1000 do s = s + i % 7 end return s"));
    let [first, second] = [1000, 1000].map(|iterations| host.run(iterations).reading(Metric::Compilations));
    assert!(first >= 1 && second == 0, "{first}, {second}");
}

/// The loop around the code is not compiled, so that nothing can be moved out of it or left out; the code is compiled by itself, with both
/// ways through it, and the compiler gives up at neither.
#[test]
fn code_is_compiled_by_itself_and_whole() {
    let stage = Stage::new();
    let setup = "local k, compiled, given_up = 0, 0, 0
        require('jit').attach(function(what)
            compiled, given_up = compiled + (what == 'stop' and 1 or 0), given_up + (what == 'abort' and 1 or 0)
        end, 'trace')";
    let told = |code: &str| {
        let code = format!("k = k + 1 if k == 20001 then return {{compiled, given_up}} end {code}");
        let mut host = stage.host("luajit").ready(parts(&[(Part::Setup, setup), (Part::Code, &code)]));
        host.run(20_000);
        host.answer().head
    };
    // Which of the code and what calls it is compiled first goes with the addresses that hot counters have (they are hashed), so that a run in
    // hundreds gives up a loop once; what goes on from an exit of a trace is given up after four attempts (tryside, in the manual of LuaJIT).
    // In the second, what comes after an inner loop begins in the code and ends in a builtin, which returns for the code.
    let codes = [
        "if k % 2 == 0 then return 1 end return 2",
        "local t = {} for i = 1, 8 do t[i] = i * 7 end return table.concat(t, ',')",
    ];
    for code in codes {
        let text = told(code);
        let numbers = text.trim_matches(['[', ']']).split(", ").map(|number| number.parse().expect("a count"));
        let [compiled, given_up] = numbers.collect::<Vec<u32>>().try_into().expect("two counts");
        assert!(compiled >= 2 && given_up < 4, "{text}: {code}");
    }
}

#[test]
fn teardown_runs_at_bye_and_may_fail() {
    for language in BOTH {
        let stage = Stage::new();
        let file = stage.text("torn-down");
        let teardown = format!("local file = io.open('{file}', 'w') file:write('done') file:close() error('broken')");
        let mut host = stage.host(language).ready(parts(&[(Part::Code, "1"), (Part::Teardown, &teardown)]));
        host.tears_down(&file);
    }
}

#[test]
fn luajit_forks_itself_into_workers_of_their_own() {
    let stage = Stage::new();
    let launches = [cmpthese_subjects::LaunchDraw::default(), cmpthese_subjects::LaunchDraw::default()];
    let language = cmpthese_subjects::languages::find("luajit");
    let started =
        cmpthese_subjects::snippet::start(language, &launches, &stage.context).expect("luajit can be started");
    let code = "local ffi = require('ffi') ffi.cdef('int getpid(); int getpgid(int);')
        return {ffi.C.getpid(), ffi.C.getpgid(0)}";
    let pids: Vec<i32> = started
        .into_iter()
        .map(|worker| {
            let mut host = Actor::greeted(worker).ready(snippet(code));
            let pid = host.hello.pid.expect("it was forked");
            assert_eq!(host.answer().head, format!("[{pid}, {pid}]"));
            pid
        })
        .collect();
    assert_ne!(pids[0], pids[1]);
}

/// Lua seeds its numbers by the second and by an address, and no address is drawn in a host.
#[test]
fn random_numbers_are_others_in_each_process() {
    let stage = Stage::new();
    let drawn = [(); 2].map(|()| stage.host("lua").answer_of("math.random(1 << 40)", Check::Exact));
    assert_ne!(drawn[0], drawn[1]);
}
