//! TLS by a certificate file and a key file, both PEM.

use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio_rustls::TlsAcceptor;

/// The longest file, in bytes: a system's bundle of certificates has some 220,000.
const LONGEST: u64 = 4 << 20;

/// Why files cannot be used for TLS.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// The file of certificates cannot be read.
    #[error("cannot read a certificate from {path}: {why}")]
    Certificate {
        /// The file.
        path: PathBuf,
        /// The reason.
        why: String,
    },
    /// The file of the key cannot be read.
    #[error("cannot read a private key from {path}: {why}")]
    Key {
        /// The file.
        path: PathBuf,
        /// The reason.
        why: String,
    },
    /// Certificate and key cannot be used together.
    #[error("the certificate {certificate} cannot be used with the key {key}: {why}")]
    Unusable {
        /// The file of the certificate.
        certificate: PathBuf,
        /// The file of the key.
        key: PathBuf,
        /// The reason.
        why: String,
    },
}

/// Certificate and key of a server.
#[derive(Clone)]
pub struct Tls(TlsAcceptor);

impl Tls {
    /// Reads a certificate (with the chain above it, if there is one) and its key.
    ///
    /// # Errors
    /// Names the file and the reason.
    pub fn from_files(certificate: &Path, key: &Path) -> Result<Self, TlsError> {
        let chain = certificates(certificate)?;
        let wrong = |why: pem::Error| TlsError::Key {
            path: key.to_owned(),
            why: words(&why, "private key"),
        };
        let text = bounded(key).map_err(|why| wrong(pem::Error::Io(why)))?;
        let secret = PrivateKeyDer::from_pem_slice(&text).map_err(wrong)?;
        let unusable = |why: rustls::Error| TlsError::Unusable {
            certificate: certificate.to_owned(),
            key: key.to_owned(),
            why: why.to_string(),
        };
        let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(unusable)?
            .with_no_client_auth()
            .with_single_cert(chain, secret)
            .map_err(unusable)?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Tls(TlsAcceptor::from(Arc::new(config))))
    }

    pub(crate) fn acceptor(&self) -> &TlsAcceptor {
        &self.0
    }
}

impl std::fmt::Debug for Tls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Tls")
    }
}

/// The certificates of a PEM file, at least one.
///
/// # Errors
/// Names the file and the reason.
pub fn certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>, TlsError> {
    let wrong = |why: pem::Error| TlsError::Certificate {
        path: path.to_owned(),
        why: words(&why, "certificate"),
    };
    let text = bounded(path).map_err(|why| wrong(pem::Error::Io(why)))?;
    let read = CertificateDer::pem_slice_iter(&text);
    let chain = read.collect::<Result<Vec<_>, _>>().map_err(wrong)?;
    if chain.is_empty() {
        return Err(wrong(pem::Error::NoItemsFound));
    }
    Ok(chain)
}

/// The bytes of a file, which may be a device without end.
fn bounded(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?
        .take(LONGEST + 1)
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST {
        return Err(io::Error::other(format!("longer than {LONGEST} bytes")));
    }
    Ok(bytes)
}

fn words(why: &pem::Error, what: &str) -> String {
    match why {
        pem::Error::Io(why) => why.to_string(),
        pem::Error::NoItemsFound => format!("no {what} in PEM form in it"),
        other => other.to_string(),
    }
}
