//! Bodies of requests: limited in size, in time, and in all that waits at once.
//!
//! Every byte of a body is charged to its client in one [`InputBudget`] until the request is done,
//! so that a thousand large bodies cannot fill the memory, and one client not the budget.

use crate::address::AddressBlock;
use axum::body::{Body, Bytes, HttpBody};
use hyper::body::Frame;
use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The memory of a JSON value that was read into a tree, in bytes: an array of one element.
const JSON_VALUE: usize = 96;

/// Why a body was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BodyError {
    /// The body is too long.
    #[error("the body is longer than {most} bytes")]
    TooLong {
        /// The limit.
        most: usize,
    },
    /// The body did not arrive in time.
    #[error("timed out waiting for the body")]
    Slow,
    /// The connection broke.
    #[error("the body is incomplete")]
    Incomplete,
    /// Too much input waits already.
    #[error(transparent)]
    Full(#[from] Full),
}

/// The budget is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too much input is waiting: try again when earlier requests are done")]
pub struct Full;

/// The input that may wait at once, in bytes.
#[derive(Debug)]
pub struct InputBudget {
    total: usize,
    of_address: usize,
    held: Mutex<Held>,
}

#[derive(Debug, Default)]
struct Held {
    total: usize,
    addresses: HashMap<AddressBlock, usize>,
}

impl InputBudget {
    /// A budget of `total` bytes, `of_address` of them for one address.
    pub fn new(total: usize, of_address: usize) -> Arc<Self> {
        Arc::new(InputBudget {
            total,
            of_address,
            held: Mutex::default(),
        })
    }

    /// A charge of nothing yet.
    pub fn charge(self: &Arc<Self>, block: AddressBlock) -> Charge {
        Charge {
            budget: Arc::clone(self),
            block,
            bytes: 0,
        }
    }

    /// The bytes that wait.
    pub fn waiting(&self) -> usize {
        self.held
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .total
    }
}

/// The input of one request, charged to its client until this is dropped.
#[derive(Debug)]
pub struct Charge {
    budget: Arc<InputBudget>,
    block: AddressBlock,
    bytes: usize,
}

impl Charge {
    /// Charges more bytes.
    ///
    /// # Errors
    /// If the budget is used up.
    pub fn grow(&mut self, bytes: usize) -> Result<(), Full> {
        let budget = &self.budget;
        let mut held = budget.held.lock().unwrap_or_else(PoisonError::into_inner);
        let total = held.total.saturating_add(bytes);
        let own = held.addresses.get(&self.block).copied().unwrap_or(0);
        let own = own.saturating_add(bytes);
        if total > budget.total || own > budget.of_address {
            return Err(Full);
        }
        held.total = total;
        held.addresses.insert(self.block, own);
        self.bytes += bytes;
        Ok(())
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        let held = self.budget.held.lock();
        let mut held = held.unwrap_or_else(PoisonError::into_inner);
        held.total -= self.bytes;
        if let Some(own) = held.addresses.get_mut(&self.block) {
            *own -= self.bytes;
            if *own == 0 {
                held.addresses.remove(&self.block);
            }
        }
    }
}

/// Reads a body of at most `longest` bytes within `patience`, charging it as it arrives.
///
/// # Errors
/// If the body is too long, too slow or broken, or too much input is waiting.
pub async fn read(
    body: Body,
    longest: usize,
    patience: Duration,
    charge: &mut Charge,
) -> Result<Vec<u8>, BodyError> {
    let too_long = BodyError::TooLong { most: longest };
    if body.size_hint().lower() > longest as u64 {
        return Err(too_long);
    }
    let reading = async {
        let mut body = body;
        let mut bytes = Vec::new();
        while let Some(part) = next_part(&mut body).await {
            let part = part.map_err(|_| BodyError::Incomplete)?;
            if bytes.len() + part.len() > longest {
                return Err(too_long);
            }
            charge.grow(part.len())?;
            bytes.extend_from_slice(&part);
        }
        Ok(bytes)
    };
    tokio::time::timeout(patience, reading)
        .await
        .unwrap_or(Err(BodyError::Slow))
}

async fn next_part(body: &mut Body) -> Option<Result<Bytes, axum::Error>> {
    loop {
        let frame = std::future::poll_fn(|context| Pin::new(&mut *body).poll_frame(context));
        match frame.await?.map(Frame::into_data) {
            Ok(Ok(data)) => return Some(Ok(data)),
            Ok(Err(_trailers)) => {}
            Err(why) => return Some(Err(why)),
        }
    }
}

/// The memory that JSON may take as a tree of values, beside its text: `[1,1,…]` takes sixteen
/// times its length, `[[1],[1],…]` forty times.
pub fn json_tree_size(text: &[u8]) -> usize {
    let (mut values, mut in_string, mut escaped) = (1, false, false);
    for &byte in text {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b',' | b'[' | b'{' | b':' if !in_string => values += 1,
            _ => {}
        }
    }
    values * JSON_VALUE
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(last: u8) -> AddressBlock {
        AddressBlock::of([192, 0, 2, last].into())
    }

    #[test]
    fn one_client_cannot_use_up_the_budget_of_all() {
        let budget = InputBudget::new(100, 60);
        let mut first = budget.charge(block(1));
        first.grow(50).unwrap();
        assert_eq!(first.grow(20), Err(Full));
        let mut second = budget.charge(block(2));
        second.grow(50).unwrap();
        assert_eq!(second.grow(1), Err(Full));
        drop(first);
        second.grow(10).unwrap();
        drop(second);
        assert_eq!(budget.waiting(), 0);
        assert!(budget.held.lock().unwrap().addresses.is_empty());
    }

    #[tokio::test]
    async fn a_body_is_charged_while_it_waits_and_limited() {
        let budget = InputBudget::new(10, 10);
        let read = async |text: &'static str, longest, charge: &mut Charge| {
            read(Body::from(text), longest, Duration::from_secs(1), charge).await
        };
        let mut charge = budget.charge(block(1));
        assert_eq!(read("12345678", 8, &mut charge).await.unwrap(), b"12345678");
        assert_eq!(budget.waiting(), 8);
        let mut more = budget.charge(block(1));
        let full = read("123", 8, &mut more).await;
        assert_eq!(full, Err(BodyError::Full(Full)));
        drop(charge);
        let long = read("123456789", 8, &mut more).await;
        assert_eq!(long, Err(BodyError::TooLong { most: 8 }));
        assert_eq!(budget.waiting(), 0);
    }

    #[test]
    fn values_are_counted_outside_of_strings() {
        let values = |text: &str| json_tree_size(text.as_bytes()) / JSON_VALUE;
        assert_eq!(values("1"), 1);
        assert!(values("[1,2,3]") >= 4);
        assert_eq!(values(r#""[,{\",:""#), 1);
    }
}
