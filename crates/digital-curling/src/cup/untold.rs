//! Conditions that the text protocols cannot tell.
//!
//! The messages of the legacy platform and of DCP have no word for ice, sheet, free guard zone or
//! the no-tick rule: a program aims and plays by those of the platform it was written for. Such a
//! program can enter any division, and the cup warns when it is read.

use crate::text::Dialect;
use curling::conditions::Conditions;
use curling::physics::Parameters;
use curling::rules::Rules;

/// Returns a warning about the conditions that programs of this protocol do not expect; none if
/// there are no such.
pub(super) fn warning(dialect: Dialect, conditions: &Conditions) -> Option<String> {
    let (protocol, platform, name) = match dialect {
        Dialect::Legacy => ("the legacy protocol", "the legacy platform", "legacy"),
        Dialect::Dcp => ("DCP", "Digital Curling 2", "dc2"),
    };
    let untold = untold(dialect, conditions);
    let (last, first) = untold.split_last()?;
    let what = match first {
        [] => (*last).to_owned(),
        first => format!("{} and {last}", first.join(", ")),
    };
    Some(format!(
        "{protocol} cannot tell {what}: a program written for {platform} plays by those of \
         `platform = \"{name}\"`"
    ))
}

/// The conditions that differ from all that such programs expect.
fn untold(dialect: Dialect, conditions: &Conditions) -> Vec<&'static str> {
    let expected: &[Parameters] = match dialect {
        Dialect::Legacy => &[Parameters::legacy()],
        Dialect::Dcp => &[Parameters::dc2(), Parameters::dc2_repaired()],
    };
    let rules = &conditions.rules;
    let usual = match (dialect, rules.doubles) {
        (Dialect::Legacy, _) => Rules::legacy(),
        (Dialect::Dcp, None) => Rules::dc2(),
        (Dialect::Dcp, Some(_)) => Rules::dc2_mixed_doubles(),
    };
    let same_rules = rules.guard == usual.guard
        && rules.tick == usual.tick
        && rules.doubles.map(|doubles| doubles.spots) == usual.doubles.map(|doubles| doubles.spots);
    let all = [
        ("the ice", expected.contains(&conditions.ice)),
        (
            "the changes of the ice and sweeping",
            conditions.changes.is_off(),
        ),
        ("the rules", same_rules),
    ];
    let untold = all.into_iter().filter(|(_, expected)| !expected);
    untold.map(|(what, _)| what).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(dialect: Dialect, text: &str) -> Option<String> {
        let conditions = Conditions::default().changed(&text.parse().unwrap());
        warning(dialect, &conditions.unwrap())
    }

    #[test]
    fn programs_are_not_warned_of_on_their_own_platform() {
        for text in [
            "platform = 'legacy'\nends = 4",
            "platform = 'gat'",
            "platform = 'paper'",
        ] {
            assert_eq!(said(Dialect::Legacy, text), None, "{text}");
        }
        for text in [
            "platform = 'dc2'\nextra_ends = false",
            "platform = 'dc2'\nskewed = false\nnoise = 0.1",
            "platform = 'dc2-mixed-doubles'\npower_plays = 'unlimited'",
        ] {
            assert_eq!(said(Dialect::Dcp, text), None, "{text}");
        }
    }

    #[test]
    fn what_a_protocol_cannot_tell_is_named() {
        for (dialect, text, words) in [
            (
                Dialect::Dcp,
                "platform = 'dc4'",
                "DCP cannot tell the ice and the rules: a program written for Digital Curling 2",
            ),
            (
                Dialect::Dcp,
                "platform = 'dc2'\nfriction_scale = 1.2",
                "tell the ice: ",
            ),
            (
                Dialect::Dcp,
                "platform = 'dc2'\nsweeping = true",
                "tell the changes of the ice and sweeping: ",
            ),
            (
                Dialect::Dcp,
                "platform = 'dc2'\nrules = 'dc3'\nwear = 0.01",
                "tell the changes of the ice and sweeping and the rules: ",
            ),
            (
                Dialect::Legacy,
                "platform = 'dc3'",
                "the legacy protocol cannot tell the ice and the rules",
            ),
        ] {
            let said = said(dialect, text).expect(text);
            assert!(said.contains(words), "{said}");
        }
    }
}
