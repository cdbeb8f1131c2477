//! Who may play: names and passwords.
//!
//! Passwords are kept as argon2 hashes only, in a file of lines `name:$argon2id$...`
//! ([`Users::line`] makes one; blank lines and those that begin with # do not count), or hashed
//! when the server starts. Argon2 is slow on purpose, and a match is thousands of requests: a
//! password that was right once is known again by a fast hash with keys of this process. One that
//! is not known again always costs a verification, whether there is such a user or not, so the time
//! of an answer says nothing about names. How often somebody may try is for
//! [`limits`](super::limits) to say.

use argon2::Argon2;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The longest name and password, in bytes.
const LONGEST: usize = 200;

/// Users that cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum UsersError {
    /// Not a name and a password.
    #[error("`{0}` is no user: write NAME:PASSWORD")]
    NoPair(String),
    /// A name nobody can have.
    #[error(
        "`{0}` is no name of a user: use up to {LONGEST} letters, none of them a colon or a control character"
    )]
    Name(String),
    /// A password nobody can have.
    #[error("the password of `{0}` is empty or longer than {LONGEST} bytes")]
    Password(String),
    /// The same name again.
    #[error("there are two users `{0}`: remove one")]
    Twice(String),
    /// The file cannot be read.
    #[error("the users file {path} cannot be read: {why}")]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// Why.
        why: std::io::Error,
    },
    /// A line that is wrong.
    #[error("line {line} of the users file {path}: {why}")]
    Line {
        /// Of which file.
        path: PathBuf,
        /// Counted from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
    /// The hash could not be made.
    #[error("the password cannot be hashed: {0}")]
    Hash(String),
}

/// All who may play.
#[derive(Debug, Default)]
pub struct Users {
    hashes: BTreeMap<String, String>,
    /// Passwords that were right, by name, as keyed hashes.
    seen: Mutex<HashMap<String, [u64; 2]>>,
    keys: [RandomState; 2],
}

impl Users {
    /// Nobody yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether there is nobody.
    pub fn is_empty(&self) -> bool {
        self.hashes.is_empty()
    }

    /// Adds a user written `NAME:PASSWORD`.
    ///
    /// # Errors
    /// If it is none, or there is one of that name.
    pub fn add_pair(&mut self, pair: &str) -> Result<(), UsersError> {
        let (name, password) = pair
            .split_once(':')
            .ok_or_else(|| UsersError::NoPair(pair.to_owned()))?;
        self.add(name, password)
    }

    /// Adds a user.
    ///
    /// # Errors
    /// If name or password cannot be, or there is one of that name.
    pub fn add(&mut self, name: &str, password: &str) -> Result<(), UsersError> {
        let hash = hashed(name, password)?;
        self.insert(name, hash)
    }

    fn insert(&mut self, name: &str, hash: String) -> Result<(), UsersError> {
        if self.hashes.insert(name.to_owned(), hash).is_some() {
            return Err(UsersError::Twice(name.to_owned()));
        }
        Ok(())
    }

    /// Adds the users of a file.
    ///
    /// # Errors
    /// Says which line is wrong, and how.
    pub fn add_file(&mut self, path: &Path) -> Result<(), UsersError> {
        let text = std::fs::read_to_string(path).map_err(|why| UsersError::Unreadable {
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

    fn add_line(&mut self, line: &str) -> Result<(), String> {
        let (name, hash) = line
            .split_once(':')
            .ok_or("it is not of the form NAME:HASH")?;
        check_name(name).map_err(|why| why.to_string())?;
        let parsed = PasswordHash::new(hash).map_err(|why| {
            format!("what stands behind `{name}:` is no hash ({why}): make the line anew")
        })?;
        if !parsed.algorithm.as_str().starts_with("argon2") || parsed.hash.is_none() {
            return Err(format!("the hash of `{name}` is not of the kind argon2"));
        }
        self.insert(name, hash.to_owned())
            .map_err(|why| why.to_string())
    }

    /// A line for a users file.
    ///
    /// # Errors
    /// If name or password cannot be.
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

    /// Whether this password was right before. Quick.
    pub(crate) fn remembers(&self, name: &str, password: &str) -> bool {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.get(name)
            .is_some_and(|known| *known == self.keyed(name, password))
    }

    /// Whether this password is right. Slow: not for a thread that others wait for.
    pub(crate) fn verify(&self, name: &str, password: &str) -> bool {
        let known = self.hashes.get(name);
        // Somebody else's hash takes as long.
        let Some(hash) = known.or_else(|| self.hashes.values().next()) else {
            return false;
        };
        let Ok(hash) = PasswordHash::new(hash) else {
            return false;
        };
        let password_of_hash = Argon2::default().verify_password(password.as_bytes(), &hash);
        let right = password_of_hash.is_ok() && known.is_some();
        if right {
            let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
            seen.insert(name.to_owned(), self.keyed(name, password));
        }
        right
    }

    fn keyed(&self, name: &str, password: &str) -> [u64; 2] {
        [&self.keys[0], &self.keys[1]].map(|key| key.hash_one((name, password)))
    }
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
        assert!(!users.remembers("user0", "pass:0"));
        assert!(users.verify("user0", "pass:0"));
        assert!(users.remembers("user0", "pass:0"));
        assert!(!users.verify("user0", "pass"));
        assert!(!users.remembers("user0", "pass"));
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
            ("name:password", "no hash"),
            (":$argon2id$", "no name"),
            ("a:$pbkdf2$i=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA", "argon2"),
            (&*format!("{line}\n{line}"), "two users `a`"),
        ] {
            std::fs::write(&path, text).unwrap();
            let error = Users::new().add_file(&path).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        }
        let missing = Users::new().add_file(&folder.path().join("none"));
        assert!(missing.unwrap_err().to_string().contains("cannot be read"));
    }

    #[test]
    fn nobody_is_called_by_a_colon_or_has_no_password() {
        assert!(Users::line("a:b", "c").is_err() && Users::line("", "c").is_err());
        assert!(Users::line("a", "").is_err());
        assert!(Users::new().add_pair("a").is_err());
    }
}
