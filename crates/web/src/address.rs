//! Addresses as limits count them.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};

/// The addresses that count as one client: an IPv4 address, or the /64 network of an IPv6 address,
/// which is what one customer of a provider is given at least.
///
/// ```
/// use web::AddressBlock;
///
/// let block = |text: &str| AddressBlock::of(text.parse().unwrap());
/// assert_eq!(block("2001:db8::1"), block("2001:db8::ffff:1:2:3"));
/// assert_ne!(block("2001:db8::1"), block("2001:db8:0:1::1"));
/// assert_eq!(block("::ffff:192.0.2.1"), block("192.0.2.1"));
/// assert_eq!(block("2001:db8::1").to_string(), "2001:db8::/64");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AddressBlock(IpAddr);

impl AddressBlock {
    /// The block of an address.
    pub fn of(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V6(six) => {
                let network = six.to_bits() & !u128::from(u64::MAX);
                AddressBlock(Ipv6Addr::from_bits(network).into())
            }
            four @ IpAddr::V4(_) => AddressBlock(four),
        }
    }
}

impl fmt::Display for AddressBlock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            IpAddr::V4(four) => four.fmt(f),
            IpAddr::V6(six) => write!(f, "{six}/64"),
        }
    }
}
