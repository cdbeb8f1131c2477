//! The choices of a node: its actions and the probabilities of their outcomes.

use super::matrix::{MatrixBuilder, MatrixError, OutcomeMatrix};
use std::borrow::Cow;

/// Actions with the probabilities of their outcomes: row `i` of the matrix belongs to action `i`.
///
/// Both parts may be borrowed from the game, so that a game with a fixed lattice of outcomes lends
/// the same matrix at every node without copying.
#[derive(Clone, Debug, PartialEq)]
pub struct Choices<'a, A: Clone> {
    actions: Cow<'a, [A]>,
    matrix: Cow<'a, OutcomeMatrix>,
}

impl<'a, A: Clone> Choices<'a, A> {
    /// Creates choices from actions and their matrix, each borrowed (`&game.matrix`) or owned
    /// (`matrix`).
    ///
    /// # Errors
    /// If the numbers of actions and rows differ.
    pub fn new(
        actions: impl Into<Cow<'a, [A]>>,
        matrix: impl Into<Cow<'a, OutcomeMatrix>>,
    ) -> Result<Self, MatrixError> {
        let (actions, matrix) = (actions.into(), matrix.into());
        if actions.len() == matrix.candidates() {
            Ok(Choices { actions, matrix })
        } else {
            Err(MatrixError::Actions {
                actions: actions.len(),
                candidates: matrix.candidates(),
            })
        }
    }

    /// Creates choices without chance: outcome `i` is that of action `i`.
    pub fn certain(actions: impl Into<Cow<'a, [A]>>) -> Self {
        let actions = actions.into();
        let matrix = Cow::Owned(OutcomeMatrix::identity(actions.len()));
        Choices { actions, matrix }
    }

    /// Creates choices of actions that share no outcomes, each with the probabilities of its own.
    /// The outcomes are numbered consecutively: first those of the first action, then those of the
    /// second.
    ///
    /// Lists padded with zeros to equal lengths make an outcome's number easy to decode and cost
    /// nothing, because impossible outcomes are never evaluated.
    ///
    /// ```
    /// use lookahead::expectimax::Choices;
    ///
    /// let safe = [1.0, 0.0];
    /// let risky = [0.25, 0.75];
    /// let choices = Choices::private([("safe", safe), ("risky", risky)])?;
    /// assert_eq!(choices.actions(), ["safe", "risky"]);
    /// assert_eq!(choices.matrix().used(), [0, 2, 3]);
    /// # Ok::<(), lookahead::expectimax::MatrixError>(())
    /// ```
    ///
    /// # Errors
    /// If the probabilities of a list do not sum to 1.
    pub fn private<P: IntoIterator<Item = f64>>(
        choices: impl IntoIterator<Item = (A, P)>,
    ) -> Result<Self, MatrixError> {
        let mut rows = MatrixBuilder::new(0);
        let mut actions = Vec::new();
        for (action, probabilities) in choices {
            rows.private_row(probabilities)?;
            actions.push(action);
        }
        Choices::new(actions, rows.build())
    }

    /// Returns the actions.
    pub fn actions(&self) -> &[A] {
        &self.actions
    }

    /// Returns the matrix of outcome probabilities.
    pub fn matrix(&self) -> &OutcomeMatrix {
        &self.matrix
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lent_lattice_is_not_copied() {
        let matrix = OutcomeMatrix::identity(3);
        let choices = Choices::new(&['a', 'b', 'c'][..], &matrix).unwrap();
        assert!(std::ptr::eq(choices.matrix(), &raw const matrix));
    }

    #[test]
    fn every_action_needs_a_row() {
        let error = Choices::new(vec!['a', 'b'], OutcomeMatrix::identity(3)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "2 actions do not match a matrix of 3 candidates"
        );
    }

    #[test]
    fn an_action_without_outcomes_is_rejected() {
        let choices = Choices::private([('a', vec![0.5, 0.5]), ('b', vec![])]);
        assert_eq!(choices, Err(MatrixError::Sum { row: 1, sum: 0.0 }));
    }
}
