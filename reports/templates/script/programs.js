// Shows the cases. The data is parsed when it is first needed.

/** The executors that run programs. */
const RUN = ["reference", "wgpu"];
/** The size in pixels to which pictures of small textures are enlarged. */
const SIDE = 160;

let dataRead;
function data() {
  if (!dataRead) {
    dataRead = JSON.parse(document.getElementById("data").textContent);
    dataRead.byRule = new Map();
    for (const one of dataRead.cases) {
      const all = one.programs.map((program) => programFrom(program, one.rules));
      for (const rule of one.rules) {
        if (!dataRead.byRule.has(rule)) dataRead.byRule.set(rule, []);
        // A rule has its own programs of the case only.
        const programs = all.filter((program) => program.rules.includes(rule));
        dataRead.byRule.get(rule).push({ ...one, programs, unlisted: one.all - all.length });
      }
    }
  }
  return dataRead;
}

/** A program with names for the values that the data has in order. */
function programFrom([name, isAccepted, source, marks, outcomes, rules], rulesOfCase) {
  return {
    name,
    isAccepted,
    source,
    rules: rules.map((index) => rulesOfCase[index]),
    marks: marks.map(([line, start, end, finding]) => {
      const [severity, code, title] = dataRead.findings[finding];
      return { line, start, end, severity, code, title };
    }),
    outcomes: outcomes.map((outcome) => {
      if (outcome === null) return null;
      const [status, className, message, isOnMarkedLine, execution] = typeof outcome === "string" ? [outcome] : outcome;
      const [likelyPlace, isExecutedOtherwise, textures] = execution ?? [null, false, []];
      return { status, className, message: dataRead.messages[message], isOnMarkedLine, likelyPlace, isExecutedOtherwise, textures };
    }),
  };
}

/** An element with a class and contents; data is never parsed as markup. */
function element(name, className, ...content) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...content.filter((part) => part !== null && part !== undefined));
  return made;
}

/** Text with backquoted words as code. */
function prose(text) {
  const parts = text.split("`");
  if (parts.length % 2 === 0) return [text];
  return parts.map((part, index) => (index % 2 ? element("code", "", part) : part));
}

/** Makes control characters and direction marks visible, as the listings of the overview do. */
function visible(text) {
  return text
    .replace(/[\u0000-\u0008\u000a-\u001f]/g, (found) => String.fromCharCode(0x2400 + found.charCodeAt(0)))
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, (found) => `⟨U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`);
}

/** The lines of a program, with marks, and notes below the lines with expected diagnostics. */
function listing(program) {
  const lines = program.source.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/);
  if (lines.length > 1 && lines.at(-1) === "") lines.pop();
  const code = element("code");
  lines.forEach((text, index) => {
    const marks = program.marks.filter((mark) => mark.line === index);
    code.append(lineOf(text.split("//~")[0].trimEnd(), index + 1, marks));
    for (const { start, severity, code: slug, title } of marks) {
      const note = element("span", `note ${severity}`, element("b", "", `${severity}[${slug}]`), " ", element("span", "", title), "\n");
      note.style.setProperty("--column", start + 1);
      code.append(note);
    }
  });
  return element("div", "program", code);
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

/** The message of an executor; a long one, such as a list of candidates, is folded to its first line. */
function wordsOfExecutor(message) {
  const [first, ...others] = message.split("\n").map((line) => line.trimEnd()).filter(Boolean);
  if (others.length < 4) return element("q", "", message);
  const summary = element("summary", "", element("q", "", first), ` and ${others.length} more lines`);
  return element("details", "long", summary, element("q", "", others.join("\n")));
}

/** The outcome of a program on an executor, in words. */
function says(executor, outcome, { isAccepted }) {
  const { status, className, message, isOnMarkedLine, likelyPlace, isExecutedOtherwise, textures } = outcome;
  const as = RUN.includes(executor) ? "executes it as expected" : isAccepted ? "accepts it" : "rejects it";
  const refuses = executor === "validator" ? "judges it differently" : isAccepted ? "rejects it" : "accepts it";
  const otherwise = isExecutedOtherwise ? "executes it differently" : refuses;
  const isGone = status === "unexpected" && className;
  const words = { same: as, "not-implemented": as, "other-line": as, finding: otherwise, unexpected: isGone ? as : otherwise, "not-asked": "not asked" }[status];
  const rest = [];
  if (className) {
    const link = element("a", "", className);
    link.href = `#class-${className}`;
    rest.push(isGone ? ", though it is known not to: " : ", known as ", link);
  } else if (status === "unexpected") {
    rest.push(", which is not a known difference");
  }
  if (status === "not-implemented") rest.push(element("span", "where", ", because it implements something not yet"));
  if (status === "other-line") rest.push(element("span", "where", ", for something on another line"));
  if (likelyPlace) rest.push(element("span", "where", `, most likely because of ${likelyPlace}`));
  if (message) rest.push(wordsOfExecutor(withoutNumbers(message, textures)));
  rest.push(...textures.map(textureOf));
  return element("li", status, element("span", "who", executor), element("div", "", element("span", "what-of", words), ...rest));
}

/** A message without the numbers that are shown beside the pictures. */
function withoutNumbers(message, textures) {
  const shortened = (line) => {
    const texture = textures.find(({ name }) => line.startsWith(`${name}: `));
    return texture ? `${texture.name}:` : line;
  };
  return message.split("\n").map(shortened).join("\n");
}

/** A texture with unexpected contents, in numbers and pictures. */
function textureOf({ name, format, texels, differing, greatest, root_mean_square: root, pictures }) {
  const numbers = [`${differing} of ${texels} texels differ${differing === 1 ? "s" : ""}`];
  if (greatest) numbers.push(`by at most ${greatest}`);
  if (root != null) numbers.push(`root mean square ${Number(root.toPrecision(3))}`);
  const heading = element("p", "", element("b", "", name), `, ${format}: ${numbers.join(", ")}`);
  return element("div", "texels", heading, ...pictures.flatMap((one) => picturesOf(name, one)));
}

/** The expected texels, the actual ones, and the difference. A texel is the largest square of pixels that fits. */
function picturesOf(name, { part, shows, origin: [x, y], size: [width, height], ...png }) {
  const scale = Math.max(1, Math.floor(SIDE / Math.max(width, height)));
  const of = part ? `${name}, ${part}` : name;
  const picture = (key, words) => {
    const image = element("img");
    image.src = `data:image/png;base64,${png[key]}`;
    image.alt = `${words} of ${of}, ${width} by ${height} texels`;
    image.width = width * scale;
    image.height = height * scale;
    return element("figure", "", image, element("figcaption", "", words));
  };
  const figures = [picture("expected", "Expected"), picture("got", "Actual"), picture("difference", "Difference")];
  const from = x + y > 0 ? ` Starts at texel (${x}, ${y}).` : "";
  const words = `${part ? `${part}: ` : ""}${shows}, black to white. In the difference, black means equal.${from}`;
  return [element("div", "pictures", ...figures), element("p", "where", words)];
}

function programOf(program) {
  const wanted = program.isAccepted ? "must be accepted" : "must be rejected";
  const warned = program.isAccepted && program.marks.length > 0 ? ", with warnings" : "";
  const heading = element("h5", "", element("b", "", program.name), " ", element("span", "wanted", wanted + warned));
  const list = element("ul", "says");
  data().executors.forEach((executor, index) => {
    if (program.outcomes[index]) list.append(says(executor, program.outcomes[index], program));
  });
  return element("div", "one", heading, listing(program), list);
}

/** Adds programs in batches: a generated case may have hundreds. */
function addPrograms(body, programs, limit) {
  body.append(...programs.slice(0, limit).map(programOf));
  const rest = programs.slice(limit);
  if (rest.length === 0) return;
  const more = element("button", "more", `Show ${Math.min(rest.length, 50)} of ${rest.length} more programs`);
  more.type = "button";
  more.addEventListener("click", () => {
    more.remove();
    const next = body.children.length;
    addPrograms(body, rest, 50);
    const heading = body.children[next]?.querySelector("h5");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus();
  });
  body.append(more);
}

function fillCase(body, one, rule) {
  const shown = new Set(one.programs.flatMap((program) => program.rules));
  const also = [...shown].filter((other) => other !== rule);
  if (also.length > 0) {
    const links = also.flatMap((other) => {
      const link = element("a", "", element("code", "", other));
      link.href = `#rule=${encodeURIComponent(other)}`;
      return [" ", link];
    });
    body.append(element("p", "also", "These programs also show", ...links));
  }
  if (one.generated) {
    const others = one.unlisted;
    if (others > 0) body.append(element("p", "also", `${others} of ${one.all} programs of the case, generated from the tables of the specification, are judged as expected by all executors that were asked, and are not listed.`));
  }
  addPrograms(body, one.programs, 20);
}

/** A case as a details element, filled when it is opened. */
function caseOf(one, rule, isOpen) {
  const body = element("div", "body");
  const summary = element("summary", "", element("span", "about", ...prose(one.about)), element("span", "path", element("code", "", one.name)));
  const details = element("details", "case", summary, body);
  const fill = () => {
    if (details.open && body.childElementCount === 0) fillCase(body, one, rule);
  };
  details.addEventListener("toggle", fill);
  details.open = isOpen;
  fill();
  return details;
}

/** The cases of a rule, beginning with those that `isWanted` selects. */
function fillRule(details, isWanted) {
  const body = details.querySelector(":scope > .body");
  if (body.dataset.filled) return;
  body.dataset.filled = "yes";
  const cases = data().byRule.get(details.dataset.id) ?? [];
  const wanted = cases.filter(isWanted);
  const shown = [...wanted, ...cases.filter((one) => !wanted.includes(one))];
  body.append(...shown.map((one, index) => caseOf(one, details.dataset.id, index < 3)));
}
