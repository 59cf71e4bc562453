//! What every answer gets: headers that keep others' scripts out, and a page or JSON around a refusal.

use askama::Template;
use axum::Json;
use axum::body::Body;
use axum::extract::{FromRequestParts as _, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, COOKIE, HeaderName, HeaderValue, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{Method, Request, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Redirect, Response};
use skirmish_arena_service::account::Caller;
use skirmish_arena_service::arena::Arena;

use super::frame::{Frame, page};
use crate::request::{Credentials, RefusalText};
use crate::web::Web;

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

/// Adds to every answer what all have.
pub async fn finish_response(State(web): State<Web>, request: Request<Body>, next: Next) -> Response {
    let path = request.uri().path_and_query().map_or("/", |path| path.as_str()).to_owned();
    let method = request.method().clone();
    let cookies: Vec<HeaderValue> = request.headers().get_all(COOKIE).into_iter().cloned().collect();
    let mut response = next.run(request).await;
    let is_api = path.starts_with("/api/") || path.starts_with("/healthz");
    if let Some(told) = response.extensions_mut().remove::<RefusalText>() {
        response = refusal(&web, &path, &method, cookies, response, told.0, is_api).await;
    } else if response.status() == StatusCode::REQUEST_TIMEOUT {
        let told = "The request took too long. Send it again.".to_owned();
        response = refusal(&web, &path, &method, cookies, response, told, is_api).await;
    } else if response.status().is_client_error() && !is_api && !is_page(&response) {
        // The framework's own refusals: addresses and forms that do not fit.
        let told = match response.status() {
            StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED => "There is nothing at this address.",
            _ => "The address or the form is not as it should be.",
        };
        response = refusal(&web, &path, &method, cookies, response, told.to_owned(), is_api).await;
    }
    add_headers(&web.arena, response)
}

fn is_page(response: &Response) -> bool {
    response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"))
}

/// The refusal as whoever asked reads it best. Its status and headers stay.
async fn refusal(
    web: &Web,
    path: &str,
    method: &Method,
    cookies: Vec<HeaderValue>,
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
    let title = match status {
        StatusCode::NOT_FOUND => "Nothing here",
        StatusCode::FORBIDDEN => "Not for you",
        StatusCode::TOO_MANY_REQUESTS => "Too often",
        status if status.is_server_error() && status != StatusCode::SERVICE_UNAVAILABLE => "Our fault",
        _ => "That did not work",
    };
    let frame = Frame::new(&web.arena, &visitor(web, cookies).await, title);
    let made = page(&RefusedPage { frame, status: status.as_u16(), told: told.clone() });
    let mut response = made.unwrap_or_else(|_| told.into_response());
    *response.status_mut() = status;
    keep_retry(&bare, &mut response);
    response
}

/// Who looks at a refusal: whoever is logged in stays so on that page, too.
async fn visitor(web: &Web, cookies: Vec<HeaderValue>) -> Caller {
    let (mut parts, ()) = Request::new(()).into_parts();
    parts.extensions.insert(Credentials::Cookie);
    parts.headers.extend(cookies.into_iter().map(|value| (COOKIE, value)));
    // Where the database does not answer, nobody is logged in.
    Caller::from_request_parts(&mut parts, web).await.unwrap_or_default()
}

fn keep_retry(from: &Response, to: &mut Response) {
    if let Some(value) = from.headers().get("retry-after") {
        to.headers_mut().insert("retry-after", value.clone());
    }
}

fn add_headers(arena: &Arena, mut response: Response) -> Response {
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
