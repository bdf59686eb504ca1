//! Text in the canonical form of answers, `docs/protocol.md`: printable ASCII, so that it can be compared and shown as it
//! is.

/// How a byte is written: the first `length` of four characters.
#[derive(Clone, Copy)]
struct Escape {
    text: [u8; 4],
    length: u8,
}

/// How each byte is written. A command may print gigabytes, so this is a table of four bytes that are always copied, of
/// which as many count as the length says.
static ESCAPES: [Escape; 256] = {
    let mut escapes = [Escape { text: [0; 4], length: 0 }; 256];
    let mut byte = 0;
    while byte < 256 {
        escapes[byte] = escape(byte as u8);
        byte += 1;
    }
    escapes
};

const fn escape(byte: u8) -> Escape {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let (text, length) = match byte {
        b'"' | b'\\' => ([b'\\', byte, 0, 0], 2),
        b'\n' => (*b"\\n\0\0", 2),
        b'\t' => (*b"\\t\0\0", 2),
        b'\r' => (*b"\\r\0\0", 2),
        0x20..=0x7e => ([byte, 0, 0, 0], 1),
        other => ([b'\\', b'x', HEX[(other >> 4) as usize], HEX[(other & 15) as usize]], 4),
    };
    Escape { text, length }
}

/// The bytes of a text without its quotes.
///
/// ```
/// assert_eq!(cmpthese_model::escaped(b"a\"\n\xff"), r#"a\"\n\xFF"#);
/// ```
pub fn escaped(bytes: &[u8]) -> String {
    let mut buffer = Vec::new();
    String::from_utf8(escape_into(&mut buffer, bytes).to_vec()).expect("every escape is ASCII")
}

/// The bytes of a text without its quotes, written into a buffer that grows as it must and can be used again.
pub fn escape_into<'b>(buffer: &'b mut Vec<u8>, bytes: &[u8]) -> &'b [u8] {
    if buffer.len() < 4 * bytes.len() {
        buffer.resize(4 * bytes.len(), 0);
    }
    let mut end = 0;
    for byte in bytes {
        let escape = &ESCAPES[usize::from(*byte)];
        buffer[end..end + 4].copy_from_slice(&escape.text);
        end += usize::from(escape.length);
    }
    &buffer[..end]
}
