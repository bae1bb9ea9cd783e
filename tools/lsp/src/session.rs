//! A conversation without streams, for hosts that pass on messages one by one: a web worker, for example.

use crate::assembly::Assembler;
use crate::server::Server;
use crate::transport::{read_content, understand};

/// The server's side of a conversation.
pub struct Session<'a>(Server<'a, Vec<u8>>);

impl<'a> Session<'a> {
    /// A conversation that has not begun. `assembler` checks the documents that import files.
    #[must_use]
    pub fn new(assembler: &'a dyn Assembler) -> Self {
        Self(Server::new(Vec::new(), assembler))
    }

    /// Takes a message of the client, in JSON, and returns the messages that the server sends in turn. Nothing follows `exit`, whose
    /// consequences are the host's.
    pub fn receive(&mut self, message: &str) -> Vec<String> {
        // Writing to memory does not fail.
        if let Ok(None) = self.0.handle(vec![understand(message.as_bytes())]) {
            let _ = self.0.publish();
        }
        let written = std::mem::take(&mut self.0.output);
        let mut rest = written.as_slice();
        let contents = std::iter::from_fn(|| read_content(&mut rest).ok().flatten());
        contents.map(|content| String::from_utf8_lossy(&content).into_owned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::open_files::OpenFiles;
    use serde_json::{Value, json};

    fn receive(session: &mut Session<'_>, message: &Value) -> Vec<Value> {
        let said = session.receive(&message.to_string());
        said.iter().map(|it| serde_json::from_str(it).expect("a message is JSON")).collect()
    }

    fn open(name: &str, text: &str) -> Value {
        let uri = format!("file:///f/{name}");
        let document = json!({ "uri": uri, "languageId": "wesl", "version": 1, "text": text });
        json!({ "method": "textDocument/didOpen", "params": { "textDocument": document } })
    }

    #[test]
    fn messages_are_answered_one_by_one() {
        let mut session = Session::new(&OpenFiles);
        let said = receive(
            &mut session,
            &json!({ "id": 1, "method": "initialize", "params": { "capabilities": {} } }),
        );
        assert_eq!((said.len(), &said[0]["id"]), (1, &json!(1)));
        let said = receive(&mut session, &open("main.wesl", "import package::util::f;\nfn g() { f(); }"));
        assert_eq!(said[0]["params"]["diagnostics"].as_array().map(Vec::len), Some(1), "{said:?}");
        // The document that imports this one is checked again.
        let said = receive(&mut session, &open("util.wesl", "fn f() {}"));
        let main =
            said.iter().find(|it| it["params"]["uri"] == "file:///f/main.wesl").expect("it is published");
        assert_eq!(main["params"]["diagnostics"], json!([]));
        let place = json!({ "textDocument": { "uri": "file:///f/main.wesl" }, "position": { "line": 1, "character": 9 }, "newName": "h" });
        let said =
            receive(&mut session, &json!({ "id": 2, "method": "textDocument/definition", "params": place }));
        assert_eq!(said[0]["result"]["uri"], "file:///f/util.wesl");
        let said =
            receive(&mut session, &json!({ "id": 3, "method": "textDocument/rename", "params": place }));
        assert_eq!(said[0]["result"]["changes"].as_object().map(serde_json::Map::len), Some(2), "{said:?}");
        assert!(receive(&mut session, &json!({ "method": "exit" })).is_empty());
    }
}
