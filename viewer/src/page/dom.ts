// Elements made by hand. Text goes in as text nodes, so nothing a bot says is ever read as markup.

type Child = Node | string | number | null | undefined | false;
type Props = Record<string, string | number | boolean | null | undefined | ((event: never) => void)>;

/** Makes an element: attributes, `on…` listeners, `class`, and children as text or nodes. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") {
      element.addEventListener(name.slice(2), value as EventListener);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  element.append(...(children.filter(keep) as (Node | string)[]).map(asNode));
  return element;
}

const keep = (child: Child): boolean => child !== null && child !== undefined && child !== false;
const asNode = (child: Node | string | number): Node | string =>
  typeof child === "number" ? String(child) : child;

/** The element of the page with this id; its absence would be a mistake in the page itself. */
export function byId<T extends HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element #${id}`);
  return element as T;
}

/** Replaces all children. */
export function fill(parent: Element, ...children: Child[]): void {
  parent.replaceChildren(...(children.filter(keep) as (Node | string)[]).map(asNode));
}

/** Sets an element's text only where it differs, so that nothing is laid out for nothing. */
export function say(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

const SVG = "http://www.w3.org/2000/svg";

/** Makes an SVG element for controls and curves. */
export function svg(
  tag: string,
  props: Record<string, string | number> = {},
  ...children: Node[]
): SVGElement {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** A seat's sign; the picture itself is in the page's style, since there can be hundreds of these. */
export function badge(seat: number, name: string): HTMLElement {
  return h("span", { class: `sign-${seat}`, role: name ? "img" : null, "aria-label": name || null });
}

/** A small picture for a button, from a path in a box of 24. */
export function icon(path: string): SVGElement {
  return svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "icon" }, svg("path", { d: path }));
}
