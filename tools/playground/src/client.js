// A client of the language server in the worker, with one document: the program in the editor.

const EXTENSIONS = { wgsl: "wgsl", wesl: "wesl", metal: "metal" };

export class Client {
  #checker;
  #id = 0;
  /** The document as the server has it: its address, language, settings and text. */
  #known = null;
  /** Requests are sent one after the other: each needs the text that the editor has then. */
  #last = Promise.resolve();

  /** `document` returns the text, the language and the settings of the program. */
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

  /** Brings the server's document up to date, and returns its address. */
  async #synchronize() {
    const { text, language, settings } = this.document();
    const uri = `file:///program.${EXTENSIONS[language]}`;
    if (!this.#known) {
      // A conversation may have begun before the worker was replaced: the server then refuses a second beginning, which is harmless.
      await this.#ask("initialize", { capabilities: {}, initializationOptions: settings });
      this.#known = { settings: JSON.stringify(settings), version: 0 };
    }
    const known = this.#known;
    if (known.settings !== JSON.stringify(settings)) {
      known.settings = JSON.stringify(settings);
      await this.#notify("workspace/didChangeConfiguration", { settings });
    }
    if (known.uri !== uri) {
      if (known.uri) await this.#notify("textDocument/didClose", { textDocument: { uri: known.uri } });
      Object.assign(known, { uri, text, version: 1 });
      await this.#notify("textDocument/didOpen", { textDocument: { uri, languageId: language, version: 1, text } });
    } else if (known.text !== text) {
      known.version += 1;
      known.text = text;
      await this.#notify("textDocument/didChange", { textDocument: { uri, version: known.version }, contentChanges: [{ text }] });
    }
    return uri;
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
