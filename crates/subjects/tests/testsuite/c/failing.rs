//! What fails, and what children do.

use super::*;
use crate::stage;

#[test]
fn failing_is_told_with_its_place() {
    let case = |part, text| parts(&[(part, text), (Part::Code, "return 1;")]);
    for language in BOTH {
        for part in [Part::Setup, Part::VariantSetup] {
            let error = refused(language, case(part, "\nfail(\"%s %d\", \"broken\", 3);"));
            assert_eq!((error.kind, told(&error)), (ErrorKind::Died, (Some(part), Some(2), "broken 3")), "{language}");
        }
        let prelude = "static void helper(void) {\nfail(\"deep\");\n}";
        let mut actor = Stage::new().host(language);
        let error = actor.ready_error(parts(&[(Part::Prelude, prelude), (Part::Code, "helper(); return 1;")]));
        assert_eq!(told(&error), (Some(Part::Prelude), Some(2), "deep"), "{language}");
        actor.prepare(code("return 1;"));
        assert_eq!(actor.answer().head, "1");
    }
}

/// The C library asks for it when its first header is included.
#[test]
fn macros_that_a_prelude_defines_for_headers_are_seen_by_them() {
    let prelude = "#define _GNU_SOURCE\n#include <string.h>";
    let text = "return memmem(\"ab\", 2, \"b\", 1) != 0;";
    let mut actor = Stage::new().host("c").ready(parts(&[(Part::Prelude, prelude), (Part::Code, text)]));
    assert_eq!(actor.answer().head, "1");
    for before in ["/* search */\n#define _GNU_SOURCE", "#ifndef _GNU_SOURCE\n#define _GNU_SOURCE 1\n#endif"] {
        let prelude = format!("{before}\n#include <string.h>");
        actor.prepare(parts(&[(Part::Prelude, &prelude), (Part::Code, text)]));
        assert_eq!(actor.answer().head, "1", "{prelude}");
    }
    let case = parts(&[(Part::Prelude, "#ifndef _N\n#define _N 2\n#endif"), (Part::Code, "return _N;")]);
    actor.prepare(SnippetCase { flags: vec!["-D_N=3".to_string()], ..case });
    assert_eq!(actor.answer().head, "3", "a flag comes first");
    let guarded = "#ifndef _H\n#define _H\n#define _X 1\n#endif\n#undef _X";
    for prelude in ["#if 0\n#define _X 1\n#endif", "/*\n#define _X 1\n*/", "#define _Y(a) \\\n    (a)", guarded] {
        let text = "\n#ifdef _X\nreturn 1;\n#else\nreturn 0;\n#endif";
        actor.prepare(parts(&[(Part::Prelude, prelude), (Part::Code, text)]));
        assert_eq!(actor.answer().head, "0", "{prelude}");
    }
}

/// The stack of the process is larger, and none of its size is kept for the next thread.
#[test]
fn threads_have_the_usual_stack() {
    let prelude = "#define _GNU_SOURCE\n#include <pthread.h>\nstatic void *size_of(void *size) { pthread_attr_t own; pthread_getattr_np(pthread_self(), &own); pthread_attr_getstacksize(&own, size); return 0; }";
    let text = "pthread_t thread; size_t size = 0; pthread_create(&thread, 0, size_of, &size); pthread_join(thread, 0); return size;";
    let mut actor = Stage::new().host("c").ready(parts(&[(Part::Prelude, prelude), (Part::Code, text)]));
    assert_eq!(actor.answer().head, "8388608");
}

#[test]
fn what_is_thrown_is_told() {
    let mut actor = Stage::new().host("cpp");
    let error = actor.ready_error(code("if (getpid()) throw std::runtime_error(\"broken\");\nreturn 1;"));
    assert_eq!((error.kind, told(&error)), (ErrorKind::Died, (None, None, "broken")));
    let error = actor.ready_error(code("if (getpid()) throw 5;\nreturn 1;"));
    assert_eq!(told(&error), (None, None, "an exception that is no std::exception"));
    let error =
        refused("cpp", parts(&[(Part::Setup, "throw std::runtime_error(\"early\");"), (Part::Code, "return 1;")]));
    assert_eq!((error.kind, error.message.as_str()), (ErrorKind::Died, "early"));
}

#[test]
fn a_snippet_that_crashes_is_told_by_its_signal() {
    for language in BOTH {
        let mut actor = Stage::new().host(language).ready(code("volatile int *nowhere = 0; return *nowhere;"));
        let how = "signal 11 (SIGSEGV)".to_string();
        assert_eq!(actor.loss(), Loss::Ended { how, by_signal: true, stderr: String::new() }, "{language}");
    }
}

#[test]
fn a_child_that_runs_on_into_the_host_says_nothing() {
    let prelude = "#include <sys/wait.h>";
    let text = "pid_t child = fork(); if (child) waitpid(child, NULL, 0); return 1;";
    let mut actor = Stage::new().host("c").ready(parts(&[(Part::Prelude, prelude), (Part::Code, text)]));
    assert_eq!(actor.answer().head, "1");
    actor.run(3);
    assert_eq!(actor.ask(&protocol::Request::Bye), Ok(protocol::Reply::Bye));
}

/// Each round of the loop would fork once more in each of them.
#[test]
fn children_that_return_do_not_run_on_in_the_loop() {
    let stage = Stage::new();
    let path = stage.text("calls");
    let text = format!(
        "int calls = open(\"{path}\", O_WRONLY | O_APPEND | O_CREAT, 0600); write(calls, \"x\", 1); close(calls); \
         fork(); return 1;"
    );
    let mut actor = stage.host("c").ready(stage::snippet(&text));
    actor.run(12);
    drop(actor);
    assert_eq!(std::fs::read(path).expect("it was called").len(), 12);
}
