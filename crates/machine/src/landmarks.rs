//! The sizes at which something of the machine ends, as the kernel tells them: caches, pages, a pipe.

use model::{CACHES, Holder, Landmark};
use std::fs::{read, read_to_string};
use std::path::Path;

/// How many pages a pipe holds (pipe(7)), unless it is told otherwise.
const PAGES_OF_PIPE: u64 = 16;

/// The key of the size of a page in the auxiliary vector (getauxval(3)).
const AT_PAGESZ: u64 = 6;

/// Those of this machine; what the kernel does not tell is missing.
pub fn landmarks() -> Vec<Landmark> {
    below(Path::new("/"))
}

/// The same for the files below a directory.
fn below(root: &Path) -> Vec<Landmark> {
    let mut found = caches(&root.join("sys/devices/system/cpu/cpu0/cache"));
    let page = page(&read(root.join("proc/self/auxv")).unwrap_or_default());
    let huge = read_to_string(root.join("sys/kernel/mm/transparent_hugepage/hpage_pmd_size"));
    let huge = huge.ok().and_then(|text| text.trim().parse().ok());
    let others =
        [(Holder::Page, page), (Holder::HugePage, huge), (Holder::Pipe, page.map(|page| PAGES_OF_PIPE * page))];
    found.extend(others.into_iter().filter_map(|(what, bytes)| Some(Landmark { what, bytes: bytes? })));
    found
}

/// The caches for data of the first CPU (sysfs-devices-system-cpu of the kernel's ABI documentation).
fn caches(directory: &Path) -> Vec<Landmark> {
    let mut found = Vec::new();
    for index in (0..).map(|number| directory.join(format!("index{number}"))).take_while(|index| index.is_dir()) {
        let read = |name: &str| read_to_string(index.join(name)).ok().map(|text| text.trim().to_string());
        let level = read("level").and_then(|level| level.parse::<usize>().ok());
        let size = read("size").and_then(|size| bytes(&size));
        let (Some(level @ 1..=3), Some(size)) = (level, size) else { continue };
        if read("type").is_some_and(|kind| kind != "Instruction") {
            found.push(Landmark { what: CACHES[level - 1], bytes: size });
            let line = read("coherency_line_size").and_then(|line| line.parse().ok());
            let is_known = found.iter().any(|landmark| landmark.what == Holder::CacheLine);
            found.extend(line.filter(|_| !is_known).map(|bytes| Landmark { what: Holder::CacheLine, bytes }));
        }
    }
    found
}

/// `32K` in bytes.
fn bytes(text: &str) -> Option<u64> {
    let shift = match text.chars().last()? {
        'K' => 10,
        'M' => 20,
        'G' => 30,
        _ => 0,
    };
    let number: u64 = text.trim_end_matches(['K', 'M', 'G']).parse().ok()?;
    number.checked_mul(1 << shift).filter(|bytes| *bytes > 0)
}

/// The size of a page in an auxiliary vector: pairs of words, a key and its value.
fn page(vector: &[u8]) -> Option<u64> {
    let word = |bytes: &[u8]| usize::from_ne_bytes(bytes.try_into().expect("it is a word")) as u64;
    let words: Vec<u64> = vector.chunks_exact(size_of::<usize>()).map(word).collect();
    words.chunks_exact(2).find(|pair| pair[0] == AT_PAGESZ).map(|pair| pair[1]).filter(|bytes| *bytes > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_kernel_tells() {
        let root = tempfile::tempdir().unwrap();
        let write = |path: &str, content: &[u8]| {
            let path = root.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, content).unwrap();
        };
        for (index, level, kind, size) in [
            (0, 1, "Data", "32K"),
            (1, 1, "Instruction", "64K"),
            (2, 2, "Unified", "512K"),
            (3, 3, "Unified", "32768K"),
        ] {
            let directory = format!("sys/devices/system/cpu/cpu0/cache/index{index}");
            write(&format!("{directory}/level"), format!("{level}\n").as_bytes());
            write(&format!("{directory}/type"), format!("{kind}\n").as_bytes());
            write(&format!("{directory}/size"), format!("{size}\n").as_bytes());
            write(&format!("{directory}/coherency_line_size"), b"64\n");
        }
        write("sys/kernel/mm/transparent_hugepage/hpage_pmd_size", b"2097152\n");
        let vector: Vec<u8> = [3_usize, 0x40, 6, 4096, 0, 0].iter().flat_map(|word| word.to_ne_bytes()).collect();
        write("proc/self/auxv", &vector);
        let expected = [
            (Holder::FirstCache, 32 << 10),
            (Holder::CacheLine, 64),
            (Holder::SecondCache, 512 << 10),
            (Holder::ThirdCache, 32 << 20),
            (Holder::Page, 4096),
            (Holder::HugePage, 2 << 20),
            (Holder::Pipe, 64 << 10),
        ];
        assert_eq!(below(root.path()), expected.map(|(what, bytes)| Landmark { what, bytes }));
    }

    #[test]
    fn a_machine_without_these_files_has_none() {
        assert_eq!(below(Path::new("/nonexistent")), []);
    }
}
