// Syntax colours and indentation for WGSL, WESL, Metal and C++ AMP, from the words alone. Only the checker knows types and names.

import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";

const words = (text) => new Set(text.split(" "));
const VALUES = words("true false nullptr");
const WGSL = {
  name: "wgsl",
  control: words("break case continue continuing default discard else for if loop return switch while"),
  declaration: words("alias const const_assert diagnostic enable fn import let override requires struct var"),
  type: /^(bool|[fiu](16|32|64)|vec[234][fhiu]?|mat[234]x[234][fh]?|array|atomic|ptr|sampler(_comparison)?|texture_\w+|buffer)$/,
  number: /^(0[xX][\da-fA-F.]+([pP][+-]?\d+)?|(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?)[iufh]?/,
  attribute: /^@\s*[\p{XID_Start}_][\p{XID_Continue}]*/u,
  commentsNest: true,
};
const METAL = {
  name: "metal",
  control: words("break case continue default do else for if return switch while"),
  declaration: words("class const constant constexpr device enum fragment inline kernel namespace static struct template thread threadgroup typedef typename union using vertex volatile"),
  type: /^(auto|void|unsigned|signed|u?(char|short|int|long)[234]?|bool[234]?|(half|float)([234](x[234])?)?|packed_\w+|size_t|array|vec|matrix|sampler|atomic(_\w+)?|(texture|depth)\w+)$/,
  number: /^(0[xX][\da-fA-F.]+([pP][+-]?\d+)?|(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?)[uUlLfFhH]*/,
  attribute: /^(\[\[[^\]]*\]\]|#\s*\w+)/,
  commentsNest: false,
};

// C++ AMP 1.2
const AMP = {
  ...METAL,
  name: "amp",
  declaration: words("auto class const constexpr enum explicit inline namespace operator private public restrict static struct template tile_static typedef typename union using virtual volatile"),
  type: /^(void|unsigned|signed|char|short|int|long|bool|float|double|(u?int|float|double|u?norm)_[234]|size_t|array(_view)?|extent|(tiled_)?(index|extent)|texture(_view)?|accelerator(_view)?)$/,
  attribute: /^#\s*\w+/,
};

const stream = ({ name, control, declaration, type, number, attribute, commentsNest }) => StreamLanguage.define({
  name,
  // `depth` counts open block comments, `open` brackets.
  startState: () => ({ depth: 0, open: 0 }),
  copyState: (state) => ({ ...state }),
  // A line that starts with closing brackets belongs to the level outside of them.
  indent: ({ open }, after, { unit }) => Math.max(0, open - /^[\s)\]}]*/.exec(after)[0].replace(/\s/g, "").length) * unit,
  token(stream, state) {
    if (state.depth > 0 || stream.match("/*")) {
      if (state.depth === 0) state.depth = 1;
      while (!stream.eol()) {
        if (commentsNest && stream.match("/*")) state.depth += 1;
        else if (stream.match("*/")) {
          state.depth -= 1;
          if (state.depth === 0) break;
        } else stream.next();
      }
      return "blockComment";
    }
    if (stream.eatSpace()) return null;
    if (stream.match("//")) {
      stream.skipToEnd();
      return "lineComment";
    }
    if (stream.match(number)) return "number";
    if (stream.match(attribute)) return "attributeName";
    const word = stream.match(/^[\p{XID_Start}_][\p{XID_Continue}]*/u)?.[0];
    if (!word) {
      const character = stream.next();
      if ("([{".includes(character)) state.open += 1;
      else if (")]}".includes(character)) state.open = Math.max(0, state.open - 1);
      return null;
    }
    if (control.has(word)) return "controlKeyword";
    if (declaration.has(word)) return "definitionKeyword";
    if (VALUES.has(word)) return "bool";
    // Most structures begin with a capital letter.
    if (type.test(word) || /^\p{Lu}.*\p{Ll}/u.test(word)) return "typeName";
    return stream.match(/^\s*\(/, false) ? "macroName" : "variableName";
  },
  languageData: { commentTokens: { line: "//", block: { open: "/*", close: "*/" } }, closeBrackets: { brackets: ["(", "[", "{"] }, indentOnInput: /^\s*[)\]}]$/ },
  tokenTable: { macroName: tags.function(tags.variableName) },
});

const colours = HighlightStyle.define([
  { tag: [tags.controlKeyword, tags.definitionKeyword], color: "var(--keyword)" },
  { tag: [tags.typeName], color: "var(--type)" },
  { tag: [tags.number, tags.bool], color: "var(--number)" },
  { tag: [tags.attributeName], color: "var(--attribute)" },
  { tag: tags.function(tags.variableName), color: "var(--function)" },
  { tag: [tags.lineComment, tags.blockComment], color: "var(--soft)", fontStyle: "italic" },
]);

/** The editor extensions of the languages, by the names that requests give them. */
export const LANGUAGES = {
  wgsl: [stream(WGSL), syntaxHighlighting(colours)],
  wesl: [stream(WGSL), syntaxHighlighting(colours)],
  metal: [stream(METAL), syntaxHighlighting(colours)],
  amp: [stream(AMP), syntaxHighlighting(colours)],
};
