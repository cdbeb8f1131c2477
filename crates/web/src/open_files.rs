//! The limit on open files of this process.
//!
//! Every connection and every journal is an open file, and systems allow 1,024 of them unless asked
//! for more.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Too few open files are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the system allows {allowed} open files and {needed} are needed: allow more with `ulimit -n {needed}`, or lower the limit of connections"
)]
pub struct TooFew {
    /// The number allowed.
    pub allowed: usize,
    /// The number needed.
    pub needed: usize,
}

/// Raises the limit to `needed`, or to the highest limit allowed.
///
/// # Errors
/// If fewer are allowed; as many as are allowed can then be used.
pub fn raise(needed: usize) -> Result<(), TooFew> {
    let limit = getrlimit(Resource::Nofile);
    let wanted = needed as u64;
    // No limit is written as none.
    let current = limit.current.unwrap_or(u64::MAX);
    if current >= wanted {
        return Ok(());
    }
    let target = limit.maximum.map_or(wanted, |most| most.min(wanted));
    let raised = setrlimit(
        Resource::Nofile,
        Rlimit {
            current: Some(target),
            maximum: limit.maximum,
        },
    );
    let allowed = if raised.is_ok() { target } else { current };
    if allowed >= wanted {
        return Ok(());
    }
    let allowed = usize::try_from(allowed).unwrap_or(usize::MAX);
    Err(TooFew { allowed, needed })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_allowed_is_raised_and_what_is_not_is_told() {
        let maximum = getrlimit(Resource::Nofile).maximum;
        assert_eq!(raise(1), Ok(()));
        let Some(maximum) = maximum else { return };
        let needed = maximum as usize + 1;
        let why = raise(needed).unwrap_err();
        assert_eq!(why.allowed as u64, maximum);
        assert!(why.to_string().contains(&format!("ulimit -n {needed}")));
        assert_eq!(getrlimit(Resource::Nofile).current, Some(maximum));
    }
}
