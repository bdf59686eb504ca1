//! What a process wrote to its error output last.

use std::io::{self, Read};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How much of the end of the stream is kept, in bytes.
const KEPT: usize = 4096;

/// How long the last words of a process that has ended may take to arrive.
const MOMENT: Duration = Duration::from_millis(500);

/// Adds bytes to those of a stream of which so many are kept: its last.
pub fn keep_end(kept: &mut Vec<u8>, bytes: &[u8], most: usize) {
    kept.extend_from_slice(bytes);
    kept.drain(..kept.len().saturating_sub(most));
}

/// The end of a stream that is read on a thread.
pub struct LastWords {
    kept: Arc<Mutex<Vec<u8>>>,
    /// Closed when the stream is at its end.
    end: Receiver<()>,
}

impl LastWords {
    pub fn of(mut stream: impl Read + Send + 'static) -> io::Result<LastWords> {
        let kept = Arc::new(Mutex::new(Vec::new()));
        let shared = Arc::clone(&kept);
        let (at_end, end) = channel();
        std::thread::Builder::new().spawn(move || {
            let _at_end = at_end;
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = stream.read(&mut buffer) {
                let mut kept = shared.lock().expect("the other side does not panic");
                keep_end(&mut kept, &buffer[..count], KEPT);
            }
        })?;
        Ok(LastWords { kept, end })
    }

    /// What was said so far does not matter any more.
    pub fn forget(&self) {
        self.kept.lock().expect("the reader does not panic").clear();
    }

    /// The line that says what happened, so far.
    pub fn what_happened(&self) -> Option<String> {
        let kept = self.kept.lock().expect("the reader does not panic");
        model::what_happened(&String::from_utf8_lossy(&kept)).map(str::to_string)
    }

    /// What was said last; for a process that has ended. Its descendants in other process groups may still hold the
    /// stream open, so it is not waited for without end.
    pub fn text(&self) -> String {
        let _ = self.end.recv_timeout(MOMENT);
        let kept = self.kept.lock().expect("the reader does not panic");
        String::from_utf8_lossy(&kept).trim_end().to_string()
    }
}
