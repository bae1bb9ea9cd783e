// The entry points of an accepted program.

const STAGE = /@\s*(vertex|fragment|compute)\b[^{};]*?\bfn\s+([\p{XID_Start}_]\p{XID_Continue}*)/gu;

/** The program without its comments, which nest. */
function withoutComments(text) {
  const OUTSIDE = /\/\*|\/\/[^\n\v\f\r\u0085\u2028\u2029]*/g;
  const INSIDE = /\/\*|\*\//g;
  let [left, at, depth] = ["", 0, 0];
  for (;;) {
    const pattern = depth > 0 ? INSIDE : OUTSIDE;
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (depth === 0) left += `${text.slice(at, found?.index)} `;
    if (!found) return left;
    at = pattern.lastIndex;
    if (found[0] === "/*") depth += 1;
    else if (found[0] === "*/") depth -= 1;
  }
}

/** Name and stage of each entry point. In an accepted program an attribute of a stage belongs to the function behind it. */
export function entryPoints(text) {
  return Array.from(withoutComments(text).matchAll(STAGE), ([, stage, name]) => ({ stage, name }));
}
