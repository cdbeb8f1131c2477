//! Logins: passwords verified in fair turns, and a bound on the work of wrong ones.
//!
//! Verifying a password is slow on purpose, so strangers must not be able to ask for much of it:
//!
//! * one password is verified at a time, and addresses take turns;
//! * wrong passwords are counted by account *and* address: after some a minute that account is
//!   refused from that address, without a verification. A program that guesses locks out neither
//!   the owner elsewhere nor other users of the same address;
//! * an address that guesses at many accounts has a limit over all of them; beyond it an account
//!   still has its first attempt a minute;
//! * names that do not exist cost a verification each, so that the response time reveals nothing
//!   about names; beyond the limit, the same time without the work.

use super::problem::Problem;
use crate::dc4::users::Users;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;
use web::turns::FairTurns;
use web::{AddressBlock, RateLimiter};

/// Attempts of one address that may wait for their turn: all programs of a room, started at once.
/// Most of them wait for the first of their account, whose password is known then, or whose guesses
/// are refused.
const WAITING: usize = 1024;

/// The limit of an address over all accounts, in limits of one account.
const ACCOUNTS: f64 = 6.0;

/// Users, and the wrong passwords of late.
pub(super) struct Logins {
    users: Users,
    /// Wrong passwords of existing accounts.
    wrong: RateLimiter<(AddressBlock, String)>,
    /// Attempts at names that do not exist, apart: there is no end of them.
    unknown: RateLimiter<(AddressBlock, String)>,
    of_address: RateLimiter<AddressBlock>,
    /// The wrong passwords a minute after which names that do not exist cost no more work.
    limit: f64,
    turns: FairTurns<AddressBlock>,
    /// The duration of the last verification.
    cost: Mutex<Duration>,
    worker: mpsc::Sender<Job>,
}

type Job = Box<dyn FnOnce() + Send>;

/// One thread for all verifications. Each takes 19 MiB, which threads of a pool would keep: 400 MiB
/// were measured after 700 wrong passwords.
fn worker() -> mpsc::Sender<Job> {
    let (sender, jobs) = mpsc::channel::<Job>();
    std::thread::spawn(move || jobs.iter().for_each(|job| job()));
    sender
}

impl Logins {
    /// Logins of these users, with a limit of wrong passwords per minute.
    pub(super) fn new(users: Users, limit: f64) -> Self {
        let per_minute = |count: f64| (count / 60.0, count);
        let (rate, burst) = per_minute(limit);
        let (address_rate, address_burst) = per_minute(ACCOUNTS * limit);
        Logins {
            users,
            wrong: RateLimiter::new(rate, burst),
            unknown: RateLimiter::new(rate, burst),
            of_address: RateLimiter::new(address_rate, address_burst),
            limit,
            turns: FairTurns::default(),
            cost: Mutex::new(Duration::from_millis(20)),
            worker: worker(),
        }
    }

    /// Whether this password was verified before. Fast.
    pub(super) fn is_cached(&self, name: &str, password: &str) -> bool {
        self.users.is_cached(name, password)
    }

    /// Verifies a password from an address.
    pub(super) async fn verify(
        self: Arc<Self>,
        block: AddressBlock,
        name: &str,
        password: &str,
    ) -> Result<(), Problem> {
        let exists = self.users.contains(name);
        let key = (block, name.to_owned());
        self.check(exists, &key)?;
        if !exists && self.guesses(&block) >= self.limit {
            return Err(self.without_work(key).await);
        }
        let turn = self.turns.take(block, WAITING).await;
        let turn = turn.ok_or_else(|| {
            let wait = Some(Duration::from_secs(1));
            Problem::too_many("too many logins at once", wait)
        })?;
        if self.users.is_cached(name, password) {
            return Ok(()); // meanwhile
        }
        self.check(exists, &key)?;
        if !exists && self.guesses(&block) >= self.limit {
            drop(turn);
            return Err(self.without_work(key).await);
        }
        let (password, worker) = (password.to_owned(), self.worker.clone());
        // All of it on the thread: a client that hangs up neither ends the turn nor goes uncounted.
        let work = move || {
            let began = Instant::now();
            let right = self.users.verify(&key.1, &password);
            if right {
                *self.cost.lock().unwrap_or_else(PoisonError::into_inner) = began.elapsed();
            } else {
                self.count(exists, key);
            }
            drop(turn);
            right
        };
        let (send, verified) = oneshot::channel();
        let sent = worker.send(Box::new(move || {
            let _ = send.send(work());
        }));
        match (sent, verified.await) {
            (Ok(()), Ok(true)) => Ok(()),
            _ => Err(Problem::unauthorized()),
        }
    }

    /// Wrong passwords of an address of late, over all names.
    fn guesses(&self, block: &AddressBlock) -> f64 {
        self.of_address.level(block, Instant::now())
    }

    /// Refuses a name that does not exist after the time of a verification.
    async fn without_work(&self, key: (AddressBlock, String)) -> Problem {
        let _ = self.unknown.take(key, Instant::now());
        let cost = *self.cost.lock().unwrap_or_else(PoisonError::into_inner);
        tokio::time::sleep(cost).await;
        Problem::unauthorized()
    }

    fn attempts(&self, exists: bool) -> &RateLimiter<(AddressBlock, String)> {
        if exists { &self.wrong } else { &self.unknown }
    }

    fn check(&self, exists: bool, key: &(AddressBlock, String)) -> Result<(), Problem> {
        let now = Instant::now();
        let attempts = self.attempts(exists);
        let again = attempts.level(key, now) > 0.0;
        if attempts.is_exhausted(key, now) || (again && self.of_address.is_exhausted(&key.0, now)) {
            let wait = Some(Duration::from_mins(1));
            return Err(Problem::too_many("too many wrong passwords", wait));
        }
        Ok(())
    }

    fn count(&self, exists: bool, key: (AddressBlock, String)) {
        let now = Instant::now();
        let _ = self.of_address.take(key.0, now);
        let _ = self.attempts(exists).take(key, now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn logins(limit: f64) -> Arc<Logins> {
        let mut users = Users::new();
        users.add_pair("user0:pass0").unwrap();
        users.add_pair("user1:pass1").unwrap();
        Arc::new(Logins::new(users, limit))
    }

    fn block(last: u8) -> AddressBlock {
        AddressBlock::of([192, 0, 2, last].into())
    }

    async fn status(logins: &Arc<Logins>, from: u8, name: &str, password: &str) -> u16 {
        let verified = Arc::clone(logins).verify(block(from), name, password).await;
        verified.map_or_else(|problem| problem.status().as_u16(), |()| 200)
    }

    #[tokio::test]
    async fn a_guessing_program_locks_out_neither_the_owner_elsewhere_nor_others_beside_it() {
        let logins = logins(2.0);
        for expected in [401, 401, 429, 429] {
            assert_eq!(status(&logins, 1, "user0", "guess").await, expected);
        }
        assert_eq!(status(&logins, 1, "user0", "pass0").await, 429);
        assert_eq!(status(&logins, 1, "user1", "pass1").await, 200);
        assert_eq!(status(&logins, 2, "user0", "pass0").await, 200);
    }

    #[tokio::test]
    async fn a_room_whose_programs_start_at_once_is_let_in() {
        let logins = logins(20.0);
        let mut tasks = Vec::new();
        for number in 0..400 {
            let logins = Arc::clone(&logins);
            let (name, password) = [("user0", "pass0"), ("user1", "pass1")][number % 2];
            tasks.push(tokio::spawn(async move {
                status(&logins, 1, name, password).await
            }));
        }
        for task in tasks {
            assert_eq!(task.await.unwrap(), 200);
        }
    }

    #[tokio::test]
    async fn ten_thousand_wrong_passwords_are_little_work() {
        let logins = logins(3.0);
        let began = Instant::now();
        assert_eq!(status(&logins, 1, "user0", "guess").await, 401);
        let one = began.elapsed();
        let mut tasks = Vec::new();
        for number in 0..10_000_u32 {
            let logins = Arc::clone(&logins);
            tasks.push(tokio::spawn(async move {
                let name = match number % 2 {
                    0 => "user0".to_owned(),
                    _ => format!("invented{number}"),
                };
                status(&logins, 1, &name, "guess").await
            }));
        }
        // Another address does not wait behind them, nor another account of the same address.
        let other = Instant::now();
        assert_eq!(status(&logins, 2, "user1", "pass1").await, 200);
        let waited = other.elapsed();
        assert!(waited < 10 * one + Duration::from_secs(2), "{waited:?}");
        let mut verified = 0;
        for task in tasks {
            let status = task.await.unwrap();
            assert!(status == 401 || status == 429, "{status}");
            verified += usize::from(status == 401);
        }
        assert!(verified > 0);
        let level = logins.of_address.level(&block(1), Instant::now());
        assert!(level <= ACCOUNTS * 3.0, "{level} verifications");
        assert_eq!(status(&logins, 1, "user1", "pass1").await, 200);
    }
}
