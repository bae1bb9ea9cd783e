//! Reads and writes the messages of the Language Server Protocol on a byte stream.
//!
//! `lsp_server::Message::read` fails at the first message that is not JSON, where the protocol prescribes an error response.

use lsp_server::{ErrorCode, Message};
use serde_json::{Value, json};
use shader_source::surrogate::well_formed;
use std::io::{self, BufRead, Read as _, Write};

/// One message from the client, or the lack of one.
#[derive(Debug)]
pub(crate) enum Incoming {
    /// A message.
    Message(Message),
    /// The error response to a message that is not valid JSON-RPC.
    Malformed(Value),
    /// The reason why nothing more can be read.
    Unreadable(String),
}

/// Reads a message; `None` at the end of the stream.
///
/// # Errors
/// Fails if the stream does, and for a header without a length: the start of the next message is then unknown.
pub(crate) fn read(input: &mut impl BufRead) -> io::Result<Option<Incoming>> {
    Ok(read_content(input)?.map(|content| understand(&content)))
}

/// Reads the bytes of a message; `None` at the end of the stream.
///
/// # Errors
/// Fails if the stream does, and for a header without a length.
pub fn read_content(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let Some(length) = content_length(input)? else { return Ok(None) };
    let mut content = Vec::new();
    input.take(length).read_to_end(&mut content)?;
    Ok((content.len() as u64 == length).then_some(content))
}

/// Returns the message in a JSON text.
pub(crate) fn understand(content: &[u8]) -> Incoming {
    // An edit may contain a lone surrogate, which serde rejects. Dropping the edit would make the server's document differ from the client's.
    let value: Value = match serde_json::from_slice(&well_formed(content)) {
        Ok(value) => value,
        Err(error) => {
            return Incoming::Malformed(malformed(&Value::Null, ErrorCode::ParseError, &error.to_string()));
        }
    };
    let id = value.get("id").filter(|id| id.is_i64() || id.is_string()).cloned().unwrap_or_default();
    serde_json::from_value(value).map_or_else(
        |_| {
            let reason = "expected a JSON-RPC 2.0 request, notification or response";
            Incoming::Malformed(malformed(&id, ErrorCode::InvalidRequest, reason))
        },
        Incoming::Message,
    )
}

/// Reads a header and returns the length of its message in bytes; `None` at the end of the stream.
fn content_length(input: &mut impl BufRead) -> io::Result<Option<u64>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = line.trim_ascii();
        if line.is_empty() {
            return length.map(Some).ok_or_else(|| {
                let reason = "expected a header with `Content-Length: N`, found a header without a length";
                io::Error::new(io::ErrorKind::InvalidData, reason)
            });
        }
        let Some(colon) = line.iter().position(|byte| *byte == b':') else { continue };
        if line[..colon].eq_ignore_ascii_case(b"Content-Length") {
            length = str::from_utf8(&line[colon + 1..]).ok().and_then(|number| number.trim().parse().ok());
        }
    }
}

fn malformed(id: &Value, code: ErrorCode, message: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code as i32, "message": message } })
}

/// Writes a JSON message with its header.
///
/// # Errors
/// Fails if the stream does.
pub fn write_value(output: &mut impl Write, value: &Value) -> io::Result<()> {
    let text = value.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn framed(content: &str) -> String {
        format!(
            "content-length: {}\r\nContent-Type: application/vscode-jsonrpc\r\n\r\n{content}",
            content.len()
        )
    }

    fn first(stream: &str) -> Option<Incoming> {
        read(&mut stream.as_bytes()).expect("the header is right")
    }

    #[test]
    fn messages_are_read_one_after_the_other() {
        let stream = framed(r#"{"method":"exit"}"#) + &framed(r#"{"id":1,"method":"shutdown"}"#);
        let mut input = stream.as_bytes();
        let mut next = || read(&mut input).expect("the header is right");
        assert!(matches!(next(), Some(Incoming::Message(Message::Notification(_)))));
        assert!(matches!(next(), Some(Incoming::Message(Message::Request(_)))));
        assert!(next().is_none());
    }

    #[test]
    fn half_of_a_surrogate_pair_is_replaced() {
        let content = r#"{"method":"textDocument/didChange","params":["a\ud83db","\ud83d\ude00"]}"#;
        let Some(Incoming::Message(Message::Notification(it))) = first(&framed(content)) else {
            panic!("a message")
        };
        assert_eq!(it.params, json!(["a\u{fffd}b", "\u{1f600}"]));
    }

    #[test]
    fn what_is_no_message_has_an_answer() {
        for (content, id, code) in [
            ("{", Value::Null, -32700),
            ("[1]", Value::Null, -32600),
            (r#"{"id":"a","method":7}"#, json!("a"), -32600),
        ] {
            let Some(Incoming::Malformed(answer)) = first(&framed(content)) else { panic!("{content}") };
            assert_eq!((&answer["id"], &answer["error"]["code"]), (&id, &json!(code)), "{content}");
        }
    }

    #[test]
    fn a_stream_that_breaks_off_ends() {
        assert!(first("Content-Length: 100\r\n\r\n{}").is_none());
        assert!(first("Content-Length: 18446744073709551615\r\n\r\n{}").is_none());
        assert!(first("").is_none());
        assert!(read(&mut "Content-Length: x\r\n\r\n{}".as_bytes()).is_err());
    }
}
