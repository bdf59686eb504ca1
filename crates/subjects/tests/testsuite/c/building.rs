//! Compiling: what is built when, and how the words of compilers and linkers are told.

use super::*;

/// A language whose compiler writes its arguments to a file, a line each call.
fn logged(language: &str, log: &str, stage: &Stage) -> Language {
    let compiler = languages::find(language).compiler.expect("it is compiled");
    let script = format!("#!/bin/sh\necho \"$@\" >>'{log}'\nexec {} \"$@\"\n", compiler.program);
    compiled_by(language, &stage.write("compiler", &script))
}

/// A language with a script in the place of its compiler.
fn compiled_by(language: &str, script: &str) -> Language {
    std::fs::set_permissions(script, Permissions::from_mode(0o755)).expect("it has just been written");
    let language = languages::find(language);
    let compiler = language.compiler.clone().expect("it is compiled");
    Language { compiler: Some(Compiler { program: script.to_string(), ..compiler }), ..language }
}

/// How many calls of the compiler mention a word.
fn calls(log: &str, word: &str) -> usize {
    let log = std::fs::read_to_string(log).unwrap_or_default();
    log.lines().filter(|line| line.contains(word)).count()
}

#[test]
fn what_was_compiled_is_compiled_no_more() {
    for language in BOTH {
        let stage = Stage::new();
        let log = stage.text("log");
        let all_calls = || calls(&log, "") - calls(&log, "--version");
        let start = || Actor::greeted(stage.raw_host(logged(language, &log, &stage)));
        assert_eq!(start().ready(code("return 1;")).answer().head, "1");
        let first = all_calls();
        assert_eq!(first, 4, "{language}: the host, the frame, the snippet, the library");
        assert_eq!(start().ready(code("return 1;")).answer().head, "1");
        assert_eq!(all_calls(), first, "{language}");
        assert_eq!(start().ready(code("return 2;")).answer().head, "2");
        assert_eq!(all_calls(), first + 3, "{language}: another snippet");
        assert_eq!(start().ready(flagged(&["-O1"], "return 2;")).answer().head, "2");
        assert_eq!(all_calls(), first + 6, "{language}: other flags");
    }
}

#[test]
fn a_header_or_a_library_that_changes_is_noticed() {
    let stage = Stage::new();
    let include = format!("-I{}", stage.directory().display());
    stage.write("outer.h", "#include \"inner.h\"\n");
    stage.write("inner.h", "#define VALUE 1\n");
    let case = SnippetCase {
        flags: vec![include],
        ..parts(&[(Part::Prelude, "#include <outer.h>"), (Part::Code, "return VALUE;")])
    };
    assert_eq!(stage.host("c").ready(case.clone()).answer().head, "1");
    stage.write("inner.h", "#define VALUE 22\n");
    assert_eq!(stage.host("c").ready(case.clone()).answer().head, "22");
    stage.write("inner.h", "#include \"third.h\"\n");
    stage.write("third.h", "#define VALUE 333\n");
    assert_eq!(stage.host("c").ready(case.clone()).answer().head, "333");
    stage.write("third.h", "#define VALUE 4444\n");
    assert_eq!(stage.host("c").ready(case).answer().head, "4444");
}

#[test]
fn a_library_that_changes_is_noticed() {
    let stage = Stage::new();
    let archive = stage.text("libvalue.a");
    let build = |value: u32| {
        let object = stage.text("value.o");
        stage.write("value.c", &format!("int value(void) {{ return {value}; }}"));
        for argv in
            [&["gcc", "-fPIC", "-c", "-o", &object, &stage.text("value.c")][..], &["ar", "rcs", &archive, &object]]
        {
            assert!(Command::new(argv[0]).args(&argv[1..]).status().expect("it can be started").success());
        }
    };
    let case = SnippetCase {
        flags: vec![archive.clone()],
        ..parts(&[(Part::Prelude, "extern int value(void);"), (Part::Code, "return value();")])
    };
    for value in [1, 22] {
        build(value);
        assert_eq!(stage.host("c").ready(case.clone()).answer().head, value.to_string());
    }
}

#[test]
fn a_compiler_that_does_not_end_is_ended_with_all_that_it_started() {
    let stage = Stage::new();
    let witness = Witness::new(&stage);
    let script = format!(
        "#!/bin/sh\ncase \"$*\" in *snippet.o*) {} sleep 1000; sleep 1000;; esac\nexec gcc \"$@\"\n",
        witness.held()
    );
    let mut actor = Actor::greeted(stage.raw_host(compiled_by("c", &stage.write("compiler", &script))));
    let request = Request::Prepare { case: WorkerCase::Snippet(code("return 1;")) };
    match actor.ask_within(&request, 300_000_000) {
        Ok(Reply::Error(error)) => {
            assert_eq!(
                (error.kind, error.message.as_str()),
                (ErrorKind::Compile, "the compiler did not come to an end, and was ended")
            );
        }
        other => panic!("{other:?}"),
    }
    witness.all_ended();
}

#[test]
fn the_wish_to_stop_ends_the_compiler() {
    let mut stage = Stage::new();
    let stop = stage.named_pipe("stop");
    // Opened for writing as well, so that it does not wait for a writer.
    let reader = File::options().read(true).write(true).open(&stop).expect("it has just been made");
    stage.context.interrupt = Interrupt::watching(OwnedFd::from(reader));
    let witness = Witness::new(&stage);
    let script = format!(
        "#!/bin/sh\ncase \"$*\" in *snippet.o*) {} echo stop >'{stop}'; sleep 1000;; esac\nexec gcc \"$@\"\n",
        witness.held()
    );
    let mut actor = Actor::greeted(stage.raw_host(compiled_by("c", &stage.write("compiler", &script))));
    assert_eq!(actor.ask(&Request::Prepare { case: WorkerCase::Snippet(code("return 1;")) }), Err(Loss::Interrupted));
    witness.all_ended();
}

#[test]
fn what_cannot_be_compiled_is_told_at_its_place() {
    let prelude = |text| parts(&[(Part::Prelude, text), (Part::Code, "return 1;")]);
    let setup = |text| parts(&[(Part::Setup, text), (Part::Code, "return 1;")]);
    let c = [
        (code("int x = 1;\nreturn y;"), Some((Part::Code, 2)), "'y' undeclared"),
        (code("return 0.5;"), Some((Part::Code, 1)), "say `returns = \"double\"`"),
        (code("return \"text\";"), Some((Part::Code, 1)), "say what the code returns"),
        (code("int x = 1;\nkeep(&x);"), Some((Part::Code, 4)), "no return statement"),
        (code("return no_such_function();"), Some((Part::Code, 1)), "implicit declaration"),
        (prelude("\n#include <no/such/header.h>"), Some((Part::Prelude, 2)), "No such file"),
        (setup("int x = 1;\n}"), Some((Part::Setup, 4)), "expected identifier"),
        (code("return 1; }"), Some((Part::Code, 3)), "closed twice"),
        (prelude("static void fail(const char *m) { puts(m); }"), Some((Part::Prelude, 1)), "#undef"),
        (returning("struct unknown", "return 1;"), None, "what the code returns is no answer"),
        (returning("int *", "return NULL;"), None, "what the code returns is no answer"),
        (flagged(&["-no-such-flag"], "return 1;"), None, "unrecognized command-line option"),
        (flagged(&["-lno-such-library"], "return 1;"), None, "cannot find -lno-such-library"),
    ];
    for (case, place, words) in c {
        let error = refused("c", case);
        assert_eq!(error.kind, ErrorKind::Compile);
        assert_eq!(error.part.zip(error.line), place, "{}", error.message);
        assert!(error.message.contains(words), "{}", error.message);
    }
    let cpp = [
        (code("int x = 1;\nreturn y;"), Some((Part::Code, 2)), "'y' was not declared"),
        (code("if (getpid() == 1) return 1;\nreturn 0.5;"), Some((Part::Code, 2)), "say what the code returns"),
        (code("struct other {} other; return other;"), None, "what the code returns is no answer"),
        (
            parts(&[
                (Part::Prelude, "#include <vector>\n#include <algorithm>"),
                (Part::Code, "std::vector<std::exception> all;\nstd::sort(all.begin(), all.end()); return 1;"),
            ]),
            Some((Part::Code, 2)),
            "no match for 'operator<'",
        ),
    ];
    for (case, place, words) in cpp {
        let error = refused("cpp", case);
        assert_eq!(error.part.zip(error.line), place, "{}", error.message);
        assert!(error.message.contains(words), "{}", error.message);
    }
}

#[test]
fn what_cannot_be_linked_is_told_in_the_words_of_the_linker() {
    let text = "extern int no_such_function(void); return no_such_function();";
    assert_eq!(told(&refused("c", code(text))), (None, None, "undefined reference to `no_such_function'"));
    let gold =
        SnippetCase { flags: vec!["-fuse-ld=gold".to_string()], ..code("extern int no_such(int); return no_such(1);") };
    let error = refused("cpp", gold);
    assert!(error.message.contains("undefined reference to") && !error.message.contains("::name"), "{}", error.message);
}

/// It is found where it is linked, and not where programs look for it.
#[test]
fn what_cannot_be_loaded_is_told_in_the_words_of_the_loader() {
    let stage = Stage::new();
    let library = stage.text("libvalue.so");
    let source = stage.write("value.c", "int value(void) { return 1; }");
    let built = Command::new("gcc").args(["-shared", "-fPIC", "-o", &library, &source]).status();
    assert!(built.expect("it can be started").success());
    let flags = vec![format!("-L{}", stage.text("")), "-lvalue".to_string()];
    let case =
        SnippetCase { flags, ..parts(&[(Part::Prelude, "extern int value(void);"), (Part::Code, "return value();")]) };
    let error = stage.host("c").prepare_error(case);
    assert!(error.message.contains("libvalue.so: cannot open shared object file"), "{error:?}");
}

#[test]
fn a_parameter_that_cannot_have_its_name_is_named() {
    for (language, name) in [("c", "int"), ("c", "stdin"), ("c", "index"), ("cpp", "class"), ("cpp", "index")] {
        let error = refused(language, with_params(&[(name, Param::Integer(1))], code("return 1;")));
        let expected = format!("the parameter `{name}` cannot have this name in {language}: ");
        assert!(error.message.starts_with(&expected), "{}", error.message);
        assert_eq!(error.kind, ErrorKind::Compile);
    }
}

#[test]
fn headers_that_are_needed_are_looked_for() {
    let needs = |names: &[&str]| SnippetCase {
        needs: names.iter().map(|name| name.to_string()).collect(),
        ..code("return 1;")
    };
    for language in BOTH {
        assert_eq!(head(language, needs(&["stdio.h", "sys/mman.h"])), "1");
        let error = refused(language, needs(&["stdio.h", "no-such.h", "neither.h"]));
        assert_eq!((error.kind, error.message.as_str()), (ErrorKind::Missing, "no-such.h"));
    }
}

/// Before the prelude, where that does not do it itself, after what it defines for it.
#[test]
fn headers_that_are_needed_are_included() {
    let needs = |prelude: &str, header: &str, text: &str| SnippetCase {
        needs: vec![header.to_string()],
        ..parts(&[(Part::Prelude, prelude), (Part::Code, text)])
    };
    assert_eq!(head("cpp", needs("static std::vector<int> v(3);", "vector", "return v.size();")), "3");
    for language in BOTH {
        let prelude = "static clock_t none(void) { return 0; }";
        assert_eq!(head(language, needs(prelude, "time.h", "return (long long)none();")), "0");
        let text = "assert(0); return 1;";
        for prelude in ["#define NDEBUG\n#include <assert.h>", "#define NDEBUG\n # include \"assert.h\""] {
            assert_eq!(head(language, needs(prelude, "assert.h", text)), "1", "{prelude}");
        }
    }
}

#[test]
fn what_may_be_an_answer_is_named() {
    for (language, returns) in [("c", "struct A"), ("cpp", "A")] {
        let case = parts(&[(Part::Prelude, "struct A { int z; };"), (Part::Code, "struct A a = {1}; return a;")]);
        let error = refused(language, SnippetCase { returns: Some(returns.to_string()), ..case });
        assert!(error.message.starts_with("what the code returns is no answer: "), "{}", error.message);
        assert!(error.message.contains("an answer is a number, a truth value, "), "{}", error.message);
    }
}

#[test]
fn a_compiler_that_is_missing_is_named_with_its_package() {
    let expected = [("c", "apt-get install gcc libc6-dev"), ("cpp", "apt-get install g++")];
    for (name, help) in expected {
        let stage = Stage::new();
        let language = languages::find(name);
        let compiler =
            Compiler { program: "no-such-cc".to_string(), ..language.compiler.clone().expect("it is compiled") };
        let language = Language { compiler: Some(compiler), ..language };
        let Err(failure) = snippet::start(language, &[LaunchDraw::default()], &stage.context) else {
            panic!("it starts without a compiler");
        };
        assert_eq!((failure.kind, failure.message.as_str()), (FailureKind::Missing, "no-such-cc is not installed"));
        assert_eq!(failure.help, Some(format!("install it: {help}")));
    }
}

#[test]
fn flags_reach_the_compiler_and_the_linker() {
    let defined = flagged(&["-DVALUE=5"], "return VALUE;");
    assert_eq!(head("c", defined), "5");
    let linked = SnippetCase {
        flags: vec!["-lm".to_string()],
        ..parts(&[
            (Part::Prelude, "#include <math.h>\nstatic volatile double two = 2;"),
            (Part::Code, "return lround(pow(two, 10));"),
        ])
    };
    for language in BOTH {
        assert_eq!(head(language, linked.clone()), "1024");
    }
}

#[test]
fn the_values_of_parameters_are_unknown_to_the_compiler() {
    // Were the value known, the loop would be gone; with one compilation for both values it cannot be.
    let text = "unsigned long long sum = 0; for (int64_t i = 0; i < n; i++) sum += i ^ sum << 1; return sum;";
    for language in BOTH {
        let stage = Stage::new();
        let log = stage.text("log");
        let mut actor = Actor::greeted(stage.raw_host(logged(language, &log, &stage)));
        for n in [1, 100_000] {
            let case = with_params(&[("n", Param::Integer(n))], flagged(&["-O3", "-flto"], text));
            actor.prepare(case);
            let ns = shortest_ns(&mut actor);
            assert!(ns >= (n - 1) as f64 * 0.1, "{language}: {n} steps in {ns} ns");
        }
        assert_eq!(calls(&log, "snippet.o"), 2, "{language}: compiled and linked once");
    }
}

/// As many preludes of C++ begin.
#[test]
fn parameters_may_have_names_of_the_standard_library() {
    let using = "#include <iterator>\nusing namespace std;\n";
    let params = [("size", Param::Integer(3)), ("data", Param::Integer(4))];
    let with = |prelude: &str, code: &str| {
        let prelude = format!("{using}{prelude}");
        let all = parts(&[
            (Part::Prelude, &prelude),
            (Part::Setup, "if (size != 3) fail(\"%d\", (int)size);"),
            (Part::BeforeEach, "if (data != 4) fail(\"%d\", (int)data);"),
            (Part::Code, code),
        ]);
        with_params(&params, all)
    };
    assert_eq!(head("cpp", with("static int64_t f() { return ::size; }", "return f() + data;")), "7");
    assert_eq!(head("cpp", with("", "int size = 5; return size;")), "5");
    let error = refused("cpp", with("static int64_t f() { return size; }", "return f();"));
    assert!(error.message.ends_with("of a parameter write `::name`"), "{}", error.message);
    let overloaded = "static int f(int x) { return x; } static int f(double) { return 1; }";
    let error = refused("cpp", with(overloaded, "return f(data);"));
    assert!(error.message.ends_with("a whole parameter is an int64_t"), "{}", error.message);
    let error = refused("cpp", with("static char buffer[9];", "return 1;"));
    assert!(error.message.ends_with("give it another name"), "{}", error.message);
}
