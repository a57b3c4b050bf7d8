// Values and numbers, as people say them.

/** A number with commas between thousands, by hand: `Intl` takes a while to load, and the first page waits. */
export function count(n) {
  const [whole, part] = String(Number(n.toFixed(3))).split(".");
  return whole.replace(/\B(?=(\d{3})+$)/g, ",") + (part ? `.${part}` : "");
}

let short = null;

export function brief(n) {
  if (n < 10000) return count(n);
  short ??= new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
  return short.format(n);
}

export function seconds(t) {
  if (t === null || t === undefined) return "";
  // What rounds up to the next unit is written in that one.
  const micros = Math.max(1, Math.round(t * 1e6));
  if (micros < 1000) return `${micros} µs`;
  const millis = t * 1e3;
  if (millis < 999.5) return `${millis.toFixed(millis < 99.95 ? 1 : 0).replace(/\.0$/, "")} ms`;
  if (t < 99.95) return `${t.toFixed(1)} s`;
  const whole = Math.round(t);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

export function bytes(n) {
  if (n < 1024) return `${n} B`;
  if (n < 1 << 20) return `${(n / 1024).toFixed(0)} KiB`;
  return n < 2 ** 30 ? `${(n / 2 ** 20).toFixed(0)} MiB` : `${(n / 2 ** 30).toFixed(1)} GiB`;
}

/** 1 if `outcome` is a win for the side with that name, 0 a draw, -1 a loss; `null` while unknown. */
export function sign(outcome, side) {
  if (!outcome) return null;
  return outcome.winner === null ? 0 : outcome.winner === side ? 1 : -1;
}

/** What a sign is called in a class name. */
export const KIND = { 1: "win", 0: "draw", "-1": "loss", null: "open" };

/** The mark that goes with the colour, so that nobody needs the colour. */
export const MARK = { 1: "+", 0: "=", "-1": "−", null: "?" };

/** Points with their sign: `+3`, `−1`, `0`. */
export const points = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");

/**
 * What is written on a square, for the side that moves: `{kind, mark, text}`; the text is for those who
 * listen, such as 'wins in 3 plies': the moves of both sides are counted. `value` has `outcome` and `distance`, as the moves of an analysis.
 */
export function verdict(value, mover, sides) {
  const side = sides[mover];
  const by = sign(value?.outcome, side);
  const margin = value?.outcome?.margin;
  const gained = margin === undefined || margin === null ? null : mover === 0 ? margin : -margin;
  const plies = value?.distance ?? null;
  const verb = { 1: "wins", 0: "draws", "-1": "loses", null: "not known yet" }[by];
  let text = verb;
  if (by !== null && gained) text += ` by ${Math.abs(gained)}`;
  if (by && plies !== null) text += plies === 1 ? " at once" : ` in ${plies} plies`;
  const guess = by === null ? value?.guess ?? null : null;
  if (guess !== null) return { kind: KIND[by], mark: `≈${percent(guess)}`, text: `not known yet, a guess: ${percent(guess)} %` };
  const mark = by === null ? "?" : gained !== null ? points(gained) : MARK[by] + (by && plies !== null ? plies : "");
  return { kind: KIND[by], mark, text };
}

/** A share of points as a number of a hundred. */
export const percent = (share) => Math.round(100 * share);

/** How a game stands or ended, in a sentence. */
export function ending(outcome) {
  if (!outcome) return "";
  if (outcome.winner === null) return "The game is a draw.";
  const margin = outcome.margin ? ` by ${Math.abs(outcome.margin)}` : "";
  return `${outcome.winner} wins${margin}.`;
}

/** Bounds from the first player's side, in words, for games without points and with them. */
export function bounds({ lower, upper }, sides, isScored) {
  const name = (v) => (v === 0 ? "a draw" : `${v > 0 ? sides[0] : sides[1]} wins`);
  if (lower === upper) {
    return isScored && lower !== 0 ? `${name(lower)} by ${Math.abs(lower)}` : name(lower);
  }
  if (!isScored) {
    if (lower === -1 && upper === 1) return "nothing yet";
    return lower === 0 ? `${sides[0]} gets a draw or more` : `${sides[1]} gets a draw or more`;
  }
  return `${sides[0]} gets from ${points(lower)} to ${points(upper)}`;
}

export const plural = (n, one, many = one + "s") => `${count(n)} ${n === 1 ? one : many}`;

export const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
