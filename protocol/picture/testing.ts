import { SaxesParser } from "saxes";

/** An element of a parsed picture. */
export interface PictureElement {
  /** The name of the element. */
  readonly name: string;
  /** Its attributes, unescaped. */
  readonly attributes: Readonly<Record<string, string>>;
  /** The elements inside. */
  readonly children: PictureElement[];
  /** The text directly inside. */
  text: string;
}

/** Parses an SVG text strictly. */
export function parsePicture(svg: string): PictureElement {
  const parser = new SaxesParser({ xmlns: false });
  const open: PictureElement[] = [{ name: "", attributes: {}, children: [], text: "" }];
  const top = () => open[open.length - 1] as PictureElement;
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const element: PictureElement = {
      name,
      attributes: { ...attributes } as Record<string, string>,
      children: [],
      text: "",
    };
    top().children.push(element);
    open.push(element);
  });
  parser.on("text", (text) => {
    top().text += text;
  });
  parser.on("closetag", () => {
    open.pop();
  });
  parser.write(svg).close();
  return top().children[0] as PictureElement;
}

/** The element and all elements inside of it, in document order. */
export function* elementsOf(element: PictureElement): Generator<PictureElement> {
  yield element;
  for (const child of element.children) yield* elementsOf(child);
}

/** The values of an attribute, in document order. */
export function valuesOf(picture: PictureElement, attribute: string): string[] {
  return [...elementsOf(picture)].flatMap(({ attributes }) => attributes[attribute] ?? []);
}

/** The elements that carry a class. */
export function withClass(picture: PictureElement, name: string): PictureElement[] {
  return [...elementsOf(picture)].filter(({ attributes }) =>
    (attributes.class ?? "").split(" ").includes(name)
  );
}
