import { memberOf, presentKeys } from "./value_ids.ts";
import type { Place } from "./plan_change.ts";
import type { Layout, LayoutTraits } from "./layout.ts";
import { childRole, signatureOf, type TextStyle } from "./text_style.ts";

/** A piece of JSON text and the indentation of the line where it began. */
export interface Fragment {
  /** The text, as it stood. */
  readonly text: string;
  /** The white space before it. */
  readonly indent: string;
}

/** The cache in which the earlier text of a value is looked up. */
export type FindFragment = (value: object) => Fragment | undefined;

/** Options of writing. */
export interface Manner {
  readonly style: TextStyle;
  /** True when characters outside ASCII are written as escapes. */
  readonly ascii: boolean;
}

/** A new value with its layout chosen. */
export interface Draft {
  readonly value: unknown;
  /** Its length on one line. */
  readonly length: number;
  /** True when it takes more than one line. */
  readonly tall: boolean;
  readonly traits?: LayoutTraits;
  readonly layout?: Layout;
  readonly items?: readonly { key: string | undefined; draft: Draft }[];
  /** Text that the value had before. */
  readonly fragment?: Fragment;
  /** The text of a scalar. */
  readonly text?: string;
}

/** Writes new values the way the text around them is written. */
export class ValuePrinter {
  readonly #manner: Manner;
  readonly #find: FindFragment;

  constructor(manner: Manner, find: FindFragment) {
    this.#manner = manner;
    this.#find = find;
  }

  /**
   * The text of a value.
   *
   * @param place Where it stands in its document.
   * @param indent The indentation of the line on which it begins.
   * @param oneLine Whether it must not take more than one line.
   */
  print(value: unknown, place: Place, indent: string, oneLine = false): string {
    return this.#write(this.draft(value, place), indent, oneLine);
  }

  /** The text of a key. */
  key(key: string): string {
    // V8's JSON.parse can misread a key that is one escape and nothing else.
    return key.length === 1 ? JSON.stringify(key) : this.#quote(key);
  }

  /** Chooses the layout of a value and of all that it holds. */
  draft(value: unknown, place: Place): Draft {
    if (typeof value !== "object" || value === null) {
      const text = typeof value === "string" ? this.#quote(value) : JSON.stringify(value ?? null);
      return { value, text, length: text.length, tall: false };
    }
    const fragment = this.#find(value);
    if (fragment) {
      return { value, fragment, length: fragment.text.length, tall: fragment.text.includes("\n") };
    }
    const type = Array.isArray(value) ? "array" : "object";
    const members = Array.isArray(value)
      ? value.map((item): [string | undefined, unknown] => [undefined, item])
      : presentKeys(value).map((key): [string | undefined, unknown] => [key, memberOf(value, key)]);
    if (members.length === 0) return { value, text: this.#manner.style.empty[type], length: 2, tall: false };
    return this.#draftContainer(value, type, members, place);
  }

  #draftContainer(
    value: object,
    type: "object" | "array",
    members: readonly [string | undefined, unknown][],
    place: Place,
  ): Draft {
    const { role, depth } = place;
    let length = 0;
    let tall = false;
    const items = members.map(([key, member]) => {
      const keyLength = key === undefined ? 0 : this.key(key).length + 2;
      const draft = this.draft(member, { role: childRole(role, key), depth: depth + 1, keyLength });
      length += draft.length + keyLength + 2;
      tall ||= draft.tall;
      return { key, draft };
    });
    const names = members.map(([key, member]) => key ?? typeName(member));
    const traits = {
      role,
      type,
      signature: signatureOf(type, names),
      tall,
      width: length + depth * 2 + place.keyLength,
    };
    const { layout } = this.#manner.style.layouts.guess(traits);
    return { value, length, tall: tall || layout === "multi", traits, layout, items };
  }

  #write(draft: Draft, indent: string, oneLine: boolean): string {
    if (draft.text !== undefined) return draft.text;
    if (draft.fragment) return indented(draft.fragment, indent);
    const layout = oneLine ? "inline" : draft.layout ?? "multi";
    const inner = layout === "multi" ? indent + this.#manner.style.unit : indent;
    const items = (draft.items ?? []).map(({ key, draft }) => {
      const text = this.#write(draft, inner, oneLine);
      return key === undefined ? text : this.key(key) + this.#manner.style.colon[layout] + text;
    });
    return this.enclose(draft.traits?.type ?? "object", items, layout, indent);
  }

  /** Puts the texts of items between brackets. */
  enclose(type: "object" | "array", items: readonly string[], layout: Layout, indent: string): string {
    const [open, close] = type === "object" ? "{}" : "[]";
    const { newline, unit, padding, comma } = this.#manner.style;
    if (layout === "inline") return open + padding[type] + items.join(comma) + padding[type] + close;
    const line = newline + indent;
    return open + line + unit + items.join("," + line + unit) + line + close;
  }

  #quote(text: string): string {
    const quoted = JSON.stringify(text);
    if (!this.#manner.ascii) return quoted;
    return quoted.replace(
      /[\u007f-\uffff]/g,
      (unit) => "\\u" + unit.charCodeAt(0).toString(16).padStart(4, "0"),
    );
  }
}

/** The text of a fragment for a line of another indentation. */
export function indented(fragment: Fragment, indent: string): string {
  const { text, indent: old } = fragment;
  if (old === indent || !text.includes("\n")) return text;
  return text.replace(/\n([ \t]*)/g, (line, space: string) => {
    return space.startsWith(old) ? "\n" + indent + space.slice(old.length) : line;
  });
}

function typeName(value: unknown): string {
  if (Array.isArray(value)) return "array";
  return typeof value === "object" && value !== null ? "object" : "scalar";
}
