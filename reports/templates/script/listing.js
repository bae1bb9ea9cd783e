// Programs line by line, with colours, and notes below the lines with expected diagnostics.

/** Makes control characters and direction marks visible, as the listings of the overview do. */
function visible(text) {
  return text
    .replace(/[\u0000-\u0008\u000a-\u001f]/g, (found) => String.fromCharCode(0x2400 + found.charCodeAt(0)))
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, (found) => `⟨U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`);
}

/** The lines of a program, with marks, and notes below the lines with expected diagnostics. */
function listing(program) {
  const code = element("code");
  linesOf(program.source).forEach((text, index) => {
    const marks = program.marks.filter((mark) => mark.line === index);
    code.append(lineOf(text, index + 1, marks));
    for (const { start, severity, code: slug, message } of marks) {
      const note = element("span", `note ${severity}`, element("b", "", `${severity}[${slug}]`), " ", element("span", "", ...prose(message)), "\n");
      note.style.setProperty("--column", start + 1);
      code.append(note);
    }
  });
  colour(code);
  return element("div", "program", code);
}

/** The lines of a program without their markers, whose contents the notes show. */
function linesOf(source) {
  const lines = source.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/);
  if (lines.length > 1 && lines.at(-1) === "") lines.pop();
  return lines.map((line) => line.split("//~")[0].trimEnd());
}

function lineOf(text, number, marks) {
  const line = element("span", "line");
  line.dataset.n = number;
  let end = 0;
  for (const mark of marks) {
    if (mark.start < end) continue;
    // The mark must be visible even at the end of the source.
    const marked = visible(text.slice(mark.start, mark.end)) || " ";
    line.append(visible(text.slice(end, mark.start)), element("mark", mark.severity, marked));
    end = mark.end;
  }
  line.append(`${visible(text.slice(end))}\n`);
  return line;
}

/** A comment to the end of the line, the start of another comment, an attribute, a number, or a word. */
const TOKEN = /\/\/.*|\/\*|@[A-Za-z_]\w*|0[xX][\da-fA-F.]+(?:[pP][+-]?\d+)?[fhiu]?|\.?\d[\d.]*(?:[eE][+-]?\d+)?[fhiu]?|[\p{L}_][\p{L}\p{N}_]*/gu;
const EDGE = /\/\*|\*\//g;

/** The class of each word with a meaning. */
let wordClasses;
function classOf(token) {
  wordClasses ??= new Map(Object.entries(data().words).flatMap(([name, list]) => list.map((word) => [word, name])));
  if (token.startsWith("/")) return "comment";
  if (token.startsWith("@")) return "attribute";
  if (/^\.?\d/.test(token)) return "number";
  return wordClasses.get(token);
}

/** Colours the words of a listing. */
function colour(code) {
  // Comments may be nested, and go on over lines.
  let depth = 0;
  const piece = (text, name) => (name ? element("span", name, text) : text);
  const coloured = (text) => {
    const pieces = [];
    let at = 0;
    while (at < text.length) {
      const pattern = depth > 0 ? EDGE : TOKEN;
      pattern.lastIndex = at;
      const found = pattern.exec(text);
      if (depth > 0) {
        const end = found ? found.index + 2 : text.length;
        pieces.push(piece(text.slice(at, end), "comment"));
        if (found) depth += found[0] === "/*" ? 1 : -1;
        at = end;
      } else if (!found) {
        pieces.push(text.slice(at));
        at = text.length;
      } else {
        pieces.push(text.slice(at, found.index), piece(found[0], classOf(found[0])));
        if (found[0] === "/*") depth = 1;
        at = found.index + found[0].length;
      }
    }
    return pieces;
  };
  for (const line of code.querySelectorAll(".line")) {
    const texts = [...line.childNodes].flatMap((node) => (node.nodeType === Node.TEXT_NODE ? [node] : [...node.childNodes]));
    for (const node of texts) node.replaceWith(...coloured(node.data));
  }
}
