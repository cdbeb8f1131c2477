//! Matches that follow from a journal, and those that may begin.

use super::*;
use crate::cup::tests::small_cup;
use std::path::Path;

fn started() -> (Cup, CupState) {
    let folder = tempfile::tempdir().unwrap();
    let cup = small_cup(folder.path());
    let opened = super::super::journal::CupJournal::open(folder.path(), &cup);
    let (_, header, lines) = opened.unwrap();
    let state = CupState::of(&cup, &header, &lines).unwrap();
    (cup, state)
}

fn won(id: Uuid) -> Line {
    let result = CupResult {
        winner: Some(curling::rules::Team::Zero),
        points: [2, 1],
        ends: vec![[2, 1]],
        reason: super::super::result::CupReason::Points,
        note: None,
    };
    Line::Over {
        r#match: id,
        at: 1,
        result,
    }
}

fn begun(id: Uuid) -> Line {
    Line::Begun { r#match: id, at: 1 }
}

#[test]
fn as_many_matches_begin_as_there_are_cores_and_an_entrant_plays_one_at_a_time() {
    let (mut cup, mut state) = started();
    assert_eq!(state.matches.len(), 12);
    cup.cores = 9;
    // Four entrants make two matches.
    let startable = state.startable(&cup, 0);
    assert_eq!(startable.len(), 2);
    cup.cores = 1;
    assert_eq!(state.startable(&cup, 0).len(), 1);
    state.take(&cup, &begun(startable[0])).unwrap();
    assert!(state.startable(&cup, 0).is_empty());
    cup.cores = 2;
    assert_eq!(state.startable(&cup, 0), startable[1..]);
}

#[test]
fn network_matches_take_no_core_but_have_a_limit() {
    let (mut cup, state) = started();
    for (entrant, account) in cup.entrants.iter_mut().zip(["a", "b", "c", "d"]) {
        let account = account.to_owned();
        entrant.seat =
            super::super::plan::EntrantSeat::Network(super::super::plan::NetworkSeat::Dcp {
                account,
            });
    }
    cup.cores = 0;
    assert_eq!(state.startable(&cup, 0).len(), 2);
    cup.network_games = 1;
    assert_eq!(state.startable(&cup, 0).len(), 1);
}

#[test]
fn a_match_that_is_waited_for_gives_its_core_to_others_and_gets_the_next_free_one() {
    let (mut cup, mut state) = started();
    cup.cores = 1;
    let first = state.startable(&cup, 0)[0];
    state.take(&cup, &begun(first)).unwrap();
    assert!(state.startable(&cup, 0).is_empty());
    state.find_mut(first).unwrap().cores = Cores::GivenBack;
    let startable = state.startable(&cup, 0);
    assert_eq!(startable.len(), 1);
    let second = startable[0];
    let of = |state: &CupState, id| state.find(id).unwrap().entrants;
    let waiting = of(&state, first);
    assert!(of(&state, second).iter().all(|it| !waiting.contains(it)));
    state.take(&cup, &begun(second)).unwrap();
    // The entrants have come, and the core is taken.
    assert!(!state.take_again(&cup, first));
    assert_eq!(state.find(first).unwrap().cores, Cores::Wanted);
    state.take(&cup, &won(second)).unwrap();
    // The next free core is kept for it.
    assert!(state.startable(&cup, 0).is_empty());
    assert!(state.take_again(&cup, first) && state.take_again(&cup, first));
    assert!(state.startable(&cup, 0).is_empty());
    state.interrupt();
    assert_eq!(state.startable(&cup, 0), [first]);
}

#[test]
fn nothing_begins_in_a_pause_or_before_its_time_but_what_was_begun_goes_on() {
    let (mut cup, mut state) = started();
    cup.divisions[0].start = Some(1000);
    assert!(state.startable(&cup, 999).is_empty());
    let first = state.startable(&cup, 1000)[0];
    state.take(&cup, &begun(first)).unwrap();
    state.take(&cup, &Line::Paused(true)).unwrap();
    assert!(state.startable(&cup, 1000).is_empty());
    state.interrupt();
    assert_eq!(state.startable(&cup, 0), [first]);
}

#[test]
fn a_void_match_is_scheduled_again_under_another_id() {
    let (cup, mut state) = started();
    let first = state.matches[0].clone();
    state.take(&cup, &won(first.id)).unwrap();
    let void = Line::Void {
        r#match: first.id,
        at: 2,
    };
    state.take(&cup, &void).unwrap();
    assert_eq!(state.matches.len(), 13);
    assert_eq!(state.find(first.id).unwrap().status, Status::Void);
    let again: Vec<_> = state.matches.iter().filter(|it| it.attempt == 1).collect();
    assert_eq!(again.len(), 1);
    assert_ne!(again[0].id, first.id);
    assert_eq!(again[0].entrants, first.entrants);
    assert_eq!(tables::results(&cup, &state, 0).len(), 0);
}

#[test]
fn lines_that_do_not_fit_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let cup = small_cup(folder.path());
    let opened = super::super::journal::CupJournal::open(folder.path(), &cup);
    let (_, header, _) = opened.unwrap();
    let unknown = Line::Begun {
        r#match: Uuid::nil(),
        at: 0,
    };
    let (line, why) = CupState::of(&cup, &header, &[Line::Paused(true), unknown]).unwrap_err();
    assert_eq!(line, 3);
    assert!(why.contains("no match"), "{why}");
    let round = Line::Round {
        division: 0,
        round: Round::default(),
    };
    assert_eq!(CupState::of(&cup, &header, &[round]).unwrap_err().0, 2);
}

#[test]
fn a_swiss_round_is_paired_when_the_one_before_is_over() {
    let text =
        crate::cup::tests::SMALL.replace("repetitions = 2", "format = 'swiss'\nrepetitions = 1");
    let cup = super::super::file::of_text(&text, "cup.toml", Path::new("")).unwrap();
    let mut state = CupState::fresh(&cup);
    assert_eq!(state.matches.len(), 2);
    assert!(state.pair(&cup).is_empty() && !state.is_over(&cup));
    for id in [state.matches[0].id, state.matches[1].id] {
        state.take(&cup, &won(id)).unwrap();
    }
    let lines = state.pair(&cup);
    assert_eq!(lines.len(), 1);
    state.take(&cup, &lines[0]).unwrap();
    // The winners meet.
    let second = &state.matches[2];
    let winners = [state.matches[0].entrants[0], state.matches[1].entrants[0]];
    assert!(
        second.entrants.iter().all(|it| winners.contains(it)),
        "{second:?}"
    );
    for id in [state.matches[2].id, state.matches[3].id] {
        state.take(&cup, &won(id)).unwrap();
    }
    assert!(state.is_over(&cup));
}
