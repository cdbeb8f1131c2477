//! Connections of a web server that is open to a network.
//!
//! One layer for every server of the workspace. It accepts connections, speaks TLS, and hands
//! requests to a [`Router`](axum::Router) with the [`Peer`] they came from:
//!
//! ```text
//! open_files        the limit on open files, raised to what the server needs
//! tls               certificate and key from files
//! slots             connections counted by address; those without a request make room for others
//! connection        deadlines: one for a whole request head, one for silence
//! proxy             the client's address behind a named proxy
//! server            the accept loop
//! input             bodies: size, time, and a bound on all input that waits
//! limiter, turns    rates, counts and fair turns by key
//! ```
//!
//! **A client that never finishes a request costs a slot, and gives it up when another client needs
//! it.** Addresses are counted as [`AddressBlock`]s: an IPv6 network of 2⁶⁴ addresses is one
//! client.
//!
//! Deliberately absent: routes, users, passwords, and the form of error messages.

pub mod address;
mod connection;
pub mod input;
pub mod limiter;
pub mod open_files;
pub mod proxy;
pub mod server;
mod slots;
pub mod tls;
pub mod turns;

pub use address::AddressBlock;
pub use limiter::{CountLimiter, Permit, RateLimiter};
pub use proxy::{Peer, Proxies};
pub use server::{ServerOptions, bind, serve};
pub use slots::ConnectionLimits;
pub use tls::{Tls, TlsError};
