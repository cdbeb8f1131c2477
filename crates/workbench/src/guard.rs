//! Access control: hosts, origins and the token.
//!
//! By default the workbench listens on this machine only. Even there a foreign web page,
//! open in the same browser, could send requests; so the name in `Host` must be one of ours (a
//! foreign name that points here is refused), writes and web sockets must come from our own pages
//! (`Origin`), and a body must say that it is JSON, which foreign forms cannot. Open to a network,
//! everything needs the token: once in the address (`?token=`), from then on in a cookie; programs
//! send it as `Authorization: Bearer`.

use crate::scheduler::Client;
use crate::server::Refusal;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use operations::{Fault, FaultCode};
use std::net::IpAddr;
use std::sync::Arc;
use web::{AddressBlock, Peer};

/// The name of the cookie that holds the token.
const COOKIE: &str = "sakiyomi-token";
/// The header with the name of a page.
const CLIENT: &str = "x-sakiyomi-client";
/// The content security policy: our own files only.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; \
manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The access rules.
#[derive(Clone, Debug)]
pub struct Guard {
    /// The access token, required of every client if there is one.
    pub token: Option<Arc<str>>,
    /// Whether only names of this machine are ours.
    pub loopback: bool,
}

impl Guard {
    /// Checks a request.
    fn check(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<(), Fault> {
        let host = text(headers, header::HOST)
            .or_else(|| uri.authority().map(axum::http::uri::Authority::as_str));
        let host = host.ok_or_else(|| Fault::forbidden("a request needs a Host"))?;
        if self.loopback && !is_loopback(host) {
            return Err(Fault::forbidden(format!(
                "`{host}` is not this workbench: open it as localhost or 127.0.0.1"
            )));
        }
        let changes = method != Method::GET && method != Method::HEAD;
        let upgrades = headers.contains_key(header::UPGRADE);
        // Bytes that are no text are no name of ours either.
        for origin in headers.get_all(header::ORIGIN) {
            let page = origin.to_str().ok();
            let name = page.and_then(|page| Some(page.split_once("://")?.1));
            if (changes || upgrades) && name != Some(host) {
                let origin = String::from_utf8_lossy(origin.as_bytes());
                return Err(Fault::forbidden(format!(
                    "requests from {origin} are not answered"
                )));
            }
        }
        self.check_token(headers)
    }

    fn check_token(&self, headers: &HeaderMap) -> Result<(), Fault> {
        let Some(token) = &self.token else {
            return Ok(());
        };
        let bearer =
            text(headers, header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
        let cookies = headers
            .get_all(header::COOKIE)
            .iter()
            .filter_map(|value| value.to_str().ok());
        let cookies = cookies
            .flat_map(|value| value.split("; "))
            .filter_map(|pair| pair.split_once('='));
        let mut given = cookies
            .filter(|(name, _)| *name == COOKIE)
            .map(|(_, value)| value)
            .chain(bearer);
        if given.any(|given| same(given, token)) {
            return Ok(());
        }
        Err(Fault::forbidden(
            "this workbench needs its token: open the address that it printed when it was started",
        )
        .code(FaultCode::TokenRequired))
    }

    /// Returns the response to an address with the right token: a redirect without it, and a
    /// cookie.
    fn welcome(&self, uri: &Uri, secure: bool) -> Option<Response> {
        let token = self.token.as_ref()?;
        let given = uri
            .query()?
            .split('&')
            .find_map(|pair| pair.strip_prefix("token="))?;
        if !same(given, token) {
            return None;
        }
        let secure = if secure { "; Secure" } else { "" };
        let cookie = format!("{COOKIE}={token}; HttpOnly; SameSite=Strict; Path=/{secure}");
        // Two slashes would begin the name of another host.
        let path = uri.path().trim_start_matches(['/', '\\']);
        let headers = [
            (header::LOCATION, format!("/{path}")),
            (header::SET_COOKIE, cookie),
        ];
        Some((StatusCode::SEE_OTHER, headers).into_response())
    }
}

fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

/// Returns whether a name in `Host` means this machine, whatever the port.
fn is_loopback(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => name,
        _ => host,
    };
    let address = name.trim_start_matches('[').trim_end_matches(']');
    name == "localhost"
        || address
            .parse::<IpAddr>()
            .is_ok_and(|address| address.is_loopback())
}

/// Compares two secrets in constant time.
fn same(given: &str, secret: &str) -> bool {
    let pairs = given.bytes().zip(secret.bytes());
    given.len() == secret.len() && pairs.fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}

/// Returns the client of a request. On this machine all clients have one address, so a page sends
/// its name; elsewhere the address counts, since a name could be made up for every request.
fn client(address: IpAddr, headers: &HeaderMap) -> Client {
    let name = headers.get(CLIENT).and_then(|name| name.to_str().ok());
    match name.filter(|name| address.is_loopback() && name.len() <= 64) {
        Some(name) => Client(format!("{address} {name}")),
        None => Client(AddressBlock::of(address).to_string()),
    }
}

/// Checks every request, and adds the security headers to every response.
pub(crate) async fn keep(
    State(guard): State<Guard>,
    ConnectInfo(peer): ConnectInfo<Peer>,
    mut request: Request,
    next: Next,
) -> Response {
    let mut response = match guard.check(request.method(), request.uri(), request.headers()) {
        Ok(()) => {
            let client = client(peer.address, request.headers());
            request.extensions_mut().insert(client);
            next.run(request).await
        }
        Err(fault) => guard
            .welcome(request.uri(), peer.secure)
            .unwrap_or_else(|| Refusal::from(fault).into_response()),
    };
    secure(response.headers_mut());
    response
}

/// Adds the security headers of the pages to a response.
pub(crate) fn secure(headers: &mut HeaderMap) {
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(
        guard: &Guard,
        method: &Method,
        headers: &[(header::HeaderName, &str)],
    ) -> Result<(), Fault> {
        let headers = headers
            .iter()
            .map(|(name, value)| (name.clone(), value.parse().unwrap()));
        guard.check(method, &Uri::from_static("/"), &headers.collect())
    }

    fn open() -> Guard {
        Guard {
            token: None,
            loopback: true,
        }
    }

    #[test]
    fn only_names_of_this_machine_are_answered() {
        for host in [
            "localhost",
            "localhost:8080",
            "127.0.0.1:1",
            "[::1]:80",
            "127.9.9.9",
        ] {
            assert!(
                check(&open(), &Method::GET, &[(header::HOST, host)]).is_ok(),
                "{host}"
            );
        }
        for host in [
            "evil.example",
            "localhost.evil.example:80",
            "192.168.1.2:80",
            "",
        ] {
            assert!(
                check(&open(), &Method::GET, &[(header::HOST, host)]).is_err(),
                "{host}"
            );
        }
        assert!(check(&open(), &Method::GET, &[]).is_err());
    }

    #[test]
    fn a_foreign_page_may_neither_write_nor_open_a_socket() {
        let foreign = [
            (header::HOST, "localhost:80"),
            (header::ORIGIN, "http://evil.example"),
        ];
        assert!(check(&open(), &Method::POST, &foreign).is_err());
        assert!(check(&open(), &Method::DELETE, &foreign).is_err());
        let [host, origin] = foreign;
        assert!(
            check(
                &open(),
                &Method::GET,
                &[host.clone(), origin.clone(), (header::UPGRADE, "websocket")]
            )
            .is_err()
        );
        assert!(check(&open(), &Method::GET, &[host.clone(), origin]).is_ok());
        assert!(
            check(
                &open(),
                &Method::POST,
                &[host, (header::ORIGIN, "http://localhost:80")]
            )
            .is_ok()
        );
    }

    #[test]
    fn an_origin_that_is_no_text_is_foreign_and_so_is_a_second_one() {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_static("localhost:80"));
        let own = HeaderValue::from_static("http://localhost:80");
        headers.append(header::ORIGIN, own);
        let uri = Uri::from_static("/");
        assert!(open().check(&Method::POST, &uri, &headers).is_ok());
        let strange = HeaderValue::from_bytes("http://évil.example".as_bytes()).unwrap();
        headers.append(header::ORIGIN, strange.clone());
        assert!(open().check(&Method::POST, &uri, &headers).is_err());
        headers.insert(header::ORIGIN, strange);
        assert!(open().check(&Method::POST, &uri, &headers).is_err());
        assert!(open().check(&Method::GET, &uri, &headers).is_ok());
    }

    #[test]
    fn a_redirect_stays_on_this_host_and_its_cookie_on_encrypted_connections() {
        let guard = Guard {
            token: Some("secret".into()),
            loopback: false,
        };
        for (path, location) in [
            ("//evil.example/x?token=secret", "/evil.example/x"),
            ("/\\/evil.example?token=secret", "/evil.example"),
            ("/curling?token=secret", "/curling"),
        ] {
            let Ok(uri) = path.parse::<Uri>() else {
                continue; // not even read
            };
            let response = guard.welcome(&uri, true).unwrap();
            assert_eq!(response.headers()[header::LOCATION], location);
            let cookie = response.headers()[header::SET_COOKIE].to_str().unwrap();
            assert!(cookie.ends_with("; Secure"), "{cookie}");
            let plain = guard.welcome(&uri, false).unwrap();
            let cookie = plain.headers()[header::SET_COOKIE].to_str().unwrap();
            assert!(!cookie.contains("Secure"), "{cookie}");
        }
    }

    #[test]
    fn with_a_token_nothing_goes_without_it() {
        let guard = Guard {
            token: Some("secret".into()),
            loopback: false,
        };
        let host = (header::HOST, "10.0.0.5:80");
        assert!(check(&guard, &Method::GET, std::slice::from_ref(&host)).is_err());
        for wrong in ["Bearer other!", "Bearer secre", "secret", "Bearer "] {
            assert!(
                check(
                    &guard,
                    &Method::GET,
                    &[host.clone(), (header::AUTHORIZATION, wrong)]
                )
                .is_err()
            );
        }
        assert!(
            check(
                &guard,
                &Method::GET,
                &[host.clone(), (header::AUTHORIZATION, "Bearer secret")]
            )
            .is_ok()
        );
        assert!(
            check(
                &guard,
                &Method::GET,
                &[host, (header::COOKIE, "a=b; sakiyomi-token=secret")]
            )
            .is_ok()
        );
    }

    #[test]
    fn a_client_far_away_cannot_be_many() {
        let headers: HeaderMap = [(
            header::HeaderName::from_static(CLIENT),
            "page-1".parse().unwrap(),
        )]
        .into_iter()
        .collect();
        assert_eq!(
            client([10, 0, 0, 5].into(), &headers),
            Client("10.0.0.5".into())
        );
        let six = |text: &str| client(text.parse().unwrap(), &headers);
        assert_eq!(six("2001:db8::1"), six("2001:db8::2"));
        assert_eq!(
            client([127, 0, 0, 1].into(), &headers),
            Client("127.0.0.1 page-1".into())
        );
    }
}
