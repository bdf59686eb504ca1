//! Processes that snippets leave behind, however these detached themselves: they are ended, and that is noted.

use crate::stage::Stage;

/// Each leaves one process behind in every host, the first time that it is called.
const PERL: &str = "
unless ($main::left++) {
    require POSIX;
    my $child = fork // die;
    if (!$child) {
        POSIX::setsid();
        my $orphan = fork // POSIX::_exit(1);
        exec q(sleep), q(6SECONDS) if !$orphan;
        POSIX::_exit(0);
    }
    waitpid $child, 0;
}
1";
const PYTHON: &str = "
if not left:
    left.append(subprocess.Popen(['sleep', '7SECONDS'], start_new_session=True))
1";

#[test]
fn what_snippets_leave_behind_is_ended_and_noted() {
    let plan = format!(
        "budget = '300ms'\n[language.python]\nprelude = 'import subprocess; left = []'\n\
         [[variant]]\nname = 'orphan'\nperl = '''{PERL}'''\n\
         [[variant]]\nname = 'session'\npython = '''{PYTHON}'''\n"
    );
    // Nobody else sleeps for as long.
    let seconds = std::process::id().to_string();
    let stage = Stage::with("plan.toml", plan.replace("SECONDS", &seconds));
    let outcome = stage.run("cmpthese run plan.toml --seed 1 --no-history");
    let words = outcome.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(!words.contains("failed"), "{}", outcome.transcript());
    let noted = words.matches("left behind by snippets and ended; what ran beside them may have been slower").count();
    assert_eq!(noted, 1, "{}", outcome.transcript());
    let search = r"for process in /proc/[0-9]*; do tr '\0' ' ' <$process/cmdline; done 2>/dev/null | grep -c 'sleep [67]SECONDS'";
    let left = stage.run(&search.replace("SECONDS", &seconds));
    assert_eq!(left.stdout, "0\n");
}
