import type { TextRemark } from "@loom/protocol";
import type { XmlElement, XmlPlace } from "./xml_tree.ts";

/** Something of an XML text that no definition has. */
interface Part extends XmlPlace {
  /** Its description, for one. */
  readonly one: string;
  /** Its description, for several, with their number in front. */
  readonly several: string;
}

/** The parts of an XML text that were read; the others are left out. */
export class XmlReading {
  readonly #elements = new Set<XmlElement>();
  readonly #texts = new Set<XmlElement>();
  readonly #attributes = new Map<XmlElement, Set<string>>();

  /** Notes elements that were read, and returns them. */
  take<Elements extends readonly XmlElement[]>(elements: Elements): Elements {
    for (const element of elements) this.#elements.add(element);
    return elements;
  }

  /** The text of an element without blanks around it. */
  text(element: XmlElement): string {
    this.#texts.add(element);
    return element.text.trim();
  }

  /** The value of an attribute. */
  attribute(element: XmlElement, name: string): string | undefined {
    const read = this.#attributes.get(element) ?? new Set();
    this.#attributes.set(element, read.add(name));
    return element.attributes.get(name);
  }

  /** Parts that were not read: one remark for each kind of thing, at its first place. */
  remarks(root: XmlElement): TextRemark[] {
    const found = new Map<string, { readonly part: Part; count: number }>();
    for (const part of this.#leftOut(root)) {
      const known = found.get(part.several);
      if (known === undefined) found.set(part.several, { part, count: 1 });
      else known.count++;
    }
    return Array.from(found.values(), ({ part: { one, several, line, column }, count }) => {
      const message = count === 1
        ? `${one} was left out: a machine has no place for it.`
        : `${count} ${several} were left out: a machine has no place for them.`;
      return { code: "left_out", message, line, column };
    });
  }

  *#leftOut(element: XmlElement): Iterable<Part> {
    const { line, column } = element;
    const read = this.#attributes.get(element);
    for (const name of element.attributes.keys()) {
      if (read?.has(name)) continue;
      const one = `The attribute "${name}" of the element "${element.name}"`;
      yield { one, several: `attributes "${name}" of elements "${element.name}"`, line, column };
    }
    if (!this.#texts.has(element) && element.text.trim() !== "") {
      yield {
        one: `The text in the element "${element.name}"`,
        several: "texts between elements",
        line,
        column,
      };
    }
    for (const place of element.comments) yield { one: "A comment", several: "comments", ...place };
    for (const child of element.children) {
      if (this.#elements.has(child)) yield* this.#leftOut(child);
      else {
        const { line, column } = child;
        yield { one: `The element "${child.name}"`, several: `elements "${child.name}"`, line, column };
      }
    }
  }
}
