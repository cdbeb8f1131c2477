//! Users of a server: names and password hashes.
//!
//! Passwords are kept as argon2 hashes only, in a file of lines `name:$argon2id$...`
//! ([`Users::line`] makes one; blank lines and those that begin with # are ignored), or hashed when
//! the server starts. Argon2 is slow on purpose, and a match is thousands of requests: a verified
//! password is cached as a fast hash with keys of this process. One that is not cached always costs
//! a verification, whether the user exists or not, so the response time reveals nothing about
//! names. The server bounds the number of attempts.

use argon2::Argon2;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The longest name and password, in bytes.
const LONGEST: usize = 200;

/// The longest file of users, in bytes.
const LONGEST_FILE: u64 = 4 << 20;

/// An invalid user or users file.
#[derive(Debug, thiserror::Error)]
pub enum UsersError {
    /// Not a name and a password.
    #[error("invalid user `{0}`: write NAME:PASSWORD")]
    NoPair(String),
    /// An invalid name.
    #[error(
        "invalid user name `{0}`: use up to {LONGEST} letters, none of them a colon or a control character"
    )]
    Name(String),
    /// An invalid password.
    #[error("the password of `{0}` is empty or longer than {LONGEST} bytes")]
    Password(String),
    /// A duplicate name.
    #[error("duplicate user `{0}`: remove one")]
    Duplicate(String),
    /// The file cannot be read.
    #[error("cannot read the users file {path}: {why}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        why: std::io::Error,
    },
    /// An invalid line.
    #[error("line {line} of the users file {path}: {why}")]
    Line {
        /// The file.
        path: PathBuf,
        /// The number, from 1.
        line: usize,
        /// The reason.
        why: String,
    },
    /// Hashing failed.
    #[error("the password cannot be hashed: {0}")]
    Hash(String),
}

/// The users of a server.
#[derive(Debug, Default)]
pub struct Users {
    hashes: BTreeMap<String, String>,
    /// Verified passwords by name, as keyed hashes.
    verified: Mutex<HashMap<String, [u64; 2]>>,
    keys: [RandomState; 2],
}

impl Users {
    /// No users.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether there are no users.
    pub fn is_empty(&self) -> bool {
        self.hashes.is_empty()
    }

    /// Whether there is a user of this name.
    pub fn contains(&self, name: &str) -> bool {
        self.hashes.contains_key(name)
    }

    /// Adds a user written `NAME:PASSWORD`.
    ///
    /// # Errors
    /// If it is invalid, or the name is taken.
    pub fn add_pair(&mut self, pair: &str) -> Result<(), UsersError> {
        let (name, password) = pair
            .split_once(':')
            .ok_or_else(|| UsersError::NoPair(pair.to_owned()))?;
        self.add(name, password)
    }

    /// Adds a user.
    ///
    /// # Errors
    /// If name or password is invalid, or the name is taken.
    pub fn add(&mut self, name: &str, password: &str) -> Result<(), UsersError> {
        let hash = hashed(name, password)?;
        self.insert(name, hash)
    }

    fn insert(&mut self, name: &str, hash: String) -> Result<(), UsersError> {
        if self.hashes.insert(name.to_owned(), hash).is_some() {
            return Err(UsersError::Duplicate(name.to_owned()));
        }
        Ok(())
    }

    /// Adds the users of a file.
    ///
    /// # Errors
    /// Names the invalid line.
    pub fn add_file(&mut self, path: &Path) -> Result<(), UsersError> {
        let text = bounded(path).map_err(|why| UsersError::Unreadable {
            path: path.to_owned(),
            why,
        })?;
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            self.add_line(line).map_err(|why| UsersError::Line {
                path: path.to_owned(),
                line: index + 1,
                why,
            })?;
        }
        Ok(())
    }

    /// Adds a user written as in a file of users, `NAME:HASH`.
    ///
    /// # Errors
    /// If the line is invalid, or the name is taken.
    pub fn add_line(&mut self, line: &str) -> Result<(), String> {
        let (name, hash) = line.split_once(':').ok_or("expected NAME:HASH")?;
        check_name(name).map_err(|why| why.to_string())?;
        let parsed = PasswordHash::new(hash).map_err(|why| {
            format!("invalid password hash of `{name}` ({why}): create the line again")
        })?;
        if !parsed.algorithm.as_str().starts_with("argon2") || parsed.hash.is_none() {
            return Err(format!("the hash of `{name}` is not argon2"));
        }
        self.insert(name, hash.to_owned())
            .map_err(|why| why.to_string())
    }

    /// A line for a users file.
    ///
    /// # Errors
    /// If name or password is invalid.
    ///
    /// ```
    /// use digital_curling::dc4::users::Users;
    ///
    /// let line = Users::line("ayumu", "secret")?;
    /// assert!(line.starts_with("ayumu:$argon2id$"));
    /// # Ok::<(), digital_curling::dc4::users::UsersError>(())
    /// ```
    pub fn line(name: &str, password: &str) -> Result<String, UsersError> {
        Ok(format!("{name}:{}", hashed(name, password)?))
    }

    /// Whether this password was verified before. Fast.
    pub(crate) fn is_cached(&self, name: &str, password: &str) -> bool {
        let verified = self.verified.lock().unwrap_or_else(PoisonError::into_inner);
        verified
            .get(name)
            .is_some_and(|known| *known == self.keyed(name, password))
    }

    /// Verifies a password. Slow: for blocking threads only.
    pub fn verify(&self, name: &str, password: &str) -> bool {
        let known = self.hashes.get(name);
        // For an unknown name another hash takes as long.
        let Some(hash) = known.or_else(|| self.hashes.values().next()) else {
            return false;
        };
        let Ok(hash) = PasswordHash::new(hash) else {
            return false;
        };
        let password_of_hash = Argon2::default().verify_password(password.as_bytes(), &hash);
        let right = password_of_hash.is_ok() && known.is_some();
        if right {
            let mut verified = self.verified.lock().unwrap_or_else(PoisonError::into_inner);
            verified.insert(name.to_owned(), self.keyed(name, password));
        }
        right
    }

    fn keyed(&self, name: &str, password: &str) -> [u64; 2] {
        [&self.keys[0], &self.keys[1]].map(|key| key.hash_one((name, password)))
    }
}

/// The text of a file, which may be a device without end.
fn bounded(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    let file = File::open(path)?;
    file.take(LONGEST_FILE + 1).read_to_string(&mut text)?;
    if text.len() as u64 > LONGEST_FILE {
        let why = format!("longer than {LONGEST_FILE} bytes");
        return Err(io::Error::other(why));
    }
    Ok(text)
}

fn check_name(name: &str) -> Result<(), UsersError> {
    let sound = |c: char| c != ':' && !c.is_control();
    if name.is_empty() || name.len() > LONGEST || !name.chars().all(sound) {
        return Err(UsersError::Name(name.chars().take(LONGEST).collect()));
    }
    Ok(())
}

fn hashed(name: &str, password: &str) -> Result<String, UsersError> {
    check_name(name)?;
    if password.is_empty() || password.len() > LONGEST {
        return Err(UsersError::Password(name.to_owned()));
    }
    let wrong = |why: argon2::password_hash::Error| UsersError::Hash(why.to_string());
    let salt = SaltString::encode_b64(uuid::Uuid::new_v4().as_bytes()).map_err(wrong)?;
    let hash = Argon2::default().hash_password(password.as_bytes(), &salt);
    Ok(hash.map_err(wrong)?.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_right_password_is_remembered_and_a_wrong_one_is_not() {
        let mut users = Users::new();
        users.add_pair("user0:pass:0").unwrap();
        assert!(!users.is_cached("user0", "pass:0"));
        assert!(users.verify("user0", "pass:0"));
        assert!(users.is_cached("user0", "pass:0"));
        assert!(!users.verify("user0", "pass"));
        assert!(!users.is_cached("user0", "pass"));
        assert!(!users.verify("user1", "pass:0"));
        assert!(!Users::new().verify("user0", "pass:0"));
    }

    #[test]
    fn a_file_holds_hashes_and_comments() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("users");
        let line = Users::line("a", "secret").unwrap();
        assert!(!line.contains("secret"));
        std::fs::write(&path, format!("# contestants\n\n{line}\n")).unwrap();
        let mut users = Users::new();
        users.add_file(&path).unwrap();
        assert!(users.verify("a", "secret"));
    }

    #[test]
    fn what_is_wrong_with_a_file_is_said_with_its_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("users");
        let line = Users::line("a", "secret").unwrap();
        for (text, words) in [
            ("# x\nname", "line 2"),
            ("name:password", "invalid password hash"),
            (":$argon2id$", "invalid user name"),
            ("a:$pbkdf2$i=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA", "argon2"),
            (&*format!("{line}\n{line}"), "duplicate user `a`"),
        ] {
            std::fs::write(&path, text).unwrap();
            let error = Users::new().add_file(&path).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        }
        let endless = Users::new().add_file(Path::new("/dev/zero")).unwrap_err();
        assert!(endless.to_string().contains("longer than"), "{endless}");
        let missing = Users::new().add_file(&folder.path().join("none"));
        assert!(missing.unwrap_err().to_string().contains("cannot read"));
    }

    #[test]
    fn nobody_is_called_by_a_colon_or_has_no_password() {
        assert!(Users::line("a:b", "c").is_err() && Users::line("", "c").is_err());
        assert!(Users::line("a", "").is_err());
        assert!(Users::new().add_pair("a").is_err());
    }
}
