//! Interrupts: the first Ctrl-C ends the work cleanly, the second at once.

use crate::exit::INTERRUPTED;
use lookahead::Cancel;
use std::sync::OnceLock;

static CANCEL: OnceLock<Cancel> = OnceLock::new();

/// Returns the flag that Ctrl-C or a termination signal raises.
pub(crate) fn cancel() -> Cancel {
    CANCEL
        .get_or_init(|| {
            let cancel = Cancel::new();
            let raised = cancel.clone();
            // Without a handler Ctrl-C still works, only less cleanly.
            let _ = ctrlc::set_handler(move || {
                if raised.is_cancelled() {
                    arena::process::kill_all();
                    std::process::exit(i32::from(INTERRUPTED));
                }
                raised.cancel();
                eprintln!("\nstopping (again to stop at once)");
            });
            cancel
        })
        .clone()
}
