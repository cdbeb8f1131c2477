//! Tests of Jiritsu-kun: decisions, symmetry, settings, tables.

use super::*;
use crate::conditions::Conditions;
use crate::players::calibration::Correction;
use crate::players::end_utility::Goal;
use crate::players::lattice::Kind;
use crate::players::real_ice::IceAwareness;
use crate::shot::Turn;
use crate::vector::Vector;
use lookahead::Seed;
use lookahead::expectimax::Stochastic;

fn curling(name: &str) -> Curling {
    Curling::new(Conditions::named(name).unwrap()).unwrap()
}

/// Returns a position of the last end but one with some stones; `shot` is thrown next.
fn game(curling: &Curling, shot: u8, stones: &[(usize, f64, f64)]) -> Game {
    let mut game = Game::new(curling.rules()).unwrap();
    (game.end, game.shot) = (8, shot);
    for &(slot, x, y) in stones {
        game.stones.place(slot, Vector::new(x, y));
    }
    game
}

fn control() -> Control<'static> {
    Control::new(Seed(1))
}

#[test]
fn the_outcomes_of_a_candidate_are_valued_one_by_one() {
    for name in ["paper", "dc3"] {
        let curling = curling(name);
        let jiritsu = Jiritsu::new(&curling, &Settings::quick()).unwrap();
        for (shot, stones) in [
            (3, vec![(0, 0.1, -2.8), (1, 0.5, 0.3), (2, -0.2, -3.0)]),
            (8, vec![(2, 0.1, -2.8), (3, 0.5, 0.3), (4, -0.4, -0.2)]),
            (15, vec![(2, 0.1, 0.4), (7, 0.5, 0.3), (8, -0.9, -0.2)]),
        ] {
            let game = game(&curling, shot, &stones);
            let slot = usize::from(shot);
            let end = jiritsu.end(&game, slot, jiritsu.utility(&game));
            let mut nodes = vec![Node::new(&game.stones, slot)];
            nodes.extend([40, 900, 2200].map(|outcome| end.outcome(&nodes[0], outcome)));
            for node in nodes.iter().filter(|node| node.slot < 16) {
                let all: Vec<_> = (0..jiritsu.tables().lattice().executed().len() as u32).collect();
                let mut values = vec![f64::NAN; all.len()];
                end.evaluate_outcomes(node, &all, &mut values).unwrap();
                for &outcome in all.iter().step_by(13) {
                    let one = end.value(&end.outcome(node, outcome as usize));
                    let off = values[outcome as usize] - one;
                    assert!(off.abs() < 1e-9, "outcome {outcome}: off by {off}");
                }
            }
        }
    }
}

#[test]
fn the_mirror_image_of_a_position_has_the_mirror_image_of_a_decision() {
    let curling = curling("paper");
    let jiritsu = Jiritsu::new(&curling, &Settings::quick()).unwrap();
    let stones = [(4, 0.3, -2.2), (5, 0.7, 0.1), (6, -0.5, 0.6)];
    let mirrored = stones.map(|(slot, x, y)| (slot, -x, y));
    let [one, other] = [stones, mirrored].map(|stones| {
        let found = jiritsu.search(&game(&curling, 9, &stones), &control());
        found.best().unwrap().clone()
    });
    assert!((one.value - other.value).abs() < 2e-3);
    let reflected = jiritsu.tables().lattice().reflected(other.action);
    let place = |number: u32| jiritsu.tables().lattice().executed()[number as usize];
    let (a, b) = (place(one.action), place(reflected));
    assert!(
        a.turn == b.turn && (a.target - b.target).length() < 0.3,
        "{a:?} {b:?}"
    );
}

#[test]
fn an_open_stone_is_hit_or_drawn_inside_with_the_last_stone() {
    for name in ["paper", "dc3", "dc2"] {
        let curling = curling(name);
        let mut settings = Settings::quick();
        settings.search.goal = Goal::Points; // to win, a blank end may be better than a point
        let jiritsu = Jiritsu::new(&curling, &settings).unwrap();
        let game = game(&curling, 15, &[(14, 0.4, 1.2)]);
        let found = jiritsu.analyse(&game, &control());
        let thrown =
            curling.after_shot(crate::physics::Mode::Fast, &game, &found.action().unwrap());
        assert_eq!(
            thrown.scores.difference(),
            -1,
            "{name}: the hammer, team 1, scores"
        );
    }
}

#[test]
fn a_point_is_not_taken_where_the_hammer_is_worth_more() {
    let curling = curling("paper");
    let jiritsu = Jiritsu::new(&curling, &Settings::quick()).unwrap();
    // Level with two ends to go, and one stone to be had.
    let found = jiritsu.analyse(&game(&curling, 15, &[(14, 0.4, 1.2)]), &control());
    let thrown = |shot: Shot| {
        let game = game(&curling, 15, &[(14, 0.4, 1.2)]);
        curling.after_shot(crate::physics::Mode::Fast, &game, &shot)
    };
    assert_eq!(thrown(found.action().unwrap()).scores.difference(), 0);
}

#[test]
fn tables_are_kept_in_the_cache_of_the_match() {
    let place = std::env::temp_dir().join(format!("sakiyomi-tables-{}", std::process::id()));
    let cache = super::super::cache::Cache::new(Some(place.clone()));
    let curling = curling("paper").with_cache(cache.clone());
    let other = curling.under(Conditions::legacy()).unwrap();
    assert_eq!(other.cache(), &cache);
    Jiritsu::new(&curling, &Settings::coarse()).unwrap();
    let files = std::fs::read_dir(&place).unwrap().count();
    std::fs::remove_dir_all(&place).unwrap();
    assert!(files > 0);
}

#[test]
fn any_number_of_threads_finds_the_same_and_deeper_is_not_the_same() {
    let curling = curling("paper");
    let mut settings = Settings::coarse();
    settings.search.depth = 3;
    settings.search.root_width = 4;
    let jiritsu = Jiritsu::new(&curling, &settings).unwrap();
    let game = game(&curling, 13, &[(10, 0.3, -0.2), (11, -0.4, 0.5)]);
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let mut found = pool.unwrap().install(|| jiritsu.search(&game, &control()));
        found.effort.seconds = 0.0;
        found
    };
    let one = on(1);
    assert_eq!(one, on(2));
    assert_eq!(one.effort.depth, 3);
    assert_eq!(one.best().unwrap().line.len(), 3);
    let shallow = jiritsu.search(&game, &control().limit(Limit::depth(1)));
    assert_ne!(shallow.best().unwrap().value, one.best().unwrap().value);
}

/// Their stone at the edge of the rings and a guard: where to aim is a matter of centimetres.
const BESIDE_A_GUARD: [(usize, f64, f64); 3] = [(8, 0.05, -2.6), (12, 0.62, 0.31), (13, -0.9, 0.4)];

fn refined(refine: usize) -> (Jiritsu, Analysis<Executed>) {
    let curling = curling("paper");
    let mut settings = Settings::quick();
    settings.search.refine = refine;
    let jiritsu = Jiritsu::new(&curling, &settings).unwrap();
    let found = jiritsu.study(&game(&curling, 15, &BESIDE_A_GUARD), &control());
    (jiritsu, found)
}

#[test]
fn a_refined_aim_is_better_than_the_lattice_and_near_it() {
    let (jiritsu, plain) = refined(0);
    let (_, better) = refined(4);
    let looked = jiritsu.search(
        &game(jiritsu.tables().curling(), 15, &BESIDE_A_GUARD),
        &control(),
    );
    assert_eq!(plain.value(), looked.value());
    assert!(better.value() > plain.value(), "{:?}", better.value());
    let merits: Vec<_> = better.candidates.iter().map(|c| c.value).collect();
    assert!(merits.is_sorted_by(|a, b| a >= b));
    // One of the four best of the lattice, moved by less than two points.
    let spacing = jiritsu.tables().lattice().settings().spacing;
    let first = better.best().unwrap().action;
    let near = plain.candidates[..4].iter().any(|c| {
        c.action.turn == first.turn
            && c.action.kind == first.kind
            && (c.action.target - first.target).length() < 2.0 * spacing
    });
    assert!(near, "{first:?}");
}

#[test]
fn a_refined_aim_is_worth_what_its_throws_come_to_on_the_lattice() {
    use crate::physics::Glide;
    let (jiritsu, found) = refined(4);
    let (curling, lattice) = (jiritsu.tables().curling(), jiritsu.tables().lattice());
    let best = found.best().unwrap();
    let mut values = vec![f64::NAN; lattice.executed().len()];
    for share in found.candidates.iter().flat_map(|c| &c.outcomes) {
        values[share.outcome] = share.value;
    }
    let game = game(curling, 15, &BESIDE_A_GUARD);
    let (skill, mut rng) = (curling.skill(&game), Seed(3).rng());
    let throws = 20_000;
    let mut sum = 0.0;
    for _ in 0..throws {
        let shot = skill
            .noise()
            .disturb(&best.action.thrown(), curling.tee(), &mut rng);
        let rest = curling.physics().released(&shot).rest();
        let value = values[lattice.nearest(rest, shot.turn, best.action.kind) as usize];
        // What strays beyond the outcomes of any candidate counts as the average.
        sum += if value.is_nan() { best.value } else { value };
    }
    let error = best.spread / f64::from(throws).sqrt();
    let off = sum / f64::from(throws) - best.value;
    // A throw in a hundred strays out of the window, where its nearest member stands in.
    assert!(
        off.abs() < 4.0 * error + 0.003,
        "{off} with an error of {error}"
    );
}

fn strongest(resolution: u32) -> Result<Jiritsu, SettingsError> {
    let mut settings = Settings::coarse();
    settings.set_strongest();
    settings.search.last_stone_resolution = resolution;
    Jiritsu::new(&curling("paper"), &settings)
}

#[test]
fn the_last_stone_has_a_finer_lattice_whose_values_are_nearer_to_what_throws_come_to() {
    let [plain, fine] = [1, 2].map(|times| strongest(times).unwrap());
    let curling = curling("paper");
    let (mut off, mut count) = ([0.0; 2], [0; 2]);
    for stones in [
        BESIDE_A_GUARD,
        [(10, 0.2, -2.2), (12, 0.0, -0.3), (13, 0.4, 0.5)],
        [(6, -0.4, 0.1), (12, 0.3, -0.9), (14, 0.1, 0.3)],
    ] {
        let game = game(&curling, 15, &stones);
        let utility = plain.utility(&game);
        for (player, (off, count)) in [&plain, &fine].iter().zip(off.iter_mut().zip(&mut count)) {
            let found = player.search(&game, &control());
            *count = found.candidates.len();
            let best = found.best().unwrap();
            let shot = player.shot(&game, best.action);
            let (throws, mut rng) = (4000, Seed(5).rng());
            let mut sum = 0.0;
            for _ in 0..throws {
                let moment = crate::players::end::EndPosition::of(&game);
                sum += utility.of(moment.tried(&curling, &shot, &mut rng).points.unwrap());
            }
            *off += (best.value - sum / f64::from(throws)).abs();
        }
    }
    assert!(count[1] > 3 * count[0], "{count:?}");
    assert!(off[1] < off[0], "{off:?}");
    // Any other stone is looked for on the lattice itself.
    let earlier = game(&curling, 14, &BESIDE_A_GUARD[..2]);
    let one_deep = control().limit(Limit::depth(1));
    let [plain, fine] = [&plain, &fine].map(|player| player.search(&earlier, &one_deep));
    assert_eq!(plain.candidates, fine.candidates);
}

#[test]
fn a_lattice_is_not_made_finer_than_can_be_borne() {
    for times in [0, FINEST + 1, u32::MAX] {
        let why = strongest(times).unwrap_err();
        assert_eq!(why, SettingsError::Resolution { times });
    }
}

#[test]
fn the_strongest_preset_is_a_beginning_that_single_settings_change() {
    let given = |text: &str| {
        let spec: arena::spec::PlayerSpec = text.parse().unwrap();
        let mut given = super::super::roster().settings(&spec).unwrap();
        Settings::given(&mut given).unwrap()
    };
    let strongest = given("jiritsu:preset=strongest");
    assert!(strongest.search.heavy_hits && strongest.search.last_stone_resolution == 2);
    assert!(strongest.platform_table && strongest.experience == value_model::Experience::Shipped);
    let changed = given(
        "jiritsu:preset=strongest,last-stone-resolution=3,experience=off,heavy-hits=off,separation=0",
    );
    assert_eq!(changed.search.last_stone_resolution, 3);
    assert!(!changed.search.heavy_hits && changed.experience == value_model::Experience::Off);
    assert_eq!(changed.search.separation, 0.0);
    for (name, model) in value_model::shipped() {
        let named = given(&format!("jiritsu:preset=strongest,experience={name}"));
        assert_eq!(named.experience, value_model::Experience::Own(model));
    }
    assert_eq!(given("jiritsu:sharp=off"), Settings::default());
    let mut by_hand = Settings::default();
    by_hand.set_strongest();
    assert_eq!(strongest, by_hand);
    assert_eq!(given("jiritsu:sharp=on"), by_hand);
    assert_eq!(given("jiritsu:preset=paper"), Settings::default());
}

/// Returns the strongest player with coarse tables, the model changed.
fn strongest_on(name: &str, changes: &str, change: impl Fn(&mut ValueModel)) -> (Curling, Jiritsu) {
    let conditions = Conditions::named(name).unwrap();
    let conditions = conditions.changed(&changes.parse().unwrap()).unwrap();
    let mut settings = Settings::coarse();
    settings.set_strongest();
    settings.search.last_stone_resolution = 1;
    settings.search.last_stone_throws = 0;
    let mut model = (*value_model::shipped_for(&conditions)).clone();
    change(&mut model);
    settings.experience = value_model::Experience::Own(Arc::new(model));
    let curling = Curling::new(conditions).unwrap();
    let player = Jiritsu::new(&curling, &settings).unwrap();
    (curling, player)
}

#[test]
fn values_learned_for_other_conditions_are_told_with_the_command_that_learns() {
    let notes = |name: &str, changes: &str| {
        let (_, player) = strongest_on(name, changes, |_| {});
        let of_model = |note: &Words| note.en.contains("value model");
        player.notes().into_iter().find(of_model)
    };
    assert_eq!(notes("paper", ""), None);
    assert_eq!(notes("dc4", "ends = 4"), None);
    let note = notes("dc4", "friction_scale = 1.2").unwrap();
    let command = "sakiyomi curling learn --set platform=dc4 --set friction_scale=1.2 --out FILE";
    assert!(note.en.contains("friction is 1.20 times"), "{}", note.en);
    assert!(note.en.contains(command) && note.ja.contains(command));
    // The paper's player says what its table is for.
    let quick = Settings::coarse();
    for (name, told) in [("paper", 0), ("dc4", 1)] {
        let player = Jiritsu::new(&curling(name), &quick).unwrap();
        assert_eq!(player.notes().len(), told, "{name}");
    }
    // A file of the first version does not tell what it was learned for.
    let (_, player) = strongest_on("dc4", "", |model| model.learned_for = None);
    assert!(player.notes()[0].en.contains("that its file does not tell"));
}

#[test]
fn corrections_apply_one_shot_deep_where_the_model_holds_and_keep_the_order() {
    let correct = |model: &mut ValueModel| {
        for slot in 0..SLOTS {
            model
                .corrections
                .set(slot, Correction::new(-0.5, 0.8).unwrap());
        }
    };
    let curling = curling("dc4");
    let mut settings = Settings::coarse();
    settings.set_strongest();
    // Those of the preset, which the corrections are for.
    settings.lattice = Settings::default().lattice;
    settings.search.last_stone_throws = 4000;
    let mut model = (*value_model::shipped_for(curling.conditions())).clone();
    let player = |model: &ValueModel, settings: &Settings| {
        let experience = value_model::Experience::Own(Arc::new(model.clone()));
        let settings = Settings {
            experience,
            ..settings.clone()
        };
        Jiritsu::new(&curling, &settings).unwrap()
    };
    model.corrections = crate::players::calibration::Corrections::default();
    let raw = player(&model, &settings);
    correct(&mut model);
    let corrected = player(&model, &settings);
    let game = game(
        &curling,
        9,
        &[(6, 0.2, -2.2), (8, 0.0, -0.3), (7, 0.4, 0.5)],
    );
    let one_deep = control().limit(Limit::depth(1));
    let [before, after] = [&raw, &corrected].map(|player| player.analyse(&game, &one_deep));
    let shots = |found: &Analysis<Shot>| -> Vec<Shot> {
        found.candidates.iter().map(|one| one.action).collect()
    };
    assert_eq!(shots(&before), shots(&after));
    let correction = Correction::new(-0.5, 0.8).unwrap();
    // Slot 9 is the hammer's.
    let expected = correction.of(before.value().unwrap());
    assert!((after.value().unwrap() - expected).abs() < 1e-12);
    assert!(!raw.adds_position(&game) && !corrected.corrects(9, 2));
    // Other conditions, another lattice or another goal: the values stay as they are.
    let mut points = settings.clone();
    points.search.goal = Goal::Points;
    assert!(!player(&model, &points).corrects(9, 1));
    let mut thin = settings.clone();
    thin.lattice.thinning = Some(crate::players::lattice::Thinning::default());
    assert!(!player(&model, &thin).corrects(9, 1));
    model.learned_for = Conditions::named("dc2");
    assert!(!player(&model, &settings).corrects(9, 1));
}

#[test]
fn defaults_are_described_as_they_are_and_every_described_setting_is_read() {
    for text in Jiritsu::description().variants() {
        let spec: arena::PlayerSpec = text.parse().unwrap();
        let mut settings = super::super::roster().settings(&spec).unwrap();
        Settings::given(&mut settings).expect(&text);
        settings.value::<Level>("level").expect(&text);
        let ice = settings.value(IceAwareness::KEY);
        assert_eq!(ice, Ok(IceAwareness::Real), "{text}");
        settings.finish();
    }
    for setting in Jiritsu::description().settings {
        let Some(usual) = &setting.default else {
            continue;
        };
        let spec = format!("jiritsu:{}={usual}", setting.key).parse().unwrap();
        let mut given = super::super::roster().settings(&spec).unwrap();
        let read = Settings::given(&mut given).unwrap();
        assert_eq!(read, Settings::default(), "{spec}");
    }
}

#[test]
fn a_depth_of_nought_is_refused_and_never_searched() {
    let mut settings = Settings::coarse();
    settings.search.depth = 0;
    let refused = Jiritsu::new(&curling("paper"), &settings).unwrap_err();
    assert_eq!(refused, SettingsError::NoDepth);
    settings.search.depth = 1;
    let player = Jiritsu::new(&curling("paper"), &settings).unwrap();
    let control = Control::new(Seed(1)).limit(Limit::depth(0));
    let found = player.analyse(&game(&curling("paper"), 15, &[]), &control);
    assert!(found.action().is_some());
}

#[test]
fn older_names_of_settings_mean_the_same() {
    let given = |text: &str| {
        let spec: arena::PlayerSpec = text.parse().unwrap();
        Settings::given(&mut super::super::roster().settings(&spec).unwrap()).unwrap()
    };
    assert_eq!(
        given("jiritsu:heavy=on,finer=2,apart=0.3,keep=5/2,root=9,widen=4"),
        given(
            "jiritsu:heavy-hits=on,last-stone-resolution=2,separation=0.3,reply-width=5/2,root-width=9,widening=4"
        ),
    );
}

#[test]
fn settings_are_written_with_former_names_and_read_with_current_ones_too() {
    // These names are part of the identity of experiments and logs.
    let written = serde_json::to_string(&Search::default()).unwrap();
    let former = r#"{"depth":2,"uncertainty":true,"goal":"win","keep":[3],"keep_at_root":12,"apart":0.0,"widen":8,"refine":0,"finer":1,"heavy":false}"#;
    assert_eq!(written, former);
    let read = |text: &str| toml::from_str::<Search>(text).unwrap();
    assert_eq!(
        read("keep = [5, 2]\nkeep_at_root = 9\napart = 0.3\nwiden = 4\nfiner = 2\nheavy = true"),
        read(
            "reply_width = [5, 2]\nroot_width = 9\nseparation = 0.3\nwidening = 4\nlast_stone_resolution = 2\nheavy_hits = true"
        ),
    );
}

#[test]
fn neighbours_of_one_turn_are_alike_and_others_are_not() {
    let jiritsu = strongest(1).unwrap();
    let game = game(&curling("paper"), 9, &[]);
    let end = jiritsu.end(&game, 9, jiritsu.utility(&game));
    let lattice = jiritsu.tables().lattice();
    let spacing = lattice.settings().spacing;
    let at = |x: f64, turn| lattice.nearest(Vector::new(x, 0.0), turn, Kind::Draw);
    let [one, other] = Turn::BOTH;
    let separation = jiritsu.search.separation;
    assert_eq!(
        end.alike(at(0.0, one), at(spacing, one)),
        spacing < separation
    );
    assert!(end.alike(at(0.0, one), at(0.0, one)));
    assert!(!end.alike(at(0.0, one), at(0.0, other)));
    assert!(!end.alike(at(0.0, one), at(3.0 * spacing, one)));
}
