//! One line for every route: how it is asked. Who may ask is in the routes themselves.

/// What is sent along.
#[derive(Clone, Copy, Debug)]
pub enum Body {
    /// Nothing.
    None,
    /// A form: `key=value&…`, in which the places of [`Case::url`] are filled in.
    Form(&'static str),
    /// The form with which a bot is handed in.
    HandIn,
    /// JSON, in which the places are filled in.
    Json(&'static str),
    /// Bytes.
    Bytes(&'static [u8]),
}

/// How a route is asked.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// The method.
    pub method: &'static str,
    /// The route's path.
    pub path: &'static str,
    /// The address: `{bot}`, `{version}`, `{match}`, `{token}` and so on are the owner's, `{mine}` is a bot of
    /// whoever asks.
    pub url: &'static str,
    /// What is sent along.
    pub body: Body,
}

const fn get(path: &'static str, url: &'static str) -> Case {
    Case { method: "GET", path, url, body: Body::None }
}

const fn post(path: &'static str, url: &'static str, form: &'static str) -> Case {
    Case { method: "POST", path, url, body: Body::Form(form) }
}

/// All of them.
pub const CASES: &[Case] = &[
    get("/", "/"),
    get("/events", "/events?all=true"),
    get("/static/{hash}/{name}", "{style}"),
    get("/games/{game}", "/games/plantation"),
    get("/games/{game}/rules", "/games/plantation/rules"),
    get("/games/{game}/kits/{language}", "/games/plantation/kits/python"),
    get("/games/{game}/hand-in", "/games/plantation/hand-in"),
    Case { method: "POST", path: "/games/{game}/hand-in", url: "/games/plantation/hand-in", body: Body::HandIn },
    get("/bots/{id}", "/bots/{bot}"),
    post("/bots/{id}/rest", "/bots/{bot}/rest", ""),
    post("/bots/{id}/play", "/bots/{bot}/play", ""),
    post("/bots/{id}/challenge", "/bots/{house}/challenge", "mine={mine}"),
    post("/bots/{id}/disable", "/bots/{bot}/disable", "why=because"),
    post("/bots/{id}/enable", "/bots/{bot}/enable", ""),
    post("/bots/{id}/rename", "/bots/{bot}/rename", "name=another"),
    post("/bots/{id}/disqualify", "/bots/{bot}/disqualify", "why=because"),
    get("/versions/{id}", "/versions/{version}"),
    get("/versions/{id}/source", "/versions/{version}/source"),
    get("/versions/{id}/log", "/versions/{version}/log"),
    post("/versions/{id}/play", "/versions/{version}/play", ""),
    get("/matches", "/matches?game=plantation"),
    get("/matches/{id}", "/matches/{match}"),
    get("/matches/{id}/replay", "/matches/{match}/replay"),
    get("/matches/{id}/watch/", "/matches/{match}/watch/"),
    get("/matches/{id}/watch/film", "/matches/{match}/watch/film?eye={seat}"),
    get("/matches/{id}/stderr/{seat}", "/matches/{match}/stderr/{seat}"),
    get("/users/{name}", "/users/owner"),
    post("/users/{name}/ban", "/users/owner/ban", "why=because"),
    post("/users/{name}/unban", "/users/owner/unban", ""),
    post("/users/{name}/rename", "/users/owner/rename", "name=another"),
    post("/users/{name}/reset-password", "/users/owner/reset-password", ""),
    post("/users/{name}/promote", "/users/owner/promote", ""),
    post("/users/{name}/demote", "/users/owner/demote", ""),
    get("/sign-up", "/sign-up"),
    post("/sign-up", "/sign-up", "name=newcomer&password=correct+horse"),
    get("/log-in", "/log-in"),
    post("/log-in", "/log-in", "name=owner&password=correct+horse"),
    post("/log-out", "/log-out", ""),
    get("/account", "/account"),
    get("/account/export", "/account/export"),
    post("/account/password", "/account/password", "old=correct+horse&new=battery+staple"),
    post("/account/tokens", "/account/tokens", "label=laptop"),
    post("/account/tokens/{id}/revoke", "/account/tokens/{token}/revoke", ""),
    post("/account/delete", "/account/delete", "password=correct+horse"),
    get("/admin", "/admin"),
    post("/admin/invites", "/admin/invites", ""),
    post("/admin/worker-tokens", "/admin/worker-tokens", "label=machine"),
    post("/admin/workers/{id}/trust", "/admin/workers/{worker}/trust", ""),
];
