//! What every answer wears: headers that keep others' scripts out, and a page or JSON around a refusal.

use std::sync::Arc;

use askama::Template;
use axum::Json;
use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, HeaderValue, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Redirect, Response};

use super::frame::{Frame, page};
use crate::account::Told;
use crate::arena::Arena;

/// What pages may load: our own files, and nothing inline.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
    connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The same for a page whose script brings styles of its own: they carry this secret.
pub fn policy_with_styles(nonce: &str) -> String {
    POLICY.replace("style-src 'self'", &format!("style-src 'self' 'nonce-{nonce}'"))
}

#[derive(Template)]
#[template(path = "refused.html")]
struct RefusedPage {
    frame: Frame,
    status: u16,
    told: String,
}

/// Dresses every answer.
pub async fn dress(State(arena): State<Arc<Arena>>, request: Request, next: Next) -> Response {
    let path = request.uri().path_and_query().map_or("/", |path| path.as_str()).to_owned();
    let method = request.method().clone();
    let mut response = next.run(request).await;
    let is_api = path.starts_with("/api/") || path.starts_with("/healthz");
    if let Some(told) = response.extensions_mut().remove::<Told>() {
        response = refusal(&arena, &path, &method, response, told.0, is_api);
    } else if response.status() == StatusCode::REQUEST_TIMEOUT {
        let told = "The request took too long. Send it again.".to_owned();
        response = refusal(&arena, &path, &method, response, told, is_api);
    } else if response.status().is_client_error() && !is_api && !is_page(&response) {
        // The framework's own refusals: addresses and forms that do not fit.
        let told = match response.status() {
            StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED => "There is nothing at this address.",
            _ => "The address or the form is not as it should be.",
        };
        response = refusal(&arena, &path, &method, response, told.to_owned(), is_api);
    }
    wear(&arena, response)
}

fn is_page(response: &Response) -> bool {
    response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"))
}

/// The refusal as whoever asked reads it best. Its status and headers stay.
fn refusal(
    arena: &Arena,
    path: &str,
    method: &Method,
    bare: Response,
    told: String,
    is_api: bool,
) -> Response {
    let status = bare.status();
    if is_api {
        let mut response = (status, Json(serde_json::json!({ "error": told }))).into_response();
        keep_retry(&bare, &mut response);
        return response;
    }
    if status == StatusCode::UNAUTHORIZED {
        let next = if *method == Method::GET { path } else { "/" };
        let next = serde_urlencoded::to_string([("next", next)]).unwrap_or_default();
        return Redirect::to(&format!("/log-in?{next}")).into_response();
    }
    let frame = Frame::bare(arena, status.canonical_reason().unwrap_or("Refused"));
    let made = page(&RefusedPage { frame, status: status.as_u16(), told: told.clone() });
    let mut response = made.unwrap_or_else(|_| told.into_response());
    *response.status_mut() = status;
    keep_retry(&bare, &mut response);
    response
}

fn keep_retry(from: &Response, to: &mut Response) {
    if let Some(value) = from.headers().get("retry-after") {
        to.headers_mut().insert("retry-after", value.clone());
    }
}

fn wear(arena: &Arena, mut response: Response) -> Response {
    let headers = response.headers_mut();
    let mut default = |name: HeaderName, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    default(CONTENT_SECURITY_POLICY, POLICY);
    default(X_CONTENT_TYPE_OPTIONS, "nosniff");
    default(X_FRAME_OPTIONS, "DENY");
    default(REFERRER_POLICY, "same-origin");
    default(CACHE_CONTROL, "no-store");
    default(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    default(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    default(
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    );
    if arena.settings.site.is_https {
        default(HeaderName::from_static("strict-transport-security"), "max-age=31536000");
    }
    response
}
