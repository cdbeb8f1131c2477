//! `curling analyse`: the best shots of a position, with their reasons.

mod map;
mod position;
mod text;

use super::conditions_args::{self, ConditionsArgs};
use crate::cli::Common;
use crate::client::{games, refused, task_with};
use crate::exit::{INTERRUPTED, usage};
use crate::{interrupt, show};
use ::curling::notation::Position;
use ::curling::players::advice::Advice;
use arena::PlayableGame as _;
use arena::PlayerSpec;
use arena::clock::Span;
use clap::Args;
use map::Term;
use operations::TaskHandle;
use operations::curling::{self, CurlingAsked, CurlingPlayer, CurlingToMeasure, Engines};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Show the best shots in a position, with their chance of success, the cost of a miss and the
/// reply of the other team
#[derive(Args, Debug)]
#[command(after_help = [FORMS, conditions_args::KEYS, VALUES, EXAMPLES].join("\n\n"))]
pub(super) struct Analyse {
    /// The file with the position [default: -, standard input]
    position: Option<PathBuf>,
    /// The player with its settings (`sakiyomi games curling` lists them); repeatable
    #[arg(long = "player", value_name = "PLAYER", default_value = ::curling::lineup::STRONGEST)]
    players: Vec<PlayerSpec>,
    /// Search depth in shots [default: the player's setting]
    #[arg(long, value_name = "SHOTS", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Time limit, such as 500ms or 5s [default: the player's setting]
    #[arg(long, value_name = "TIME")]
    time: Option<Span>,
    #[command(flatten)]
    conditions: ConditionsArgs,
    /// Show every better answer during the search, one line each
    #[arg(long)]
    watch: bool,
    /// Number of shots to show
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = shots)]
    top: usize,
    /// Draw the value of every target and the paths of the best shots into this file: .svg or .png
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// Draw a term of jiritsu's evaluation into the map instead, for a stone of the team to throw
    /// at each place
    #[arg(
        long,
        value_enum,
        value_name = "TERM",
        requires = "map",
        ignore_case = true
    )]
    terms: Option<Term>,
}

const FORMS: &str = "\
The position is one of
  a position saved by the workbench: `conditions` and `game`, in JSON or TOML; --conditions and \
--set change its conditions, and --json prints it again as `position`
  a JSON object as for `curling simulate`: `stones` and `shot_num` (and `next_team` in the form \
of Digital Curling 3, which is played by the rules of dc3 unless --set platform says \
otherwise); optional are `end` (from 0), `scores` (points of the ends so far, positive for \
team0) or `difference` (the lead of team0), and `lead` (\"team0\" or \"team1\", the team that \
throws first in the end)
  a whole match as players of the arena see it, alone or as `game`";

const VALUES: &str = "\
All values are for the throwing team. Neighbouring targets with the same shot are listed once. A \
shot is made if it moves and removes the same stones as when thrown exactly, and the thrown stone \
stops within 0.5 m of its place. Stones are numbered by shot, from 1, as in pictures. Places are \
in metres right of the tee and behind it.";

const EXAMPLES: &str = "\
Examples, first the last stone of a level match with nothing in the house:
  none=[null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null]
  echo '{\"stones\":'$none',\"shot_num\":15,\"end\":9}' > last.json
  sakiyomi curling analyse last.json --player jiritsu:depth=1
  sakiyomi curling analyse position.json --player jiritsu:depth=2 --time 5s --map values.svg
  sakiyomi curling analyse position.json --player jiritsu --player krucb:time=3s \\
    --set platform=gat --set ends=8
  sakiyomi curling analyse position.json --map protected.svg --terms t
  sakiyomi curling analyse position.json --watch --time 10s
  sakiyomi curling analyse - --json < position.json";

fn shots(text: &str) -> Result<usize, String> {
    let number = text
        .parse()
        .ok()
        .filter(|number| (1..=100).contains(number));
    number.ok_or_else(|| "write a number from 1 to 100".to_owned())
}

pub(super) fn run(asked: &Analyse, common: &Common) -> anyhow::Result<ExitCode> {
    let (curling, game) = position::read(asked.position.as_deref(), &asked.conditions)?;
    let (games, position) = (games(), Position::of(curling.conditions(), &game));
    // What is wrong with a player is said before anything is printed.
    for player in &asked.players {
        games.curling.check(player).map_err(usage)?;
    }
    let engines = Engines::new(&games);
    if !common.json() {
        show::print(&text::position(&curling, &game))?;
    }
    let mut answers = Vec::new();
    for (number, player) in (1..).zip(&asked.players) {
        let question = asked.question(player, &position, common);
        let watch = asked.watch(common);
        let advice = curling::advise(&question, &engines, &watch).map_err(refused)?;
        drop(watch);
        if common.json() {
            show::print_json(
                &json!({ "player": player, "position": position, "game": game, "advice": advice }),
            )?;
        } else {
            show::print(&text::advice(player, &advice))?;
        }
        if let Some(file) = &asked.map {
            let scene = map::Scene {
                curling: &curling,
                game: &game,
                player,
                advice: &advice,
            };
            let panels = match asked.terms {
                None => scene.values(),
                Some(term) => {
                    let analyst = games.curling.under(curling.clone()).analyst(player);
                    scene.term(&*analyst.map_err(usage)?, term)?
                }
            };
            map::write(&panels, &numbered(file, number))?;
        }
        if interrupt::cancel().is_cancelled() {
            return Ok(INTERRUPTED.into());
        }
        answers.push((player, advice));
    }
    if answers.len() > 1 {
        compare(&answers, &position, &engines, common)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints the shots of several players by one measure.
fn compare(
    answers: &[(&PlayerSpec, Advice)],
    at: &Position,
    engines: &Engines,
    common: &Common,
) -> anyhow::Result<()> {
    let shots = answers.iter().flat_map(|(_, advice)| &advice.shots);
    let question = CurlingToMeasure {
        conditions: at.conditions.clone(),
        game: at.game.clone(),
        shots: shots.map(|shot| shot.shot).take(100).collect(),
        throws: 1000,
        seed: common.seed().0,
    };
    let measured = curling::measure(&question, engines, &task_with(common.quiet(), |_| {}));
    let measured = measured.map_err(refused)?;
    if common.json() {
        show::print_json(&json!({ "measured": measured }))
    } else {
        show::print(&text::measured(answers, &measured))
    }
}

impl Analyse {
    fn question(&self, player: &PlayerSpec, at: &Position, common: &Common) -> CurlingAsked {
        CurlingAsked {
            conditions: at.conditions.clone(),
            game: at.game.clone(),
            player: CurlingPlayer::Text(player.to_string()),
            seconds: self.time.map(|Span(time)| time.as_secs_f64()),
            depth: self.depth,
            top: self.top,
            seed: common.seed().0,
        }
    }

    /// Returns a task handle that prints every better answer with `--watch`.
    fn watch(&self, common: &Common) -> TaskHandle {
        let (shows, json) = (self.watch, common.json());
        task_with(common.quiet() || shows, move |partial| {
            // A reader that went away ends the program; nothing else can fail here.
            let _ = match (shows, json) {
                (false, _) => Ok(()),
                (true, true) => show::print_json(partial),
                (true, false) => show::print(&text::so_far(partial)),
            };
        })
    }
}

/// Returns the path of a player's file; all but the first have a number.
fn numbered(file: &Path, number: usize) -> PathBuf {
    if number == 1 {
        return file.to_owned();
    }
    let [stem, ending] = [file.file_stem(), file.extension()].map(Option::unwrap_or_default);
    let (stem, ending) = (stem.display(), ending.display());
    file.with_file_name(format!("{stem}-{number}.{ending}"))
}
