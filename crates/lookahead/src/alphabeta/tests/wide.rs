//! Tests of wide games: values before playing, order hints in bulk, and beam pruning.

use super::super::Width;
use super::*;
use std::cell::Cell;

/// Behaviour of a [`Knowing`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Never,
    /// For every other action.
    Sometimes,
    Always,
}

/// A random tree with knowledge of the children of a node, which counts its calls.
#[derive(Clone, Debug)]
struct Knowing {
    tree: Bushy,
    /// Whether it knows values without playing.
    values: Answer,
    /// Whether it gives the child's value as order hint: singly, or in bulk.
    single: bool,
    bulk: bool,
    /// Number of surplus or missing order hints.
    excess: isize,
    from: u8,
    played: Cell<u64>,
    calls: Cell<u64>,
}

impl Knowing {
    fn new(tree: Bushy) -> Self {
        Knowing {
            tree,
            values: Answer::Never,
            single: false,
            bulk: false,
            excess: 0,
            from: 1,
            played: Cell::new(0),
            calls: Cell::new(0),
        }
    }

    fn hint(&self, position: &BushyPosition, action: u64) -> i32 {
        let sign = self.tree.turn(position).sign() as i32;
        sign * self.tree.value(&self.tree.after(position, action))
    }
}

impl Game for Knowing {
    type Position = BushyPosition;
    type Action = u64;

    fn turn(&self, position: &BushyPosition) -> Side {
        self.tree.turn(position)
    }

    fn actions(&self, position: &BushyPosition, into: &mut Vec<u64>) {
        self.tree.actions(position, into);
    }

    fn play(&self, position: &mut BushyPosition, action: u64) {
        self.played.set(self.played.get() + 1);
        self.tree.play(position, action);
    }
}

impl Evaluate for Knowing {
    fn value(&self, position: &BushyPosition) -> i32 {
        self.tree.value(position)
    }

    fn value_after(&self, position: &BushyPosition, action: u64) -> Option<i32> {
        let known = match self.values {
            Answer::Never => false,
            Answer::Sometimes => action % 2 == 1,
            Answer::Always => true,
        };
        known.then(|| self.tree.value(&self.tree.after(position, action)))
    }

    fn key(&self, position: &BushyPosition) -> u64 {
        self.tree.key(position)
    }

    fn order_hint(&self, position: &BushyPosition, action: u64) -> i32 {
        if self.single {
            self.hint(position, action)
        } else {
            0
        }
    }

    fn order_hints(&self, position: &BushyPosition, actions: &[u64], into: &mut Vec<i32>) {
        self.calls.set(self.calls.get() + 1);
        if self.bulk {
            into.extend(actions.iter().map(|&a| self.hint(position, a)));
        } else {
            into.extend(actions.iter().map(|&a| self.order_hint(position, a)));
        }
        let given = into.len().saturating_add_signed(self.excess);
        into.resize(given, i32::MAX);
    }

    fn order_hints_from(&self) -> u8 {
        self.from
    }
}

/// Returns a search with empty tables and a fixed clock.
fn afresh<G>(game: &G, settings: Settings, control: &Control<'_>) -> Analysis<u64>
where
    G: Evaluate<Position = BushyPosition, Action = u64>,
{
    let mut analysis = AlphaBeta::new(settings).search(game, &START, control);
    analysis.effort.seconds = 0.0;
    analysis
}

/// Up to 40 actions at every node.
fn broad(seed: u64) -> Bushy {
    Bushy {
        seed: Seed(seed),
        branching: 40,
        depth: 9,
        width: u64::MAX,
        spread: 1000,
    }
}

fn width() -> impl Strategy<Value = Width> {
    (0..4u32, 0..4u32, 0..4u8).prop_map(|(root, inner, least_depth)| Width {
        root,
        inner,
        least_depth,
    })
}

/// Returns the actions by order hint, best first; equals in the game's order.
fn by_order_hint(game: &Knowing, position: &BushyPosition) -> Vec<u64> {
    let mut actions = Vec::new();
    game.actions(position, &mut actions);
    let hint = |&a: &u64| {
        if game.bulk {
            -game.hint(position, a)
        } else {
            0
        }
    };
    actions.sort_by_key(hint);
    actions
}

/// Minimax over the tree that `width` leaves.
fn narrow_reference(game: &Knowing, position: &BushyPosition, depth: u8, width: Width) -> f64 {
    let mut actions = by_order_hint(game, position);
    if actions.is_empty() || depth == 0 {
        return f64::from(game.value(position));
    }
    if depth >= width.least_depth && width.inner > 0 {
        actions.truncate(width.inner as usize);
    }
    let below = |&a: &u64| narrow_reference(game, &game.after(position, a), depth - 1, width);
    let values = actions.iter().map(below);
    match game.turn(position) {
        Side::Max => values.fold(f64::NEG_INFINITY, f64::max),
        Side::Min => values.fold(f64::INFINITY, f64::min),
    }
}

/// Returns the reference value after an action of the root.
fn narrow_reference_after(game: &Knowing, action: u64, depth: u8, width: Width) -> f64 {
    narrow_reference(game, &game.after(&START, action), depth - 1, width)
}

/// Checks a completed iteration to `depth` from which `width` excluded some actions:
/// how many actions were searched, and their reported values.
fn check_narrow(game: &Knowing, depth: u8, width: Width, analysis: &Analysis<u64>) {
    let sign = game.turn(&START).sign();
    let mut listed: Vec<u64> = analysis.candidates.iter().map(|c| c.action).collect();
    listed.sort_unstable();
    let mut all = Vec::new();
    game.actions(&START, &mut all);
    assert_eq!(listed, all, "every action once");
    let most = match width.root {
        0 => all.len(),
        _ if depth < width.least_depth => all.len(),
        root => all.len().min(root as usize),
    };
    let (searched, left_out) = analysis.candidates.split_at(most);
    assert!(left_out.iter().all(|c| c.bound == Bound::Estimate));
    let truths: Vec<f64> = searched
        .iter()
        .map(|c| narrow_reference_after(game, c.action, depth, width))
        .collect();
    for (candidate, &truth) in searched.iter().zip(&truths) {
        match candidate.bound {
            Bound::Exact => assert_eq!(candidate.value, truth),
            Bound::AtMost => assert!(sign > 0.0 && truth <= candidate.value),
            Bound::AtLeast => assert!(sign < 0.0 && truth >= candidate.value),
            Bound::Estimate => panic!("an estimate of what was searched"),
        }
    }
    let best = truths.iter().map(|t| sign * t).fold(f64::MIN, f64::max);
    assert_eq!(searched[0].bound, Bound::Exact);
    assert_eq!(sign * searched[0].value, best);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn values_known_beforehand_change_nothing_but_the_work(
        tree in bushy(), settings in settings(), nodes in prop::option::of(0..300u64), depth in 1..=5u32,
    ) {
        let control = Control::new(Seed(1)).limit(Limit { depth: Some(depth), nodes, time: None });
        let ignorant = Knowing::new(tree);
        let plain = afresh(&ignorant, settings, &control);
        for values in [Answer::Sometimes, Answer::Always] {
            let knowing = Knowing { values, ..Knowing::new(tree) };
            prop_assert_eq!(&afresh(&knowing, settings, &control), &plain);
            prop_assert!(knowing.played.get() <= ignorant.played.get());
        }
    }

    #[test]
    fn ties_are_the_same_with_values_known_beforehand(tree in bushy(), depth in 1..=4u8) {
        let found = |values| {
            let game = Knowing { values, ..Knowing::new(tree) };
            let (mut options, mut found) = (Vec::new(), Vec::new());
            game.actions(&START, &mut options);
            let control = Control::new(Seed(0));
            let meter = control.start();
            AlphaBeta::default().ties(&game, &START, &options, depth, &meter, &mut found);
            (found, meter.nodes())
        };
        prop_assert_eq!(found(Answer::Always), found(Answer::Never));
    }

    #[test]
    fn promises_in_bulk_order_as_single_ones_do(tree in bushy(), settings in settings()) {
        let single = Knowing { single: true, ..Knowing::new(tree) };
        let bulk = Knowing { bulk: true, ..Knowing::new(tree) };
        let control = to_depth(4);
        prop_assert_eq!(afresh(&bulk, settings, &control), afresh(&single, settings, &control));
    }

    #[test]
    fn promises_missing_or_withheld_change_the_order_but_not_the_value(
        tree in bushy(), settings in settings(), excess in -3..3isize, from in 0..5u8,
    ) {
        let game = Knowing { bulk: true, excess, from, ..Knowing::new(tree) };
        let analysis = afresh(&game, settings, &to_depth(4));
        check(&tree, &START, analysis.effort.depth, settings.lines, &analysis);
    }

    #[test]
    fn a_narrow_search_is_minimax_over_the_narrowed_tree(
        tree in bushy(), settings in settings(), width in width(), bulk: bool, depth in 1..=5u8,
    ) {
        let settings = Settings { width: Some(width), ..settings };
        // No position ends within the horizon: the proven value of one that does may be used in the
        // place of its pruned tree.
        let tree = Bushy { depth: 9, ..tree };
        let game = Knowing { bulk, from: 9, values: Answer::Sometimes, ..Knowing::new(tree) };
        let mut searcher = AlphaBeta::new(settings);
        for _ in 0..2 {
            // The second time the table is full of what the first one left there.
            let analysis = searcher.search(&game, &START, &to_depth(depth.into()));
            let depth = analysis.effort.depth as u8;
            check_narrow(&game, depth, width, &analysis);
        }
    }

    #[test]
    fn a_narrow_root_takes_the_actions_of_largest_promise_first(
        tree in bushy(), settings in settings(), root in 1..4u32, depth in 1..=4u8,
    ) {
        let width = Width { root, inner: 2, least_depth: 1 };
        let settings = Settings { width: Some(width), from_depth: depth, ..settings };
        let game = Knowing { bulk: true, ..Knowing::new(tree) };
        let analysis = afresh(&game, settings, &to_depth(depth.into()));
        let searched = analysis.candidates.iter().filter(|c| c.bound != Bound::Estimate);
        let mut searched: Vec<i32> = searched.map(|c| game.hint(&START, c.action)).collect();
        searched.sort_by_key(|&hint| -hint);
        let mut hopes: Vec<i32> =
            by_order_hint(&game, &START).iter().map(|&a| game.hint(&START, a)).collect();
        hopes.truncate(root as usize);
        prop_assert_eq!(searched, hopes);
    }

    #[test]
    fn a_width_that_nothing_exceeds_changes_nothing(
        tree in bushy(), settings in settings(), least_depth: u8, depth in 1..=6u32,
    ) {
        // With a width the root is ordered by hint even where it would be shuffled.
        let settings = Settings { vary: false, ..settings };
        let game = Knowing { bulk: true, ..Knowing::new(tree) };
        let control = to_depth(depth);
        let plain = afresh(&game, settings, &control);
        for most in [0, 6, u32::MAX] {
            let width = Width { root: most, inner: most, least_depth };
            let wide = Settings { width: Some(width), ..settings };
            prop_assert_eq!(&afresh(&game, wide, &control), &plain);
        }
    }

    #[test]
    fn a_narrow_search_that_ends_by_itself_has_the_value_of_the_whole_game(
        tree in bushy(), settings in settings(), width in width(),
    ) {
        let settings = Settings { width: Some(width), ..settings };
        let game = Knowing { bulk: true, ..Knowing::new(tree) };
        let analysis = afresh(&game, settings, &to_depth(8));
        if analysis.effort.stopped == Stop::Done {
            prop_assert_eq!(analysis.value(), Some(reference(&tree, &START, 99)));
            prop_assert!(analysis.candidates.iter().all(|c| c.bound != Bound::Estimate));
        }
    }

    #[test]
    fn another_width_forgets_what_the_table_learned_from_the_last(
        tree in bushy(), settings in settings(), width in width(), depth in 1..=4u32,
    ) {
        let game = Knowing { bulk: true, ..Knowing::new(tree) };
        let mut searcher = AlphaBeta::new(Settings { width: Some(width), ..settings });
        searcher.search(&game, &START, &to_depth(depth));
        searcher.settings.width = None;
        let analysis = searcher.search(&game, &START, &to_depth(depth));
        check(&tree, &START, analysis.effort.depth, settings.lines, &analysis);
    }

    #[test]
    fn an_interrupted_narrow_search_lists_every_action(
        tree in bushy(), settings in settings(), width in width(), nodes in 0..150u64,
    ) {
        let settings = Settings { width: Some(width), ..settings };
        let control = Control::new(Seed(5)).limit(Limit { nodes: Some(nodes), ..Limit::depth(9) });
        let analysis = afresh(&tree, settings, &control);
        let mut listed: Vec<u64> = analysis.candidates.iter().map(|c| c.action).collect();
        listed.sort_unstable();
        let mut all = Vec::new();
        tree.actions(&START, &mut all);
        prop_assert_eq!(listed, all);
        let visits: u64 = analysis.candidates.iter().map(|c| c.visits).sum();
        prop_assert_eq!(visits, analysis.effort.nodes);
    }
}

#[test]
fn nothing_is_played_at_the_horizon_where_values_are_known() {
    let game = Knowing {
        values: Answer::Always,
        ..Knowing::new(broad(1))
    };
    let analysis = afresh(&game, Settings::default(), &to_depth(1));
    assert!(analysis.effort.nodes > 0);
    assert_eq!(game.played.get(), 0);
    // To depth 2, only the actions of the root are played.
    let settings = Settings {
        entries: 0,
        from_depth: 2,
        ..Settings::default()
    };
    let analysis = afresh(&game, settings, &to_depth(2));
    assert_eq!(game.played.get(), analysis.candidates.len() as u64);
    assert!(analysis.effort.nodes > 2 * game.played.get());
}

#[test]
fn promises_are_asked_once_a_node_and_not_below_the_depth_wanted() {
    let calls = |from| {
        let settings = Settings {
            entries: 0,
            from_depth: 3,
            ..Settings::default()
        };
        let game = Knowing {
            bulk: true,
            from,
            ..Knowing::new(broad(2))
        };
        let analysis = afresh(&game, settings, &to_depth(3));
        assert_eq!(analysis.value(), Some(reference(&broad(2), &START, 3)));
        (game.calls.get(), analysis.candidates.len() as u64)
    };
    let ((all, _), (above, actions), (root, _)) = (calls(1), calls(2), calls(3));
    assert_eq!(root, 1);
    assert!(above > 1 && above <= 1 + actions, "{above} of {actions}");
    assert!(all > above, "{all} and {above}");
}

#[test]
fn a_narrow_search_gets_deeper_for_the_same_nodes() {
    let game = Knowing {
        bulk: true,
        from: 2,
        ..Knowing::new(broad(3))
    };
    let depth = |width| {
        let settings = Settings {
            width,
            ..Settings::default()
        };
        let control = Control::new(Seed(0)).limit(Limit::nodes(20_000));
        afresh(&game, settings, &control).effort.depth
    };
    let width = Width {
        root: 8,
        inner: 4,
        least_depth: 2,
    };
    let (narrow, full) = (depth(Some(width)), depth(None));
    assert!(narrow >= full + 2, "{narrow} and {full}");
}

#[test]
fn a_width_is_read_from_partial_text_and_leaves_nothing_out_by_default() {
    let settings: Settings = serde_json::from_str(r#"{"width":{"inner":20}}"#).unwrap();
    let width = Width {
        inner: 20,
        ..Width::default()
    };
    assert_eq!(settings.width, Some(width));
    assert_eq!(
        serde_json::from_str::<Settings>("{}").unwrap().width,
        None,
        "off by default"
    );
    assert!(serde_json::from_str::<Settings>(r#"{"width":{"outer":20}}"#).is_err());
    for depth in [0, 1, 2, 255] {
        assert_eq!(
            Width::default().at(depth, Width::default().root),
            usize::MAX
        );
    }
}
