// Runners of a race: a solver with its options, as text for the address, as words, and as a query.
// `alpha-beta,plain,order=pass-first` is one; between several there are semicolons.

export const RUNNERS_MAX = 6;

/**
 * How many run at a time. Browsers keep six connections to a server for all their tabs, and each runner
 * takes one while it runs.
 */
export const AT_ONCE_MAX = 4;

/** What can be set to something else than on or off; `order` as the server lists them. */
export const CHOICES = { fail: ["hard", "soft"], window: ["closed", "open"] };

const SWITCHES = ["table", "symmetry", "analysis", "scout", "deepen"];
const KEYS = ["order", ...SWITCHES, ...Object.keys(CHOICES)];

/** The runners of a text, and what in it was not understood, a sentence each. */
export function readRunners(text) {
  const wrong = [];
  const runners = text.split(";").filter((part) => part.trim()).map((part) => {
    const [solver, ...options] = part.split(",").map((word) => word.trim());
    const settings = {};
    let plain = false;
    for (const option of options) {
      const [key, value] = option.split("=");
      if (option === "plain") plain = true;
      else if (KEYS.includes(key) && value) settings[key] = value;
      else wrong.push(`unknown option '${option}' of ${solver}: expected plain, or one of ${KEYS.join(", ")} with = and a value`);
    }
    return { solver, plain, settings };
  });
  if (runners.length > RUNNERS_MAX) wrong.push(`${runners.length} runners: expected at most ${RUNNERS_MAX}`);
  return { runners: runners.slice(0, RUNNERS_MAX), wrong };
}

export function writeRunners(runners) {
  const one = ({ solver, plain, settings }) => [
    solver, ...(plain ? ["plain"] : []), ...KEYS.filter((key) => settings[key]).map((key) => `${key}=${settings[key]}`),
  ].join(",");
  return runners.map(one).join(";");
}

/** What alpha-beta uses here unless it is plain, or told not to. */
const USES = ["table", "symmetry", "analysis"];

const listed = (words) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`);

/** What a runner is called. */
export function runnerName({ solver, plain, settings }) {
  // The textbook's alpha-beta has its name alone; ours says what it uses.
  const uses = plain || solver !== "alpha-beta" ? [] : USES.filter((part) => settings[part] !== "off");
  const words = [uses.length ? `${solver} with ${listed(uses)}` : solver];
  for (const key of KEYS) {
    const value = settings[key];
    if (!value || (uses.length > 0 && USES.includes(key))) continue;
    if (key === "order") words.push(value);
    else if (key === "fail") words.push(`fail-${value}`);
    else if (key === "window") words.push(`${value} window`);
    else words.push(`${value === "on" ? "with" : "no"} ${key}`);
  }
  return words.join(", ");
}

/** A runner's part of a question to the server. */
export function runnerQuery({ solver, plain, settings }) {
  const query = { solver, plain: plain ? "true" : null };
  for (const [key, value] of Object.entries(settings)) {
    query[key] = SWITCHES.includes(key) ? String(value === "on") : value;
  }
  return query;
}
