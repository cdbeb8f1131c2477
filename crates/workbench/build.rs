//! Makes sure that the folder of the built pages is there, so that the crate compiles without Node,
//! and builds the crate again when the pages have changed.

fn main() {
    let pages = concat!(env!("CARGO_MANIFEST_DIR"), "/../../ui/dist");
    // Without the folder the embedding does not compile; what is missing is told when the page is
    // asked for.
    if let Err(error) = std::fs::create_dir_all(pages) {
        println!("cargo:warning=cannot make {pages}: {error}");
    }
    println!("cargo:rerun-if-changed={pages}");
}
