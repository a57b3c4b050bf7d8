// Elements, made briefly. Text is always text: nothing here reads HTML.

const SVG = "http://www.w3.org/2000/svg";

/** An element: `h("p", {class: "note", onclick: f}, "text", child, [more])`. `null` and `false` are left out. */
export function h(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** An element of a picture. */
export function s(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    // The content-security policy forbids style attributes, not the object model.
    else if (name === "style") for (const [k, v] of Object.entries(value)) element.style.setProperty(k, v);
    else if (name === "value" || name === "checked") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false));
  return element;
}

/** Puts `children` in the place of all that was in `element`. */
export function put(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false));
  return element;
}

let said = 0;

/** Tells those who listen to the page rather than look at it. */
export function announce(text) {
  const live = document.getElementById("live");
  // Words that are said twice are news both times.
  live.textContent = text + (said++ % 2 ? "\u00a0" : "");
}
