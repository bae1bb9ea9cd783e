// The Markdown that the language server writes: paragraphs, code blocks, lists, code, links and emphasis.

import { h } from "./dom.js";

/** Returns the nodes of a line of text. */
function inline(text) {
  return text.split(/(`[^`]+`|\[[^\]]+\]\([^)\s]+\)|\*\*[^*]+\*\*|\*[^*]+\*)/).map((part) => {
    const link = /^\[([^\]]+)\]\((https?:[^)\s]+)\)$/.exec(part);
    if (link) return h("a", { href: link[2], target: "_blank", rel: "noopener" }, ...inline(link[1]));
    if (/^`.+`$/.test(part)) return h("code", {}, part.slice(1, -1));
    if (/^\*\*.+\*\*$/.test(part)) return h("b", {}, part.slice(2, -2));
    if (/^\*.+\*$/.test(part)) return h("i", {}, part.slice(1, -1));
    return part.replace(/\\([\\`*_<>[\]])/g, "$1");
  });
}

function block(text) {
  if (/^-{3,}$/.test(text)) return h("hr");
  const lines = text.split("\n");
  if (lines.every((line) => /^[-*] /.test(line))) return h("ul", {}, ...lines.map((line) => h("li", {}, ...inline(line.slice(2)))));
  const heading = /^#+ (.*)$/.exec(text);
  return h("p", {}, ...(heading ? [h("b", {}, ...inline(heading[1]))] : inline(text.replaceAll("\n", " "))));
}

/** Returns the elements of a Markdown text. */
export function markdown(text) {
  return text.split(/^```[a-z]*\n([\s\S]*?)^```$/m).flatMap((part, index) =>
    // Every second part is the content of a code block.
    index % 2 ? [h("pre", {}, h("code", {}, part.trimEnd()))] : part.split(/\n{2,}/).map((one) => one.trim()).filter(Boolean).map(block),
  );
}
