//! Bounded reading of text files: a device or an endless file ends with an error, not with the
//! memory.

use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// The longest text that is read as a whole by default, in bytes.
pub const LONGEST: u64 = 64 << 20;

/// Reads the text of a file, at most [`LONGEST`].
///
/// # Errors
/// If it cannot be read, is not UTF-8 or is too long.
pub fn read(path: impl AsRef<Path>) -> io::Result<String> {
    read_up_to(path, LONGEST)
}

/// Reads the text of a file, at most `longest` bytes.
///
/// # Errors
/// As [`read`].
pub fn read_up_to(path: impl AsRef<Path>, longest: u64) -> io::Result<String> {
    whole(std::fs::File::open(path)?, longest)
}

/// Reads a text to its end, at most `longest` bytes.
///
/// # Errors
/// As [`read`].
pub fn whole(reader: impl Read, longest: u64) -> io::Result<String> {
    let mut text = String::new();
    let read = reader
        .take(longest.saturating_add(1))
        .read_to_string(&mut text);
    if text.len() as u64 > longest {
        let why = format!("longer than {longest} bytes");
        return Err(io::Error::new(ErrorKind::FileTooLarge, why));
    }
    read.map(|_| text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endless_text_ends_with_a_sentence() {
        let error = whole(io::repeat(b'a'), 1000).unwrap_err();
        assert_eq!(error.to_string(), "longer than 1000 bytes");
        assert_eq!(whole(&b"short"[..], 1000).unwrap(), "short");
        assert!(whole(&[0xff_u8][..], 1000).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn an_endless_device_ends_with_a_sentence() {
        let error = read("/dev/zero").unwrap_err();
        assert!(error.to_string().starts_with("longer than"), "{error}");
    }
}
