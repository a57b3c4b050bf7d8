// Games in words: what a spec says, for people who need not know how specs are written.

/** What options mean; those that a game's title says already are left out. */
const OPTIONS = {
  misere: null, k: null, code: null,
  take: (numbers) => `take ${listed(numbers.split(","))}`,
  komi: (points) => `komi ${points}`,
  ssk: () => "situational superko",
  nssk: () => "natural situational superko",
  suicide: () => "suicide allowed",
  "play-on": () => "won boards are played on",
  majority: () => "more boards win",
};

const listed = (words) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`);

/** The parts of a spec: `{kind, size, options}`, where options are a map from names to values. */
function parts(spec) {
  const [head, ...rest] = spec.split("+");
  const [kind, size = ""] = head.split(":");
  const options = new Map(rest.map((text) => [text.split("=")[0], text.split("=").slice(1).join("=")]));
  // What is no number says how to play.
  if (/^[a-z]/.test(size)) options.set(size, "");
  return { kind, size: /^\d/.test(size) ? size : "", options };
}

/** What a game's title leaves open: `on 4×3`, `3, 5, 7`, `on 3×3, komi 2`. */
export function variant(spec) {
  const { size, options } = parts(spec);
  const [columns, rows] = size.split("x");
  const said = [...options].map(([name, value]) => (name in OPTIONS ? OPTIONS[name]?.(value) : `${name.replaceAll("-", " ")} ${value}`.trim()));
  return [rows ? `on ${columns}×${rows}` : size.replaceAll(",", ", "), ...said].filter(Boolean).join(", ");
}

/**
 * The rules of an entry of the games' list, as they are in one of its games. What stands there for several, such as
 * `three in a row win (+misere: lose)`, is said of the one that is meant.
 */
export function rulesOf({ rules, form }, spec) {
  const { size, options } = parts(spec);
  const meant = (_, word, remarks) => {
    const said = remarks.split("; ").map((remark) => /^[:+]([\w-]+)(=\w+)?: (.*)$/.exec(remark) ?? [])
      .filter(([, name, value]) => options.has(name) && !value).map(([, , , words]) => words);
    return said.length === 1 && !said[0].includes(" ") ? said[0] : [word, ...said].join("; ");
  };
  let text = rules.replace(/(\S+) \(([:+][^)]*)\)/g, meant);
  // The names of numbers in the form are those in the rules.
  const names = /^[a-z]+:([A-Zx]+)/.exec(form)?.[1].split("x") ?? [];
  names.forEach((name, i) => { text = text.replace(name, size.split("x")[i] ?? "so many"); });
  return options.has("k") ? text.replace("four in a row", `${options.get("k")} in a row`) : text;
}

/** A text of the server in which games have their short names, with their titles instead. */
export function spelled(text, games) {
  const titles = new Map(games.map(({ spec, title }) => [parts(spec).kind, title]));
  return text.replace(/\b[a-z]+\b/g, (word) => titles.get(word) ?? word);
}

/**
 * What the server refuses, for people who have not typed it: options without their dashes, and `this game` where it
 * names the one that was asked about.
 */
export function plainly(message, game) {
  const text = message.replace(/(^|[\s(])--(?=[a-z])/g, "$1");
  const literal = game?.replace(/[^\w]/g, "\\$&");
  return game ? text.replace(new RegExp(`(?<![\\w:])${literal}(?![\\w+:]\\w)`, "g"), "this game") : text;
}
