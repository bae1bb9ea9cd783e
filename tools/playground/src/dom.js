/** An element with properties, attributes (those with `-`, and `role`), listeners (`onclick`), and children; empty ones are left out. */
export function h(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === false) continue;
    if (key in element && !key.includes("-")) element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false && child !== ""));
  return element;
}

/** A sentence in which words between backticks are code. */
export function sentence(text) {
  return text.split(/(`[^`]+`)/).map((part) => (part.startsWith("`") && part.length > 2 ? h("code", {}, part.slice(1, -1)) : part));
}

/** A number of things. */
export function counted(count, one, many = `${one}s`) {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
