// The cases and programs of the page. They are parsed when they are first needed.

let dataRead;
function data() {
  if (!dataRead) {
    dataRead = JSON.parse(document.getElementById("data").textContent);
    dataRead.byRule = new Map();
    dataRead.byName = new Map();
    dataRead.programs = [];
    for (const one of dataRead.cases) {
      one.programs = one.programs.map((program) => programFrom(program, one));
      one.unlisted = one.all - one.programs.length;
      dataRead.byName.set(one.name, one);
      dataRead.programs.push(...one.programs);
      for (const rule of one.rules) {
        if (!dataRead.byRule.has(rule)) dataRead.byRule.set(rule, []);
        // A rule has its own programs of the case only.
        dataRead.byRule.get(rule).push({ ...one, programs: one.programs.filter((program) => program.rules.includes(rule)) });
      }
    }
  }
  return dataRead;
}

/** A program with names for the values that the data has in order. */
function programFrom([name, isAccepted, source, marks, outcomes, rules], { name: ofCase, file, rules: rulesOfCase }) {
  return {
    id: `${ofCase}::${name}`,
    name,
    file,
    isAccepted,
    source,
    rules: rules.map((index) => rulesOfCase[index]),
    marks: marks.map(([line, start, end, finding]) => {
      const [severity, code, message] = dataRead.findings[finding];
      return { line, start, end, severity, code, message };
    }),
    outcomes: outcomes.map((outcome) => {
      if (outcome === null) return null;
      const [status, className, message, isOnMarkedLine, execution] = typeof outcome === "string" ? [outcome] : outcome;
      const [likelyPlace, isExecutedOtherwise, textures] = execution ?? [null, false, []];
      return { status, className, message: dataRead.messages[message], messageNumber: message, isOnMarkedLine, likelyPlace, isExecutedOtherwise, textures };
    }),
  };
}

/** The part of an address after `#` that links to a program. It depends on names only, so that links last from report to report. */
function linkTo(id) {
  return `#program=${readable(encodeURIComponent(id))}`;
}

/** Parameters of the address, with the marks back that need no encoding there. */
function readable(encoded) {
  return encoded.replace(/%(?:2F|3A|2C)/g, decodeURIComponent);
}

/** Whether an executor passes a program; `null` if it was not asked. */
function passes(outcome) {
  if (!outcome || outcome.status === "not-asked") return null;
  return outcome.status !== "finding" && outcome.status !== "unexpected";
}

/** Whether an executor accepts a program; `null` if that is not known. */
function accepts(executor, outcome, program) {
  if (passes(outcome)) return program.isAccepted;
  // The validator may differ in its diagnostics alone.
  if (passes(outcome) === null || executor === "validator") return null;
  // A known difference that has disappeared fails, though the verdict is as expected.
  const isGone = outcome.status === "unexpected" && outcome.className;
  return isGone || outcome.isExecutedOtherwise ? program.isAccepted : !program.isAccepted;
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
