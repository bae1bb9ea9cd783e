// Shows the cases of a rule and their programs.

/** A program with its link and the buttons that copy it. */
function programOf(program) {
  const wanted = program.isAccepted ? "must be accepted" : "must be rejected";
  const warned = program.isAccepted && program.marks.length > 0 ? ", with warnings" : "";
  const heading = element("h5", "", element("b", "", program.name), " ", element("span", "wanted", wanted + warned));
  const link = element("a", "permalink", "#");
  link.href = linkTo(program.id);
  link.title = "Link to this program";
  link.setAttribute("aria-label", `Link to ${program.name}`);
  const copy = copyButton("Copy", "Copy the program", () => textOfProgram(program));
  const issue = copyButton("Copy as issue", "Copy the program, its rules and all answers as Markdown", () => issueOf(program));
  const list = element("ul", "says");
  data().executors.forEach((executor, index) => {
    if (program.outcomes[index]) list.append(says(executor, program.outcomes[index], program));
  });
  const head = element("div", "head", heading, element("span", "acts", link, copy, issue));
  const shown = element("article", "one", head, listing(program), list);
  shown.dataset.program = program.id;
  return shown;
}

/** Moves the focus to a program. */
function focusOn(program) {
  const heading = program?.querySelector("h5");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll: true });
}

/** Adds programs in batches, since a generated case may have hundreds, and those that do not match a query only on demand. */
function addPrograms(body, programs, limit, others = []) {
  body.append(...programs.slice(0, limit).map(programOf));
  const rest = programs.slice(limit);
  if (rest.length > 0) {
    addButton(body, `Show ${Math.min(rest.length, 50)} of ${rest.length} more programs`, () => addPrograms(body, rest, 50, others));
  } else if (others.length > 0) {
    addButton(body, `Show ${others.length} programs that do not match the query`, () => addPrograms(body, others, 50));
  }
}

/** A button that gives way to what it adds. */
function addButton(body, words, add) {
  const more = element("button", "more", words);
  more.type = "button";
  more.addEventListener("click", () => {
    more.remove();
    const next = body.children.length;
    add();
    focusOn(body.children[next]);
  });
  body.append(more);
}

function fillCase(body, one, rule, found) {
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
  const from = one.file ? ["The case is in ", element("code", "", one.file), "."] : ["The case is generated from the tables of the specification."];
  const left = one.abridged && one.unlisted > 0 ? ` ${one.unlisted} of its ${one.all} programs are judged as expected by all executors that were asked, and are not listed.` : "";
  body.append(element("p", "also", ...from, left));
  const isFound = (program) => !found || found.fits(program, one, rule);
  const fitting = one.programs.filter(isFound);
  const others = one.programs.filter((program) => !isFound(program));
  if (fitting.length > 0) addPrograms(body, fitting, 20, others);
  else addPrograms(body, others, 20);
}

/** A case as a details element, filled when it is opened. */
function caseOf(one, rule, isOpen, found) {
  const body = element("div", "body");
  const summary = element("summary", "", element("span", "about", ...prose(one.about)), element("span", "path", element("code", "", one.name)));
  const details = element("details", "case", summary, body);
  details.dataset.name = one.name;
  const fill = () => {
    if (details.open && body.childElementCount === 0) fillCase(body, one, rule, found);
  };
  details.addEventListener("toggle", fill);
  details.open = isOpen;
  fill();
  return details;
}

/** The cases of a rule, beginning with those that the filter is about. */
function fillRule(details) {
  const body = details.querySelector(":scope > .body");
  const asked = wishes();
  const view = JSON.stringify([asked.text, asked.executor, asked.status]);
  if (body.dataset.view === view) return;
  body.dataset.view = view;
  const rule = details.dataset.id;
  const found = searched(asked.text);
  const isWanted = (one) => caseHasStatus(one, asked) || Boolean(found && one.programs.some((program) => found.fits(program, one, rule)));
  const cases = data().byRule.get(rule) ?? [];
  const wanted = cases.filter(isWanted);
  const shown = [...wanted, ...cases.filter((one) => !wanted.includes(one))];
  body.replaceChildren(body.firstElementChild, ...shown.map((one, index) => caseOf(one, rule, index < 3, found)));
}

/** The element of a program in an open rule; its case is opened, and lists as much as is needed. */
function reveal(rule, id) {
  const one = [...rule.querySelectorAll(".case")].find((details) => id.startsWith(`${details.dataset.name}::`));
  if (!one) return undefined;
  one.open = true;
  const body = one.querySelector(".body");
  const found = data().byRule.get(rule.dataset.id).find(({ name }) => name === one.dataset.name);
  if (body.childElementCount === 0) fillCase(body, found, rule.dataset.id);
  for (;;) {
    const program = [...body.children].find((child) => child.dataset.program === id);
    const more = body.querySelector(":scope > .more");
    if (program || !more) return program ?? one;
    more.click();
  }
}
