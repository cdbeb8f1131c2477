//! `curling draw`: a position or a shot as a picture.

use super::conditions_args::{self, ConditionsArgs};
use super::ice::ModeName;
use crate::cli::Common;
use crate::exit::usage;
use crate::show;
use anyhow::Context;
use clap::{Args, ValueEnum};
use curling::Stones;
use curling::conditions::Conditions;
use curling::physics::Throw;
use curling::picture::{Picture, Style, View};
use operations::curling::json_lines::{LineIce, PlatformForm, RequestedThrow, StoneOrder};
use operations::curling::shot_picture::ShotPicture;
use operations::json_lines::Object;
use serde_json::value::RawValue;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Draw a position or a shot as SVG or PNG
#[derive(Args, Debug)]
#[command(after_help = [FORMS, EXAMPLES].join("\n\n"))]
pub(super) struct Draw {
    /// The file with the object [default: standard input]
    file: Option<PathBuf>,
    /// Number of the object in the file, from 1
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    line: u32,
    /// The file for the picture [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Format of the picture [default: by the file's extension, else svg]
    #[arg(long, value_enum)]
    format: Option<Format>,
    #[command(flatten)]
    look: Look,
    /// Simulate the shot of the object and draw the paths of the stones
    #[arg(long)]
    shot: bool,
    /// Kind of simulation
    #[arg(long, value_enum, default_value_t = ModeName::Exact)]
    mode: ModeName,
    #[command(flatten)]
    conditions: ConditionsArgs,
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Look")]
struct Look {
    /// Part of the sheet
    #[arg(long, value_enum, default_value_t = ViewName::Play)]
    view: ViewName,
    /// Colours for the screen or greys for print
    #[arg(long, value_enum, default_value_t = StyleName::Screen)]
    style: StyleName,
    /// Caption below the picture
    #[arg(long, value_name = "WORDS", default_value = "")]
    title: String,
    /// Names of the two teams for a legend, that of the even stones (fcv1: team0) first
    #[arg(long, value_name = "A,B", value_parser = two_names)]
    teams: Option<[String; 2]>,
    /// Shade the free guard zone
    #[arg(long)]
    zone: bool,
    /// Add a scale bar
    #[arg(long)]
    scale_bar: bool,
    /// Width in pixels
    #[arg(long, default_value_t = 600, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=16_384))]
    width: u32,
}

fn two_names(text: &str) -> Result<[String; 2], String> {
    let (first, second) = text
        .split_once(',')
        .ok_or("write two names with a comma between them")?;
    Ok([first.trim().to_owned(), second.trim().to_owned()])
}

const FORMS: &str = "\
The object is an input line of `curling simulate`, an output line of it, or just `stones`. For an \
output line the stones of `result` are drawn, with outlines of their places before the shot. With \
--shot the shot is thrown, on the ice of the object's form or of --model, and the paths of all \
stones are drawn too. Ice that changes and sweeping are as for `curling simulate`.";

const EXAMPLES: &str = "\
Examples:
  sakiyomi curling draw position.json --view house > position.svg
  sakiyomi curling draw shots.jsonl --line 3 --shot --style print --out figure.svg
  sakiyomi curling draw shots.jsonl --shot --title 'Double take-out' --width 1600 --out figure.png";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Svg,
    Png,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ViewName {
    /// The house
    House,
    /// From the hog line to the back line
    Play,
    /// From the hack to the back line
    Sheet,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum StyleName {
    Screen,
    Print,
}

pub(super) fn run(asked: &Draw, _: &Common) -> anyhow::Result<ExitCode> {
    let format = format(asked)?;
    let text = read(asked.file.as_deref())?;
    let line = pick(&text, asked.line)?;
    let object = Object::read(line).map_err(anyhow::Error::msg)?;
    let form = PlatformForm::of(&object).map_err(anyhow::Error::msg)?;
    let plan = asked
        .conditions
        .on_any_ice(ConditionsArgs::default_platform(form))?;
    conditions_args::warn(&plan);
    let conditions = plan.conditions.clone();
    if ConditionsArgs::form(&plan) != form {
        let why = "the object is not in the form of this ice: legacy and dc2 write stones as [x,y], fcv1 as {\"x\":…,\"y\":…}";
        return Err(usage(why));
    }
    let drawn = if asked.shot {
        let thrown = form.throw(&object).map_err(anyhow::Error::msg)?;
        thrown_shot(asked, &conditions, &object, &thrown)?
    } else {
        position(form, &object).map_err(anyhow::Error::msg)?
    };
    let sheet = conditions.ice.sheet;
    let picture = asked.look.apply(drawn.draw(Picture::new(sheet)));
    write(&picture, format, asked.out.as_deref())?;
    Ok(ExitCode::SUCCESS)
}

fn thrown_shot(
    asked: &Draw,
    under: &Conditions,
    object: &Object<'_>,
    thrown: &RequestedThrow,
) -> anyhow::Result<ShotPicture> {
    let ice = LineIce::new(under).map_err(usage)?;
    let physics = ice.of(object, thrown.slot).map_err(anyhow::Error::msg)?;
    let mode = asked.mode.into();
    let throw = Throw {
        stones: thrown.stones,
        slot: thrown.slot,
        shot: thrown.shot,
    };
    let drawn = ShotPicture::throw(&physics, mode, &under.rules, &throw, thrown.order);
    Ok(drawn?)
}

/// Returns the picture of an object without simulating a shot.
fn position(form: PlatformForm, object: &Object<'_>) -> Result<ShotPicture, String> {
    let listed = form.stones(object)?;
    let knows_turn = object.get("shot_num")?.is_some()
        && (form == PlatformForm::Legacy || object.get("next_team")?.is_some());
    let (order, slot) = match form {
        _ if knows_turn => {
            let (_, order, slot) = form.position(object)?;
            (order, Some(slot))
        }
        PlatformForm::Legacy => (StoneOrder::ByShot, None),
        PlatformForm::Hack => (StoneOrder::ByTeam { first: 0 }, None),
    };
    let before: Stones = order.by_slot(&listed);
    if object.get("result")?.is_none() {
        return Ok(ShotPicture::position(&before, order));
    }
    let after = order.by_slot(&form.listed("result", object)?);
    Ok(ShotPicture::result(&before, &after, slot, order))
}

impl Look {
    fn apply(&self, mut picture: Picture) -> Picture {
        picture.view = match self.view {
            ViewName::House => View::House,
            ViewName::Play => View::PlayArea,
            ViewName::Sheet => View::WholeSheet,
        };
        picture.style = match self.style {
            StyleName::Screen => Style::Screen,
            StyleName::Print => Style::Print,
        };
        picture.caption.clone_from(&self.title);
        picture.teams.clone_from(&self.teams);
        picture.guard_zone = self.zone;
        picture.scale_bar = self.scale_bar;
        picture.width(self.width)
    }
}

/// Returns the format of the picture: the option, or that of the file's extension.
fn format(asked: &Draw) -> anyhow::Result<Format> {
    let ending = asked.out.as_deref().and_then(Path::extension);
    let ending = ending.map(|ending| ending.to_string_lossy().to_lowercase());
    let format = match (asked.format, ending.as_deref()) {
        (Some(format), _) => format,
        (None, Some("png")) => Format::Png,
        (None, Some("svg") | None) => Format::Svg,
        (None, Some(other)) => {
            return Err(usage(format!(
                "a picture does not end in .{other}: use .svg or .png, or say --format"
            )));
        }
    };
    if format == Format::Png && asked.out.is_none() && std::io::stdout().is_terminal() {
        return Err(usage("a PNG is not for a terminal: name a file with --out"));
    }
    Ok(format)
}

/// Reads a file, or standard input.
pub(super) fn read(file: Option<&Path>) -> anyhow::Result<String> {
    match file {
        Some(file) => crate::input::file(file),
        None => crate::input::standard(),
    }
}

/// Returns the object of a number; objects may contain line breaks.
pub(super) fn pick(text: &str, number: u32) -> anyhow::Result<&str> {
    let mut objects = serde_json::Deserializer::from_str(text).into_iter::<&RawValue>();
    let object = objects.nth(number as usize - 1);
    let object = object.ok_or_else(|| usage(format!("there is no object {number}")))?;
    Ok(object.context("not JSON")?.get())
}

fn write(picture: &Picture, format: Format, out: Option<&Path>) -> anyhow::Result<()> {
    let bytes = match format {
        Format::Svg => picture.to_svg().into_bytes(),
        Format::Png => picture.to_png()?,
    };
    match out {
        None => show::print_bytes(&bytes),
        Some(file) => {
            std::fs::write(file, bytes).with_context(|| format!("cannot write {}", file.display()))
        }
    }
}
