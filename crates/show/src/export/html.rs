//! The viewer with films embedded, as one self-contained HTML page that opens offline.

use std::io::Write;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use skirmish_core::replay::Playback;
use skirmish_core::seat::Seat;

use super::{BadExport, ExportRequest, Exported};
use crate::film::{Filming, film};
use crate::text::escape;

/// The built viewer, `viewer/dist/viewer.html`.
pub const VIEWER: &str = include_str!("../../../../viewer/dist/viewer.html");
/// The most bytes of embedded films.
const MOST_BYTES: usize = 128 << 20;

/// Writes the viewer with films of the match: the spectator's and, if the match has secrets, every seat's; or one seat's.
pub fn export(job: &ExportRequest<'_>, out: &mut dyn Write) -> Result<Exported, BadExport> {
    let playback = Playback::new(job.replay, job.entry).map_err(BadExport::Replay)?;
    let eyes: Vec<Option<Seat>> = match job.eye {
        Some(eye) => vec![Some(eye)],
        None if playback.table().has_secrets() => {
            std::iter::once(None).chain(playback.table().seats().iter().map(Some)).collect()
        }
        None => vec![None],
    };
    let mut scripts = String::new();
    let mut exported = Exported::default();
    for eye in eyes {
        let filming = Filming { eye, problem: job.problem.clone(), ..Filming::default() };
        let film = film(job.replay, job.entry, &filming).map_err(BadExport::Replay)?;
        exported.count = film.steps as usize;
        exported.problem = film.problem;
        scripts.push_str(&script(eye, &film.bytes));
        if scripts.len() > MOST_BYTES {
            return Err(BadExport::TooBig(format!(
                "the page exceeds {} MiB: export it for one seat with --eye",
                MOST_BYTES >> 20
            )));
        }
    }
    out.write_all(page(VIEWER, &title(job), &scripts).as_bytes())?;
    Ok(exported)
}

fn title(job: &ExportRequest<'_>) -> String {
    let names: Vec<&str> = job.replay.header.players.iter().map(|player| player.name.as_str()).collect();
    escape(&format!("{}: {}", job.entry.info.title, names.join(", ")))
}

/// A film as a data block: a `<script>` of a type that browsers do not execute.
fn script(eye: Option<Seat>, film: &[u8]) -> String {
    let eye = eye.map_or(String::new(), |eye| format!(" data-eye=\"{eye}\""));
    format!(
        "<script type=\"application/octet-stream;base64\" id=\"film\"{eye}>{}</script>\n",
        STANDARD.encode(film)
    )
}

/// The viewer's page with its title replaced and the scripts at the end of its head.
fn page(viewer: &str, title: &str, scripts: &str) -> String {
    let head_end = viewer.find("</head>").unwrap_or(0);
    let (head, rest) = viewer.split_at(head_end);
    let head = match (head.find("<title>"), head.find("</title>")) {
        (Some(start), Some(end)) if start < end => {
            format!("{}<title>{title}{}", &head[..start], &head[end..])
        }
        _ => head.to_string(),
    };
    format!("{head}{scripts}{rest}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn films_go_to_the_end_of_the_head() {
        let made =
            page("<html><head><title>x</title></head><body>b</body></html>", "a &lt;b>", "<script></script>");
        assert_eq!(made, "<html><head><title>a &lt;b></title><script></script></head><body>b</body></html>");
    }

    #[test]
    fn the_viewer_has_one_head_to_put_films_in() {
        assert_eq!(VIEWER.matches("</head>").count(), 1);
        assert!(VIEWER.matches("<title>").count() >= 1);
    }
}
