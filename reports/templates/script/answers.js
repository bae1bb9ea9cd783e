// The answers of executors.

/** The executors that run programs. */
const RUN = ["reference", "wgpu"];
/** The size in pixels to which pictures of small textures are enlarged. */
const SIDE = 160;

/** The message of an executor; a long one, such as a list of candidates, is folded to its first line. */
function wordsOfExecutor(message) {
  const [first, ...others] = message.split("\n").map((line) => line.trimEnd()).filter(Boolean);
  if (others.length < 4) return element("q", "", message);
  const summary = element("summary", "", element("q", "", first), ` and ${others.length} more lines`);
  return element("details", "long", summary, element("q", "", others.join("\n")));
}

/** The verdict of an executor: `accepts it`. */
function verdict(executor, { status, className, isExecutedOtherwise }, { isAccepted }) {
  const as = RUN.includes(executor) ? "executes it as expected" : isAccepted ? "accepts it" : "rejects it";
  const refuses = executor === "validator" ? "judges it differently" : isAccepted ? "rejects it" : "accepts it";
  const otherwise = isExecutedOtherwise ? "executes it differently" : refuses;
  const isGone = status === "unexpected" && className;
  return { same: as, "not-implemented": as, "other-line": as, finding: otherwise, unexpected: isGone ? as : otherwise, "not-asked": "not asked" }[status];
}

/** The outcome of a program on an executor, in words. */
function says(executor, outcome, program) {
  const { status, className, message, likelyPlace, textures } = outcome;
  const isGone = status === "unexpected" && className;
  const rest = [];
  if (className) {
    const link = element("a", "", className);
    link.href = `#class-${className}`;
    rest.push(isGone ? ", though it is known not to: " : ", known as ", link);
  } else if (status === "unexpected") {
    rest.push(", which is not a known difference");
  }
  if (status === "not-implemented") rest.push(element("span", "where", ", because it implements something not yet"));
  if (status === "other-line") rest.push(element("span", "where", ", for something on another line"));
  if (likelyPlace) rest.push(element("span", "where", `, most likely because of ${likelyPlace}`));
  if (message) rest.push(wordsOfExecutor(withoutNumbers(message, textures)));
  rest.push(...textures.map(textureOf));
  return element("li", status, element("span", "who", executor), element("div", "", element("span", "what-of", verdict(executor, outcome, program)), ...rest));
}

/** A message without the numbers that are shown beside the pictures. */
function withoutNumbers(message, textures) {
  const shortened = (line) => {
    const texture = textures.find(({ name }) => line.startsWith(`${name}: `));
    return texture ? `${texture.name}:` : line;
  };
  return message.split("\n").map(shortened).join("\n");
}

/** A texture with unexpected contents, in numbers and pictures. */
function textureOf({ name, format, texels, differing, greatest, root_mean_square: root, pictures }) {
  const numbers = [`${differing} of ${texels} texels differ${differing === 1 ? "s" : ""}`];
  if (greatest) numbers.push(`by at most ${greatest}`);
  if (root != null) numbers.push(`root mean square ${Number(root.toPrecision(3))}`);
  const heading = element("p", "", element("b", "", name), `, ${format}: ${numbers.join(", ")}`);
  return element("div", "texels", heading, ...pictures.flatMap((one) => picturesOf(name, one)));
}

/** The expected texels, the actual ones, and the difference. A texel is the largest square of pixels that fits. */
function picturesOf(name, { part, shows, origin: [x, y], size: [width, height], ...png }) {
  const scale = Math.max(1, Math.floor(SIDE / Math.max(width, height)));
  const of = part ? `${name}, ${part}` : name;
  const picture = (key, words) => {
    const image = element("img");
    image.src = `data:image/png;base64,${png[key]}`;
    image.alt = `${words} of ${of}, ${width} by ${height} texels`;
    image.width = width * scale;
    image.height = height * scale;
    return element("figure", "", image, element("figcaption", "", words));
  };
  const figures = [picture("expected", "Expected"), picture("got", "Actual"), picture("difference", "Difference")];
  const from = x + y > 0 ? ` Starts at texel (${x}, ${y}).` : "";
  const words = `${part ? `${part}: ` : ""}${shows}, black to white. In the difference, black means equal.${from}`;
  return [element("div", "pictures", ...figures), element("p", "where", words)];
}
