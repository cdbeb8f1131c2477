//! The address of a client, which may be behind a proxy.
//!
//! A proxy tells in `X-Forwarded-For` for whom it asks. Any client can write that header, so it
//! counts only on connections from a proxy that was named.

use crate::address::AddressBlock;
use axum::http::HeaderMap;
use std::net::{IpAddr, SocketAddr};

/// The client of a request, as handlers get it: `ConnectInfo<Peer>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peer {
    /// The address; behind a named proxy, the one that the proxy reports.
    pub address: IpAddr,
    /// Whether the connection is encrypted, to this server or to the proxy.
    pub secure: bool,
}

impl Peer {
    /// The block of addresses that limits count requests by.
    pub fn block(self) -> AddressBlock {
        AddressBlock::of(self.address)
    }
}

/// The trusted proxies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proxies(Vec<IpAddr>);

impl Proxies {
    /// Proxies at these addresses.
    pub fn new(addresses: impl IntoIterator<Item = IpAddr>) -> Self {
        Proxies(addresses.into_iter().map(|it| it.to_canonical()).collect())
    }

    /// Whether no proxy is named.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether this is the address of a named proxy.
    pub fn contains(&self, address: IpAddr) -> bool {
        self.0.contains(&address.to_canonical())
    }

    /// The client of a request that came from `sender`.
    pub fn client(&self, sender: IpAddr, secure: bool, headers: &HeaderMap) -> Peer {
        let sender = sender.to_canonical();
        if !self.contains(sender) {
            return Peer {
                address: sender,
                secure,
            };
        }
        let scheme = headers.get("x-forwarded-proto");
        let secure = secure || scheme.is_some_and(|scheme| scheme == "https");
        let address = self.forwarded(headers).unwrap_or(sender);
        Peer { address, secure }
    }

    /// The last address of the chain that is not a proxy of ours: those before it are hearsay.
    fn forwarded(&self, headers: &HeaderMap) -> Option<IpAddr> {
        let mut chain = Vec::new();
        for value in headers.get_all("x-forwarded-for") {
            chain.extend(value.to_str().ok()?.split(',').map(str::trim));
        }
        let mut last = None;
        for text in chain.into_iter().rev() {
            let Some(address) = parse(text) else {
                break;
            };
            last = Some(address);
            if !self.contains(address) {
                break;
            }
        }
        last
    }
}

/// An address, perhaps with a port.
fn parse(text: &str) -> Option<IpAddr> {
    let bare = text.trim_start_matches('[').trim_end_matches(']');
    let address = bare.parse().ok();
    let address = address.or_else(|| Some(text.parse::<SocketAddr>().ok()?.ip()));
    address.map(|address: IpAddr| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(sender: &str, forwarded: &[&str]) -> String {
        let proxies = Proxies::new(["10.0.0.1".parse().unwrap(), "10.0.0.2".parse().unwrap()]);
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append("x-forwarded-for", value.parse().unwrap());
        }
        let peer = proxies.client(sender.parse().unwrap(), false, &headers);
        peer.address.to_string()
    }

    #[test]
    fn a_stranger_cannot_choose_its_address() {
        assert_eq!(client("192.0.2.7", &["198.51.100.1"]), "192.0.2.7");
    }

    #[test]
    fn a_named_proxy_tells_the_address_and_what_its_client_wrote_does_not_count() {
        assert_eq!(client("10.0.0.1", &["198.51.100.1"]), "198.51.100.1");
        assert_eq!(
            client("10.0.0.1", &["1.1.1.1, 198.51.100.1"]),
            "198.51.100.1"
        );
        assert_eq!(
            client("10.0.0.1", &["1.1.1.1", "198.51.100.1, 10.0.0.2"]),
            "198.51.100.1"
        );
        assert_eq!(
            client("::ffff:10.0.0.1", &["[2001:db8::5]:77"]),
            "2001:db8::5"
        );
        assert_eq!(client("10.0.0.1", &["198.51.100.1:4711"]), "198.51.100.1");
    }

    #[test]
    fn nonsense_from_a_proxy_leaves_the_proxys_own_address() {
        assert_eq!(client("10.0.0.1", &[]), "10.0.0.1");
        assert_eq!(client("10.0.0.1", &["unknown"]), "10.0.0.1");
        assert_eq!(client("10.0.0.1", &["198.51.100.1, nonsense"]), "10.0.0.1");
    }

    #[test]
    fn encryption_up_to_the_proxy_counts() {
        let proxies = Proxies::new(["10.0.0.1".parse().unwrap()]);
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-proto", "https".parse().unwrap());
        assert!(proxies.client([10, 0, 0, 1].into(), false, &headers).secure);
        assert!(!proxies.client([10, 0, 0, 9].into(), false, &headers).secure);
    }
}
