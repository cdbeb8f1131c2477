//! Errors of moves, positions and records in Japanese; their English is their `Display`.
//!
//! Colours are named as records do, and as the pages show them: black pieces are blue there, white
//! ones orange.

use crate::colour::Colour;
use crate::placement::PlacementError;
use crate::position::{IllegalMove, PositionError};
use crate::record::{MoveNumberError, RecordFault};
use crate::square::SquareError;
use arena::Phrase;

arena::phrases! {
    SquareError => square,
    PlacementError => placement,
    IllegalMove => illegal,
    PositionError => position,
    RecordFault => record,
    MoveNumberError => move_number,
}

/// Returns the name of a colour.
pub(crate) fn side(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "黒（青）",
        Colour::White => "白（橙）",
    }
}

fn square(error: &SquareError) -> String {
    let SquareError { text } = error;
    format!("「{text}」はマスではありません（列a〜nと行1〜14、例: e10）")
}

fn placement(error: &PlacementError) -> String {
    match error {
        PlacementError::Square(error) => square(error),
        PlacementError::Shape { squares } => {
            format!("「{squares}」はピースの形ではありません")
        }
    }
}

fn illegal(error: &IllegalMove) -> String {
    match error {
        IllegalMove::AlreadyPlayed { colour, piece } => {
            format!("{}はピース{piece}を配置済みです", side(*colour))
        }
        IllegalMove::Occupied { square } => format!("{square}には別のピースがあります"),
        IllegalMove::TouchesOwnEdge { colour, square } => {
            format!("{square}で{}のピースと辺で接します", side(*colour))
        }
        IllegalMove::TouchesNoCorner { colour } => {
            format!("{}のピースと角で接していません", side(*colour))
        }
        IllegalMove::MissesStart { colour, start } => {
            format!(
                "{}の最初のピースは{start}を覆う必要があります",
                side(*colour)
            )
        }
    }
}

/// Returns the phrase of an illegal move.
pub(crate) fn illegal_move(
    colour: Colour,
    placement: crate::Placement,
    why: &IllegalMove,
) -> Phrase {
    let english = format!("{colour} cannot play {placement}: {why}");
    (english, cannot_play(colour, placement, why)).into()
}

fn cannot_play(colour: Colour, placement: crate::Placement, why: &IllegalMove) -> String {
    let (side, why) = (side(colour), illegal(why));
    format!("{side}は{placement}に置けません。{why}")
}

fn position(error: &PositionError) -> String {
    match error {
        PositionError::Form { why } => why.ja().to_owned(),
        PositionError::Shape(error) => placement(error),
        PositionError::Unreachable {
            colour,
            placement,
            why,
        } => {
            let (side, why) = (side(*colour), illegal(why));
            format!("{side}のピースはこのように置けません（{placement}: {why}）")
        }
        PositionError::Turn { text, turn } => {
            let turn = turn.ja();
            format!("手番「{text}」が違います。正しくは{turn}です")
        }
    }
}

fn record(error: &RecordFault) -> String {
    match error {
        RecordFault::Syntax { expected, found } => {
            let (expected, found) = (expected.ja(), found.ja());
            format!("{expected}が必要ですが、{found}です")
        }
        RecordFault::OtherGame { game } => {
            format!("Blokus Duoの棋譜ではなく、「{game}」の棋譜です")
        }
        RecordFault::SecondGame => "棋譜が2局以上あります。1局だけにしてください".to_owned(),
        RecordFault::Move { name, why } => {
            format!("「{name}」の値が手ではありません（{}）", placement(why))
        }
        RecordFault::SecondMove => "1つのノードに手が2つ以上あります".to_owned(),
        RecordFault::Illegal {
            colour,
            placement,
            why,
        } => cannot_play(*colour, *placement, why),
        RecordFault::Turn { text } => {
            format!("手番はBかWで書いてください（「{text}」があります）")
        }
        RecordFault::NotThere { placement } => {
            format!("{placement}に取り除くピースがありません")
        }
        RecordFault::SetUp(error) => position(error),
    }
}

fn move_number(error: &MoveNumberError) -> String {
    match error {
        MoveNumberError::Record(error) => record(&error.fault),
        MoveNumberError::NoMove { number, count } => {
            format!("{number}手目はありません（棋譜は{count}手です）")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::GameTree;
    use crate::{Line, Position};

    #[test]
    fn errors_of_lines_positions_and_records_have_japanese() {
        let line = |text: &str| {
            let read = text.parse::<Line>().and_then(|line| line.position());
            read.unwrap_err().why.ja().to_owned()
        };
        assert_eq!(
            line("Be10 Wa1"),
            "白（橙）はa1に置けません。白（橙）の最初のピースはj5を覆う必要があります"
        );
        assert!(line("Be10 x").starts_with("「x」は手ではありません"));
        assert!(line("14/14 b -").starts_with("14行の盤"));
        let record = |text: &str| {
            let read = text.parse::<GameTree>();
            let read = read.and_then(|tree| tree.position_at(tree.root()));
            Phrase::from(read.unwrap_err().fault).ja().to_owned()
        };
        assert_eq!(record("(;B)"), "`[`と「B」の値が必要ですが、`)`です");
        assert_eq!(record("(B"), "`(`の後の`;`が必要ですが、`B`です");
        assert!(record("(;PL[green])").contains("「green」"));
        let turn = format!("{} x -", ["14"; 14].join("/"));
        let turn = turn.parse::<Position>().unwrap_err();
        assert_eq!(
            Phrase::from(turn).ja(),
            "「x」: 手番はb、w、-のどれかで書いてください"
        );
    }
}
