//! Bounded reading of files and standard input; an endless file is refused.

use crate::exit::usage;
use arena::text_file;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

/// The longest text any command reads as a whole, in bytes.
pub(crate) const LONGEST: u64 = text_file::LONGEST;

/// Reads the text of a file.
///
/// # Errors
/// If the file cannot be read, is not UTF-8 or is longer than [`LONGEST`].
pub(crate) fn file(path: &Path) -> anyhow::Result<String> {
    let name = path.display().to_string();
    let file = File::open(path).map_err(|why| usage(format!("cannot read {name}: {why}")))?;
    whole(file, &name, LONGEST)
}

/// Reads all of standard input.
///
/// # Errors
/// As [`file`].
pub(crate) fn standard() -> anyhow::Result<String> {
    whole(std::io::stdin(), "standard input", LONGEST)
}

fn whole(reader: impl Read, name: &str, longest: u64) -> anyhow::Result<String> {
    let read = text_file::whole(reader, longest);
    read.map_err(|why| match why.kind() {
        ErrorKind::FileTooLarge => usage(format!("{name} is {why}")),
        _ => usage(format!("cannot read {name}: {why}")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endless_input_is_refused() {
        let endless = std::io::repeat(b'a');
        let error = whole(endless, "the file", 1000).unwrap_err();
        assert_eq!(error.to_string(), "the file is longer than 1000 bytes");
        assert_eq!(whole(&b"short"[..], "it", 1000).unwrap(), "short");
        assert!(whole(&[0xff_u8][..], "it", 1000).is_err());
    }
}
