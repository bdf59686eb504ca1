//! The chunked transfer coding, read past: RFC 9112, section 7.1.

use crate::fault::Fault;
use crate::keeper::Keeper;

/// How far a chunked body has been read.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Chunks {
    place: ChunkState,
    /// Of the current chunk: its size as far as it was read, then what is left of its data.
    left: u64,
    /// Whether its size has begun.
    has_digits: bool,
}

/// What the next byte belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ChunkState {
    #[default]
    Size,
    Extension,
    SizeEnd,
    Data,
    DataReturn,
    DataEnd,
    TrailerStart,
    Trailer,
    LastEnd,
}

impl Chunks {
    /// How many bytes of data follow for certain.
    pub(crate) fn data_left(&self) -> u64 {
        if self.place == ChunkState::Data { self.left } else { 0 }
    }

    /// Reads past so many bytes of data, no more than are left.
    pub(crate) fn pass_data(&mut self, bytes: u64) {
        self.left -= bytes;
        if self.left == 0 {
            self.place = ChunkState::DataReturn;
        }
    }

    /// Reads on. Returns how many bytes belong to the body if it ends among them; else all of them do.
    pub(crate) fn read(&mut self, bytes: &[u8], keeper: &mut impl Keeper) -> Result<Option<usize>, Fault> {
        let mut used = 0;
        while used < bytes.len() {
            if self.place == ChunkState::Data {
                let data = &bytes[used..used + at_most(self.left, bytes.len() - used)];
                keeper.body(data);
                self.pass_data(data.len() as u64);
                used += data.len();
                continue;
            }
            let last = self.place == ChunkState::LastEnd || self.place == ChunkState::TrailerStart;
            self.place = self.step(bytes[used])?;
            used += 1;
            if last && self.place == ChunkState::Size {
                return Ok(Some(used));
            }
        }
        Ok(None)
    }

    /// Where the byte after this one belongs. After the end of the last line that is `Size` again.
    fn step(&mut self, byte: u8) -> Result<ChunkState, Fault> {
        Ok(match (self.place, byte) {
            (ChunkState::Size, b'\r') if self.has_digits => ChunkState::SizeEnd,
            // Some servers fill up the size with spaces.
            (ChunkState::Size, b';' | b' ' | b'\t') if self.has_digits => ChunkState::Extension,
            (ChunkState::Size, _) => self.digit(byte)?,
            (ChunkState::Extension, b'\r') => ChunkState::SizeEnd,
            (ChunkState::Extension, b'\n') => return Err(Fault::garbage("a line feed in a chunk's extension")),
            (ChunkState::Extension, _) => ChunkState::Extension,
            (ChunkState::SizeEnd, b'\n') => self.begin_data(),
            (ChunkState::DataReturn, b'\r') => ChunkState::DataEnd,
            (ChunkState::DataEnd, b'\n') => ChunkState::Size,
            (ChunkState::TrailerStart, b'\r') => ChunkState::LastEnd,
            (ChunkState::TrailerStart | ChunkState::LastEnd, b'\n') => ChunkState::Size,
            (ChunkState::Trailer, b'\n') => ChunkState::TrailerStart,
            (ChunkState::TrailerStart | ChunkState::Trailer, _) => ChunkState::Trailer,
            (ChunkState::SizeEnd | ChunkState::DataReturn | ChunkState::DataEnd | ChunkState::LastEnd, _) => {
                return Err(Fault::garbage("a chunk does not end where its size says"));
            }
            (ChunkState::Data, _) => unreachable!("data is read past as a whole"),
        })
    }

    fn digit(&mut self, byte: u8) -> Result<ChunkState, Fault> {
        let digit = char::from(byte).to_digit(16).ok_or_else(|| Fault::garbage("the size of a chunk is no number"))?;
        if self.left >> 60 != 0 {
            return Err(Fault::garbage("the size of a chunk is too large"));
        }
        self.left = self.left << 4 | u64::from(digit);
        self.has_digits = true;
        Ok(ChunkState::Size)
    }

    fn begin_data(&mut self) -> ChunkState {
        self.has_digits = false;
        if self.left == 0 { ChunkState::TrailerStart } else { ChunkState::Data }
    }
}

/// What is left, where a slice has no more than `length` bytes.
pub(crate) fn at_most(left: u64, length: usize) -> usize {
    usize::try_from(left).map_or(length, |left| left.min(length))
}
