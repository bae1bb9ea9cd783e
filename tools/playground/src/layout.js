// The layout of a program as tables: member offsets and padding.

import { counted, h } from "./dom.js";

function padding(offset, size) {
  return h("tr", { className: "padding" }, h("td", {}, offset), h("td", {}, size), h("td"), h("td", {}, "padding"));
}

/** Returns a strip that shows the bytes of a structure. The members of a union are all at its start. */
function strip({ size, members, padding_at_end, union: isUnion }) {
  if (isUnion) return null;
  const parts = members.flatMap(({ name, size: length, padding_before }) => [
    padding_before > 0 && h("i", { className: "padding", style: `flex-grow: ${padding_before}`, title: `${counted(padding_before, "byte")} of padding` }),
    h("i", { style: `flex-grow: ${length}`, title: `${name}: ${counted(length, "byte")}` }, name),
  ]);
  if (padding_at_end > 0) parts.push(h("i", { className: "padding", style: `flex-grow: ${padding_at_end}`, title: `${counted(padding_at_end, "byte")} of padding` }));
  return size > 0 && h("div", { className: "strip", "aria-hidden": "true" }, ...parts.filter(Boolean));
}

function structure(one) {
  const { name, size, align, runtime_sized, host_shareable, members, padding_at_end, union: isUnion } = one;
  const rows = members.flatMap((member) => [
    member.padding_before > 0 && padding(member.offset - member.padding_before, member.padding_before),
    h(
      "tr",
      {},
      h("td", {}, member.offset),
      h("td", {}, member.size),
      h("td", {}, member.align),
      h("td", {}, h("code", {}, h("b", {}, member.name), `: ${member.type}`), member.stride ? h("span", { className: "soft" }, ` stride ${member.stride}`) : null),
    ),
  ]);
  if (padding_at_end > 0) rows.push(padding(size - padding_at_end, padding_at_end));
  const size_of = runtime_sized ? `${counted(size, "byte")} with one element` : counted(size, "byte");
  return h(
    "section",
    { className: "structure" },
    h("h3", {}, h("code", {}, `${isUnion ? "union" : "struct"} ${name}`), h("span", { className: "soft" }, ` ${size_of}, aligned to ${align}${host_shareable === false ? ", not for buffers" : ""}`)),
    strip(one),
    h("table", {}, h("thead", {}, h("tr", {}, ...["Offset", "Size", "Align", "Member"].map((title) => h("th", {}, title)))), h("tbody", {}, ...rows.filter(Boolean))),
  );
}

function resource({ group, binding, name, type, space, access, size }) {
  const qualifier = space ? `<${[space, space === "storage" && access].filter(Boolean).join(", ")}>` : "";
  return h(
    "tr",
    {},
    h("td", {}, group),
    h("td", {}, binding),
    h("td", {}, h("code", {}, `var${qualifier} `, h("b", {}, name), `: ${type}`), size === undefined ? null : h("span", { className: "soft" }, ` at least ${counted(size, "byte")}`)),
  );
}

/** Returns the tables of a layout, which is `null` for a program with errors. */
export function tables(layout) {
  if (!layout) return [h("p", { className: "empty" }, "Fix the errors to see the layout.")];
  // The resources of Metal are arguments of functions.
  const { structs, resources = [] } = layout;
  if (structs.length + resources.length === 0) return [h("p", { className: "empty" }, "This program has no structures and no resources.")];
  return [
    ...structs.map(structure),
    resources.length > 0 &&
      h(
        "section",
        { className: "structure" },
        h("h3", {}, "Resources"),
        h("table", { className: "resources" }, h("thead", {}, h("tr", {}, ...["Group", "Binding", "Variable"].map((title) => h("th", {}, title)))), h("tbody", {}, ...resources.map(resource))),
      ),
  ].filter(Boolean);
}
