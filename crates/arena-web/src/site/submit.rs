//! Submitting a bot: written in the page, or uploaded.

use std::borrow::Cow;
use std::fs::File;
use std::io;
use std::sync::Arc;

use askama::Template;
use axum::body::Body;
use axum::extract::multipart::Field;
use axum::extract::{Multipart, Path, Query, State};
use axum::http::HeaderValue;
use axum::http::header::CONTENT_SECURITY_POLICY;
use axum::response::{IntoResponse as _, Redirect, Response};
use serde::Deserialize;
use skirmish_arena_service::account::{Account, Address, Caller, Owned, Refused, secret};
use skirmish_arena_service::arena::{Arena, off_async};
use skirmish_arena_service::upload::language::{self, Offered};
use skirmish_arena_service::upload::{self, Submission};
use skirmish_arena_store::Bot;
use skirmish_core::info::Info;
use skirmish_kits::Names;

use super::frame::{Frame, page as made};
use super::game::{find, kits};
use super::response::policy_with_styles;
use crate::request::{PostedFiles, Refusal, status};
use crate::transfer::{Receiver, Undelivered, receive_upload};
use crate::web::Web;

/// The language that a newcomer sees first, if there is a kit for it.
const FIRST_LANGUAGE: &str = "python";
/// Bytes of a form's short fields.
const MOST_FIELD_BYTES: usize = 4096;
/// Bytes of a text that is written or shown in the page.
const MOST_TEXT_BYTES: usize = 1 << 20;
/// Bytes of a body that are read and dropped, so that whoever sends too much is told so.
const MOST_DRAINED_BYTES: usize = 64 << 20;

/// What the page is to begin with.
#[derive(Debug, Default, Deserialize)]
pub struct Begin {
    language: Option<String>,
    bot: Option<i64>,
}

#[derive(Template)]
#[template(path = "submit.html")]
struct HandIn {
    frame: Frame,
    info: &'static Info,
    languages: Vec<Offered>,
    kits: Vec<Offered>,
    chosen: String,
    file: String,
    has_kit: bool,
    name: String,
    /// The bot that gets a new version.
    bot: Option<Bot>,
    text: String,
    nonce: String,
    told: Option<String>,
    most: String,
}

/// The page, with the starter kit as the first text, or with what the bot is now.
pub async fn page(
    user: Account,
    State(arena): State<Arc<Arena>>,
    caller: Caller,
    Path(game): Path<String>,
    Query(begin): Query<Begin>,
) -> Result<Response, Refusal> {
    find(&arena, &game)?;
    let bot = match begin.bot {
        Some(id) => {
            let owned = Owned::<Bot>::find(&arena, &user, id).await?;
            Some(owned.into_inner()).filter(|bot| bot.game == game)
        }
        None => None,
    };
    let now = match &bot {
        Some(bot) => newest(&arena, bot).await?,
        None => None,
    };
    let (language, text) = match (begin.language, now) {
        (Some(asked), Some((language, text))) if asked == language => (language, Some(text)),
        (None, Some((language, text))) => (language, Some(text)),
        (asked, _) => (asked.unwrap_or_else(|| FIRST_LANGUAGE.to_owned()), None),
    };
    let form = Form { language, text, ..Form::default() };
    show(&arena, &caller, &game, bot, form, None).await
}

/// The language and the main file of a bot's newest version, if it is text.
async fn newest(arena: &Arena, bot: &Bot) -> Result<Option<(String, String)>, Refused> {
    let Some(version) = arena.store.versions_of(bot.id).await?.into_iter().next() else { return Ok(None) };
    if version.source_hash.is_empty() {
        return Ok(None);
    }
    let (blobs, hash) = (arena.blobs.clone(), version.source_hash.clone());
    let tree = off_async(move || upload::unpack_kept(&blobs, &hash)).await??;
    let main = language::kit_named(&version.language).map_or("", |kit| kit.bot.as_str());
    let only = tree.files().iter().filter(|file| file.path != upload::MANIFEST).collect::<Vec<_>>();
    let file = tree.file(main).or(if let [only] = only[..] { Some(only) } else { None });
    let Some(file) = file.filter(|file| file.content.len() <= MOST_TEXT_BYTES as u64) else {
        return Ok(None);
    };
    let content = file.content.clone();
    let bytes = off_async(move || content.head(MOST_TEXT_BYTES).map(Cow::into_owned).ok()).await?;
    let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
    Ok(text.map(|text| (version.language, text)))
}

/// What somebody sends.
#[derive(Clone, Debug, Default)]
struct Form {
    name: String,
    language: String,
    text: Option<String>,
    file: Option<(String, Arc<File>)>,
    /// The most bytes there might have been, if there were more.
    too_large: Option<u64>,
}

/// Takes what is submitted; what is wrong is told above the form, and nothing is lost that was typed.
pub async fn submit(
    user: Account,
    State(web): State<Web>,
    Path(game): Path<String>,
    Address(address): Address,
    posted: PostedFiles,
) -> Result<Response, Refusal> {
    let arena = &web.arena;
    find(arena, &game)?;
    let PostedFiles { caller, fields } = posted;
    let _turn = web.heavy.uploads.turn(address).await?;
    let form = read(arena, fields).await?;
    let submitted = match submission(arena, &game, &form).await {
        Ok(submission) => upload::submit(arena, &user, submission).await,
        Err(refused) => Err(refused),
    };
    match submitted {
        Ok(submitted) => Ok(Redirect::to(&format!("/versions/{}", submitted.version_id)).into_response()),
        Err(refused @ (Refused::Ours(_) | Refused::Away { .. } | Refused::NotLoggedIn)) => {
            Err(refused.into())
        }
        Err(refused) => {
            let status = status(&refused);
            let mut response = show(arena, &caller, &game, None, form, Some(refused.to_string())).await?;
            *response.status_mut() = status;
            Ok(response)
        }
    }
}

async fn submission(arena: &Arena, game: &str, form: &Form) -> Result<Submission, Refused> {
    if let Some(most) = form.too_large {
        return Err(upload::BadUpload::TooLarge(most).into());
    }
    let (name, file) = match (&form.file, &form.text) {
        (Some((name, file)), _) => (name.clone(), file.try_clone().map_err(no_spool)?),
        (None, Some(text)) if !text.trim().is_empty() => {
            // Browsers send line ends as CR LF.
            let text = text.replace("\r\n", "\n");
            let offered = language::offered(arena).await?;
            let file = offered
                .iter()
                .find(|offered| offered.name == form.language)
                .map(|offered| offered.file.clone());
            let name = file.ok_or_else(|| Refused::Bad("Choose a language.".to_owned()))?;
            (name, receive_upload(arena, Body::from(text)).await?)
        }
        _ => return Err(upload::BadUpload::Empty.into()),
    };
    let tree = upload::unpack(arena, name, file).await?;
    let language = Some(form.language.clone()).filter(|language| !language.is_empty());
    Ok(Submission { game: game.to_owned(), bot: form.name.clone(), language, tree })
}

async fn read(arena: &Arena, mut multipart: Multipart) -> Result<Form, Refused> {
    let most_upload = arena.settings.quota.upload_bytes;
    let most_text = usize::try_from(most_upload).unwrap_or(usize::MAX).min(MOST_TEXT_BYTES);
    let mut form = Form::default();
    while let Some(field) = multipart.next_field().await.map_err(|_| cut_off())? {
        let name = field.name().unwrap_or_default().to_owned();
        let file_name = field.file_name().unwrap_or_default().to_owned();
        if name == "file" {
            match spooled(arena, field, most_upload).await? {
                Some((_, 0)) if file_name.is_empty() => {}
                Some((file, _)) => form.file = Some((file_name, Arc::new(file))),
                None => form.too_large = Some(most_upload),
            }
            continue;
        }
        let most = if name == "text" { most_text } else { MOST_FIELD_BYTES };
        let (bytes, is_whole) = capped(field, most).await?;
        if !is_whole {
            form.too_large = Some(most as u64);
        }
        let text = || {
            String::from_utf8(bytes.clone()).map_err(|_| Refused::Bad("The text is not UTF-8.".to_owned()))
        };
        match name.as_str() {
            "bot" => form.name = text()?,
            "language" => form.language = text()?,
            "text" => form.text = Some(text()?),
            _ => {}
        }
    }
    Ok(form)
}

/// A field's bytes in a file without a name, and how many; none if there are too many of them.
async fn spooled(arena: &Arena, mut field: Field<'_>, most: u64) -> Result<Option<(File, u64)>, Refused> {
    let mut receiver = Receiver::new(upload::spool(arena).await?, most);
    let (mut count, mut is_whole) = (0, true);
    while let Some(chunk) = field.chunk().await.map_err(|_| cut_off())? {
        count += chunk.len() as u64;
        match receiver.take(&chunk).await {
            Ok(()) => {}
            // The rest is read and dropped, so that whoever sends it is told.
            Err(Undelivered::TooLarge) if count <= MOST_DRAINED_BYTES as u64 => is_whole = false,
            Err(why) => return Err(why.told(|| Refused::TooLarge("This is far too large.".to_owned()))),
        }
    }
    let file = receiver.finish().await.map_err(|why| why.told(cut_off))?;
    Ok(is_whole.then_some((file, count)))
}

fn cut_off() -> Refused {
    Refused::Bad("The form was cut off on its way. Send it again.".to_owned())
}

fn no_spool(error: io::Error) -> Refused {
    Refused::Away { told: "The arena's disk does not answer, or is full.", why: error.to_string() }
}

/// A field's bytes, and whether that is all of them.
async fn capped(mut field: Field<'_>, most: usize) -> Result<(Vec<u8>, bool), Refused> {
    let mut bytes = Vec::new();
    let mut count = 0;
    while let Some(chunk) = field.chunk().await.map_err(|_| cut_off())? {
        count += chunk.len();
        if count <= most {
            bytes.extend_from_slice(&chunk);
        } else if count > MOST_DRAINED_BYTES {
            return Err(Refused::TooLarge("This is far too large.".to_owned()));
        }
    }
    Ok((bytes, count <= most))
}

async fn show(
    arena: &Arena,
    caller: &Caller,
    game: &str,
    bot: Option<Bot>,
    form: Form,
    told: Option<String>,
) -> Result<Response, Refusal> {
    let info = find(arena, game)?.info;
    let languages = language::offered(arena).await?;
    let known = languages.iter().find(|offered| offered.name == form.language).or_else(|| languages.first());
    let (chosen, file) =
        known.map_or_else(Default::default, |offered| (offered.name.clone(), offered.file.clone()));
    let kits = kits(&languages, game);
    let has_kit = kits.iter().any(|offered| offered.name == chosen);
    let text = form.text.unwrap_or_else(|| starter(game, info.title, &chosen));
    let nonce = secret()?;
    let title = match &bot {
        Some(bot) => format!("A new version of {}", bot.name),
        None => format!("{}: submit a bot", info.title),
    };
    let name = bot.as_ref().map_or(form.name, |bot| bot.name.clone());
    let most = skirmish_arena_protocol::upload::size(arena.settings.quota.upload_bytes);
    let frame = Frame::new(arena, caller, title);
    let policy = policy_with_styles(&nonce);
    let mut response = made(&HandIn {
        frame,
        info,
        languages,
        kits,
        chosen,
        file,
        has_kit,
        name,
        bot,
        text,
        nonce,
        told,
        most,
    })?;
    let policy = HeaderValue::from_str(&policy).map_err(|error| Refused::Ours(error.to_string()))?;
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    Ok(response)
}

/// The starter kit's bot.
fn starter(game: &str, title: &str, language: &str) -> String {
    let Some(kit) = language::kit_named(language).and_then(|language| language.kit(game)) else {
        return String::new();
    };
    let files = kit.files(&Names { bot: "my-bot", title });
    let own = files.into_iter().find(|file| file.path == kit.own_file());
    own.and_then(|file| String::from_utf8(file.bytes).ok()).unwrap_or_default()
}
