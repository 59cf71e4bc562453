//! What every page has: title, who is logged in, where its files are.

use std::convert::Infallible;

use askama::{DynTemplate, Template};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::response::{Html, IntoResponse, Response};
use skirmish_arena_service::account::{Caller, Refused};
use skirmish_arena_service::arena::Arena;

use super::assets;
use crate::request::Refusal;

/// What the frame around every page shows.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The page's title.
    pub title: String,
    /// What the arena is called.
    pub site: String,
    /// Who is logged in.
    pub user: Option<String>,
    /// Whether that is an admin.
    pub is_admin: bool,
    /// What forms carry.
    pub csrf: String,
    /// Where news of this page come from; empty if it does not change.
    pub events: String,
    /// Whether the page is loaded again every few seconds where there is no JavaScript.
    pub is_waiting: bool,
    /// The games, for the navigation: name and title.
    pub games: Vec<(&'static str, &'static str)>,
}

impl Frame {
    /// The frame of a page for whoever asks.
    pub fn new(arena: &Arena, caller: &Caller, title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            site: arena.settings.site.title.clone(),
            user: caller.user.as_ref().map(|user| user.name.clone()),
            is_admin: caller.user.as_ref().is_some_and(|user| user.is_admin),
            csrf: caller.csrf().to_owned(),
            events: String::new(),
            is_waiting: false,
            games: arena.settings.games().map(|entry| (entry.info.name, entry.info.title)).collect(),
        }
    }

    /// The same, with news: what follows `/events?`.
    #[must_use]
    pub fn with_events(mut self, about: impl Into<String>) -> Self {
        self.events = about.into();
        self
    }

    /// The same, loaded again and again where there is no JavaScript.
    #[must_use]
    pub fn waiting(mut self, is_waiting: bool) -> Self {
        self.is_waiting = is_waiting;
        self
    }

    /// Where a file of ours is.
    pub fn asset(&self, name: &str) -> String {
        assets::address(name)
    }
}

/// Whether only the parts of a page that change are asked for: its script does so when there is news.
#[derive(Clone, Copy, Debug)]
pub struct LivePartsOnly(pub bool);

impl<S: Sync> FromRequestParts<S> for LivePartsOnly {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(parts.headers.contains_key("skirmish-live-parts")))
    }
}

/// A page, made.
pub fn page(template: &impl Template) -> Result<Response, Refusal> {
    parts(&[template])
}

/// Parts of a page, made.
pub fn parts(templates: &[&dyn DynTemplate]) -> Result<Response, Refusal> {
    let mut made = String::new();
    for template in templates {
        let rendered = template.dyn_render_into(&mut made);
        rendered.map_err(|error| Refused::Ours(format!("a page cannot be made: {error}")))?;
    }
    Ok(Html(made).into_response())
}
