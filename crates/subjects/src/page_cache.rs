//! Whether a file is in the page cache: brought about by reading it or by advice on that file alone, and then checked.

use crate::system::page_cache::{advise_dropping, lives_in_memory, resident_pages};
use model::CacheState;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

pub use crate::system::page_cache::free_bytes;

/// How often the kernel is asked again: pages that it has just read are let go of a moment later.
const ATTEMPTS: usize = 20;

/// Brings a file into a state, and makes sure of it. The error says why it is not in it.
pub fn bring(path: &Path, state: CacheState) -> io::Result<()> {
    let file = File::open(path)?;
    match state {
        CacheState::Warm => warm(file),
        CacheState::Cold => cool(&file),
    }
}

fn warm(mut file: File) -> io::Result<()> {
    let (resident, pages) = resident_pages(&file)?;
    if resident == pages {
        return Ok(());
    }
    let mut buffer = vec![0; 1 << 20];
    while file.read(&mut buffer)? > 0 {}
    let (resident, pages) = resident_pages(&file)?;
    if resident == pages {
        return Ok(());
    }
    Err(io::Error::other(format!("only {resident} of its {pages} pages fit into memory")))
}

fn cool(file: &File) -> io::Result<()> {
    if lives_in_memory(file)? {
        return Err(io::Error::other(
            "its file system keeps files in memory and nowhere else, so that it is never cold: set TMPDIR to a directory on a disk",
        ));
    }
    file.sync_data()?; // what is not on the disk yet cannot be dropped
    let (mut resident, mut pages) = (0, 0);
    for _ in 0..ATTEMPTS {
        advise_dropping(file)?;
        (resident, pages) = resident_pages(file)?;
        if resident == 0 {
            return Ok(());
        }
        std::thread::yield_now();
    }
    Err(io::Error::other(format!(
        "{resident} of its {pages} pages stay in memory, because a process maps them or the file system does not let go"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resident(path: &Path) -> (usize, usize) {
        resident_pages(&File::open(path).unwrap()).unwrap()
    }

    /// Beside the sources, because the one for scratch files may be on a file system in memory.
    fn on_a_disk() -> tempfile::TempDir {
        tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap()
    }

    #[test]
    fn a_file_is_cold_then_warm_then_cold_again() {
        let directory = on_a_disk();
        let path = directory.path().join("file");
        std::fs::write(&path, vec![1; 1_000_000]).unwrap();
        bring(&path, CacheState::Cold).unwrap();
        assert_eq!(resident(&path), (0, 245));
        bring(&path, CacheState::Warm).unwrap();
        assert_eq!(resident(&path), (245, 245));
        bring(&path, CacheState::Cold).unwrap();
        assert_eq!(resident(&path), (0, 245));
    }

    #[test]
    fn an_empty_file_is_both() {
        let directory = on_a_disk();
        let path = directory.path().join("file");
        std::fs::write(&path, "").unwrap();
        bring(&path, CacheState::Cold).unwrap();
        bring(&path, CacheState::Warm).unwrap();
    }

    #[test]
    fn a_file_in_memory_is_never_cold() {
        let path = Path::new("/dev/shm").join(format!("cmpthese-test-{}", std::process::id()));
        std::fs::write(&path, "text").unwrap();
        let refused = bring(&path, CacheState::Cold);
        std::fs::remove_file(&path).unwrap();
        assert!(refused.unwrap_err().to_string().starts_with("its file system keeps files in memory"));
    }
}
