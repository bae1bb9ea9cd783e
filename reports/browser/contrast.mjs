// Texts that are hard to read.

/** Runs in the page: the texts with a contrast below 4.5, by the formula of WCAG. */
export function faint() {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const over = (colours) => {
    canvas.clearRect(0, 0, 1, 1);
    for (const colour of colours) {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
    }
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const luminance = (colour) => {
    const [red, green, blue] = colour.map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const found = new Set();
  for (const node of document.querySelectorAll("body *")) {
    const hasText = [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim());
    if (!hasText || !node.checkVisibility() || node.closest("script, .skip, .unseen, option")) continue;
    const backs = [];
    for (let one = node; one; one = one.parentElement) backs.unshift(getComputedStyle(one).backgroundColor);
    const back = luminance(over(backs));
    const front = luminance(over([...backs, getComputedStyle(node).color]));
    const contrast = (Math.max(back, front) + 0.05) / (Math.min(back, front) + 0.05);
    if (contrast < 4.5) found.add(`${node.tagName} .${node.className}: ${contrast.toFixed(2)}`);
  }
  return [...found];
}
