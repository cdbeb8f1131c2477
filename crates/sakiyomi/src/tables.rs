//! Disk cache of players' tables, in a folder from the environment.

use ::curling::players::cache::Cache;
use std::path::PathBuf;

/// Returns the cache of the binary: in `$SAKIYOMI_CACHE`, else in the user's cache folder.
pub fn cache() -> Cache {
    Cache::new(folder())
}

/// `$SAKIYOMI_CACHE`, else `$XDG_CACHE_HOME/sakiyomi`, else `~/.cache/sakiyomi`; none if there is
/// no home.
fn folder() -> Option<PathBuf> {
    folder_from(|name| {
        let value = std::env::var_os(name);
        value.filter(|value| !value.is_empty()).map(PathBuf::from)
    })
}

fn folder_from(variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    variable("SAKIYOMI_CACHE")
        .or_else(|| Some(variable("XDG_CACHE_HOME")?.join("sakiyomi")))
        .or_else(|| Some(variable("HOME")?.join(".cache").join("sakiyomi")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_is_looked_up_in_order() {
        let with = |known: &'static [&str]| {
            folder_from(move |name| {
                let known = known.contains(&name);
                known.then(|| PathBuf::from(format!("/{name}")))
            })
        };
        assert_eq!(with(&[]), None);
        assert_eq!(with(&["HOME"]), Some("/HOME/.cache/sakiyomi".into()));
        assert_eq!(
            with(&["HOME", "XDG_CACHE_HOME"]),
            Some("/XDG_CACHE_HOME/sakiyomi".into())
        );
        assert_eq!(
            with(&["HOME", "SAKIYOMI_CACHE"]),
            Some("/SAKIYOMI_CACHE".into())
        );
    }
}
