//! Tests of the HTTP and WebSocket interface of the workbench, independent of the pages.

mod bench;

use bench::{Bench, status, text};
use operations::Host;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

#[test]
fn a_quick_operation_is_answered_and_a_wrong_one_explained() {
    let bench = Bench::open();
    assert_eq!(
        bench.ask("test/double", &json!({ "number": 21 })),
        (200, json!({ "number": 42 }))
    );
    let (code, fault) = bench.ask("test/double", &json!({ "number": "many" }));
    assert_eq!((code, &fault["kind"]), (400, &json!("wrong")));
    assert_eq!(fault["place"], "number", "{fault}");
    let (code, fault) = bench.ask("test/nothing", &json!({}));
    assert_eq!(code, 404, "{fault}");
    let (code, fault) = bench.ask("test/panic", &json!({ "number": 1 }));
    assert_eq!((code, &fault["kind"]), (500, &json!("failed")));
    // It is still there after that.
    assert_eq!(bench.ask("test/double", &json!({ "number": 1 })).0, 200);
}

#[test]
fn a_task_tells_its_progress_and_result() {
    let bench = Bench::open();
    let id = bench.start("test/count", &json!({ "number": 3 }));
    let state = bench.wait(&id);
    assert_eq!(
        (&state["phase"], &state["result"]),
        (&json!("done"), &json!({ "number": 3 }))
    );
    assert_eq!(state["progress"]["part"], 1.0);
}

#[test]
fn a_cancelled_task_stops_soon() {
    let bench = Bench::open();
    let id = bench.start("test/count", &json!({ "number": 1_000_000 }));
    let begun = Instant::now();
    assert_eq!(bench.delete(&format!("/api/tasks/{id}")), 204);
    assert_eq!(bench.wait(&id)["phase"], "cancelled");
    assert!(begun.elapsed() < Duration::from_secs(2));
    assert_eq!(bench.delete("/api/tasks/unknown"), 404);
}

#[test]
fn the_socket_tells_every_task_to_its_end_and_survives_nonsense() {
    let bench = Bench::open();
    let mut socket = bench.live();
    let id = bench.start("test/count", &json!({ "number": 20 }));
    for words in ["nonsense", "{}", r#"{"watch":1}"#, r#"{"watch":"unknown"}"#] {
        socket.say(words);
        assert!(socket.hear()["fault"]["message"].is_string());
    }
    socket.say(&json!({ "watch": id }).to_string());
    let mut states = Vec::new();
    while states
        .last()
        .is_none_or(|state: &Value| state["phase"] != "done")
    {
        states.push(socket.hear());
    }
    assert!(states.len() >= 2, "{states:?}");
    assert!(states.iter().all(|state| state["task"] == id));
    // A second page hears the end at once.
    let mut second = bench.live();
    second.say(&json!({ "watch": id }).to_string());
    assert_eq!(second.hear()["result"], json!({ "number": 20 }));
}

#[test]
fn a_flood_waits_for_itself_and_not_for_others() {
    let bench = Bench::open();
    let flood: Vec<_> = (0..40)
        .map(|_| {
            bench
                .start_as("flood", "test/count", &json!({ "number": 20 }))
                .unwrap()
        })
        .collect();
    let calm = bench
        .start_as("calm", "test/count", &json!({ "number": 1 }))
        .unwrap();
    bench.wait(&calm);
    let done = flood
        .iter()
        .filter(|id| bench.state(id)["phase"] == "done")
        .count();
    assert!(done < 20, "{done} of the flood came before");
    let refused = (0..200).find_map(|_| {
        bench
            .start_as("flood", "test/count", &json!({ "number": 50 }))
            .err()
    });
    let (code, fault) = refused.expect("a queue has an end");
    assert_eq!((code, &fault["kind"]), (429, &json!("too_much")));
}

#[test]
fn fifty_analyses_at_once_are_all_answered() {
    let bench = Bench::open();
    let tasks: Vec<_> = (0..50)
        .map(|page| {
            bench
                .start_as(
                    &format!("page-{page}"),
                    "test/count",
                    &json!({ "number": 5 }),
                )
                .unwrap()
        })
        .collect();
    for id in tasks {
        assert_eq!(bench.wait(&id)["result"], json!({ "number": 5 }));
    }
}

#[test]
fn malformed_requests_are_refused_in_words() {
    let bench = Bench::open();
    let kind = "content-type: application/json";
    let cases: [(&str, &[&str], &[u8], u16); 8] = [
        ("POST /api/test/double", &[kind], b"{", 400),
        ("POST /api/test/double", &[kind], b"\xff\xfe", 400),
        ("POST /api/test/double", &[kind], b"", 400),
        (
            "POST /api/test/double",
            &["content-type: text/plain"],
            br#"{"number":1}"#,
            400,
        ),
        ("POST /api/test/double", &[], br#"{"number":1}"#, 400),
        ("GET /api/test/double", &[], b"", 405),
        ("GET /api/no/such/thing", &[], b"", 404),
        ("GET /../../etc/passwd.txt", &[], b"", 404),
    ];
    for (line, headers, body, code) in cases {
        let answer = bench.raw(line, headers, body);
        assert_eq!(status(&answer), code, "{line} {body:?}: {}", text(&answer));
    }
    let nested = "[".repeat(100_000);
    assert_eq!(
        status(&bench.raw("POST /api/test/double", &[kind], nested.as_bytes())),
        400
    );
    let long = bench.raw(&format!("GET /?{}", "x".repeat(9_000)), &[], b"");
    assert_eq!(status(&long), 414);
    assert!(
        text(&long).contains(r#""message":"the address of the request"#),
        "{}",
        text(&long)
    );
    let huge = vec![b' '; 5 << 20];
    let many = format!("[{}1]", "1,".repeat(2_000_000));
    for (body, words) in [
        (huge, "longer than"),
        (many.into_bytes(), "too many values"),
    ] {
        let answer = bench.raw("POST /api/test/double", &[kind], &body);
        assert_eq!(status(&answer), 413);
        let words_of = text(&answer);
        let json = words_of.split_once("\r\n\r\n").unwrap().1;
        let fault: Value = serde_json::from_str(json).unwrap();
        assert!(
            fault["message"].as_str().unwrap().contains(words),
            "{fault}"
        );
    }
}

#[test]
fn input_that_waits_is_bounded_and_given_back() {
    let bench = Bench::open();
    // Every request holds a large text until it is done: together more than may wait.
    let input = json!({ "number": 200, "note": "x".repeat(4_000_000) });
    let answers: Vec<_> = (0..12)
        .map(|_| bench.start_as("test", "test/hold", &input))
        .collect();
    let refused = answers.iter().filter_map(|answer| answer.as_ref().err());
    let refused: Vec<_> = refused.collect();
    assert!(!refused.is_empty(), "nothing was refused");
    for (code, fault) in refused {
        assert_eq!((*code, &fault["kind"]), (429, &json!("too_much")));
    }
    for id in answers.into_iter().flatten() {
        assert_eq!(bench.wait(&id)["phase"], "done");
    }
    assert!(bench.start_as("test", "test/hold", &input).is_ok());
}

#[test]
fn a_page_that_never_finishes_its_request_is_closed() {
    use std::io::{Read, Write};
    let bench = Bench::open();
    let mut stream = std::net::TcpStream::connect(bench.host()).unwrap();
    let patience = Some(Duration::from_secs(30));
    stream.set_read_timeout(patience).unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nhost: x").unwrap();
    assert_eq!(stream.read(&mut [0]).unwrap_or(0), 0);
}

#[test]
fn foreign_names_and_pages_are_refused() {
    let bench = Bench::open();
    let kind = "content-type: application/json";
    let ask = "POST /api/test/double";
    let body = br#"{"number":1}"#;
    let foreign = bench.raw_to("evil.example", "GET /", &[], b"");
    assert_eq!(status(&foreign), 403);
    assert_eq!(
        status(&bench.raw(ask, &[kind, "origin: http://evil.example"], body)),
        403
    );
    let own = format!("origin: http://{}", bench.host());
    assert_eq!(status(&bench.raw(ask, &[kind, &own], body)), 200);
    let upgrade = [
        "connection: upgrade",
        "upgrade: websocket",
        "sec-websocket-version: 13",
        "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==",
    ];
    assert_eq!(
        status(&bench.raw(
            "GET /api/live",
            &[&upgrade[..], &["origin: http://evil.example"]].concat(),
            b""
        )),
        403
    );
    assert_eq!(
        status(&bench.raw(
            "GET /api/live",
            &[&upgrade[..], &[own.as_str()]].concat(),
            b""
        )),
        101
    );
}

#[test]
fn every_answer_carries_the_headers_that_keep_pages_safe() {
    let bench = Bench::open();
    for line in ["GET /", "GET /api/status", "GET /api/none", "GET /no.file"] {
        let answer = text(&bench.raw(line, &[], b"")).to_lowercase();
        for header in [
            "content-security-policy: default-src 'none'",
            "x-content-type-options: nosniff",
            "x-frame-options: deny",
            "referrer-policy: no-referrer",
        ] {
            assert!(answer.contains(header), "{line}: {answer}");
        }
    }
}

#[test]
fn with_a_token_nothing_is_answered_without_it() {
    let bench = Bench::open_with(Some("a-token-of-sixteen"));
    for line in [
        "GET /",
        "GET /api/status",
        "GET /api/live",
        "GET /assets/x.js",
        "GET /?token=wrong-token-here",
    ] {
        assert_eq!(status(&bench.raw(line, &[], b"")), 403, "{line}");
    }
    assert_eq!(
        status(&bench.raw(
            "GET /api/status",
            &["authorization: Bearer a-token-of-sixteen"],
            b""
        )),
        200
    );
    let welcome = text(&bench.raw("GET /curling?token=a-token-of-sixteen", &[], b""));
    assert!(welcome.starts_with("HTTP/1.1 303"), "{welcome}");
    assert!(welcome.contains("location: /curling\r\n"), "{welcome}");
    assert!(welcome.contains("HttpOnly; SameSite=Strict"), "{welcome}");
    assert_eq!(
        status(&bench.raw(
            "GET /api/status",
            &["cookie: sakiyomi-token=a-token-of-sixteen"],
            b""
        )),
        200
    );
}

#[test]
fn an_open_door_needs_a_token() {
    let behind_a_proxy = workbench::BindOptions {
        proxies: web::Proxies::new([[10, 0, 0, 1].into()]),
        ..workbench::BindOptions::new(([127, 0, 0, 1], 0).into())
    };
    assert!(workbench::Workbench::open(&behind_a_proxy, &Host::default()).is_err());
    let door = workbench::BindOptions::new(([0, 0, 0, 0], 0).into());
    let error = workbench::Workbench::open(&door, &Host::default())
        .err()
        .expect("refused");
    assert!(error.to_string().contains("needs a token"), "{error}");
}

#[test]
fn the_description_names_every_operation_with_its_forms() {
    let operations = operations::all(&Host::default());
    let api = workbench::openapi(&operations, "1");
    for operation in operations.iter() {
        let post = &api["paths"][format!("/api/{}", operation.name)]["post"];
        assert_eq!(post["summary"], operation.about.en);
        assert_eq!(post["x-summary-ja"], operation.about.ja);
    }
    // Every reference leads somewhere.
    let text = api.to_string();
    for reference in text.split("\"#/components/schemas/").skip(1) {
        let name = reference.split('"').next().unwrap();
        assert!(api["components"]["schemas"][name].is_object(), "{name}");
    }
}

#[test]
fn the_pages_know_the_units_of_all_settings_in_japanese() {
    let known = include_str!("../../../ui/src/lib/units.ts");
    for game in Host::default().playables.iter() {
        for player in game.players() {
            for unit in player.settings.iter().filter_map(|setting| setting.unit) {
                let keys = [format!("  {unit}: \""), format!("  \"{unit}\": \"")];
                assert!(keys.iter().any(|key| known.contains(key)), "{unit}");
            }
        }
    }
}

#[test]
fn the_pages_know_the_operations_as_they_are() {
    let known = include_str!("../../../ui/openapi.json");
    let known: Value = serde_json::from_str(known).unwrap();
    let operations = operations::all(&Host::default());
    assert!(
        known == workbench::openapi(&operations, env!("CARGO_PKG_VERSION")),
        "run `make api`: operations have changed"
    );
}
