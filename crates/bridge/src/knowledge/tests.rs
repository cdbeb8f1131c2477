//! The modules of `knowledge` together: the table of calls, the examples of the paper, rule files, and what holds of everything.

mod examples;
mod files;
mod properties;
mod table;
