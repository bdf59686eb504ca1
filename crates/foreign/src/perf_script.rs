//! The stacks that `perf script -F comm,pid,ip,sym,dso` prints: a line that names the process, a line a frame from the innermost on, an empty line.

use model::{Frame, Stacks};

/// What perf writes in the place of a name.
const UNKNOWN: &str = "[unknown]";

/// How the names in brackets begin that are none of the kernel's.
const OF_PROCESSES: [&str; 7] = [UNKNOWN, "[vdso", "[vsyscall", "[heap", "[stack", "[anon", "[JIT"];

/// The stacks in such a text, but those of processes that are called `own`. A line that is none of perf's is passed over; a sample without frames is of a function
/// without a name.
///
/// ```
/// let text = "cat 12\n\tffff read ([kernel.kallsyms])\n\t55aa copy (/bin/cat)\n\ncat 12\n\t55aa copy (/bin/cat)\n\nwe 3\n\t1 f (/x)\n";
/// let stacks = cmpthese_foreign::stacks(text, "we");
/// let told: Vec<(Vec<&str>, u64)> =
///     stacks.iter().map(|(frames, count)| (frames.iter().map(|frame| &*frame.function).collect(), *count)).collect();
/// assert_eq!(told, [(vec!["copy"], 1), (vec!["copy", "read"], 1)]);
/// ```
pub fn stacks(text: &str, own: &str) -> Stacks {
    let mut stacks = Stacks::new();
    let mut sample: Option<Vec<Frame>> = None;
    for line in text.lines().chain([""]) {
        match line.chars().next() {
            None => count(&mut stacks, sample.take()),
            Some(first) if first.is_whitespace() => {
                if let Some(frames) = &mut sample {
                    frames.extend(frame(line));
                }
            }
            Some(_) => {
                count(&mut stacks, sample.take());
                // The name of a process may hold blanks, its number does not.
                let name = line.trim_end().rsplit_once(char::is_whitespace).map_or("", |(name, _)| name.trim_end());
                sample = (!name.is_empty() && name != own).then(Vec::new);
            }
        }
    }
    stacks
}

/// Counts a sample, where there is one, whose frames are those from the innermost on.
fn count(stacks: &mut Stacks, sample: Option<Vec<Frame>>) {
    let Some(mut frames) = sample else { return };
    frames.reverse();
    if frames.is_empty() {
        frames.push(Frame { function: UNKNOWN.to_string(), is_kernel: false });
    }
    *stacks.entry(frames).or_default() += 1;
}

/// An address, a name that may hold blanks and parentheses, the file between parentheses. `None` where neither name nor file is known: an address that is no code, which is
/// found where a function keeps no frame pointer.
fn frame(line: &str) -> Option<Frame> {
    let (_address, rest) = line.trim().split_once(' ')?;
    let rest = rest.trim_end_matches(')');
    let (name, file) = rest.strip_suffix(" (deleted").unwrap_or(rest).rsplit_once('(')?;
    let last = file.rsplit('/').next().unwrap_or(file);
    let function = match (name.trim(), file) {
        ("" | UNKNOWN, UNKNOWN) => return None,
        ("" | UNKNOWN, _) => format!("[{}]", last.trim_matches(['[', ']'])),
        (name, _) => name.to_string(),
    };
    Some(Frame { function, is_kernel: is_kernel(last) })
}

/// Whether the last part of a file's name is one of the kernel's: its image, or a module, which may be compressed. Those in brackets are no files.
fn is_kernel(last: &str) -> bool {
    let is_pseudo = last.starts_with('[') && !OF_PROCESSES.iter().any(|begin| last.starts_with(begin));
    is_pseudo || last.starts_with("vmlinux") || last.ends_with(".ko") || last.contains(".ko.")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<String> {
        let frame = |frame: &Frame| format!("{}{}", frame.function, if frame.is_kernel { " (kernel)" } else { "" });
        let line = |(frames, count): (&Vec<Frame>, &u64)| {
            format!("{count} {}", frames.iter().map(frame).collect::<Vec<_>>().join(" < "))
        };
        stacks(text, "cmpthese").iter().map(line).collect()
    }

    #[test]
    fn names_with_blanks_and_without() {
        let text = "Web Content 77\n\
            \tffffffff8 asm_exc_page_fault ([kernel.kallsyms])\n\
            \t   55d0 std::vector<int, std::allocator<int> >::push_back(int&&) (/opt/a b/x)\n\
            \t   7f10 [unknown] (/usr/lib/libperl.so.5.36)\n\
            \t      4 [unknown] ([unknown])\n\
            \n\
            Web Content 78\n\
            \n\
            module 5\n\
            \tffffffffc ext4_read ([ext4].ko)\n";
        assert_eq!(
            told(text),
            [
                "1 [libperl.so.5.36] < std::vector<int, std::allocator<int> >::push_back(int&&) < asm_exc_page_fault (kernel)",
                "1 [unknown]",
                "1 ext4_read (kernel)",
            ]
        );
    }

    #[test]
    fn modules_are_of_the_kernel_and_deleted_files_have_names() {
        let text = "a 1\n\
            \tffff read ([ext4])\n\
            \tffff write (/lib/modules/6.1.0/kernel/fs/xfs/xfs.ko.zst)\n\
            \tffff entry (/usr/lib/debug/lib/modules/6.1.0/vmlinux)\n\
            \t7fff now ([vdso])\n\
            \t55aa [unknown] (/tmp/x.so (deleted))\n\
            \t55aa f() (/tmp/x.so (deleted))\n";
        assert_eq!(told(text), ["1 f() < [x.so] < now < entry (kernel) < write (kernel) < read (kernel)"]);
    }

    #[test]
    fn what_is_none_of_it_is_passed_over() {
        assert!(told("").is_empty());
        assert!(told("\tffff read ([kernel.kallsyms])\n").is_empty(), "a frame of no sample");
        assert!(told("cmpthese 4\n\t1 main (/usr/bin/cmpthese)\n").is_empty(), "this program");
        assert_eq!(told("a 1\n\tgarbage\n\tffff f (/a)\n").as_slice(), ["1 f"]);
        // Two samples with no empty line between them are two.
        assert_eq!(told("a 1\n\tffff f (/a)\na 1\n\tffff f (/a)\n").as_slice(), ["2 f"]);
    }
}
