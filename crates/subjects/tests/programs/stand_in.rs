//! A stand-in for the command `cmpthese` in the tests of this crate: `spawner` serves requests as the command does when it
//! starts itself again; `scheduler WORKER SCRATCH` starts a worker (`command`, or a language) and asks it what stands on
//! standard input, one request a line, so that a test can kill a scheduler.

use cmpthese_subjects::{Clock, Context, LaunchDraw, command, generator, keeper, languages, snippet, spawner};
use protocol::{FrameError, Request};
use std::io;
use std::path::Path;

/// The longest time of a reply, in nanoseconds: longer than any test waits.
const LIMIT_NS: u64 = 600_000_000_000;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["spawner"] => spawner::serve().expect("the pipes of the scheduler can be read and written"),
        ["generator"] => generator::serve().expect("the pipes of the scheduler can be read and written"),
        ["keeper", ..] => {
            let kept = keeper::keep(std::env::args_os().skip(2)).expect("the pipe of the scheduler can be read");
            std::process::exit(kept);
        }
        ["scheduler", worker, scratch] => schedule(worker, scratch),
        other => panic!("cmpthese-stand-in does not know {other:?}"),
    }
}

fn schedule(worker: &str, scratch: &str) {
    let own_path = std::env::current_exe().expect("/proc is mounted").to_string_lossy().into_owned();
    let own = |role: &str| vec![own_path.clone(), role.to_string()];
    let context = Context {
        spawner: own("spawner"),
        keeper: own("keeper"),
        generator: own("generator"),
        ..Context::in_directory(Path::new(scratch), Clock::real())
    };
    let started = match worker {
        "command" => command::start(&context),
        // Two of them, so that a host that can fork itself does.
        language => {
            snippet::start(languages::find(language), &[LaunchDraw::default(), LaunchDraw::default()], &context)
                .map(|mut workers| workers.remove(0))
        }
    };
    let mut worker = started.expect("the worker can be started");
    worker.greet(LIMIT_NS).expect("the worker greets");
    let mut requests = io::stdin().lock();
    loop {
        match protocol::decode::<Request>(&mut requests) {
            Ok(request) => println!("{:?}", worker.ask(&request, LIMIT_NS)),
            Err(FrameError::Closed) => return,
            Err(error) => panic!("{error}"),
        }
    }
}
