// Searches programs and rules. A query is a list of words, "phrases" and verdicts (`naga:accepts`), which must all hold: the
// verdicts for a program, the words for that program together with its case and its rule.

/** The verdicts of an executor that a query can ask for. */
const VERDICTS = {
  accepts: (outcome, program, executor) => accepts(executor, outcome, program) === true,
  rejects: (outcome, program, executor) => accepts(executor, outcome, program) === false,
  agrees: (outcome) => passes(outcome) === true,
  differs: (outcome) => passes(outcome) === false,
  "not-asked": (outcome) => outcome?.status === "not-asked",
};

/** A query in parts. The beginning of a verdict asks for nothing yet: it is being typed. */
function parsed(text) {
  const words = [];
  const verdicts = [];
  for (const [part, phrase] of text.toLowerCase().matchAll(/"([^"]*)"?|\S+/g)) {
    const [, voter, verdict] = part.match(/^([a-z]+):([a-z-]*)$/) ?? [];
    const isVoter = voter === "spec" || voter === "any" || data().executors.includes(voter);
    if (isVoter && VERDICTS[verdict]) verdicts.push([voter, verdict]);
    else if (!isVoter || !Object.keys(VERDICTS).some((name) => name.startsWith(verdict))) words.push(phrase ?? part);
  }
  // Masks have a bit for each word.
  return { words: words.filter(Boolean).slice(0, 30), verdicts };
}

/** Whether a program has a verdict. */
function holds([voter, verdict], program) {
  if (voter === "spec") return verdict === (program.isAccepted ? "accepts" : "rejects");
  return program.outcomes.some((outcome, index) => {
    const executor = data().executors[index];
    return (voter === "any" || voter === executor) && VERDICTS[verdict](outcome, program, executor);
  });
}

/** The searchable text of programs, cases and rules, in lower case, and where messages occur. Made at the first search. */
let indexMade;
function index() {
  if (indexMade) return indexMade;
  const { cases, programs, executors, messages } = data();
  programs.forEach((program, number) => (program.number = number));
  // An executor that differs is a word of the program.
  const textOf = ({ name, source, marks, outcomes }) =>
    [name, source, ...marks.flatMap(({ code, message }) => [code, message]), ...outcomes.flatMap((outcome, column) => [outcome?.className ?? "", passes(outcome) === false ? executors[column] : ""])].join("\n");
  indexMade = {
    programs: programs.map((program) => textOf(program).toLowerCase()),
    messages: messages.map((message) => message.toLowerCase()),
    messagesOf: programs.map(({ outcomes }) => outcomes.flatMap((outcome) => outcome?.messageNumber ?? [])),
    cases: new Map(cases.map((one) => [one.name, `${one.name}\n${one.about}`.toLowerCase()])),
    rules: new Map(allRules.map((rule) => [rule.dataset.id, `${rule.querySelector(".what").textContent}\n${titleOf(rule)}`.toLowerCase()])),
  };
  return indexMade;
}

/** The title of the section of a rule. */
function titleOf(rule) {
  return rule.closest(".part").querySelector("h4").textContent;
}

/** What a query finds; `null` if it asks for nothing. The last one is kept. */
let lastSearch = { text: "", found: null };
function searched(text) {
  if (lastSearch.text !== text) lastSearch = { text, found: text ? search(parsed(text)) : null };
  return lastSearch.found;
}

function search({ words, verdicts }) {
  if (words.length + verdicts.length === 0) return null;
  const { programs, messages, messagesOf, cases, rules } = index();
  const bits = (text) => words.reduce((sum, word, place) => (text.includes(word) ? sum | (1 << place) : sum), 0);
  const all = 2 ** words.length - 1;
  const ofMessages = messages.map(bits);
  const ofPrograms = data().programs.map((program, number) => {
    if (!verdicts.every((verdict) => holds(verdict, program))) return -1;
    return messagesOf[number].reduce((sum, message) => sum | ofMessages[message], bits(programs[number]));
  });
  const ofCases = new Map([...cases].map(([name, text]) => [name, bits(text)]));
  const ofRules = new Map([...rules].map(([id, text]) => [id, bits(text)]));
  const around = (one, rule) => ofCases.get(one.name) | ofRules.get(rule);
  // The -1 of a program without the verdicts is never all.
  const fits = ({ number }, one, rule) => (ofPrograms[number] | around(one, rule)) === all;
  // A rule or a case with all the words needs no program.
  const hasRule = (rule) =>
    (verdicts.length === 0 && ofRules.get(rule) === all) ||
    (data().byRule.get(rule) ?? []).some((one) => (verdicts.length === 0 && around(one, rule) === all) || one.programs.some((program) => fits(program, one, rule)));
  return { fits, hasRule };
}
