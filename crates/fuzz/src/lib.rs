//! Fuzz targets: every parser that reads foreign text, as functions of bytes.
//!
//! A target returns whether the text was accepted, and panics if something that must hold does not:
//! what was read is read back after writing, and can be replayed, shown or asked. Parsers never
//! panic, whatever they read.
//!
//! Two drivers share the targets: the one of this crate ([`driver`]), which mutates short valid
//! texts on a stable compiler (`cargo run --release -p fuzz -- all --seconds 60`), and cargo-fuzz
//! in the folder `fuzz` of the repository, which is guided by coverage and needs a nightly
//! compiler.

pub mod driver;
mod mutation;
mod seeds;
pub mod targets;

/// A fuzz target: a parser of foreign text.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The name.
    pub name: &'static str,
    /// The test of one text: whether it is accepted; a panic is a finding.
    pub run: fn(&[u8]) -> bool,
    /// The seed texts.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// All targets.
pub const TARGETS: [Target; 16] = [
    Target {
        name: "blksgf",
        run: targets::blksgf,
        seeds: seeds::blksgf,
    },
    Target {
        name: "blokus_line",
        run: targets::blokus_line,
        seeds: seeds::blokus_line,
    },
    Target {
        name: "contest_code",
        run: targets::contest_code,
        seeds: seeds::contest_code,
    },
    Target {
        name: "pbn",
        run: targets::pbn,
        seeds: seeds::pbn,
    },
    Target {
        name: "lin",
        run: targets::lin,
        seeds: seeds::lin,
    },
    Target {
        name: "table_manager",
        run: targets::table_manager,
        seeds: seeds::table_manager,
    },
    Target {
        name: "match_record",
        run: targets::match_record,
        seeds: seeds::match_record,
    },
    Target {
        name: "dcl",
        run: targets::dcl,
        seeds: seeds::dcl,
    },
    Target {
        name: "dc3_log",
        run: targets::dc3_log,
        seeds: seeds::dc3_log,
    },
    Target {
        name: "dc3_messages",
        run: targets::dc3_messages,
        seeds: seeds::dc3_messages,
    },
    Target {
        name: "dc4_messages",
        run: targets::dc4_messages,
        seeds: seeds::dc4_messages,
    },
    Target {
        name: "journal",
        run: targets::journal,
        seeds: seeds::journal,
    },
    Target {
        name: "conditions",
        run: targets::conditions,
        seeds: seeds::conditions,
    },
    Target {
        name: "cup_file",
        run: targets::cup_file,
        seeds: seeds::cup_file,
    },
    Target {
        name: "platform_lines",
        run: targets::platform_lines,
        seeds: seeds::platform_lines,
    },
    Target {
        name: "text_commands",
        run: targets::text_commands,
        seeds: seeds::text_commands,
    },
];
