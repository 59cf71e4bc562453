//! What a runtime prints to stderr about the environment variables that we set for it: no words of the bot's.

/// Leaves these lines out of what is read.
#[derive(Debug)]
pub(crate) struct StderrNotices {
    /// The lines, each with its end.
    lines: Vec<Vec<u8>>,
    /// The beginning of one of them, until it is clear what it is.
    held: Vec<u8>,
    /// Whether what is read next begins a line.
    is_at_line_start: bool,
}

impl StderrNotices {
    pub(crate) fn new(lines: impl Iterator<Item = String>) -> Self {
        let lines = lines.map(|line| format!("{line}\n").into_bytes()).collect();
        Self { lines, held: Vec::new(), is_at_line_start: true }
    }

    /// What was read, without these lines. The beginning of one is held back until the next time.
    pub(crate) fn without(&mut self, read: &[u8]) -> Vec<u8> {
        let read = [&std::mem::take(&mut self.held), read].concat();
        let mut printed = Vec::with_capacity(read.len());
        for line in read.split_inclusive(|&byte| byte == b'\n') {
            let may_be_notice = self.is_at_line_start;
            self.is_at_line_start = line.ends_with(b"\n");
            if !may_be_notice || !self.lines.iter().any(|notice| notice.starts_with(line)) {
                printed.extend_from_slice(line);
            } else if !self.is_at_line_start {
                self.held = line.to_vec();
                self.is_at_line_start = true;
            }
        }
        printed
    }

    /// What was held back: nothing more is read.
    pub(crate) fn rest(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.held)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(parts: &[&str], expected: &str) {
        let mut notices = StderrNotices::new(["Picked up X: -a".to_string(), "Pick".to_string()].into_iter());
        let mut printed: Vec<u8> = parts.iter().flat_map(|part| notices.without(part.as_bytes())).collect();
        printed.extend(notices.rest());
        assert_eq!(String::from_utf8(printed).unwrap(), expected, "{parts:?}");
    }

    #[test]
    fn lines_of_a_runtime_are_left_out_wherever_they_are_cut() {
        let text = "Picked up X: -a\nhello\nPicked up X: -a\nPick\nworld\n";
        check(&[text], "hello\nworld\n");
        for at in 0..text.len() {
            check(&[&text[..at], &text[at..]], "hello\nworld\n");
        }
        let bytes: Vec<&str> = text.split("").collect();
        check(&bytes, "hello\nworld\n");
    }

    #[test]
    fn all_that_only_looks_like_them_is_the_bots() {
        for text in
            ["Picked up X: -b\n", "I Picked up X: -a\n", "Picked up X: -a b\n", "Pic", "Picked up X: -a"]
        {
            check(&[text], text);
            for at in 0..text.len() {
                check(&[&text[..at], &text[at..]], text);
            }
        }
    }
}
