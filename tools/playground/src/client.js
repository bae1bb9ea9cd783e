// A client of the language server in the worker. Its documents are the files of the program.

/** Paths of WESL modules need a folder. */
const FOLDER = "file:///program/";

function addressOf(name) {
  return FOLDER + encodeURI(name);
}

/** Returns the name of the file with an address. */
export function nameOf(uri) {
  return decodeURI(uri.slice(FOLDER.length));
}

export class Client {
  #checker;
  #id = 0;
  /** What the server knows: the settings, and the text and version of each document. */
  #known = null;
  /** Requests are sent one after the other: each needs the text that the editor has then. */
  #last = Promise.resolve();

  /** `document` returns the texts of the files by name, the name of the `current` one, the language and the settings of the program. */
  constructor(checker, document) {
    this.#checker = checker;
    this.document = document;
  }

  /** Returns the result of a request about the program; `null` if the server fails. */
  request(method, params = {}) {
    const result = this.#last.then(() => this.#request(method, params)).catch(() => {
      // The server has lost its documents, or the worker has ended: the next request begins a new conversation.
      this.#known = null;
      return null;
    });
    this.#last = result;
    return result;
  }

  async #request(method, params) {
    const uri = await this.#synchronize();
    return this.#ask(method, { textDocument: { uri }, ...params });
  }

  /** Brings the server's documents up to date, and returns the address of the one in the editor. */
  async #synchronize() {
    const { files, current, language, settings } = this.document();
    if (!this.#known) {
      // A conversation may have begun before the worker was replaced: the server then refuses a second beginning, which is harmless.
      await this.#ask("initialize", { capabilities: {}, initializationOptions: settings });
      this.#known = { settings: JSON.stringify(settings), documents: new Map() };
    }
    const known = this.#known;
    if (known.settings !== JSON.stringify(settings)) {
      known.settings = JSON.stringify(settings);
      await this.#notify("workspace/didChangeConfiguration", { settings });
    }
    const wanted = new Map(Object.entries(files).map(([name, text]) => [addressOf(name), text]));
    for (const uri of [...known.documents.keys()].filter((one) => !wanted.has(one))) {
      known.documents.delete(uri);
      await this.#notify("textDocument/didClose", { textDocument: { uri } });
    }
    for (const [uri, text] of wanted) await this.#update(uri, text, language);
    return addressOf(current);
  }

  async #update(uri, text, languageId) {
    const { documents } = this.#known;
    const document = documents.get(uri);
    if (!document) {
      documents.set(uri, { text, version: 1 });
      await this.#notify("textDocument/didOpen", { textDocument: { uri, languageId, version: 1, text } });
    } else if (document.text !== text) {
      Object.assign(document, { text, version: document.version + 1 });
      await this.#notify("textDocument/didChange", { textDocument: { uri, version: document.version }, contentChanges: [{ text }] });
    }
  }

  async #ask(method, params) {
    const id = (this.#id += 1);
    const said = await this.#checker.ask("receive", { jsonrpc: "2.0", id, method, params });
    return said.find((message) => message.id === id)?.result ?? null;
  }

  #notify(method, params) {
    return this.#checker.ask("receive", { jsonrpc: "2.0", method, params });
  }
}
