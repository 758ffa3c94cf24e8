//! How the program ends.

use scoresheet::diag::Severity;
use std::process::ExitCode;

/// What the exit status says, the worst last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum ExitStatus {
    /// No error was found.
    Valid,
    /// At least one record has an error.
    Invalid,
    /// Wrong use, or a file that cannot be read or written.
    Failed,
}

impl ExitStatus {
    /// The status of two pieces of work together: the worse one.
    pub(crate) fn and(self, other: Self) -> Self {
        self.max(other)
    }

    /// The status that a finding of `severity` leads to.
    pub(crate) fn of(severity: Severity, deny_warnings: bool) -> Self {
        match severity {
            Severity::Error => Self::Invalid,
            Severity::Warning if deny_warnings => Self::Invalid,
            Severity::Warning | Severity::Note => Self::Valid,
        }
    }
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        Self::from(match status {
            ExitStatus::Valid => 0,
            ExitStatus::Invalid => 1,
            ExitStatus::Failed => 2,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::ExitStatus::{Failed, Invalid, Valid};

    #[test]
    fn the_worse_status_wins() {
        assert_eq!(Valid.and(Valid), Valid);
        assert_eq!(Invalid.and(Valid), Invalid);
        assert_eq!(Invalid.and(Failed), Failed);
        assert_eq!(Failed.and(Valid), Failed);
    }
}
