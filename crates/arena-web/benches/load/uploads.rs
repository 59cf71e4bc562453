//! Small files that are large once they are unpacked.

use std::collections::BTreeMap;
use std::io::{Cursor, Write as _};
use std::sync::Arc;

use zip::write::SimpleFileOptions;

use crate::http::{Connections, Request};
use crate::visitors::token;

/// Zips that come at once, and how much is in each.
const ZIPS: i64 = 10;
const ZEROS: usize = 45_000_000;

/// A bot with many zeros beside it.
pub fn zeros() -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let contents: [(&str, &[u8]); 2] = [("bot.py", b"print()\n"), ("zeros.bin", &vec![0; ZEROS])];
    for (name, bytes) in contents {
        zip.start_file(name, SimpleFileOptions::default()).expect("a file");
        zip.write_all(bytes).expect("written");
    }
    zip.finish().expect("a zip").into_inner()
}

/// Ten users submit it at once; how often which status was the answer.
pub async fn send(connections: &Arc<Connections>, zip: &[u8], round: usize) -> String {
    let sending: Vec<_> = (1..=ZIPS)
        .map(|user| {
            let (connections, zip) = (connections.clone(), zip.to_vec());
            tokio::spawn(async move {
                let path =
                    format!("/api/v1/submissions?game=plantation&bot=zeros-{round}-{user}&file=bot.zip");
                let headers = format!("Authorization: Bearer {}\r\n", token(user));
                connections.ask(Request { method: "POST", path: &path, headers: &headers, body: &zip }).await
            })
        })
        .collect();
    let mut statuses: BTreeMap<u16, usize> = BTreeMap::new();
    for sent in sending {
        *statuses.entry(sent.await.expect("no panic").status).or_default() += 1;
    }
    let told: Vec<String> = statuses.iter().map(|(status, count)| format!("{count} × {status}")).collect();
    told.join(", ")
}
