// The filter of the rules.

const form = document.getElementById("filter");
const chapters = [...document.querySelectorAll(".chapter")].map((node) => ({
  node,
  anchor: node.dataset.anchor,
  parts: [...node.querySelectorAll(".part")].map((part) => ({
    node: part,
    anchor: part.dataset.anchor,
    rules: [...part.querySelectorAll(".rule")],
  })),
}));
const allRules = chapters.flatMap((chapter) => chapter.parts.flatMap((part) => part.rules));
const columnsOf = [...form.elements.executor.options].slice(1).map((option) => option.value);
const BITS = { findings: 2, unexpected: 4, other: 16 };
const STATUSES = { findings: ["finding"], unexpected: ["unexpected"], other: ["not-implemented", "other-line"] };

let rulesById;
function ruleById(id) {
  rulesById ??= new Map(allRules.map((rule) => [rule.dataset.id, rule]));
  return rulesById.get(id);
}

/** Whether a rule has the selected status, for the selected executor or any. */
function hasStatus(rule, status, executor) {
  if (!status) return true;
  const digits = [...rule.dataset.s].map((digit) => parseInt(digit, 32));
  const column = columnsOf.indexOf(executor);
  const wanted = column < 0 ? digits : [digits[column]];
  if (status === "uncovered") {
    const coverage = rule.dataset.c;
    const isKnown = column < 0 || digits[column] !== 0;
    return coverage !== "not-shown" && coverage !== "not-asked" && (coverage !== "covered" || !isKnown);
  }
  return wanted.some((digit) => (digit & BITS[status]) !== 0);
}

/** Whether a case has a program with the selected status; such cases are shown first. */
function caseHasStatus(one, { status, executor }) {
  const column = columnsOf.indexOf(executor);
  const names = STATUSES[status];
  if (!names) return false;
  return one.programs.some((program) =>
    program.outcomes.some((outcome, index) => (column < 0 || index === column) && names.includes(outcome?.status)),
  );
}

/** The values of the form. */
function wishes() {
  const value = (name) => form.elements[name].value;
  return { text: value("text").trim(), section: value("section"), executor: value("executor"), status: value("status") };
}

/** Shows the matching rules, and hides sections and chapters without any. */
function applyFilter() {
  const { text, section, executor, status } = wishes();
  const found = searched(text);
  let shown = 0;
  for (const chapter of chapters) {
    let inChapter = 0;
    for (const part of chapter.parts) {
      const isPlace = !section || section === chapter.anchor || section === `${part.anchor}/`;
      let inPart = 0;
      for (const rule of part.rules) {
        const fits = isPlace && hasStatus(rule, status, executor) && (!found || found.hasRule(rule.dataset.id));
        if (rule.hidden === fits) rule.hidden = !fits;
        if (fits) inPart += 1;
      }
      part.node.hidden = inPart === 0;
      inChapter += inPart;
    }
    chapter.node.hidden = inChapter === 0;
    shown += inChapter;
  }
  const isFiltered = Boolean(text || section || executor || status);
  document.getElementById("shown").value = isFiltered
    ? `${shown.toLocaleString("en")} of ${allRules.length.toLocaleString("en")} rules`
    : `${allRules.length.toLocaleString("en")} rules`;
  document.getElementById("reset").hidden = !isFiltered;
  document.getElementById("nothing").hidden = shown > 0;
}
