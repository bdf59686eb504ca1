//! Who runs the commands: a shell, or nobody between them and this program.

use super::{Quick, QuickError, QuickKind};

impl Quick {
    /// Gives the commands to a shell: `sh`, or `default` for that, `none`, or a command line such as `bash --norc`.
    ///
    /// # Errors
    /// What is compared are no commands, or a shell has them already.
    pub fn run_in(&mut self, shell: &str) -> Result<(), QuickError> {
        match self.kind {
            QuickKind::Commands => {}
            QuickKind::Shell => return Err(QuickError::new("the shell is named twice", "name it once")),
            QuickKind::Snippets { .. } | QuickKind::Requests => {
                return Err(QuickError::new("a shell runs commands, and nothing else", "leave the shell out"));
            }
        }
        match shell {
            "none" => return Ok(()),
            "sh" | "default" => {}
            other => self.shell = Some(other.to_string()),
        }
        self.kind = QuickKind::Shell;
        Ok(())
    }
}
