//! One line for every route: how it is asked. Who may ask is in the routes themselves.

/// What is sent along.
#[derive(Clone, Copy, Debug)]
pub enum Body {
    /// Nothing.
    None,
    /// A form: `key=value&…`, in which the places of [`Case::url`] are filled in.
    Form(&'static str),
    /// The form with which a bot is submitted.
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
    /// The address: `{bot}`, `{version}`, `{idle}` (a version that does not play), `{match}`, `{token}` and so on are the owner's, `{mine}` is a bot of
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

const fn json(method: &'static str, path: &'static str, body: &'static str) -> Case {
    Case { method, path, url: path, body: Body::Json(body) }
}

const fn told(path: &'static str, url: &'static str, body: &'static str) -> Case {
    Case { method: "POST", path, url, body: Body::Json(body) }
}

/// All of them.
pub const CASES: &[Case] = &[
    get("/", "/"),
    get("/events", "/events?all=true"),
    get("/static/{hash}/{name}", "{style}"),
    get("/games/{game}", "/games/plantation"),
    get("/games/{game}/rules", "/games/plantation/rules"),
    get("/games/{game}/kits/{language}", "/games/plantation/kits/python"),
    get("/games/{game}/submit", "/games/plantation/submit"),
    Case {
        method: "POST",
        path: "/games/{game}/submit",
        url: "/games/plantation/submit",
        body: Body::HandIn,
    },
    get("/bots/{id}", "/bots/{bot}"),
    post("/bots/{id}/rest", "/bots/{bot}/rest", ""),
    post("/bots/{id}/play", "/bots/{bot}/play", ""),
    post("/bots/{id}/delete", "/bots/{bot}/delete", ""),
    post("/bots/{id}/challenge", "/bots/{house}/challenge", "mine={mine}"),
    post("/bots/{id}/disable", "/bots/{bot}/disable", "why=because"),
    post("/bots/{id}/enable", "/bots/{bot}/enable", ""),
    post("/bots/{id}/rename", "/bots/{bot}/rename", "name=another"),
    post("/bots/{id}/disqualify", "/bots/{bot}/disqualify", "why=because"),
    get("/versions/{id}", "/versions/{version}"),
    get("/versions/{id}/source", "/versions/{version}/source"),
    get("/versions/{id}/log", "/versions/{version}/log"),
    post("/versions/{id}/play", "/versions/{version}/play", ""),
    post("/versions/{id}/remove-files", "/versions/{idle}/remove-files", ""),
    get("/matches", "/matches?game=plantation"),
    get("/matches/{id}", "/matches/{match}"),
    get("/matches/{id}/replay", "/matches/{match}/replay"),
    get("/matches/{id}/watch/", "/matches/{match}/watch/"),
    get("/matches/{id}/watch/film", "/matches/{match}/watch/film?eye={seat}"),
    get("/matches/{id}/watch/session", "/matches/{match}/watch/session"),
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
    post("/account/tokens", "/account/tokens", "label=laptop&read=yes&days=7"),
    post("/account/tokens/{id}/revoke", "/account/tokens/{token}/revoke", ""),
    post("/account/delete", "/account/delete", "password=correct+horse"),
    get("/admin", "/admin"),
    post("/admin/invites", "/admin/invites", ""),
    post("/admin/worker-tokens", "/admin/worker-tokens", "label=machine"),
    post("/admin/worker-tokens/{id}/revoke", "/admin/worker-tokens/{worker_token}/revoke", ""),
    post("/admin/workers/{id}/trust", "/admin/workers/{worker}/trust", ""),
    get("/healthz", "/healthz"),
    get("/api/openapi.json", "/api/openapi.json"),
    get("/api/v1/games", "/api/v1/games"),
    get("/api/v1/games/{game}/ladder", "/api/v1/games/plantation/ladder"),
    get("/api/v1/languages", "/api/v1/languages"),
    get("/api/v1/bots/{id}", "/api/v1/bots/{bot}"),
    Case { method: "DELETE", path: "/api/v1/bots/{id}", url: "/api/v1/bots/{bot}", body: Body::None },
    told("/api/v1/bots/{id}/rest", "/api/v1/bots/{bot}/rest", ""),
    told("/api/v1/bots/{id}/wake", "/api/v1/bots/{bot}/wake", ""),
    told("/api/v1/bots/{id}/rename", "/api/v1/bots/{bot}/rename", r#"{"name": "another name"}"#),
    told("/api/v1/versions/{id}/choose", "/api/v1/versions/{version}/choose", ""),
    get("/api/v1/bots/{id}/status", "/api/v1/bots/{bot}/status"),
    get("/api/v1/bots/{id}/versions", "/api/v1/bots/{bot}/versions"),
    get("/api/v1/versions/{id}", "/api/v1/versions/{version}"),
    get("/api/v1/versions/{id}/log", "/api/v1/versions/{version}/log"),
    get("/api/v1/versions/{id}/source", "/api/v1/versions/{version}/source"),
    get("/api/v1/matches", "/api/v1/matches?game=plantation"),
    get("/api/v1/matches/{id}", "/api/v1/matches/{match}"),
    get("/api/v1/matches/{id}/replay", "/api/v1/matches/{match}/replay"),
    get("/api/v1/matches/{id}/stderr/{seat}", "/api/v1/matches/{match}/stderr/{seat}"),
    get("/api/v1/me", "/api/v1/me"),
    json("POST", "/api/v1/tokens", r#"{"name": "owner", "password": "correct horse", "label": "laptop"}"#),
    Case {
        method: "DELETE",
        path: "/api/v1/tokens/current",
        url: "/api/v1/tokens/current",
        body: Body::None,
    },
    Case {
        method: "POST",
        path: "/api/v1/submissions",
        url: "/api/v1/submissions?game=plantation&bot=another&file=bot.py",
        body: Body::Bytes(b"print()"),
    },
    json("POST", "/api/v1/challenges", r#"{"bot_id": {mine}, "other_id": {house}}"#),
    json(
        "POST",
        "/api/v1/workers",
        r#"{"name": "machine", "tier": "full", "cores": 1, "languages": ["python"]}"#,
    ),
    told("/api/v1/workers/{id}/lease", "/api/v1/workers/{worker}/lease", r#"{"matches": 1, "builds": 1}"#),
    told("/api/v1/workers/{id}/heartbeat", "/api/v1/workers/{worker}/heartbeat", r#"{"jobs": []}"#),
    told("/api/v1/workers/{id}/reports", "/api/v1/workers/{worker}/reports", r#"{"reports": []}"#),
    told("/api/v1/workers/{id}/release", "/api/v1/workers/{worker}/release", r#"{"jobs": []}"#),
    told("/api/v1/workers/{id}/live", "/api/v1/workers/{worker}/live", r#"{"matches": []}"#),
    get("/api/v1/workers/{id}/blobs/{hash}", "/api/v1/workers/{worker}/blobs/{source}"),
    Case {
        method: "PUT",
        path: "/api/v1/workers/{id}/blobs/{hash}",
        url: "/api/v1/workers/{worker}/blobs/ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        body: Body::Bytes(b"abc"),
    },
];
