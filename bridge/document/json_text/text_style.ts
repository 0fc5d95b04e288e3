import type { Node } from "jsonc-parser";
import { endOf, isContainer, itemsOf, type JsonItem } from "./json_items.ts";
import type { LineIndents } from "./line_indents.ts";
import { type Layout, LayoutTable, type LayoutTraits } from "./layout.ts";

/** Style of a JSON text, as far as new parts can imitate it. */
export interface TextStyle {
  /** The line end. */
  readonly newline: string;
  /** One step of indentation. */
  readonly unit: string;
  /** Padding inside the brackets of a container on one line. */
  readonly padding: Record<"object" | "array", string>;
  /** Separator of key and value. */
  readonly colon: Record<Layout, string>;
  /** Separator of two items on one line. */
  readonly comma: string;
  /** An empty container. */
  readonly empty: Record<"object" | "array", string>;
  /** Which containers stand on one line. */
  readonly layouts: LayoutTable;
  /** Traits of each container of the text. */
  readonly traits: ReadonlyMap<Node, LayoutTraits>;
}

/** Learns how a JSON text is written. */
export function learnStyle(text: string, root: Node, indents: LineIndents): TextStyle {
  const survey = new Survey(text, indents);
  survey.visit(root, "", 0, 0);
  return survey.style();
}

/** The first step of indentation in a text; empty when nothing is indented. */
export function indentUnitOf(text: string): string {
  return /\n([ \t]+)/.exec(text)?.[1] ?? "";
}

/** The line end of a text. */
export function newlineOf(text: string): string {
  const first = text.indexOf("\n");
  return first > 0 && text[first - 1] === "\r" ? "\r\n" : "\n";
}

/** True when a container stands on one line or has each item on its own; `undefined` when empty or neither. */
export function layoutOf(text: string, node: Node, items: readonly JsonItem[]): Layout | undefined {
  const first = items[0];
  if (!first) return undefined;
  const opens = hasNewline(text, node.offset + 1, first.start);
  let breaks = 0;
  for (let index = 1; index < items.length; index++) {
    if (hasNewline(text, items[index - 1]?.end ?? 0, items[index]?.start ?? 0)) breaks++;
  }
  if (opens && breaks === items.length - 1) return "multi";
  return !opens && breaks === 0 ? "inline" : undefined;
}

/** Facts about a container from its keys or elements. */
export function signatureOf(type: "object" | "array", items: readonly string[]): string {
  if (type === "object") return items.join("\0");
  return [...new Set(items)].sort().join() + (items.length > 1 ? "+" : "");
}

/** The role of a child of a container in its document. */
export function childRole(role: string, key: string | undefined): string {
  return key ?? role + "[]";
}

/** Counts of each spelling. */
class Spellings {
  readonly #counts = new Map<string, number>();

  add(spelling: string): void {
    this.#counts.set(spelling, (this.#counts.get(spelling) ?? 0) + 1);
  }

  most(): string | undefined {
    let best: string | undefined;
    let most = 0;
    for (const [spelling, count] of this.#counts) {
      if (count > most) [best, most] = [spelling, count];
    }
    return best;
  }
}

/** Facts about one value for the container around it. */
interface Look {
  /** Its length if it stood on one line. */
  readonly length: number;
  /** True when it takes more than one line. */
  readonly tall: boolean;
}

class Survey {
  readonly #text: string;
  readonly #indents: LineIndents;
  readonly #layouts = new LayoutTable();
  readonly #traits = new Map<Node, LayoutTraits>();
  readonly #units = new Spellings();
  readonly #commas = new Spellings();
  readonly #colons = { inline: new Spellings(), multi: new Spellings() };
  readonly #paddings = { object: new Spellings(), array: new Spellings() };
  readonly #empties = { object: new Spellings(), array: new Spellings() };

  constructor(text: string, indents: LineIndents) {
    this.#text = text;
    this.#indents = indents;
  }

  style(): TextStyle {
    const text = this.#text;
    const colon = this.#colons.inline.most() ?? this.#colons.multi.most() ?? ": ";
    const unit = this.#units.most() ?? (indentUnitOf(text) || "  ");
    const roomy = !(colon === ":");
    return {
      newline: newlineOf(text),
      unit,
      padding: {
        object: this.#paddings.object.most() ?? (roomy ? " " : ""),
        array: this.#paddings.array.most() ?? "",
      },
      colon: { inline: colon, multi: this.#colons.multi.most() ?? colon },
      comma: this.#commas.most() ?? (roomy ? ", " : ","),
      empty: { object: this.#empties.object.most() ?? "{}", array: this.#empties.array.most() ?? "[]" },
      layouts: this.#layouts,
      traits: this.#traits,
    };
  }

  visit(node: Node, role: string, depth: number, keyLength: number): Look {
    if (node.type !== "object" && node.type !== "array") return { length: node.length, tall: false };
    const items = itemsOf(node);
    const first = items[0];
    if (!first) {
      this.#empties[node.type].add(this.#text.slice(node.offset, endOf(node)));
      return { length: 2, tall: false };
    }
    const layout = layoutOf(this.#text, node, items);
    let length = 0;
    let tall = false;
    for (const item of items) {
      const key = item.node.offset - item.start;
      const look = this.visit(item.node, childRole(role, item.key), depth + 1, key);
      length += look.length + key + 2;
      tall ||= look.tall;
    }
    if (layout) {
      this.#learnSpelling(node, node.type, items, layout);
      const traits = traitsOf(node.type, items, role, tall, length + depth * 2 + keyLength);
      this.#traits.set(node, traits);
      this.#layouts.learn(traits, layout);
    }
    return { length, tall: tall || layout !== "inline" };
  }

  #learnSpelling(node: Node, type: "object" | "array", items: readonly JsonItem[], layout: Layout): void {
    const text = this.#text;
    const first = items[0];
    if (!first) return;
    if (layout === "multi") {
      const outer = this.#indents.at(node.offset);
      const inner = this.#indents.at(first.start);
      if (inner.length > outer.length && inner.startsWith(outer)) this.#units.add(inner.slice(outer.length));
    } else {
      this.#paddings[type].add(text.slice(node.offset + 1, first.start));
      const second = items[1];
      if (second) this.#commas.add(text.slice(first.end, second.start));
    }
    if (type === "object") this.#colons[layout].add(colonOf(text, first));
  }
}

/** The text between a member's key and its value. */
export function colonOf(text: string, item: JsonItem): string {
  let end = item.node.offset;
  while (text[end - 1] !== '"') end--;
  return text.slice(end, item.node.offset);
}

/** Traits of a container in a text. */
function traitsOf(
  type: "object" | "array",
  items: readonly JsonItem[],
  role: string,
  tall: boolean,
  width: number,
): LayoutTraits {
  const names = items.map((item) => item.key ?? typeName(item.node));
  return { role, type, signature: signatureOf(type, names), tall, width };
}

function typeName(node: Node): string {
  return isContainer(node) ? node.type : "scalar";
}

function hasNewline(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    if (text.charCodeAt(at) === 10) return true;
  }
  return false;
}
