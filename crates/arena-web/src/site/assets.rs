//! Files that never change under their address: style, script, editor.

use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::HeaderMap;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse as _, Response};
use skirmish_arena_service::account::Refused;
use skirmish_arena_service::blobs::name_of;

use super::packed::Packed;
use crate::request::Refusal;

struct Asset {
    name: &'static str,
    text: Packed,
    hash: String,
}

static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    let asset = |name, kind, bytes: &'static [u8]| {
        let hash = name_of(bytes)[..16].to_owned();
        Asset { name, text: Packed::new(kind, bytes), hash }
    };
    vec![
        asset("style.css", "text/css; charset=utf-8", include_bytes!("../../static/style.css")),
        asset("site.js", "text/javascript; charset=utf-8", include_bytes!("../../static/site.js")),
        asset("icon.svg", "image/svg+xml", include_bytes!("../../static/icon.svg")),
        asset("editor.js", "text/javascript; charset=utf-8", include_bytes!("../../editor/dist/editor.js")),
    ]
});

/// Where the file of that name is.
pub fn address(name: &str) -> String {
    let hash = ASSETS.iter().find(|asset| asset.name == name).map_or("0", |asset| &asset.hash);
    format!("/static/{hash}/{name}")
}

/// The file.
pub async fn file(Path((hash, name)): Path<(String, String)>, asked: HeaderMap) -> Result<Response, Refusal> {
    let found = ASSETS.iter().find(|asset| asset.name == name && asset.hash == hash);
    let asset = found.ok_or(Refused::Missing("file"))?;
    let headers = [(CACHE_CONTROL, "public, max-age=31536000, immutable")];
    Ok((headers, asset.text.response(&asked)).into_response())
}
