//! The operations `keep`, `kept`, `read`, `write` and `drop`: contents that stay on the server.

use crate::kept::{Keep, KeptRecord, Name, Read, Write};
use crate::reply::Reply;
use crate::server::Server;
use serde::Serialize;

#[derive(Serialize, Debug, Default)]
struct Body {
    /// The bytes that `read` asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    data_base64: Option<String>,
    /// The contents that `kept` asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    kept: Option<Vec<KeptRecord>>,
}

/// Keeps contents under a name.
pub(crate) fn keep(members: &Keep, server: &mut Server, reply: Reply<'_>) {
    answer(server.kept.put(members).map(|()| Body::default()), reply);
}

/// Answers with the names of all contents.
pub(crate) fn kept(server: &Server, reply: Reply<'_>) {
    answer(Ok(Body { kept: Some(server.kept.list()), ..Body::default() }), reply);
}

/// Answers with a part of contents.
pub(crate) fn read(members: &Read, server: &Server, reply: Reply<'_>) {
    let bytes = server.kept.read(members);
    answer(bytes.map(|bytes| Body { data_base64: Some(bytes), ..Body::default() }), reply);
}

/// Replaces a part of contents.
pub(crate) fn write(members: &Write, server: &mut Server, reply: Reply<'_>) {
    answer(server.kept.write(members).map(|()| Body::default()), reply);
}

/// Drops contents.
pub(crate) fn drop(members: &Name, server: &mut Server, reply: Reply<'_>) {
    answer(server.kept.remove(members).map(|()| Body::default()), reply);
}

fn answer(body: Result<Body, String>, reply: Reply<'_>) {
    match body {
        Ok(body) => reply.body(true, body),
        Err(message) => reply.refuse(message),
    }
}
