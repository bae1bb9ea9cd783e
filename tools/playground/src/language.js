// Syntax colours for WGSL, from the words alone. Only the checker knows types and names.

import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";

const words = (text) => new Set(text.split(" "));
const CONTROL = words("break case continue continuing default discard else for if loop return switch while");
const DECLARATION = words("alias const const_assert diagnostic enable fn let override requires struct var");
const VALUES = words("true false");
const SCALAR = /^(bool|[fiu](16|32|64)|vec[234][fhiu]?|mat[234]x[234][fh]?|array|atomic|ptr|sampler(_comparison)?|texture_\w+|buffer)$/;

const wgsl = StreamLanguage.define({
  name: "wgsl",
  startState: () => ({ depth: 0 }),
  copyState: ({ depth }) => ({ depth }),
  token(stream, state) {
    if (state.depth > 0 || stream.match("/*")) {
      if (state.depth === 0) state.depth = 1;
      while (!stream.eol()) {
        if (stream.match("/*")) state.depth += 1;
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
    if (stream.match(/^(0[xX][\da-fA-F.]+([pP][+-]?\d+)?|(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?)[iufh]?/)) return "number";
    if (stream.match(/^@\s*[\p{XID_Start}_][\p{XID_Continue}]*/u)) return "attributeName";
    const word = stream.match(/^[\p{XID_Start}_][\p{XID_Continue}]*/u)?.[0];
    if (!word) {
      stream.next();
      return null;
    }
    if (CONTROL.has(word)) return "controlKeyword";
    if (DECLARATION.has(word)) return "definitionKeyword";
    if (VALUES.has(word)) return "bool";
    if (SCALAR.test(word)) return "typeName";
    return stream.match(/^\s*\(/, false) ? "macroName" : "variableName";
  },
  languageData: { commentTokens: { line: "//", block: { open: "/*", close: "*/" } }, closeBrackets: { brackets: ["(", "[", "{"] } },
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

export const language = [wgsl, syntaxHighlighting(colours)];
