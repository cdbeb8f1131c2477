//! Tests of whole pictures.

use super::*;
use proptest::prelude::*;

fn curl(from: Vector, to: Vector, curl: f64, steps: u32) -> impl Iterator<Item = Vector> {
    (0..=steps).map(move |step| {
        let share = f64::from(step) / f64::from(steps);
        from + (to - from) * share + Vector::new(curl * share * (1.0 - share), 0.0)
    })
}

/// Returns a picture with every kind of element.
pub(super) fn busy() -> Picture {
    let at = Vector::new;
    Picture::new(Sheet::DC3)
        .stone(DrawnStone::of_slot(0, at(0.1, -3.0)))
        .stone(DrawnStone::of_slot(1, at(0.4, 0.2)))
        .stone(DrawnStone::of_slot(15, at(-0.5, 0.9)).label("S"))
        .ghost(DrawnStone::of_slot(1, at(0.0, -0.5)))
        .removed(DrawnStone::of_slot(2, at(3.0, 0.5)))
        .path(Path::delivered(
            15,
            curl(at(0.0, -38.4), at(-0.5, 0.9), 1.0, 400),
        ))
        .path(Path::struck(1, curl(at(0.0, -0.5), at(0.4, 0.2), 0.0, 9)))
        .highlight(1, Highlight::ShotStone)
        .highlight(15, Highlight::LastThrown)
        .aim(at(0.0, 0.3))
        .with_guard_zone()
        .with_scale_bar()
        .teams("Red", "Yellow")
        .caption("Everything")
        .width(700)
}

/// Returns the names of the elements of a well-formed file, in order; an error describes the
/// defect. Just enough of XML for what the module writes.
fn elements(svg: &str) -> Result<Vec<String>, String> {
    let (mut names, mut open) = (Vec::new(), Vec::new());
    let mut rest = svg.trim_end();
    while let Some(start) = rest.find('<') {
        check_text(&rest[..start])?;
        let end = rest[start..].find('>').ok_or("a tag without end")? + start;
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop() != Some(name.to_owned()) {
                return Err(format!("</{name}> closes nothing"));
            }
            continue;
        }
        let (inside, leaf) = tag
            .strip_suffix('/')
            .map_or((tag, false), |tag| (tag, true));
        let (name, attributes) = inside.split_once(' ').unwrap_or((inside, ""));
        check_attributes(attributes)?;
        names.push(name.to_owned());
        if !leaf {
            open.push(name.to_owned());
        }
    }
    match (rest.is_empty(), open.is_empty()) {
        (true, true) => Ok(names),
        _ => Err(format!("left over: {rest:?}, {open:?}")),
    }
}

fn check_attributes(mut rest: &str) -> Result<(), String> {
    let mut seen = Vec::new();
    while !rest.is_empty() {
        let (name, after) = rest.split_once("=\"").ok_or("no value")?;
        let (value, after) = after.split_once('"').ok_or("no closing quote")?;
        if name.is_empty()
            || seen.contains(&name)
            || !name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
        {
            return Err(format!("bad attribute {name:?}"));
        }
        check_text(value)?;
        seen.push(name);
        rest = after.strip_prefix(' ').unwrap_or(after);
    }
    Ok(())
}

fn check_text(text: &str) -> Result<(), String> {
    let known = ["amp;", "lt;", "gt;", "quot;", "#39;"];
    let entities_are_known = text
        .split('&')
        .skip(1)
        .all(|after| known.iter().any(|entity| after.starts_with(entity)));
    let characters_are_legal = !text.chars().any(|c| {
        c < ' ' && !matches!(c, '\t' | '\n' | '\r')
            || c == '\u{fffe}'
            || c == '\u{ffff}'
            || c == '<'
    });
    if entities_are_known && characters_are_legal {
        Ok(())
    } else {
        Err(format!("bad text {text:?}"))
    }
}

fn count(svg: &str, name: &str) -> usize {
    let names = elements(svg).expect("well-formed");
    names.iter().filter(|&found| found == name).count()
}

/// Every value of an attribute.
fn values<'a>(svg: &'a str, attribute: &str) -> Vec<&'a str> {
    let lead = format!(" {attribute}=\"");
    let found = svg.split(&lead).skip(1);
    found.filter_map(|after| after.split('"').next()).collect()
}

#[test]
fn the_checker_finds_what_is_broken() {
    for broken in [
        "<a>",
        "<a></b>",
        "<a b=\"1\" b=\"2\"/>",
        "<a>&</a>",
        "<a b=c/>",
        "<a",
        "<a/>x",
    ] {
        assert!(elements(broken).is_err(), "{broken}");
    }
    assert_eq!(elements("<a b=\"1\"><c/>&lt;</a>").unwrap(), ["a", "c"]);
}

#[test]
fn an_empty_sheet_is_four_rings_and_its_lines() {
    let svg = Picture::new(Sheet::DC3).to_svg();
    assert_eq!(count(&svg, "circle"), 4);
    // The centre line, two side lines, tee, back and hog line.
    assert_eq!(count(&svg, "line"), 6);
    assert_eq!(count(&svg, "text"), 0);
    assert_eq!(values(&svg, "r"), ["1829", "1219", "610", "152"]);
    assert!(svg.contains("viewBox=\"-2500 -2249 5000 9070\""));
    assert!(svg.contains("width=\"600\" height=\"1088\""));
}

#[test]
fn the_whole_sheet_has_two_houses_and_two_hacks() {
    let svg = Picture::new(Sheet::DC3).view(View::WholeSheet).to_svg();
    assert_eq!((count(&svg, "circle"), count(&svg, "line")), (8, 9));
    // Paper, ice, and two foot rests at either end.
    assert_eq!(count(&svg, "rect"), 6);
}

#[test]
fn a_stone_at_the_tee_is_in_the_centre_of_the_rings() {
    let svg = Picture::new(Sheet::DC3)
        .stone(DrawnStone::of_slot(0, Vector::ZERO))
        .to_svg();
    assert_eq!(values(&svg, "cx"), ["0"; 6]);
    assert_eq!(values(&svg, "cy"), ["0"; 6]);
}

#[test]
fn a_guard_is_below_the_house_and_the_throwers_right_is_right() {
    let svg = Picture::new(Sheet::DC3)
        .stone(DrawnStone::of_slot(0, Vector::new(0.5, -3.25)))
        .to_svg();
    assert!(svg.contains("cx=\"500\" cy=\"3250\""));
}

#[test]
fn the_second_team_has_a_mark_and_numbers_count_from_one() {
    let lone = |slot| Picture::new(Sheet::DC3).stone(DrawnStone::of_slot(slot, Vector::ZERO));
    let (first, second) = (lone(0).to_svg(), lone(15).to_svg());
    assert_eq!((count(&first, "circle"), count(&second, "circle")), (6, 7));
    assert!(first.contains(">1</text>") && second.contains(">16</text>"));
}

#[test]
fn a_busy_picture_has_all_its_parts() {
    let svg = busy().to_svg();
    // Rings 4; stones 2 + 3 + 3; ghost 2; removed 1; last thrown 2; aim 2; legend 2 + 3.
    assert_eq!(count(&svg, "circle"), 4 + 8 + 2 + 1 + 2 + 2 + 5);
    // Numbers of stones 3 and ghost 1; legend 2, scale 1, caption 1.
    assert_eq!(count(&svg, "text"), 8);
    assert!(svg.contains(">S</text>") && svg.contains(">1 m</text>"));
    assert_eq!(count(&svg, "linearGradient"), 2);
    assert!(svg.len() < 12_000, "{}", svg.len());
    assert_eq!(svg, busy().to_svg());
}

#[test]
fn a_stone_that_left_through_the_edge_is_marked_at_the_edge() {
    let off = DrawnStone::of_slot(0, Vector::new(9.0, 0.0));
    let svg = Picture::new(Sheet::DC3).removed(off.clone()).to_svg();
    assert!(svg.contains("cx=\"2355\" cy=\"0\""));
    let svg = Picture::new(Sheet::DC3)
        .stone(off.clone())
        .ghost(off)
        .to_svg();
    assert_eq!(count(&svg, "circle"), 4);
}

#[test]
fn print_knows_no_colours() {
    let svg = busy().style(Style::Print).to_svg();
    let colours: Vec<&str> = svg.split("=\"#").skip(1).map(|after| &after[..6]).collect();
    assert!(colours.len() > 30);
    for colour in colours {
        assert!(
            colour[..2] == colour[2..4] && colour[..2] == colour[4..],
            "{colour}"
        );
    }
    assert!(busy().to_svg().contains("#c3242d"));
}

#[test]
fn positions_keep_the_colour_of_who_threw_first() {
    let mut stones = Stones::none();
    stones.place(0, Vector::ZERO);
    stones.place(3, Vector::new(1.0, 0.0));
    let picture = Picture::new(Sheet::DC3).stones(&stones, Colour::Second);
    let colours: Vec<Colour> = picture.stones.iter().map(|stone| stone.colour).collect();
    assert_eq!(colours, [Colour::Second, Colour::First]);
}

#[test]
fn hostile_text_stays_text() {
    let evil = "</text><script>alert('1')</script>&\"\0\u{8}\u{ffff}]]>";
    let svg = busy()
        .caption(evil)
        .teams(evil, evil)
        .stone(DrawnStone::of_slot(4, Vector::ZERO).label(evil))
        .to_svg();
    assert_eq!((count(&svg, "script"), count(&svg, "text")), (0, 9));
    assert!(svg.contains("&lt;script&gt;"));
}

#[test]
fn the_picture_says_what_it_shows() {
    let svg = busy().to_svg();
    assert!(svg.contains("<title>Everything</title>"));
    assert!(svg.contains("stone 2 of the second team at (0.4, 0.2)"));
    assert!(
        busy()
            .caption("\n a\nb")
            .to_svg()
            .contains("<title>a</title>")
    );
    let svg = Picture::new(Sheet::DC3).to_svg();
    assert!(svg.contains("<title>Curling</title>") && svg.contains("without stones"));
}

#[test]
fn ten_thousand_points_make_a_small_file() {
    let path = Path::delivered(0, curl(Vector::new(0.0, -38.4), Vector::ZERO, 1.5, 10_000));
    let svg = Picture::new(Sheet::DC3)
        .view(View::WholeSheet)
        .path(path)
        .to_svg();
    assert!(svg.len() < 8_000, "{}", svg.len());
}

#[test]
fn the_width_is_kept_within_reason() {
    assert_eq!(busy().width(0).size().0, 16);
    assert_eq!(busy().width(u32::MAX).size().0, 16_384);
}

fn odd_number() -> impl Strategy<Value = f64> {
    prop_oneof![
        8 => -8.0..8.0_f64,
        1 => Just(f64::NAN),
        1 => Just(f64::INFINITY),
        1 => Just(f64::MIN_POSITIVE),
        1 => Just(-1e300),
    ]
}

fn odd_point() -> impl Strategy<Value = Vector> {
    (odd_number(), odd_number()).prop_map(|(x, y)| Vector::new(x, y))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn nothing_breaks_the_file(
        points in prop::collection::vec(odd_point(), 0..30),
        at in odd_point(),
        lengths in (odd_number(), odd_number(), odd_number(), odd_number()),
        caption in "\\PC{0,40}",
        label in prop::option::of(any::<String>()),
        view in prop::sample::select(vec![View::House, View::PlayArea, View::WholeSheet]),
        orientation in prop::sample::select(vec![Orientation::HouseUp, Orientation::HouseRight]),
    ) {
        let sheet = Sheet { width: lengths.0, house: lengths.1, hog: lengths.2, delivery: lengths.3, ..Sheet::LEGACY };
        let mut stone = DrawnStone::of_slot(usize::MAX, at);
        stone.label = label;
        let picture = Picture { sheet, ..busy() }
            .view(view)
            .orientation(orientation)
            .stone(stone.clone())
            .ghost(stone.clone())
            .removed(stone)
            .aim(at)
            .highlight(usize::MAX, Highlight::LastThrown)
            .path(Path::delivered(3, points.clone()))
            .path(Path::struck(4, points))
            .caption(caption);
        let svg = picture.to_svg();
        prop_assert!(elements(&svg).is_ok(), "{:?}", elements(&svg));
        for name in ["x", "y", "x1", "y2", "cx", "cy", "r", "width", "height", "font-size", "stroke-width"] {
            for value in values(&svg, name) {
                prop_assert!(value.parse().is_ok_and(f64::is_finite), "{name} = {value}");
            }
        }
        for data in values(&svg, "d") {
            prop_assert!(data.chars().all(|c| "MLHVZ-. ".contains(c) || c.is_ascii_digit()), "{data}");
        }
    }
}
