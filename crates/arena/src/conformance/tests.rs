//! Tests of the suite: a correct game passes, and a game broken in one place violates the
//! requirement it breaks.

use super::golden::Golden;
use super::*;
use crate::test_games::Sum;
use crate::{Description, Lineup, PlayableGame, PlayerSpec};
use proptest::prelude::*;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

#[test]
fn a_game_in_order_passes() {
    Suite::open(&Sum::default()).assert();
    let seats = 4;
    Suite::open(&Sum {
        seats,
        ..Sum::default()
    })
    .assert();
    Suite::open(&Broken::new(None)).assert();
    Suite::hidden(&Broken::new(None), Broken::vary).assert();
}

/// The defect of [`Broken`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flaw {
    NeverEnds,
    SampleRefused,
    ListsIllegal,
    ListsTooLittle,
    ListsTwice,
    RefusesNothing,
    ChecksOnce,
    ReadsWrongly,
    WritesTwoLines,
    ShowsSecret,
    ViewOfTwoLines,
    PlaysByMemory,
    StartsByMemory,
    MoreThanAll,
    NoNumber,
    PanicsAtText,
    RefusesSilently,
    PanicsInPlay,
}

/// Each side holds a secret number and adds 1 to 3 to a sum; at ten the larger secret wins. Broken
/// in one place.
struct Broken {
    flaw: Option<Flaw>,
    calls: AtomicU32,
}

#[derive(Clone, Debug, PartialEq)]
struct Truth {
    sum: u32,
    turn: usize,
    secrets: [u32; 2],
}

/// The view of a seat: sum, turn, and its own secret alone.
#[derive(Clone, Debug, PartialEq)]
struct Seen(Truth);

impl PartialEq<Seen> for Truth {
    /// Open, but for the secrets.
    fn eq(&self, Seen(seen): &Seen) -> bool {
        (self.sum, self.turn) == (seen.sum, seen.turn)
    }
}

impl Broken {
    fn new(flaw: Option<Flaw>) -> Self {
        let calls = AtomicU32::new(0);
        Broken { flaw, calls }
    }

    fn has(&self, flaw: Flaw) -> bool {
        self.flaw == Some(flaw)
    }

    fn count(&self) -> u32 {
        self.calls.fetch_add(1, Ordering::Relaxed)
    }

    fn vary(truth: &Truth, seat: usize, rng: &mut Pcg64Mcg) -> Truth {
        let mut other = truth.clone();
        other.secrets[1 - seat] = rng.random_range(0..100);
        other
    }
}

impl Game for Broken {
    type Position = Truth;
    type View = Seen;
    type Action = u32;

    fn start(&self, rng: &mut Pcg64Mcg) -> Truth {
        let memory = if self.has(Flaw::StartsByMemory) {
            self.count() % 3
        } else {
            0
        };
        Truth {
            sum: memory,
            turn: 0,
            secrets: [rng.random_range(0..100), rng.random_range(0..100)],
        }
    }

    fn turn(&self, truth: &Truth) -> Option<usize> {
        (truth.sum < 10).then_some(truth.turn)
    }

    fn view(&self, truth: &Truth, seat: usize) -> Seen {
        let mut seen = truth.clone();
        if !self.has(Flaw::ShowsSecret) {
            seen.secrets[1 - seat] = 0;
        }
        Seen(seen)
    }

    fn actions(&self, _: &Seen) -> Option<Vec<u32>> {
        match self.flaw {
            Some(Flaw::SampleRefused) => None,
            Some(Flaw::ListsIllegal) => Some(vec![1, 2, 3, 7]),
            Some(Flaw::ListsTooLittle) if self.count().is_multiple_of(2) => Some(vec![1, 2]),
            Some(Flaw::ListsTwice) => Some(vec![1, 2, 3, 3]),
            _ => Some(vec![1, 2, 3]),
        }
    }

    fn sample(&self, seen: &Seen, rng: &mut Pcg64Mcg) -> Option<u32> {
        let actions = self.actions(seen).unwrap_or(vec![4]);
        Some(actions[rng.random_range(0..actions.len().min(3))])
    }

    fn check(&self, _: &Truth, step: &u32) -> Result<(), String> {
        let second = || self.has(Flaw::ChecksOnce) && self.count() % 2 == 1;
        if (1..=3).contains(step) || self.has(Flaw::RefusesNothing) || second() {
            Ok(())
        } else {
            Err("add 1 to 3".to_owned())
        }
    }

    fn play(&self, truth: &mut Truth, step: &u32, _: &mut Pcg64Mcg) {
        assert!(!self.has(Flaw::PanicsInPlay), "lost my nerve");
        truth.turn = 1 - truth.turn;
        if self.has(Flaw::NeverEnds) {
            return;
        }
        let odd = self.has(Flaw::PlaysByMemory) && self.count() % 5 == 4;
        truth.sum += step + u32::from(odd);
    }

    fn score(&self, truth: &Truth) -> Score {
        let mut score = Score::by_points(truth.secrets.map(f64::from));
        if self.has(Flaw::MoreThanAll) {
            score.share = 1.5;
        }
        if self.has(Flaw::NoNumber) {
            score.points[0] = f64::NAN;
        }
        score
    }

    fn write_action(&self, step: &u32) -> String {
        let more = if self.has(Flaw::WritesTwoLines) {
            "\n"
        } else {
            ""
        };
        format!("{step}{more}")
    }

    fn read_action(&self, text: &str) -> Result<u32, String> {
        assert!(
            !self.has(Flaw::PanicsAtText) || text.is_ascii(),
            "not ASCII"
        );
        let silent = self.has(Flaw::RefusesSilently);
        let read = text.trim_end_matches('\n').parse::<u32>();
        let read = read.map_err(|_| {
            if silent {
                String::new()
            } else {
                "no number".to_owned()
            }
        });
        if self.has(Flaw::ReadsWrongly) {
            read.map(|step| step.max(2))
        } else {
            read
        }
    }

    fn write_view(&self, Seen(seen): &Seen) -> String {
        let end = if self.has(Flaw::ViewOfTwoLines) {
            "\n"
        } else {
            ""
        };
        format!("{} {:?}{end}", seen.sum, seen.secrets)
    }
}

#[test]
fn every_promise_can_be_broken_and_is_found_out() {
    let flaws = [
        (Flaw::NeverEnds, Requirement::Ends),
        (Flaw::SampleRefused, Requirement::Legal),
        (Flaw::ListsIllegal, Requirement::Legal),
        (Flaw::PanicsInPlay, Requirement::Legal),
        (Flaw::ListsTooLittle, Requirement::Complete),
        (Flaw::ListsTwice, Requirement::Complete),
        (Flaw::RefusesNothing, Requirement::Refused),
        (Flaw::ChecksOnce, Requirement::Refused),
        (Flaw::ReadsWrongly, Requirement::Text),
        (Flaw::WritesTwoLines, Requirement::Text),
        (Flaw::ShowsSecret, Requirement::View),
        (Flaw::ViewOfTwoLines, Requirement::View),
        (Flaw::PlaysByMemory, Requirement::Replay),
        (Flaw::StartsByMemory, Requirement::Repeats),
        (Flaw::MoreThanAll, Requirement::Shares),
        (Flaw::NoNumber, Requirement::Shares),
        (Flaw::PanicsAtText, Requirement::Malformed),
        (Flaw::RefusesSilently, Requirement::Malformed),
    ];
    for (flaw, requirement) in flaws {
        let game = Broken::new(Some(flaw));
        let violations = Suite::hidden(&game, Broken::vary).games(5).violations();
        let broken: Vec<_> = violations
            .iter()
            .map(|violation| violation.requirement)
            .collect();
        assert!(broken.contains(&requirement), "{flaw:?}: {violations:#?}");
    }
    for requirement in Requirement::ALL {
        assert!(
            flaws.iter().any(|(_, broken)| *broken == requirement),
            "{requirement:?}"
        );
    }
}

#[test]
fn a_game_whose_hidden_things_are_never_varied_has_not_been_looked_at() {
    let game = Broken::new(None);
    let violations = Suite::hidden(&game, |truth, _, _| truth.clone()).violations();
    assert_eq!(violations.len(), 1);
    assert!(
        violations[0]
            .to_string()
            .contains("the hidden part never differed")
    );
}

#[test]
fn an_open_game_shows_everything() {
    /// Shows a sum that is one too large.
    struct Liar;
    #[derive(Clone)]
    struct Shown(u32);
    impl PartialEq<Shown> for Truth {
        fn eq(&self, Shown(sum): &Shown) -> bool {
            self.sum == *sum
        }
    }
    impl Game for Liar {
        type Position = Truth;
        type View = Shown;
        type Action = u32;
        fn start(&self, rng: &mut Pcg64Mcg) -> Truth {
            Broken::new(None).start(rng)
        }
        fn turn(&self, truth: &Truth) -> Option<usize> {
            Broken::new(None).turn(truth)
        }
        fn view(&self, truth: &Truth, _: usize) -> Shown {
            Shown(truth.sum + 1)
        }
        fn actions(&self, _: &Shown) -> Option<Vec<u32>> {
            Some(vec![1, 2, 3])
        }
        fn check(&self, truth: &Truth, step: &u32) -> Result<(), String> {
            Broken::new(None).check(truth, step)
        }
        fn play(&self, truth: &mut Truth, step: &u32, rng: &mut Pcg64Mcg) {
            Broken::new(None).play(truth, step, rng);
        }
        fn score(&self, truth: &Truth) -> Score {
            Broken::new(None).score(truth)
        }
        fn write_action(&self, step: &u32) -> String {
            step.to_string()
        }
        fn read_action(&self, text: &str) -> Result<u32, String> {
            Broken::new(None).read_action(text)
        }
        fn write_view(&self, Shown(sum): &Shown) -> String {
            sum.to_string()
        }
    }
    let violations = Suite::open(&Liar).violations();
    assert_eq!(violations.len(), 1, "{violations:#?}");
    assert_eq!(violations[0].requirement, Requirement::View);
}

fn golden<'a>(game: &'a Sum, path: &'a Path) -> Golden<'a, Sum> {
    Golden {
        game,
        path,
        about: "A toy.\nNobody keeps it.",
        show: |position| format!("sum {}\nnext {}", position.sum, position.turn),
    }
}

#[test]
fn a_golden_playthrough_is_kept_and_every_change_of_it_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sum.txt");
    let game = Sum::default();
    let mut players = [(); 2].map(|()| Box::new(Random) as Box<dyn Player<Sum>>);
    golden(&game, &path).write(Seed(7), &mut players).unwrap();
    golden(&game, &path).check().unwrap();

    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("# A toy.\n# Nobody keeps it.\nseed 7\n\nstart\n  sum "));
    assert!(text.contains("\n1. seat 0: "), "{text}");
    let other_dice = Sum { die: 0.9, ..game };
    let why = golden(&other_dice, &path).check().unwrap_err();
    assert!(why.contains("sum.txt:") && why.contains("found `"), "{why}");
    for (from, to) in [
        ("seed 7", "seed 8"),
        ("1. seat 0: ", "1. seat 0: 9"),
        ("seed 7", ""),
    ] {
        std::fs::write(&path, text.replacen(from, to, 1)).unwrap();
        assert!(golden(&game, &path).check().is_err(), "{from} {to}");
    }
    std::fs::write(&path, text.replace('\n', "\r\n")).unwrap();
    golden(&game, &path).check().unwrap();
}

proptest! {
    #[test]
    fn any_text_is_an_action_of_the_toy_or_refused(text in any::<String>()) {
        prop_assert_eq!(check_action_text(&Sum::default(), &text), Ok(()));
    }
}

#[test]
fn every_lineup_has_a_random_player_and_a_game_may_put_its_own_in_its_place() {
    let lineup = || Lineup::new("sum", "add up", Sum::default());
    let names = |lineup: &Lineup<Sum>| -> Vec<String> {
        lineup.players().iter().map(Description::usage).collect()
    };
    assert_eq!(names(&lineup()), ["random", "program:COMMAND"]);
    let player: PlayerSpec = "random".parse().unwrap();
    let terms = Terms::default();
    let record = lineup().play([&player, &player], &terms, Seed(1), &Cancel::new());
    assert_eq!(record.unwrap().ending, Ending::Finished);
    assert!(lineup().check(&"random:depth=1".parse().unwrap()).is_err());

    let about = ("Our own.", "独自のものです。");
    let own = lineup().player(Description::new("random", about), |_, _| Ok(Random));
    assert_eq!(names(&own), ["random", "program:COMMAND"]);
    let first = own.players().iter().next().unwrap();
    assert_eq!(first.about.en, "Our own.");
}
