// Copies programs, alone or as a draft of an issue.

/** A button that copies a text. */
function copyButton(words, title, text) {
  const button = element("button", "copy", words);
  button.type = "button";
  button.title = title;
  button.addEventListener("click", async () => {
    const isCopied = await copied(text());
    button.textContent = isCopied ? "Copied" : "Not copied";
    document.getElementById("status").value = `${title}: ${isCopied ? "done" : "the browser refused"}`;
    setTimeout(() => (button.textContent = words), 2000);
  });
  return button;
}

/** Copies a text. `false` if the browser refuses. */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Pages without TLS have no clipboard, but may copy what is selected.
    const area = element("textarea", "unseen");
    area.value = text;
    const before = document.activeElement;
    document.body.append(area);
    area.select();
    const isCopied = document.execCommand("copy");
    area.remove();
    before?.focus({ preventScroll: true });
    return isCopied;
  }
}

/** The program as it is shown: without the markers of the suite. */
function textOfProgram(program) {
  return `${linesOf(program.source).join("\n").trimEnd()}\n`;
}

/** A block of code in Markdown, whose fence is longer than any in the text. */
function fenced(language, text, indent = "") {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return [fence + language, ...text.replace(/\n$/, "").split("\n"), fence].map((line) => (line ? indent + line : line)).join("\n");
}

/** A word as code in Markdown. */
function coded(text) {
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** The text of an issue about a program: the program, its rules, what must be found in it, and all answers. */
function issueOf(program) {
  const wanted = program.isAccepted ? "accepted" : "rejected";
  const link = location.protocol.startsWith("http") ? location.href.split("#")[0] + linkTo(program.id) : null;
  const answers = data().executors.flatMap((executor, index) => answerOf(executor, program, index) ?? []);
  const from = program.file ? `Case ${coded(program.id)} of ${coded(program.file)}` : `Generated case ${coded(program.id)}`;
  const parts = [
    `This program must be ${wanted}:`,
    fenced("wgsl", textOfProgram(program)),
    program.rules.map(lawOf).join("\n"),
    program.marks.map(({ line, start, severity, code, message }) => `Expected: ${severity} \`${code}\` in line ${line + 1}, column ${start + 1}: ${message}`).join("\n\n"),
    `Answers:\n\n${answers.join("\n").trimEnd()}`,
    link ? `[${from}](${link})` : from,
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

/** A rule with the anchor of its section. */
function lawOf(id) {
  const rule = ruleById(id);
  if (!rule) return `- \`${id}\``;
  const { anchor } = rule.closest(".part").dataset;
  const statement = [...rule.querySelector(".statement").childNodes].map((node) => (node.nodeName === "CODE" ? `\`${node.textContent}\`` : node.textContent)).join("");
  return `- ${statement.replace(/\.$/, "")} ([${anchor}](${document.body.dataset.specification}#${anchor}), rule \`${id}\`)`;
}

/** The answer of an executor as an item of a list. */
function answerOf(executor, program, index) {
  const outcome = program.outcomes[index];
  if (!outcome || outcome.status === "not-asked") return null;
  const release = data().releases[index];
  const known = outcome.className && passes(outcome) === false ? ` (${outcome.className})` : "";
  const words = `- ${executor}${release ? ` ${release}` : ""} ${verdict(executor, outcome, program)}${known}`;
  return outcome.message ? `${words}:\n\n${fenced("text", outcome.message, "  ")}\n` : words;
}
