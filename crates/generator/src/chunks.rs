//! The chunked transfer coding, read past: RFC 9112, section 7.1.

use crate::fault::Fault;
use crate::keeper::Keeper;

/// How far a chunked body has been read.
#[derive(Debug)]
pub(crate) struct Chunks {
    place: Place,
    /// Of the current chunk: its size as far as it was read, then what is left of its data.
    left: u64,
    digits: u32,
}

/// What the next byte belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
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
    pub(crate) fn new() -> Chunks {
        Chunks { place: Place::Size, left: 0, digits: 0 }
    }

    /// How many bytes of data follow for certain.
    pub(crate) fn data_left(&self) -> u64 {
        if self.place == Place::Data { self.left } else { 0 }
    }

    /// Reads past so many bytes of data, no more than are left.
    pub(crate) fn pass_data(&mut self, bytes: u64) {
        self.left -= bytes;
        if self.left == 0 {
            self.place = Place::DataReturn;
        }
    }

    /// Reads on. Returns how many bytes belong to the body if it ends among them; else all of them do.
    pub(crate) fn read(&mut self, bytes: &[u8], keeper: &mut impl Keeper) -> Result<Option<usize>, Fault> {
        let mut used = 0;
        while used < bytes.len() {
            if self.place == Place::Data {
                let data = &bytes[used..used + at_most(self.left, bytes.len() - used)];
                keeper.body(data);
                self.pass_data(data.len() as u64);
                used += data.len();
                continue;
            }
            let last = self.place == Place::LastEnd || self.place == Place::TrailerStart;
            self.place = self.step(bytes[used])?;
            used += 1;
            if last && self.place == Place::Size {
                return Ok(Some(used));
            }
        }
        Ok(None)
    }

    /// Where the byte after this one belongs. After the end of the last line that is `Size` again.
    fn step(&mut self, byte: u8) -> Result<Place, Fault> {
        Ok(match (self.place, byte) {
            (Place::Size, b'\r') if self.digits > 0 => Place::SizeEnd,
            // Some servers fill up the size with spaces.
            (Place::Size, b';' | b' ' | b'\t') if self.digits > 0 => Place::Extension,
            (Place::Size, _) => self.digit(byte)?,
            (Place::Extension, b'\r') => Place::SizeEnd,
            (Place::Extension, b'\n') => return Err(Fault::garbage("a line feed in a chunk's extension")),
            (Place::Extension, _) => Place::Extension,
            (Place::SizeEnd, b'\n') => self.begin_data(),
            (Place::DataReturn, b'\r') => Place::DataEnd,
            (Place::DataEnd, b'\n') => Place::Size,
            (Place::TrailerStart, b'\r') => Place::LastEnd,
            (Place::TrailerStart | Place::LastEnd, b'\n') => Place::Size,
            (Place::Trailer, b'\n') => Place::TrailerStart,
            (Place::TrailerStart | Place::Trailer, _) => Place::Trailer,
            (Place::SizeEnd | Place::DataReturn | Place::DataEnd | Place::LastEnd, _) => {
                return Err(Fault::garbage("a chunk does not end where its size says"));
            }
            (Place::Data, _) => unreachable!("data is read past as a whole"),
        })
    }

    fn digit(&mut self, byte: u8) -> Result<Place, Fault> {
        let digit = char::from(byte).to_digit(16).ok_or_else(|| Fault::garbage("the size of a chunk is no number"))?;
        if self.left >> 60 != 0 {
            return Err(Fault::garbage("the size of a chunk is too large"));
        }
        self.left = self.left << 4 | u64::from(digit);
        self.digits = 1;
        Ok(Place::Size)
    }

    fn begin_data(&mut self) -> Place {
        self.digits = 0;
        if self.left == 0 { Place::TrailerStart } else { Place::Data }
    }
}

/// What is left, where a slice has no more than `length` bytes.
pub(crate) fn at_most(left: u64, length: usize) -> usize {
    usize::try_from(left).map_or(length, |left| left.min(length))
}
