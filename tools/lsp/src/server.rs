//! The server's side of a conversation with a client.
//!
//! All waiting messages are handled in order, as one batch. A request sees the source as the messages before it left it, and diagnostics are
//! published at the end of the batch. So a burst of edits costs one validation, and the last state is always published, without timers.

use crate::answer::{self, Answer, params, refusal};
use crate::assembly::Assembler;
use crate::diagnostics::SOURCE;
use crate::lines::Encoding;
use crate::transport::{Incoming, read, write_value};
use crate::workspace::Workspace;
use crate::{address, capabilities, dispatch, pull, watch};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    DidChangeConfigurationParams, DidCloseTextDocumentParams, InitializeParams, MessageType,
    PublishDiagnosticsParams, ShowMessageParams, Uri,
};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// The maximum number of messages in a batch, so that diagnostics are published even if messages keep arriving.
const MOST_MESSAGES: usize = 1024;

/// How a conversation ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// The client sent `shutdown` and `exit`.
    Orderly,
    /// The client sent `exit` without `shutdown`, or closed the stream.
    Abrupt,
    /// The stream failed, or a header has no length, so that the start of the next message is unknown. This is the reason.
    Unreadable(String),
}

/// Serves a client until it disconnects. `assembler` checks documents with imports.
///
/// # Errors
/// Fails if writing to the client fails.
pub fn serve(
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
    assembler: &dyn Assembler,
) -> io::Result<End> {
    talk(Box::new(input), &mut output, assembler)
}

/// Does the work of [`serve`] without type parameters. Otherwise the caller, which is built last, would compile all requests and answers again.
fn talk(
    input: Box<dyn BufRead + Send>,
    output: &mut dyn Write,
    assembler: &dyn Assembler,
) -> io::Result<End> {
    let (sender, incoming) = channel();
    // A read can't be interrupted, so the thread ends with the stream or the process.
    thread::spawn(move || listen(input, &sender));
    let mut server = Server::new(output, assembler);
    while let Some(batch) = next_batch(&incoming) {
        if let Some(end) = server.handle(batch)? {
            return Ok(end);
        }
        server.publish()?;
    }
    Ok(End::Abrupt)
}

/// Forwards messages until the stream ends or fails.
fn listen(mut input: impl BufRead, incoming: &Sender<Incoming>) {
    loop {
        let (message, is_last) = match read(&mut input) {
            Ok(Some(message)) => (message, false),
            Ok(None) => break,
            Err(error) => (Incoming::Unreadable(error.to_string()), true),
        };
        if incoming.send(message).is_err() || is_last {
            break;
        }
    }
}

/// Returns the next message and all that are waiting after it; `None` at the end of the stream.
fn next_batch(incoming: &Receiver<Incoming>) -> Option<Vec<Incoming>> {
    let first = incoming.recv().ok()?;
    Some(std::iter::once(first).chain(incoming.try_iter().take(MOST_MESSAGES - 1)).collect())
}

/// The phase of the conversation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// Before `initialize`.
    Beginning,
    Running,
    /// After `shutdown`.
    ShutDown,
}

/// The state of the server in a conversation.
pub(crate) struct Server<'a, W> {
    pub(crate) output: W,
    phase: Phase,
    workspace: Workspace<'a>,
    /// The parameters of `client/registerCapability`, which is sent once the client is ready.
    registration: Option<Value>,
}

impl<'a, W: Write> Server<'a, W> {
    pub(crate) fn new(output: W, assembler: &'a dyn Assembler) -> Self {
        Self { output, phase: Phase::Beginning, workspace: Workspace::new(assembler), registration: None }
    }

    /// Handles messages in order, and returns how the conversation ended if they end it.
    pub(crate) fn handle(&mut self, batch: Vec<Incoming>) -> io::Result<Option<End>> {
        let cancelled: BTreeSet<RequestId> = batch.iter().filter_map(cancelled).collect();
        for message in batch {
            match message {
                Incoming::Malformed(answer) => write_value(&mut self.output, &answer)?,
                Incoming::Message(Message::Request(request)) => {
                    let is_cancelled = cancelled.contains(&request.id);
                    self.respond(request, is_cancelled)?;
                }
                Incoming::Message(Message::Notification(notification)) if notification.method == "exit" => {
                    let is_orderly = self.phase == Phase::ShutDown;
                    return Ok(Some(if is_orderly { End::Orderly } else { End::Abrupt }));
                }
                Incoming::Message(Message::Notification(notification)) => self.note(notification)?,
                // The only request of the server is a registration, whose result is ignored.
                Incoming::Message(Message::Response(_)) => {}
                Incoming::Unreadable(reason) => return Ok(Some(End::Unreadable(reason))),
            }
        }
        Ok(None)
    }

    fn respond(&mut self, request: Request, is_cancelled: bool) -> io::Result<()> {
        let Request { id, method, params } = request;
        let response_result = if is_cancelled {
            Err(refusal(ErrorCode::RequestCanceled, "the client cancelled the request"))
        } else {
            let answer = catch_unwind(AssertUnwindSafe(|| self.answer(&method, params)));
            answer.unwrap_or_else(|_| {
                self.workspace.start_over();
                Err(refusal(ErrorCode::InternalError, "internal error; the server keeps running"))
            })
        };
        Message::from(Response { id, response_result }).write(&mut self.output)?;
        Ok(())
    }

    fn answer(&mut self, method: &str, params: Value) -> Answer {
        match (self.phase, method) {
            (Phase::Beginning, "initialize") => self.initialize(params),
            (Phase::Beginning, _) => {
                Err(refusal(ErrorCode::ServerNotInitialized, "`initialize` must be the first request"))
            }
            (Phase::Running, "initialize") => {
                Err(refusal(ErrorCode::InvalidRequest, "`initialize` may only be sent once"))
            }
            (Phase::Running, "shutdown") => {
                self.phase = Phase::ShutDown;
                Ok(Value::Null)
            }
            (Phase::Running, _) => dispatch::answer(&mut self.workspace, method, params),
            (Phase::ShutDown, _) => Err(refusal(ErrorCode::InvalidRequest, "the server has been shut down")),
        }
    }

    fn initialize(&mut self, value: Value) -> Answer {
        self.registration = watch::registration(&value["capabilities"]);
        self.workspace.is_watched = self.registration.is_some();
        self.workspace.is_pulled = pull::is_used(&value["capabilities"]);
        let item = &value["capabilities"]["textDocument"]["completion"]["completionItem"];
        self.workspace.has_snippets = item["snippetSupport"] == true;
        self.workspace.folders = folders(&value);
        let client: InitializeParams = params(value)?;
        let general = client.capabilities.general.unwrap_or_default();
        self.workspace.encoding = Encoding::negotiated(&general.position_encodings.unwrap_or_default());
        if let Err(reason) = self.workspace.configure(&client.initialization_options.unwrap_or_default()) {
            // The server works with default settings. If this message can't be written, the answer can't be, either.
            let _ = self.tell(SOURCE, &reason);
        }
        self.phase = Phase::Running;
        let offered = answer::value(capabilities::offered(self.workspace.encoding))?;
        Ok(if self.workspace.is_pulled { capabilities::with_pull(offered) } else { offered })
    }

    /// Handles a notification. Notifications have no answer, so errors are shown to the user.
    fn note(&mut self, notification: Notification) -> io::Result<()> {
        if self.phase != Phase::Running {
            return Ok(());
        }
        let Notification { method, params: value } = notification;
        let result = match method.as_str() {
            "textDocument/didOpen" => params(value).map(|it| self.workspace.open(it)),
            "textDocument/didChange" => params(value).map(|it| self.workspace.change(it)),
            "initialized" => return self.register(),
            // The server already has the source of a saved document, and other files are watched.
            "textDocument/didSave" if self.workspace.is_watched => Ok(()),
            "textDocument/didSave"
            | "workspace/didCreateFiles"
            | "workspace/didRenameFiles"
            | "workspace/didDeleteFiles" => {
                self.workspace.forget_assembled();
                Ok(())
            }
            "workspace/didChangeWatchedFiles" => params(value).and_then(|it| {
                watch::changed(&mut self.workspace, &it).map_err(|it| refusal(ErrorCode::InvalidParams, &it))
            }),
            "workspace/didChangeWorkspaceFolders" => params(value).and_then(|it| {
                self.workspace.change_folders(it).map_err(|it| refusal(ErrorCode::InvalidParams, &it))
            }),
            "textDocument/didClose" => {
                return match params(value) {
                    Ok(it) => self.close(it),
                    Err(error) => self.tell(&method, &error.message),
                };
            }
            "workspace/didChangeConfiguration" => {
                params(value).and_then(|DidChangeConfigurationParams { settings }| {
                    self.workspace.configure(&settings).map_err(|it| refusal(ErrorCode::InvalidParams, &it))
                })
            }
            _ => Ok(()),
        };
        result.or_else(|error| self.tell(&method, &error.message))
    }

    /// Registers a watcher for files that change on disk.
    fn register(&mut self) -> io::Result<()> {
        let Some(params) = self.registration.take() else { return Ok(()) };
        let id = RequestId::from("register".to_owned());
        Message::from(Request { id, method: "client/registerCapability".to_owned(), params })
            .write(&mut self.output)
    }

    /// Closes a document, and clears its diagnostics in the client.
    fn close(&mut self, closed: DidCloseTextDocumentParams) -> io::Result<()> {
        let uri = closed.text_document.uri;
        self.workspace.close(&uri.0);
        if self.workspace.is_pulled {
            return Ok(());
        }
        let published = PublishDiagnosticsParams { uri, version: None, diagnostics: Vec::new() };
        self.send("textDocument/publishDiagnostics", &published)
    }

    /// Publishes the diagnostics that the client does not have yet, of all documents.
    pub(crate) fn publish(&mut self) -> io::Result<()> {
        let edited: Option<String> = match self.workspace.changed.len() {
            1 => self.workspace.changed.values().next().cloned(),
            _ => None,
        };
        self.workspace.settle();
        if self.workspace.is_pulled {
            return self.refresh();
        }
        self.workspace.edited.clear();
        let mut waiting = std::mem::take(&mut self.workspace.waiting);
        // The edited document is visible, so it comes before the documents that import it.
        if let Some(uri) = edited.filter(|uri| waiting.remove(uri)) {
            self.publish_one(uri)?;
        }
        if catch_unwind(AssertUnwindSafe(|| self.workspace.assemble_all(&waiting))).is_err() {
            // Checking documents one by one isolates the document that crashes the validator.
            self.workspace.start_over();
        }
        waiting.into_iter().try_for_each(|uri| self.publish_one(uri))
    }

    /// Sends a refresh to a client with pull diagnostics. It pulls the diagnostics of documents that it changed anyway.
    fn refresh(&mut self) -> io::Result<()> {
        let waiting = std::mem::take(&mut self.workspace.waiting);
        let edited = std::mem::take(&mut self.workspace.edited);
        if waiting.iter().all(|uri| edited.contains(uri)) {
            return Ok(());
        }
        let id = RequestId::from("refresh".to_owned());
        let method = "workspace/diagnostic/refresh".to_owned();
        Message::from(Request { id, method, params: Value::Null }).write(&mut self.output)
    }

    fn publish_one(&mut self, uri: String) -> io::Result<()> {
        if !self.workspace.documents.contains_key(&uri) {
            return Ok(());
        }
        let Ok(diagnostics) = catch_unwind(AssertUnwindSafe(|| self.workspace.found(&uri))) else {
            self.workspace.start_over();
            return self.tell(SOURCE, &format!("{uri}: internal error; the server keeps running"));
        };
        let Some(document) = self.workspace.documents.get_mut(&uri) else { return Ok(()) };
        if !document.publish(&diagnostics) {
            return Ok(());
        }
        let version = Some(document.version());
        self.send(
            "textDocument/publishDiagnostics",
            &PublishDiagnosticsParams { uri: Uri(uri), version, diagnostics },
        )
    }

    /// Shows an error to the user.
    fn tell(&mut self, subject: &str, reason: &str) -> io::Result<()> {
        let message = format!("{subject}: {reason}");
        self.send("window/showMessage", &ShowMessageParams { kind: MessageType::Error, message })
    }

    fn send(&mut self, method: &str, params: &impl Serialize) -> io::Result<()> {
        let params = serde_json::to_value(params)?;
        Message::from(Notification { method: method.to_owned(), params }).write(&mut self.output)
    }
}

/// Returns the workspace directories in the client's `initialize` request.
fn folders(client: &Value) -> Vec<PathBuf> {
    let listed = client["workspaceFolders"].as_array().into_iter().flatten().map(|folder| &folder["uri"]);
    let all = listed.chain([&client["rootUri"]]).filter_map(|uri| address::path(uri.as_str()?));
    let mut folders = Vec::new();
    for folder in all.filter(|folder| folder.has_root()) {
        if !folders.contains(&folder) {
            folders.push(folder);
        }
    }
    folders
}

/// Returns the id of the request that a message cancels.
fn cancelled(message: &Incoming) -> Option<RequestId> {
    match message {
        Incoming::Message(Message::Notification(it)) if it.method == "$/cancelRequest" => {
            serde_json::from_value(it.params.get("id")?.clone()).ok()
        }
        Incoming::Message(_) | Incoming::Malformed(_) | Incoming::Unreadable(_) => None,
    }
}

#[cfg(test)]
#[path = "host_test.rs"]
mod host_tests;
#[cfg(test)]
#[path = "server_test.rs"]
mod tests;
