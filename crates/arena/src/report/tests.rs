//! Tests of reports: well-formed pages, aligned tables, escaped text.

use super::*;
use proptest::prelude::*;

fn sample(text: &str) -> Report {
    let table = Table::new(
        text,
        [
            Column::words(text),
            Column::number("rate"),
            Column::number("日本語"),
        ],
    )
    .row(["a".to_owned(), "0.5".to_owned(), "12345".to_owned()])
    .row([text])
    .note(text)
    .timing();
    let estimate = Estimate {
        value: 0.6,
        low: 0.5,
        high: 0.7,
    };
    let intervals = Intervals {
        title: text.into(),
        axis: text.into(),
        range: (0.0, 1.0),
        middle: Some(0.5),
        rows: vec![Interval {
            label: text.into(),
            ours: Some(estimate),
            paper: Some(estimate),
        }],
    };
    let lines = Lines {
        title: "Learning".into(),
        x: text.into(),
        y: "error".into(),
        log: false,
        series: vec![Series {
            name: text.into(),
            points: vec![(0.0, 1.0), (1.0, 0.5), (2.0, f64::NAN)],
        }],
    };
    Report {
        title: text.into(),
        about: format!("First {text}.\n\nSecond\nparagraph.").into(),
        paper: Some(text.into()),
        facts: Facts {
            command: format!("run {text}"),
            variant: "full".to_owned(),
            seed: 7,
            fingerprint: "ff".to_owned(),
            versions: vec!["0.1.0".to_owned(), text.into()],
            when: Some(("2016-08-01 12:00".to_owned(), "2016-08-02 12:00".to_owned())),
            done: 37,
            total: 100,
            unit: "games".into(),
            failures: (0..9).map(|task| (task, text.into())).collect(),
            machines: Vec::new(),
        },
        blocks: vec![
            Block::Heading(text.into()),
            Block::Text(text.into()),
            Block::Table(table),
            Block::Plot(Plot::Intervals(intervals)),
            Block::Plot(Plot::Lines(lines)),
        ],
    }
}

/// Returns whether every tag is closed in the right order; gives the first that is not.
fn unbalanced(markup: &str) -> Option<String> {
    const EMPTY: [&str; 2] = ["meta", "!doctype"];
    let mut open: Vec<String> = Vec::new();
    let mut rest = markup;
    while let Some((_, from)) = rest.split_once('<') {
        let Some((tag, after)) = from.split_once('>') else {
            return Some("<".to_owned());
        };
        if tag.matches('"').count() % 2 == 1 {
            return Some(tag.to_owned());
        }
        rest = after;
        let name = tag
            .split_whitespace()
            .next()
            .unwrap_or_default()
            .trim_end_matches('/');
        if let Some(name) = name.strip_prefix('/') {
            if open.pop().as_deref() != Some(name) {
                return Some(tag.to_owned());
            }
        } else if !tag.ends_with('/') && !EMPTY.contains(&name) {
            open.push(name.to_owned());
        }
    }
    open.pop()
}

const NASTY: &str = "a<b> & \"c\" </title><script>alert('x')</script> | `d` *e* _f_ [g](h)";

#[test]
fn the_checker_of_these_tests_finds_what_is_wrong() {
    assert_eq!(unbalanced("<a><b/></a>"), None);
    assert_eq!(unbalanced("<a><b></a>"), Some("/a".to_owned()));
    assert_eq!(unbalanced("<a>"), Some("a".to_owned()));
}

#[test]
fn the_page_is_well_formed_complete_and_escaped() {
    let page = html(&sample(NASTY));
    assert_eq!(unbalanced(&page), None);
    assert!(!page.contains("<script") && !page.contains("</title><"));
    for part in [
        "37 of 100 games",
        "2016-08-01 12:00 to 2016-08-02 12:00 UTC",
        "<td class=\"number\">0.5</td>",
        "4 more tasks failed",
        "<dd>7</dd>",
        "prefers-color-scheme: dark",
        "role=\"img\"",
        "Times depend on the machine",
    ] {
        assert!(page.contains(part), "{part}");
    }
    let without_names = page.replace("http://www.w3.org/2000/svg", "");
    assert!(!without_names.contains("http"), "nothing from elsewhere");
}

#[test]
fn an_empty_report_is_a_page_too() {
    assert_eq!(unbalanced(&html(&Report::default())), None);
    assert!(
        markdown(&Report::default(), "x")
            .text
            .contains("How to repeat it")
    );
    assert!(text(&Report::default(), 1).contains("Seed"));
}

#[test]
fn markdown_tables_are_aligned_also_with_wide_characters() {
    let document = markdown(&sample("x|y"), "race");
    let table: Vec<_> = document
        .text
        .lines()
        .filter(|line| line.starts_with('|'))
        .collect();
    assert_eq!(
        table,
        [
            r"| x\|y | rate | 日本語 |",
            "|------|-----:|-------:|",
            "| a    |  0.5 |  12345 |",
            r"| x\|y |      |        |",
        ]
    );
    assert!(document.text.contains("](<race-1.svg>)"));
    assert_eq!(document.plots.len(), 2);
}

#[test]
fn markdown_shows_markup_as_text() {
    let document = markdown(&sample(NASTY), "race").text;
    let (document, code) = document.split_once("## How to repeat it").unwrap();
    assert!(code.contains("    run a<b> & \"c\""), "{code}");
    // But for the names of the plots' files and quoted warnings, no character of HTML.
    let unescaped = document.replace("](<race-", "").replace(".svg>)", "");
    let unescaped = unescaped.replace("\n> ", "\n");
    assert!(!unescaped.contains(['<', '>']) && !unescaped.contains(" *e*"));
    assert!(document.contains("a&lt;b&gt; &amp; \"c\""), "{document}");
    assert!(document.contains("&lt;script&gt;"), "{document}");
    assert!(document.contains(r"\[g\](h)"), "{document}");
}

#[test]
fn a_paragraph_of_markdown_never_begins_a_list_or_a_heading() {
    for (text, shown) in [
        ("1. d4", r"1\. d4"),
        ("12) and so on", r"12\) and so on"),
        ("2016 was", "2016 was"),
        ("# one", r"\# one"),
        ("- one", r"\- one"),
    ] {
        let report = Report {
            about: text.into(),
            ..Report::default()
        };
        let document = markdown(&report, "x").text;
        assert!(document.contains(&format!("\n\n{shown}\n")), "{document}");
    }
}

#[test]
fn plots_are_files_of_their_own_with_title_and_style() {
    for (_, file) in markdown(&sample(NASTY), "race").plots {
        assert_eq!(unbalanced(&file), None, "{file}");
        assert!(file.starts_with("<svg") && file.contains("<title>") && file.contains("<style>"));
    }
}

#[test]
fn plain_text_keeps_to_its_width() {
    let words = "several words that do not fit in a line of forty characters";
    let page = text(&sample(words), 40);
    for line in page.lines() {
        assert!(line.chars().count() <= 40, "{line}");
    }
    assert!(
        page.contains("! The run is not complete: 37 of 100"),
        "{page}"
    );
    assert!(page.contains(" 0.5 "), "{page}");
}

#[test]
fn a_complete_run_has_nothing_to_warn_of() {
    let facts = Facts {
        done: 5,
        total: 5,
        unit: "games".into(),
        ..Facts::default()
    };
    assert_eq!(
        (facts.warnings().len(), facts.extent().en()),
        (0, "5 games")
    );
}

#[test]
fn different_processors_are_warned_of_and_different_numbers_of_threads_told() {
    let kind = |processor: &str, threads, hosts, results| MachineKind {
        processor: processor.to_owned(),
        threads,
        hosts,
        results,
    };
    let facts = |machines| Facts {
        machines,
        when: Some(("noon".to_owned(), "noon".to_owned())),
        ..Facts::default()
    };
    let told = |facts: &Facts| {
        let lines = facts.lines();
        let line = lines.iter().find(|(name, _)| name.en() == "Run");
        line.map(|(_, value)| value.en().to_owned())
    };
    let one = facts(vec![kind("Z80", 2, 1, 9)]);
    assert_eq!(told(&one).unwrap(), "noon UTC on Z80, 2 threads");
    let threads = facts(vec![kind("Z80", 1, 3, 4), kind("Z80", 2, 1, 5)]);
    let both = "noon UTC on 3 × Z80, 1 thread: 4; Z80, 2 threads: 5";
    assert_eq!(told(&threads).unwrap(), both);
    assert!(one.warnings().is_empty() && threads.warnings().is_empty());
    let mixed = facts(vec![kind("6502", 1, 1, 1), kind("Z80", 1, 1, 1)]);
    let warning = &mixed.warnings()[0];
    assert!(warning.en().starts_with("Different processors"));
    assert_eq!(told(&facts(Vec::new())).unwrap(), "noon UTC");
}

#[test]
fn paragraphs_are_what_blank_lines_separate() {
    let parts: Vec<_> = paragraphs("\n\n a\nb \n\n\n c\n").collect();
    assert_eq!(parts, ["a b", "c"]);
}

fn any_number() -> impl Strategy<Value = f64> {
    prop_oneof![
        prop::num::f64::ANY,
        -2.0..2.0_f64,
        Just(0.5),
        Just(f64::MAX),
        Just(f64::MIN_POSITIVE),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]
    #[test]
    fn any_numbers_and_names_can_be_drawn(
        rows in prop::collection::vec(("\\PC{0,80}", any_number(), any_number(), any_number()), 0..5),
        range in (any_number(), any_number()),
    ) {
        let estimate = |value, low, high| Some(Estimate { value, low, high });
        let intervals = rows.iter().map(|(label, a, b, c)| Interval {
            label: label.clone().into(),
            ours: estimate(*a, *b, *c),
            paper: estimate(*c, *a, *b),
        });
        let intervals = Intervals { range, middle: Some(range.0), rows: intervals.collect(), ..Intervals::default() };
        let series = rows.iter().map(|(name, a, b, c)| Series {
            name: name.clone().into(),
            points: vec![(*a, *b), (*b, *c), (*c, *a)],
        });
        let lines = Lines { series: series.collect(), ..Lines::default() };
        for plot in [Plot::Intervals(intervals), Plot::Lines(lines)] {
            prop_assert_eq!(unbalanced(&svg(&plot)), None);
        }
    }

    #[test]
    fn any_text_gives_well_formed_pages(words in "[\\PC\n<>&\"'|]{0,40}") {
        let report = sample(&words);
        prop_assert_eq!(unbalanced(&html(&report)), None);
        markdown(&report, &words);
        text(&report, 30);
    }
}
