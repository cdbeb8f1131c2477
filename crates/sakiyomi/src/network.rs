//! Options of a server that is open to a network: encryption and proxies.

use crate::show;
use clap::Args;
use std::net::IpAddr;
use std::path::PathBuf;
use web::{Proxies, Tls};

/// The ways in which clients reach a server.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Network {
    /// Encrypt (https) with the certificate of this PEM file, with the chain above it
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// The private key of the certificate, a PEM file
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
    /// Take the addresses of clients from the X-Forwarded-For of the proxy at this address;
    /// repeatable
    #[arg(long = "proxy", value_name = "ADDRESS")]
    proxies: Vec<IpAddr>,
}

impl Network {
    /// Whether anything is asked for.
    pub(crate) fn is_given(&self) -> bool {
        self.tls_cert.is_some() || !self.proxies.is_empty()
    }

    /// Certificate and key, if there are any.
    pub(crate) fn tls(&self) -> anyhow::Result<Option<Tls>> {
        let (Some(certificate), Some(key)) = (&self.tls_cert, &self.tls_key) else {
            return Ok(None);
        };
        Ok(Some(Tls::from_files(certificate, key)?))
    }

    /// The proxies whose word is taken.
    pub(crate) fn proxies(&self) -> Proxies {
        Proxies::new(self.proxies.iter().copied())
    }
}

/// Raises the limit on open files, with a warning if the system allows too few.
pub(crate) fn raise_open_files(needed: usize) {
    if let Err(too_few) = web::open_files::raise(needed) {
        show::note(&format!("warning: {too_few}"));
    }
}
