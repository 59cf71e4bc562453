//! The text form of a report: aligned sections, the verdict last.

use std::fmt::Write as _;

use skirmish_core::shown::{shown as plain, shown_line};
use skirmish_referee::explain::{duration, grouped, mebibytes};

use super::finding::Finding;
use super::report::{Report, Worst};
use super::share::{percent, share};

impl Report {
    /// The report as text. `jail` describes the isolation; `paint` applies colours, if the output is a terminal.
    pub fn text(&self, jail: &str, paint: Option<Colour<'_>>) -> String {
        let colours = Colours { paint };
        let mut out = String::new();
        self.head(&mut out, &colours, jail);
        self.matches(&mut out, &colours);
        self.list(&mut out, &colours, "Problems", &self.problems);
        self.limits(&mut out, &colours);
        self.list(&mut out, &colours, "Notes", &self.notes);
        let _ = writeln!(out, "\n{}", self.verdict(&colours));
        out
    }

    fn head(&self, out: &mut String, colours: &Colours<'_>, jail: &str) {
        let _ = writeln!(
            out,
            "{}",
            colours.bold(&format!("{}, checked for {}", plain(&self.bot), self.info.title))
        );
        for (number, line) in jail.lines().enumerate() {
            let _ = writeln!(out, "  {:<9}{}", if number == 0 { "jail" } else { "" }, plain(line));
        }
        let _ = writeln!(out, "  clock    {}", self.clock);
        let _ = writeln!(out, "  matches  {} of {}, from seed {}", self.played, self.planned, self.seed);
        if let Some(stopped) = &self.stopped {
            let _ = writeln!(out, "           {stopped}, so the rest was not played");
        }
        for void in &self.voids {
            let _ = writeln!(out, "  void     {}", plain(void));
        }
        if let Some(unsaved) = &self.unsaved {
            let _ = writeln!(out, "  replays  could not be kept: {}", plain(unsaved));
        }
    }

    fn matches(&self, out: &mut String, colours: &Colours<'_>) {
        let heading = format!(
            "{:<22}{:>8}{:>7}{:>7}{:>7}{:>15}",
            "Matches", "played", "won", "drawn", "lost", "with problems"
        );
        let _ = writeln!(out, "\n{}", colours.bold(&heading));
        for group in self.groups.iter().filter(|group| group.played > 0) {
            let name = format!("  {}", group.kind.words());
            let _ = writeln!(
                out,
                "{name:<22}{:>8}{:>7}{:>7}{:>7}{:>15}",
                group.played, group.won, group.drawn, group.lost, group.faulty
            );
        }
    }

    fn list(&self, out: &mut String, colours: &Colours<'_>, title: &str, findings: &[Finding]) {
        if findings.is_empty() {
            return;
        }
        let _ = writeln!(out, "\n{}", colours.bold(title));
        for (number, finding) in findings.iter().enumerate() {
            let times = match (finding.count, finding.matches) {
                (1, 1) => "once".to_string(),
                (count, 1) => format!("{} times in one match", grouped(count)),
                (count, matches) => format!("{} times in {matches} matches", grouped(count)),
            };
            let title = format!("{}, {times}", finding.kind.code().words());
            let title = if finding.is_problem { colours.red(&title) } else { title };
            let _ = writeln!(out, "  {}. {title}", number + 1);
            let _ = writeln!(out, "     {}:", plain(&self.place(finding)));
            let _ = writeln!(out, "     {}.", plain(&finding.sentence));
            if let (Some(line), Some(text)) = (finding.line, &finding.text) {
                let _ = writeln!(out, "     line {line} of the answer: `{}`", plain(text));
            }
            for line in &finding.stderr {
                let _ = writeln!(out, "     | {}", shown_line(line));
            }
            if let Some(advice) = &finding.advice {
                let _ = writeln!(out, "     try: {}", plain(advice));
            }
            if let Some(see) = &finding.see {
                let _ = writeln!(out, "     see: {}", plain(see));
            }
        }
    }

    /// The trial and the turn of a finding's first example.
    fn place(&self, finding: &Finding) -> String {
        let mut place = format!("match {}", finding.match_number);
        if !finding.what.is_empty() {
            let _ = write!(place, " ({})", finding.what);
        }
        match (finding.turn, finding.decision) {
            (Some(turn), _) => drop(write!(place, ", {} {turn}", self.info.unit)),
            (None, Some(_)) => place.push_str(", in the handshake"),
            (None, None) => {}
        }
        place
    }

    fn limits(&self, out: &mut String, colours: &Colours<'_>) {
        let _ = writeln!(
            out,
            "\n{}",
            colours.bold(&format!("{:<22}{:>9}{:>9}{:>9}", "Limits", "p50", "p99", "max"))
        );
        for clocked in &self.times {
            let [p50, p99, max] = [clocked.p50, clocked.p99, clocked.max.share].map(percent);
            let name = format!("  {}", clocked.what);
            let _ = writeln!(out, "{name:<22}{p50:>9}{p99:>9}{max:>9}  {}", self.worst(&clocked.max));
        }
        let mut row = |name: &str, max: &str, words: &str| {
            let _ = writeln!(out, "  {name:<20}{max:>27}  {words}");
        };
        if let Some(bank) = &self.bank {
            let words = match bank.used_us {
                0 => format!("never below its {}", duration(bank.of_us)),
                _ => self.worst(bank),
            };
            row("bank, used up", &percent(bank.share), &words);
        }
        match (self.memory.peak_bytes, self.memory.limit_bytes) {
            (Some(peak), Some(limit)) => {
                let words = format!(
                    "{} of {}, match {}",
                    mebibytes(peak),
                    mebibytes(limit),
                    self.memory.match_number
                );
                row("memory", &percent(share(peak, limit)), &words);
            }
            (Some(peak), None) => row("memory", "", &format!("{}, not limited", mebibytes(peak))),
            (None, _) => row("memory", "", "not measured here"),
        }
        let stderr = &self.stderr;
        let words = format!(
            "{} bytes of the {} that are kept of a match",
            grouped(stderr.most_bytes),
            grouped(stderr.cap_bytes)
        );
        row("stderr", &percent(share(stderr.most_bytes, stderr.cap_bytes)), &words);
        if let Some([middle, longest]) = self.first_word_us {
            let words = format!("{}, at most {}", duration(middle), duration(longest));
            row("start to first word", "", &words);
        }
        row("outside its turns", "", &format!("{} of CPU in a match at most", duration(self.outside_cpu_us)));
    }

    fn worst(&self, worst: &Worst) -> String {
        let turn = worst.turn.map_or(String::new(), |turn| format!(", {} {turn}", self.info.unit));
        format!(
            "{} of {}, match {}{turn}",
            duration(worst.used_us),
            duration(worst.of_us),
            worst.match_number
        )
    }

    /// The last line: fit or not, and why.
    fn verdict(&self, colours: &Colours<'_>) -> String {
        let bot = plain(&self.bot);
        let count = |count: usize, one: &str| match count {
            1 => format!("1 {one}"),
            _ => format!("{count} {one}s"),
        };
        let matches =
            if self.played == 1 { "1 match".to_string() } else { format!("{} matches", self.played) };
        let problems = count(self.problems.len(), "problem");
        if self.is_interrupted {
            return colours
                .bold(&format!("Interrupted: {bot} had {problems} in {matches}; the rest was not played."));
        }
        if self.played == 0 {
            return colours.red(&format!("Nothing is known of {bot}: no match counted."));
        }
        if self.is_fit {
            let notes = count(self.notes.len(), "note");
            return colours.green(&format!("{bot} is fit to play: {matches}, no problem, {notes}."));
        }
        colours.red(&format!("{bot} is not fit to play: {problems} in {matches}."))
    }
}

/// Wraps text in an ANSI colour: (SGR code, text).
pub type Colour<'a> = &'a dyn Fn(&str, &str) -> String;

/// Colours of the report; none if the output is no terminal.
struct Colours<'a> {
    paint: Option<Colour<'a>>,
}

impl Colours<'_> {
    fn bold(&self, text: &str) -> String {
        self.paint("1", text)
    }

    fn red(&self, text: &str) -> String {
        self.paint("1;31", text)
    }

    fn green(&self, text: &str) -> String {
        self.paint("1;32", text)
    }

    fn paint(&self, code: &str, text: &str) -> String {
        self.paint.map_or_else(|| text.to_string(), |paint| paint(code, text))
    }
}
