//! Draws a moment of a film in a terminal: the board, and a panel with scores, answers, stderr and events.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};
use skirmish_core::seat::Seat;
use skirmish_core::shown::{shown as shown_inline, shown_text};
use skirmish_core::view::{Canvas as _, Spot, TextCanvas, Weight};
use skirmish_show::film::FilmAnswer;

use super::screen::Screen;

/// The width of the panel, in columns.
const PANEL: u16 = 44;
/// A terminal narrower than this shows the panel below the board.
const NARROW: u16 = 90;
/// The most characters that are shown of one answer or of one turn's stderr.
const MOST_CHARS: usize = 600;
/// The most answers of a turn that are listed.
const MOST_ANSWERS: usize = 12;

const KEYS: &[(&str, &str)] = &[
    ("space", "play or pause"),
    ("← →", "one turn back or on; page up, page down: ten"),
    ("shift ← →, or , .", "one decision back or on"),
    ("home end", "to the beginning or the end"),
    ("[ ]", "slower or faster"),
    ("p n", "previous or next sign on the time line"),
    ("h j k l, ↑ ↓", "move a board that is larger than the screen"),
    ("0 1 … 8", "everything, or as the first to eighth seat saw it"),
    ("?", "this help"),
    ("q", "leave"),
];

/// Draws the whole screen.
pub fn draw(screen: &Screen, frame: &mut Frame<'_>) {
    let [title, middle, line, keys] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Min(3),
        Constraint::Length(1),
        Constraint::Length(1),
    ])
    .areas(frame.area());
    let [board, panel] = if frame.area().width >= NARROW {
        Layout::horizontal([Constraint::Min(20), Constraint::Length(PANEL)]).areas(middle)
    } else {
        Layout::vertical([Constraint::Percentage(60), Constraint::Percentage(40)]).areas(middle)
    };
    frame.render_widget(Paragraph::new(title_line(screen)), title);
    draw_board(screen, frame, board);
    draw_panel(screen, frame, panel);
    frame.render_widget(Paragraph::new(time_line(screen, line.width)), line);
    let help = "space play  ← → turn  , . decision  [ ] speed  n p signs  0-8 eyes  ? keys  q leave";
    frame.render_widget(Paragraph::new(help).style(Style::new().dim()), keys);
    if screen.has_help {
        draw_help(frame);
    }
}

fn title_line(screen: &Screen) -> Line<'static> {
    let (info, snapshot) = (screen.entry.info, screen.snapshot());
    let eye = screen.reader.header["eye"].as_u64();
    let eye = eye.map_or(String::new(), |seat| format!(", as {} saw it", info.seat_name(Seat(seat as u8))));
    let of = if snapshot.of == 0 { String::new() } else { format!(" of {}", snapshot.of) };
    let place = format!("  {} {}{of}, decision {}{eye}", info.unit, snapshot.now, screen.decision());
    let state = match screen.is_playing {
        true => format!("  ▶ {} {}s a second", screen.turns_per_second(), info.unit),
        false => "  ⏸".to_string(),
    };
    Line::from(vec![
        Span::styled(info.title, Style::new().add_modifier(Modifier::BOLD)),
        Span::raw(place),
        Span::styled(state, Style::new().dim()),
    ])
}

/// The part of the board that fits, scrolled to the chosen corner.
fn draw_board(screen: &Screen, frame: &mut Frame<'_>, area: Rect) {
    let snapshot = screen.snapshot();
    let mut canvas = TextCanvas::new(screen.entry.info);
    canvas.size(snapshot.width, snapshot.height);
    for item in &snapshot.items {
        canvas.piece(item.layer.into(), item.seat, item.at as usize, item.value, item.id);
    }
    let cell = screen.entry.info.text.cell + usize::from(screen.entry.info.text.ruled);
    let columns = (usize::from(area.width) / cell.max(1)).min(snapshot.width);
    let rows = usize::from(area.height).min(snapshot.height);
    let left = screen.corner.0.min(snapshot.width - columns);
    let top = screen.corner.1.min(snapshot.height - rows);
    for y in 0..rows {
        for x in 0..columns {
            let spot = &canvas.spots()[(top + y) * snapshot.width + left + x];
            let text = format!("{:<cell$}", shown(spot, screen.entry.info.text.empty));
            let at = (area.x + (x * cell) as u16, area.y + y as u16);
            frame.buffer_mut().set_stringn(at.0, at.1, text, cell, style(spot));
        }
    }
}

fn shown<'a>(spot: &'a Spot, empty: &'a str) -> &'a str {
    if spot.text.is_empty() { empty } else { &spot.text }
}

fn style(spot: &Spot) -> Style {
    let (front, back) = spot.colours();
    let mut style = if spot.text.is_empty() { Style::new().dim() } else { Style::new() };
    if let Some(front) = front {
        style = style.fg(Color::Indexed(front)).add_modifier(Modifier::BOLD);
    }
    match back {
        Some(back) => style.bg(Color::Indexed(back)),
        None => style,
    }
}

fn draw_panel(screen: &Screen, frame: &mut Frame<'_>, area: Rect) {
    let mut lines = seats(screen);
    lines.extend(problem(screen));
    lines.extend(answers(screen));
    lines.extend(stderr(screen));
    lines.extend(events(screen));
    let block = Block::bordered().border_style(Style::new().dim());
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }).block(block), area);
}

/// Untrusted text, escaped for a terminal and truncated to `most` characters.
fn plain(text: &str, most: usize) -> String {
    let mut fit = shown_text(&text.chars().take(most).collect::<String>());
    if text.chars().nth(most).is_some() {
        fit.push('…');
    }
    fit
}

fn heading(text: &str) -> Line<'static> {
    Line::styled(text.to_string(), Style::new().add_modifier(Modifier::BOLD))
}

fn seats(screen: &Screen) -> Vec<Line<'static>> {
    let (info, snapshot) = (screen.entry.info, screen.snapshot());
    let contest = &screen.reader.header["match"];
    let mut lines = Vec::new();
    for (seat, score) in snapshot.scores.iter().enumerate() {
        let name = contest["players"][seat]["name"].as_str().unwrap_or_default();
        let spot = Spot { seat: Some(Seat(seat as u8)), text: "x".into(), ..Spot::default() };
        let title = format!("{} {}", info.seat_name(Seat(seat as u8)), plain(&shown_inline(name), 60));
        lines.push(Line::from(vec![Span::styled(title, style(&spot)), Span::raw(format!("  {score}"))]));
        let gauges: Vec<String> = info
            .gauges
            .iter()
            .enumerate()
            .filter_map(|(gauge, name)| {
                let value = snapshot.gauges.get(seat * info.gauges.len() + gauge).copied().flatten()?;
                Some(format!("{name} {value}"))
            })
            .collect();
        if !gauges.is_empty() {
            lines.push(Line::raw(format!("  {}", gauges.join("  "))));
        }
    }
    lines.extend(curves(screen));
    if let Some(why) = contest["result"]["why"].as_str().filter(|_| screen.moments.is_empty()) {
        lines.push(heading(&format!("over: {}", plain(&shown_inline(why), MOST_CHARS))));
    }
    lines
}

/// A sparkline of the scores over the whole match for each seat, with the current position reversed.
fn curves(screen: &Screen) -> Vec<Line<'static>> {
    const SIGNS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let width = usize::from(PANEL) - 2;
    let scores = || screen.blocks.iter().flat_map(|block| &block.first.scores);
    let (low, high) = (scores().min().copied().unwrap_or(0), scores().max().copied().unwrap_or(0));
    let last = screen.blocks.len() - 1;
    let here = (screen.block * (width - 1)).checked_div(last).unwrap_or(0);
    (0..screen.first.scores.len())
        .map(|seat| {
            let spot = Spot { seat: Some(Seat(seat as u8)), text: "x".into(), ..Spot::default() };
            let signs = (0..width).map(|column| {
                let score = screen.blocks[column * last / (width - 1)].first.scores[seat];
                let level = i128::from(score - low) * 7 / i128::from((high - low).max(1));
                let sign = SIGNS[level.clamp(0, 7) as usize].to_string();
                let style = if column == here { style(&spot).reversed() } else { style(&spot) };
                Span::styled(sign, style)
            });
            Line::from(signs.collect::<Vec<_>>())
        })
        .collect()
}

fn problem(screen: &Screen) -> Option<Line<'static>> {
    let problem = screen.reader.header["problem"].as_str()?;
    Some(Line::styled(plain(&shown_inline(problem), MOST_CHARS), Style::new().fg(Color::Red)))
}

/// The answers of the decision just played, or, at the beginning of a turn, of all its decisions.
fn answers(screen: &Screen) -> Vec<Line<'static>> {
    let answers: Vec<&FilmAnswer> = match screen.step {
        0 => screen.moments.iter().flat_map(|moment| &moment.answers).take(MOST_ANSWERS + 1).collect(),
        step => screen.moments[step - 1].answers.iter().collect(),
    };
    let mut lines = Vec::new();
    for answer in answers.iter().take(MOST_ANSWERS) {
        let name = screen.entry.info.seat_name(answer.seat);
        lines.push(heading(&format!("{name} answers, {} ms", answer.wall_us / 1000)));
        lines.extend(plain(&answer.text, MOST_CHARS).lines().map(|line| Line::raw(format!("  {line}"))));
        if answer.cut > 0 {
            lines.push(Line::raw(format!("  … and {} bytes more", answer.cut)));
        }
        if let Some((fault, why)) = &answer.fault {
            let why = format!("  {}: {}", fault.word(), plain(&shown_inline(why), MOST_CHARS));
            lines.push(Line::styled(why, Style::new().fg(Color::Red)));
        }
    }
    if answers.len() > MOST_ANSWERS {
        lines.push(Line::raw("  …"));
    }
    lines
}

/// The bots' stderr during the decisions shown.
fn stderr(screen: &Screen) -> Vec<Line<'static>> {
    let from = screen.blocks[screen.block].decision;
    let decisions = match screen.step {
        0 => from..from + screen.moments.len() as u64,
        step => from + step as u64 - 1..from + step as u64,
    };
    let mut lines = Vec::new();
    for seat in screen.reader.header["stderr"].as_array().into_iter().flatten() {
        let parts = seat["parts"].as_array().into_iter().flatten();
        let said: String = parts
            .filter(|part| part[0].as_u64().is_some_and(|at| decisions.contains(&at)))
            .filter_map(|part| part[1].as_str())
            .collect();
        if !said.is_empty() {
            let name = screen.entry.info.seat_name(Seat(seat["seat"].as_u64().unwrap_or(0) as u8));
            lines.push(heading(&format!("{name} on stderr")));
            lines.extend(plain(&said, MOST_CHARS).lines().map(|line| Line::raw(format!("  {line}"))));
        }
    }
    lines
}

/// The events of the decisions shown.
fn events(screen: &Screen) -> Vec<Line<'static>> {
    const MOST: usize = 40;
    let range = match screen.step {
        0 => 0..screen.moments.len(),
        step => step - 1..step,
    };
    let marks = screen.moments[range].iter().flat_map(|moment| &moment.marks);
    let mut lines = vec![heading("what happens")];
    lines.extend(marks.take(MOST).map(|mark| {
        let style = match mark.weight {
            Weight::Small => Style::new(),
            Weight::Notable => Style::new().fg(Color::Yellow),
            Weight::Decisive => Style::new().fg(Color::Red).add_modifier(Modifier::BOLD),
        };
        Line::styled(format!("  {}", plain(&shown_inline(&mark.says), MOST_CHARS)), style)
    }));
    if lines.len() == 1 { Vec::new() } else { lines }
}

/// The timeline: one line for the whole match, with signs for notable events and the current position.
fn time_line(screen: &Screen, width: u16) -> Line<'static> {
    let (width, blocks) = (usize::from(width).max(1), screen.blocks.len());
    let column = |block: usize| if blocks < 2 { 0 } else { block * (width - 1) / (blocks - 1) };
    let mut cells = vec![("─", Style::new().dim()); width];
    for (number, block) in screen.blocks.iter().enumerate() {
        for peak in &block.peaks {
            cells[column(number)] = match peak.weight {
                None => ("!", Style::new().fg(Color::Red)),
                Some(Weight::Decisive) => ("◆", Style::new().fg(Color::Yellow)),
                Some(_) => ("·", Style::new()),
            };
        }
    }
    cells[column(screen.block)] = ("█", Style::new().add_modifier(Modifier::BOLD));
    Line::from(cells.into_iter().map(|(sign, style)| Span::styled(sign, style)).collect::<Vec<_>>())
}

fn draw_help(frame: &mut Frame<'_>) {
    let area = frame.area();
    let (width, height) = (72.min(area.width), (KEYS.len() as u16 + 2).min(area.height));
    let middle = Rect::new((area.width - width) / 2, (area.height - height) / 2, width, height);
    let lines: Vec<Line<'_>> =
        KEYS.iter().map(|(key, what)| Line::raw(format!(" {key:<18} {what}"))).collect();
    frame.render_widget(Clear, middle);
    frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(" Keys ")), middle);
}
